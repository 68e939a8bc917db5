/** Lines of lists: a match, and when something was. */
import { el } from "./dom.js";
import { crest } from "./icons.js";

/** @typedef {{id: string, game: string, title: string, names: string[], mine: number[], yours: boolean,
 *   over: boolean, created: string, ended: string, outcome: string, told: string, deal: string}} MatchLine */

/** With whom. @param {MatchLine} match */
export function company(match) {
  const others = match.names.filter((_, seat) => !match.mine.includes(seat));
  if (others.length) return `with ${others.join(", ")}`;
  return match.mine.length > 1 ? "at one screen" : "alone";
}

/** What it came to, or whose turn it is. @param {MatchLine} match */
export function standing(match) {
  if (match.over) return match.outcome || "over";
  return match.yours ? "your turn" : "resume";
}

/** A match as a link to its table. @param {MatchLine} match */
export const matchLine = (match) =>
  el(
    "a.tr",
    { href: `/table/${match.id}` },
    crest(match.mine[0] ?? 0),
    el("b", {}, match.title),
    el("span", {}, company(match)),
    el(match.yours ? "em" : "em.q", {}, standing(match)),
  );

/** A moment in the words of the reader. @param {string} at */
export const moment = (at) =>
  at &&
  el(
    "time",
    { datetime: at },
    new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
  );

/** The ways between the pages of the hall. @param {string} here */
export function ways(here) {
  const found = [
    ["/", "Hall"],
    ["/matches", "Your matches"],
    ["/daily", "Challenge of the day"],
    ["/replay", "Replays"],
  ];
  return el(
    "nav",
    { "aria-label": "Pages" },
    found.map(([href, name]) => el("a", { href, "aria-current": href === here ? "page" : null }, name)),
  );
}
