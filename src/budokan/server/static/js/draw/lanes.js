/** Lanes of overlapping cards: conditions stay visible, the last card shows its effect. */
import { el } from "../lib/dom.js";
import { chipOf } from "./piece-words.js";

/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").Preview} Preview */
/** @typedef {import("./zones.js").Stage} Stage */

/** The sum that makes X, and its outcome. @param {Preview | null} preview */
function sum(preview) {
  if (!preview) return null;
  const total = preview.sum.reduce((all, part) => all + part.value, 0);
  const parts = preview.sum
    .map(
      (part, i) => `${i ? (part.value < 0 ? " \u2212 " : " + ") : ""}${Math.abs(part.value)} ${part.label}`,
    )
    .join("");
  return el(
    "div.sum",
    {},
    preview.sum.length > 0 && [el("b.x", {}, `X = ${total}`), el("span", {}, parts)],
    preview.note && el("b", {}, preview.note),
    preview.alarm && el("b.r-hit", {}, preview.alarm),
  );
}

/** @param {Stage} stage @param {Zone} zone */
export function lane(stage, zone) {
  return el(
    "div.lane",
    { role: "group", "aria-label": zone.title, style: { "--n": Math.max(1, zone.pieces.length) } },
    el(
      "div.lh",
      {},
      zone.step > 0 && el("span.seal", {}, String(zone.step)),
      el("b.serif", {}, zone.title),
      zone.note && el("small", {}, zone.note),
      zone.chips.map(chipOf),
    ),
    el(
      "div.lying",
      {},
      zone.pieces.map((piece) => stage.piece(piece)),
    ),
    sum(zone.preview),
  );
}
