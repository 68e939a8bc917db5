/** A card's directions as a rose: wedges that hit or blunt ones that block, and the steps within. */
import { view } from "../lib/icons.js";

/** @typedef {import("../lib/types.js").Arrow} Arrow */
/** @typedef {import("../lib/types.js").Piece} Piece */

/** @type {Record<string, number>} */
const TURN = { f: 0, fr: 48, r: 94, b: 180, l: -94, fl: -48, stay: 0 };
/** @type {Record<string, [number, number, number]>} */
const STEP = {
  f: [0, -22, 0],
  b: [0, 22, 180],
  l: [-22, 0, -90],
  r: [22, 0, 90],
  fl: [-17, -17, -45],
  fr: [17, -17, 45],
};
const SHARP = "M-13-38Q0-42 13-38L3-61Q0-66-3-61Z";
const BLUNT = "M-13-37Q0-42 13-37L11-56Q0-64-11-56Z";

/** A wedge with its value. @param {Arrow} arrow */
function wedge({ to, value, role }) {
  const [ward, turn] = [role === "ward", TURN[to]];
  const [r, a] = [ward ? 49 : 46.5, (turn * Math.PI) / 180];
  return (
    `<path class="w-${role}" transform="rotate(${turn})" d="${ward ? BLUNT : SHARP}"/>` +
    `<text class="v" x="${(r * Math.sin(a)).toFixed(0)}" y="${(5 - r * Math.cos(a)).toFixed(0)}">${value}</text>`
  );
}

/** A small arrow, or a disc with its modifier; a ring for staying. @param {Arrow} step */
function pace({ to, value }) {
  const [x, y, turn] = STEP[to] || [0, 0, 0];
  const bare =
    to === "stay"
      ? '<circle class="stay" r="8.5"/>'
      : `<path class="mv" transform="translate(${x} ${y})rotate(${turn})" d="M-8 3Q0 6 8 3L1-7Q0-9-1-7Z"/>`;
  const changed = Number(value)
    ? `<circle class="mod" cx="${x}" cy="${y}" r="9"/><text class="m" x="${x}" y="${y + 4}">${value.replace("-", "\u2212")}</text>`
    : "";
  return bare + changed;
}

/** @param {Piece} piece */
export function rose({ arrows, steps }) {
  const still =
    steps.length && !steps.some((step) => step.to === "stay")
      ? '<path class="no" d="M-6-6 6 6M6-6-6 6"/>'
      : "";
  const low = arrows.some((arrow) => arrow.to === "b") ? 132 : 100;
  return view(arrows.map(wedge).join("") + steps.map(pace).join("") + still, "rose", `-68 -66 136 ${low}`);
}
