/** All matches of a visitor: whose turn it is, results, and links. */
import { ask, bar, byId, el, fail } from "../lib/dom.js";
import { hallLinks, lookAgain, matchCard, redrawList } from "./match-list.js";
import { yourCards } from "./your-cards.js";

/** @typedef {import("./match-list.js").MatchLine} MatchLine */

/** @type {[string, string][]} */
const KINDS = [
  ["all", "All"],
  ["yours", "Your turn"],
  ["running", "Running"],
  ["over", "Over"],
];
const EMPTY = /** @type {Record<string, string>} */ ({
  all: "You have not played at a table yet.",
  yours: "Nobody waits for you.",
  running: "No match is running.",
  over: "No match is over yet.",
});
const main = el("main.list");
const title = el("h1", { tabindex: -1 }, "Your matches");
const cards = el("section.your-cards", { hidden: true, id: "cards", "aria-labelledby": "your-cards" });
let shown = ""; // the data of the list now on the page
let waits = false; // whether the list may still change

/** The kind and page of the list in the URL. */
function listInUrl() {
  const query = new URLSearchParams(location.search);
  const kind = query.get("kind") || "all";
  return {
    kind: KINDS.some(([each]) => each === kind) ? kind : "all",
    page: Math.max(1, Number(query.get("page")) || 1),
  };
}

/** @param {string} kind @param {number} page */
const address = (kind, page) => `/matches?kind=${kind}${page > 1 ? `&page=${page}` : ""}`;

/** A link that changes the list without loading the page. @param {string} href @param {Record<string, any>} given @param {any} words */
const turn = (href, given, words) =>
  el(
    "a",
    {
      href,
      ...given,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.pushState(null, "", href);
        show(true).catch(fail);
      },
    },
    words,
  );

/** @param {{rows: MatchLine[], pages: number, total: number}} told @param {string} kind @param {number} page */
const list = (told, kind, page) => [
  title,
  el(
    "nav.tabs",
    { "aria-label": "Which matches" },
    KINDS.map(([each, name]) =>
      turn(address(each, 1), { "aria-current": each === kind ? "page" : null }, name),
    ),
  ),
  told.rows.length
    ? el("ul.cards", {}, told.rows.map(matchCard))
    : el("p", {}, EMPTY[kind], " ", el("a", { href: "/" }, "To the hall")),
  told.pages > 1 &&
    el(
      "nav.turn",
      { "aria-label": "Pages of the list" },
      page > 1 && turn(address(kind, page - 1), { rel: "prev" }, "Newer"),
      el("span", {}, `Page ${page} of ${told.pages}, ${told.total} matches`),
      page < told.pages && turn(address(kind, page + 1), { rel: "next" }, "Older"),
    ),
  cards,
];

/** @param {boolean} [moved] whether the visitor asked for another list */
async function show(moved = false) {
  const { kind, page } = listInUrl();
  const here = location.href;
  const told = await ask(`/api/matches?kind=${kind}&page=${page}`);
  if (here !== location.href) return; // the visitor has opened another list since
  const made = JSON.stringify([here, told]);
  if (made !== shown) redrawList(main, list(told, kind, page));
  shown = made;
  waits = kind === "yours" || told.rows.some((/** @type {MatchLine} */ match) => !match.over);
  if (moved) title.focus();
}

byId("page").replaceChildren(bar([hallLinks("/matches")]), main);
addEventListener("popstate", () => show().catch(fail));
const listed = show().catch(fail);
yourCards(cards)
  .then(() => listed)
  .then(() => location.hash === "#cards" && cards.querySelector("h2").focus())
  .catch(() => {}); // the matches are shown all the same
lookAgain(show, () => waits);
