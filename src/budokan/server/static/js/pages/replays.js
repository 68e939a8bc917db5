/** The page of replays: the visitor's own matches, matches to watch, and records from a file. */
import { ask, bar, byId, el, fail } from "../lib/dom.js";
import { hallLinks, matchCard } from "./match-list.js";
import { dropPlace } from "./record-upload.js";
import { shownMatches, shownReplays } from "./shown-replays.js";

/** @typedef {import("./match-list.js").MatchLine} MatchLine */

const FEW = 10; // own matches on this page
const MANY = 20; // matches of others

/** @param {{rows: MatchLine[], total: number}} found */
const own = ({ rows, total }) => [
  el("h2", { id: "own" }, "Your matches"),
  rows.length
    ? el("ul.cards", { "aria-labelledby": "own" }, rows.map(matchCard))
    : el("p", {}, "None of your matches is over yet. ", el("a", { href: "/" }, "To the hall")),
  total > rows.length && el("p", {}, el("a", { href: "/matches?kind=over" }, `All ${total} finished matches`)),
];

async function open() {
  const [mine, others] = await Promise.all([ask(`/api/matches?kind=over&size=${FEW}`), shownMatches(MANY)]);
  byId("page").replaceChildren(
    bar([hallLinks("/replay")]),
    el(
      "main.list.replays",
      {},
      el("h1", {}, "Replays"),
      own(mine),
      shownReplays(others),
      el("section", { "aria-labelledby": "open-record" }, el("h2", { id: "open-record" }, "Open a record"), dropPlace()),
    ),
  );
}

open().catch(fail);
