/** Tracks: points on a die or a bar, short gauges, and life with pictures on its squares. */
import { el } from "../lib/dom.js";
import { d20 } from "./faces.js";
import { colour, icon } from "../lib/icons.js";
import { known } from "../lib/vocabulary.js";
import { origin, originMark, title } from "./piece-words.js";

/** @typedef {import("../lib/types.js").Zone} Zone */

/** The possible change. @param {Zone} zone */
const more = (zone) =>
  [zone.gain && `may win ${zone.gain}`, zone.threat && `may lose ${zone.threat}`].filter(Boolean).join(", ");

/** @type {Record<import("../lib/types.js").Meter, (zone: Zone) => any>} */
const METERS = {
  gauge,
  damage: life,
  score: (zone) => points(zone, false),
  health: (zone) => points(zone, true),
};

/** @param {Zone} zone */
export const track = (zone) => known(METERS, zone.meter, "gauge", "meter")(zone);

/** Points won on a bar, or health on a die. @param {Zone} zone @param {boolean} diced */
function points(zone, diced) {
  const at = zone.at ?? 0; // a score may lie beyond the end of the bar
  const share = (/** @type {number} */ n) => (zone.length ? Math.min(1, n / zone.length) : 0);
  const said = [`${zone.title || at}${diced ? ` of ${zone.length}` : ""}`, more(zone)].filter(Boolean).join(", ");
  return el(
    "div.points",
    { role: "img", "aria-label": said },
    diced ? d20(at, zone.owner ?? 0) : el("b.score", {}, String(at)),
    el("span.life", {
      class: diced ? "" : "ticked",
      style: {
        "--n": share(at),
        "--lose": share(zone.threat),
        "--win": share(zone.gain),
        "--c": colour(zone.owner ?? 0),
        "--step": share(1),
      },
    }),
  );
}

/** A few cells: filled, gained by the move in preview, or empty. @param {Zone} zone */
function gauge(zone) {
  const at = zone.at ?? 0;
  const state = (/** @type {number} */ i) =>
    i < at - zone.threat ? "on" : i < at ? "on threat" : i < at + zone.gain ? "plus" : "";
  return el(
    "div.gauge",
    {
      role: "img",
      "aria-label": [
        `${zone.title}: ${at} of ${zone.length}`,
        more(zone),
        zone.note,
        origin(zone),
      ]
        .filter(Boolean)
        .join(", "),
    },
    el("b.gn", {}, zone.title),
    el(
      "span.gc",
      {},
      Array.from({ length: zone.length }, (_, i) => el("i", { class: state(i) })),
    ),
    el("b.gv", {}, String(at), zone.gain > 0 && el("small", {}, `+${zone.gain}`)),
    zone.note && el("small.gnote", {}, zone.note),
  );
}

/** Squares from 0 to the last: damage up to the cube, pictures, lines, and the squares in danger. @param {Zone} zone */
function life(zone) {
  const at = zone.at ?? 0;
  const squares = Array.from({ length: zone.length + 1 }, (_, i) => {
    const marks = zone.track.filter((mark) => mark.square === i);
    const state = [
      i > 0 && i < at && "done",
      i === at && "cube1",
      i > at && i <= at + zone.threat && "thr",
      marks.some((mark) => mark.line) && "sev",
    ];
    return el(
      "i",
      { class: state.filter(Boolean).join(" ") },
      marks.map((mark) => mark.icon && icon(mark.icon)),
    );
  });
  const told = zone.track
    .filter((mark) => mark.icon || mark.line)
    .sort((a, b) => a.square - b.square)
    .map((mark) => `${mark.icon ? title(mark.icon) : "line"} at ${mark.square}`);
  const danger = zone.threat ? `${zone.threat} in danger` : "";
  return el(
    "div.lifeline",
    {
      role: "img",
      "aria-label": [`${zone.title || "Damage"} ${at} of ${zone.length}`, danger, ...told, origin(zone)]
        .filter(Boolean)
        .join(", "),
      style: { "--n": zone.length + 1 },
    },
    squares,
    originMark(zone, "span"),
  );
}
