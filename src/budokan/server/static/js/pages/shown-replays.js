/** Matches that all their players show to everybody, to be watched as replays. */
import { ask, el } from "../lib/dom.js";
import { moment } from "./match-list.js";

/** @typedef {{id: string, game: string, title: string, names: string[], result: string, ended: string,
 *   minutes: number}} ShownMatch */
/** @typedef {{rows: ShownMatch[], pages: number, total: number}} ShownMatches */

const FEW = 5;

/** The latest of them. @returns {Promise<ShownMatches>} */
export const shownMatches = (size = FEW) => ask(`/api/replays/shown?size=${size}`);

/** @param {number} minutes */
const lasted = (minutes) => (minutes < 180 ? `${minutes} min` : minutes < 4320 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`);

/** @param {ShownMatch} match */
const shownLine = (match) =>
  el(
    "li",
    {},
    el("a.tr", { href: `/replay/${match.id}` }, el("b", {}, match.title), el("span", {}, match.names.join(", ")), el("em.q", {}, "watch")),
    el("p.told", {}, match.result, " ", el("small", {}, moment(match.ended), ` · ${lasted(match.minutes)}`)),
  );

/** The section with these matches; null if there are none. @param {ShownMatches} found */
export const shownReplays = ({ rows }) =>
  rows.length > 0
    ? el(
        "section.tables.sheet.shown",
        { "aria-labelledby": "shown-replays" },
        el("h2", { id: "shown-replays" }, "Matches to watch"),
        el("ul", {}, rows.map(shownLine)),
      )
    : null;
