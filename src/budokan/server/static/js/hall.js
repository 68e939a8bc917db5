/** The front page: a scroll for every game, open tables, and where one sits already. */
import { ask, bar, byId, el, notice } from "./dom.js";
import { figure, icon } from "./icons.js";
import { matchLine, ways } from "./lists.js";
import { OpenTables } from "./open.js";
import { scroll } from "./scrolls.js";
import { remember, remembered } from "./start.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./lists.js").MatchLine} MatchLine */

const FEW = 5; // matches on this page

/** The form is fetched when somebody asks for it.
 * @param {GameInfo[]} games @param {string} [id] @param {string} [second] @param {boolean} [open] */
async function form(games, id = "", second = "", open = false) {
  try {
    const { TableForm } = await import("./newtable.js");
    new TableForm(games).open(id, second, open);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
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

/** @param {MatchLine[]} rows @param {number} total */
function mine(rows, total) {
  return el(
    "section.tables.sheet",
    { "aria-labelledby": "your-matches" },
    el("h2", { id: "your-matches" }, "Your matches"),
    rows.length
      ? rows.map(matchLine)
      : el("p", {}, "Nothing yet. Every table you sit down at waits here for you."),
    total > 0 && el("p.more", {}, el("a", { href: "/matches" }, total > rows.length ? `All ${total} matches` : "With results and replays")),
  );
}

function about() {
  const field = el("input", {
    id: "my-name",
    maxlength: 24,
    value: remembered("name"),
    placeholder: "Red belt",
    autocomplete: "nickname",
    onchange: () => remember("name", field.value.trim()),
  });
  return el(
    "section.tables.sheet.about",
    { "aria-labelledby": "how-it-works" },
    el("h2", { id: "how-it-works" }, "How it works"),
    el(
      "p",
      {},
      "Play now seats you against the house; the six belts are opponents, white the gentlest, black the strongest. What glows in gold may be picked; every rule has a number you can look up.",
    ),
    el("label", { for: "my-name" }, "Your name at the tables"),
    field,
  );
}

async function open() {
  const [games, matches] = await Promise.all([ask("/api/games"), ask(`/api/matches?size=${FEW}`)]);
  const offered = new OpenTables(() => form(games, "", "human", true));
  byId("page").className = "hall";
  byId("page").replaceChildren(
    bar([ways("/")], [el("span.note", {}, "no account needed")]),
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
      el("div.floor", {}, mine(matches.rows, matches.total), offered.box, about()),
    ),
  );
}

/** @param {number} n */
const counted = (n) =>
  `${["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven"][n] ?? n} martial art${n === 1 ? "" : "s"}`;

open().catch((error) => notice(error.message));
