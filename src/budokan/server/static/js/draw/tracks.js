/** Tracks: points on a die or a bar, gauges of a few cells, and life with pictures on its squares. */
import { el } from "../lib/dom.js";
import { d20 } from "./faces.js";
import { colour, hasIcon, icon } from "../lib/icons.js";
import { title } from "../table/piece-words.js";

/** @typedef {import("../lib/types.js").Zone} Zone */

const FEW = 8; // squares up to which every one is drawn

/** @param {Zone} zone */
const ours = (zone) => zone.designed && "our reconstruction";

/** What may change. @param {Zone} zone */
const more = (zone) =>
  [zone.gain && `may win ${zone.gain}`, zone.threat && `may lose ${zone.threat}`].filter(Boolean).join(", ");

/** @param {Zone} zone @param {boolean} diced whether points stand on a die */
export function track(zone, diced) {
  if (zone.track.length) return life(zone);
  return !diced && (zone.length <= FEW || zone.owner === null) ? gauge(zone) : points(zone, diced);
}

/** @param {Zone} zone @param {boolean} diced */
function points(zone, diced) {
  const at = zone.at ?? 0;
  const told = /^\d+(?= of )/.exec(zone.title)?.[0] ?? String(at); // one may score beyond the end of the bar
  const share = (/** @type {number} */ n) => (zone.length ? n / zone.length : 0);
  const said = [/ of /.test(zone.title) ? zone.title : `${zone.title || at} of ${zone.length}`, more(zone)]
    .filter(Boolean)
    .join(", ");
  return el(
    "div.points",
    { role: "img", "aria-label": said },
    diced ? d20(at, zone.owner ?? 0) : el("b.score", {}, told),
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

/** A few cells, filled, promised or empty. @param {Zone} zone */
function gauge(zone) {
  const at = zone.at ?? 0;
  const state = (/** @type {number} */ i) =>
    i < at - zone.threat ? "on" : i < at ? "on threat" : i < at + zone.gain ? "plus" : "";
  return el(
    "div.gauge",
    {
      role: "img",
      "aria-label": [
        `${zone.title.replace(/ \d+$/, "")}: ${at} of ${zone.length}`,
        more(zone),
        zone.note,
        ours(zone),
      ]
        .filter(Boolean)
        .join(", "),
    },
    el("b.gn", {}, zone.title.replace(/ \d+$/, "")),
    el(
      "span.gc",
      {},
      Array.from({ length: zone.length }, (_, i) => el("i", { class: state(i) })),
    ),
    el("b.gv", {}, String(at), zone.gain > 0 && el("small", {}, `+${zone.gain}`)),
    zone.note && el("small.gnote", {}, zone.note),
  );
}

/** Squares from 0 to the last: damage up to the cube, pictures, lines, and what is in danger. @param {Zone} zone */
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
      marks.filter((mark) => hasIcon(mark.face)).map((mark) => icon(mark.face)),
      marks
        .filter((mark) => mark.face && !hasIcon(mark.face))
        .map((mark) => mark.face.charAt(0).toUpperCase()),
    );
  });
  const told = zone.track
    .filter((mark) => mark.face || mark.line)
    .sort((a, b) => a.square - b.square)
    .map((mark) => `${mark.face ? title(mark.face) : "line"} at ${mark.square}`);
  const danger = zone.threat ? `${zone.threat} in danger` : "";
  return el(
    "div.lifeline",
    {
      role: "img",
      "aria-label": [`${zone.title || "Damage"} ${at} of ${zone.length}`, danger, ...told, ours(zone)]
        .filter(Boolean)
        .join(", "),
      style: { "--n": zone.length + 1 },
    },
    squares,
    zone.designed && el("span.designed-mark"),
  );
}
