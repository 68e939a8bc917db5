/** The front page: running matches first, a scroll for every game, open tables, finished matches. */
import { ask, bar, byId, el, fail } from "../lib/dom.js";
import { figure, icon } from "../lib/icons.js";
import { hallLinks } from "./match-list.js";
import { Mine, myMatches } from "./my-matches.js";
import { OpenTables } from "./open-tables.js";
import { scroll } from "./game-scrolls.js";
import { shownMatches, shownReplays } from "./shown-replays.js";
import { myNameField } from "../table/sit-down.js";

/** @typedef {import("../lib/types.js").GameInfo} GameInfo */

const LOOKING = 1200; // milliseconds

/** Open the form, which is loaded on demand.
 * @param {GameInfo[]} games @param {string} [id] @param {string} [second] @param {boolean} [open] @param {string} [cards] */
async function form(games, id = "", second = "", open = false, cards = "") {
  try {
    const { TableForm } = await import("./new-table.js");
    const made = new TableForm(games);
    made.cards = cards;
    made.open(id, second, open);
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
      el("p", {}, `${counted(games.length)} to play here, against bots or friends.`),
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
    el(
      "p",
      {},
      "Do you own one of these games in print? Enter what its cards say, and play with them: ",
      el("a", { href: "/matches#cards" }, "your cards"),
      ".",
    ),
    el("label", { for: "my-name" }, "Your name at the tables"),
    myNameField(),
    el("p.kept", {}, "What the hall keeps of you, and your devices: ", el("a", { href: "/you" }, "your data"), "."),
  );
}

async function open() {
  const [games, matches, shown] = await Promise.all([ask("/api/games"), myMatches(), shownMatches()]);
  const offered = new OpenTables(() => form(games, "", "human", true));
  const mine = new Mine(matches);
  byId("page").className = "hall";
  byId("page").replaceChildren(
    bar([hallLinks("/")], [el("span.note", {}, "no account needed")]),
    el(
      "main",
      {},
      hero(games),
      mine.now,
      el("div.beam"),
      el(
        "section.scrolls",
        { "aria-label": "Games" },
        games.map((/** @type {GameInfo} */ game) => scroll(game, (id, second) => form(games, id, second))),
      ),
      el("div.floor", {}, mine.box, offered.box, shownReplays(shown), about()),
    ),
  );
  formInUrl(games);
}

/** Open the form for a link such as /?new=udaka&cards=…, which is then an ordinary page. @param {GameInfo[]} games */
function formInUrl(games) {
  const query = new URLSearchParams(location.search);
  const game = query.get("new");
  if (!game || !games.some(({ id }) => id === game)) return;
  history.replaceState(null, "", "/");
  form(games, game, "", false, query.get("cards") || "");
}

/** Fetch the next page's files while the visitor looks around, late enough not to slow a quick click. */
const fetchAhead = () => setTimeout(() => document.head.append(byId("later").content), LOOKING);

/** @param {number} n */
const counted = (n) =>
  `${["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven"][n] ?? n} martial arts board game${n === 1 ? "" : "s"}`;

open()
  .then(fetchAhead)
  .catch(fail);
