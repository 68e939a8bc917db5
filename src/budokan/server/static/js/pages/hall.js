/** The front page: a scroll for every game, open tables, and the visitor's own matches. */
import { ask, bar, byId, el, fail } from "../lib/dom.js";
import { figure, icon } from "../lib/icons.js";
import { hallLinks } from "./match-list.js";
import { Mine, myMatches } from "./my-matches.js";
import { OpenTables } from "./open-tables.js";
import { scroll } from "./game-scrolls.js";
import { myNameField } from "../table/sit-down.js";

/** @typedef {import("../lib/types.js").GameInfo} GameInfo */

const LOOKING = 1200; // milliseconds

/** Open the form, which is loaded on demand.
 * @param {GameInfo[]} games @param {string} [id] @param {string} [second] @param {boolean} [open] */
async function form(games, id = "", second = "", open = false) {
  try {
    const { TableForm } = await import("./new-table.js");
    new TableForm(games).open(id, second, open);
  } catch (error) {
    fail(error);
  }
}

/** @param {GameInfo[]} games */
function hero(games) {
  return el(
    "section.hero",
    {},
    figure("enso", "sign"),
    el(
      "div",
      {},
      el("h1", {}, "Step onto the mat."),
      el("p", {}, `${counted(games.length)} for the table. A place is free.`),
    ),
    el(
      "div.acts",
      {},
      el(
        "button.btn.big",
        { type: "button", onclick: () => form(games) },
        icon("cards"),
        "New table",
      ),
      el(
        "button.btn.big",
        { type: "button", onclick: () => form(games, "", "human") },
        icon("friends"),
        "Invite a friend",
      ),
      games.some((game) => game.daily) &&
        el("a.btn.big", { href: "/daily" }, icon("hint"), "Challenge of the day"),
    ),
  );
}

function about() {
  return el(
    "section.tables.sheet.about",
    { "aria-labelledby": "how-it-works" },
    el("h2", { id: "how-it-works" }, "How it works"),
    el(
      "p",
      {},
      "Play now seats you against the house; the six belts are opponents, white the gentlest, black the strongest. You can pick anything that glows in gold; every rule has a number you can look up.",
    ),
    el("label", { for: "my-name" }, "Your name at the tables"),
    myNameField(),
  );
}

async function open() {
  const [games, matches] = await Promise.all([ask("/api/games"), myMatches()]);
  const offered = new OpenTables(() => form(games, "", "human", true));
  byId("page").className = "hall";
  byId("page").replaceChildren(
    bar([hallLinks("/")], [el("span.note", {}, "no account needed")]),
    el(
      "main",
      {},
      el("div.beam"),
      hero(games),
      el(
        "section.scrolls",
        { "aria-label": "Games" },
        games.map((/** @type {GameInfo} */ game) => scroll(game, (id) => form(games, id), !matches.total)),
      ),
      el("div.floor", {}, new Mine(matches).box, offered.box, about()),
    ),
  );
}

/** Fetch the next page's files while the visitor looks around, late enough not to slow a quick click. */
const fetchAhead = () => setTimeout(() => document.head.append(byId("later").content), LOOKING);

/** @param {number} n */
const counted = (n) =>
  `${["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven"][n] ?? n} martial art${n === 1 ? "" : "s"}`;

open()
  .then(fetchAhead)
  .catch(fail);
