/** Lines of match lists, and dates in words. */
import { el } from "../lib/dom.js";
import { named } from "../lib/badge.js";
import { crest } from "../lib/icons.js";

/** @typedef {{id: string, game: string, title: string, names: string[], players: string[], mine: number[],
 *   yours: boolean, over: boolean, created: string, ended: string, outcome: string, result: string, shared_deal: string}} MatchLine */

// Going back may show the page as it was left, so the list is fetched again then.
addEventListener("pageshow", (event) => event.persisted && location.reload());

const EVERY = 20_000; // milliseconds between two updates

/** Update when the page becomes visible again, and regularly while something may change.
 * @param {() => Promise<void>} look @param {() => boolean} waits */
export function lookAgain(look, waits) {
  const seen = () => {
    if (!document.hidden) look().catch(() => {}); // the next update may reach the hall again
  };
  setInterval(() => waits() && seen(), EVERY);
  document.addEventListener("visibilitychange", seen);
}

/** Redraw a list and restore the focus in it. @param {HTMLElement} box @param {any[]} parts */
export function redrawList(box, parts) {
  const at = /** @type {HTMLElement} */ (document.activeElement);
  const inside = box.contains(at);
  box.replaceChildren(...parts.filter(Boolean));
  if (!inside) return;
  const again = at.isConnected ? at : box.querySelector(`[href="${CSS.escape(at.getAttribute("href") || "")}"]`);
  /** @type {HTMLElement | null} */ (again)?.focus({ preventScroll: true });
}

/** The other players of a match. @param {MatchLine} match */
export function company(match) {
  const others = match.names.flatMap((name, seat) => (match.mine.includes(seat) ? [] : [named(name, match.players[seat])]));
  if (others.length) return others.flatMap((other, i) => [i ? ", " : "with ", other]);
  return match.mine.length > 1 ? "at one screen" : "alone";
}

/** The result, or whose turn it is. @param {MatchLine} match */
export function standing(match) {
  if (match.over) return match.outcome || "over";
  return match.yours ? "your turn" : "resume";
}

/** A match as a link to its table. @param {MatchLine} match */
export const matchLine = (match) =>
  el(
    "a.tr",
    { href: `/table/${match.id}`, "data-game": match.game },
    crest(match.mine[0] ?? 0),
    el("b", {}, match.title),
    el("span", {}, company(match)),
    el(match.yours ? "em" : "em.q", {}, standing(match)),
  );

/** A date and time in the reader's language. @param {string} at */
export const moment = (at) =>
  at &&
  el(
    "time",
    { datetime: at },
    new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
  );

/** A match with its result, date and links. @param {MatchLine} match */
export function matchCard(match) {
  const state = match.yours ? "now" : match.outcome || "going";
  return el(
    "li.sheet",
    { "data-game": match.game },
    el("a.main", { href: `/table/${match.id}` }, crest(match.mine[0] ?? 0), el("b", {}, match.title), el("span", {}, company(match))),
    el("em", { class: state }, standing(match)),
    match.result && el("p.told", {}, match.result),
    el(
      "p.foot",
      {},
      moment(match.ended || match.created),
      match.over && el("a", { href: `/replay/${match.id}`, "aria-label": `Replay of ${match.title}` }, "Replay"),
      match.over && el("a", { href: `/coach/${match.id}`, "aria-label": `Coach on ${match.title}` }, "Coach"),
      match.shared_deal && el("a", { href: `/same/${match.shared_deal}`, "aria-label": `Others with this deal of ${match.title}` }, "Same deal"),
    ),
  );
}

/** Links between the pages of the hall. @param {string} here */
export function hallLinks(here) {
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
