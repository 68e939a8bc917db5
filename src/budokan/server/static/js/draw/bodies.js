/** Fighters' bodies: the viewer's around a figure, the others' as lists beside the board. */
import { el } from "../lib/dom.js";
import { colour, crest, figure } from "../lib/icons.js";
import { known } from "../lib/vocabulary.js";
import { chipOf } from "./piece-words.js";

/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("./zones.js").Stage} Stage */

/** Places of the Areas on the drawing, clockwise from the head. @type {Record<string, number>} */
const SPOTS = { head: 1, left_arm: 2, left_leg: 3, right_leg: 4, right_arm: 5 };
const FEW = 2; // up to this many bodies beside the board are unfolded

/** @param {Zone} zone */
const head = (zone) => [
  zone.owner !== null && crest(zone.owner),
  el("b.serif", {}, zone.title),
  zone.note && el("small", {}, zone.note),
  zone.chips.length > 0 && el("span.chips", {}, zone.chips.map(chipOf)),
];

/** The pieces in an Area, and its state. @param {Stage} stage @param {Zone} zone */
const inside = (stage, zone) => [
  el(
    "span.toks",
    {},
    zone.pieces.map((piece) => stage.piece(piece)),
    zone.zones.filter((inner) => inner.layout !== "track").map((inner) => stage.zone(inner, zone)),
  ),
  zone.note && el("small.say2", {}, zone.note),
  zone.zones.filter((inner) => inner.layout === "track").map((inner) => stage.zone(inner, zone)),
];

/** One Area of a body. @param {Stage} stage @param {Zone} zone */
export const area = (stage, zone) =>
  el(
    "div.area",
    { role: "group", "aria-label": [zone.title, zone.marks.includes("moved") && "tokens moved from here"].filter(Boolean).join(", ") },
    el(
      "span.an",
      {},
      zone.title,
      zone.chips.map((chip) => el(`small.r-${chip.role}`, {}, `${chip.label} ${chip.value}`.trim())),
    ),
    inside(stage, zone),
  );

/** @param {Stage} stage @param {Zone} zone */
export function body(stage, zone) {
  if (zone.place === "rail") return foe(stage, zone);
  const areas = zone.zones.filter((inner) => inner.layout === "panel");
  const rest = zone.zones.filter((inner) => !areas.includes(inner)).map((inner) => stage.zone(inner, zone));
  const torso = figure("wall", "fig torso");
  torso.style.setProperty("--belt", colour(zone.owner ?? 0));
  return el(
    "div.body",
    { role: "group", "aria-label": zone.title, "data-seat": zone.owner },
    el("div.whose", {}, head(zone)),
    torso,
    areas.map((inner) => {
      const node = stage.zone(inner, zone);
      node.classList.add(`spot-${known(SPOTS, inner.spot, "head", "place on a body")}`);
      return node;
    }),
    zone.pieces.map((piece) => stage.piece(piece)),
    rest,
  );
}

/** An opponent's body: a line for each Area; with many opponents it is folded unless aimed at. @param {Stage} stage @param {Zone} zone */
function foe(stage, zone) {
  const aimed = (/** @type {Zone} */ each) =>
    each.marks.includes("on") || each.zones.some((inner) => inner.threat > 0);
  const all = stage.scene.zones.filter((other) => other.room === "body" && other.place === "rail");
  const open =
    all.length <= FEW || zone.zones.some(aimed) || zone.zones.some((inner) => stage.points.has(inner.id));
  const rows = zone.zones.map((inner) => {
    const node = stage.zone(inner, zone);
    if (aimed(inner)) node.classList.add("aimed-at");
    return node;
  });
  return el("details.foe", { "data-fold": zone.id, "data-seat": zone.owner, open }, el("summary", {}, el("h2", {}, head(zone))), rows);
}
