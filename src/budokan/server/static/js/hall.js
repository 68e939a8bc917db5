/** The front page: a scroll for every game, a new table, and where one sits already. */
import { ask, bar, byId, el, notice } from "./dom.js";
import { EXTRAS } from "./extras.js";
import { crest, drawing, figure, icon } from "./icons.js";
import { BELTS, sitDown, TableForm, today } from "./newtable.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */

const fan = [
  [-30, "7", ""],
  [0, "7", " r"],
  [30, "A", ""],
]
  .map(
    ([turn, rank, red]) =>
      `<g transform="rotate(${turn} 100 170)"><rect class="pc" x="70" y="44" width="60" height="88" rx="6"/><text class="pt${red}" x="82" y="68">${rank}</text><text class="pb${red}" x="101" y="108">${rank}</text></g>`,
  )
  .join("");

/** What a scroll shows: a drawing behind, a fighter before it. @type {Record<string, {back: string, fig: string, silk: string, belt: number}>} */
const MOTIFS = {
  kenpo_masters: {
    back: '<path class="gr" d="M14 14h172v172H14ZM71 14v172M129 14v172M14 71h172M14 129h172"/>',
    fig: "reverse",
    silk: "#3E5A45",
    belt: 1,
  },
  martial_art: {
    back: '<path class="gr" d="M100 4 184 52V148L100 196 16 148V52ZM100 52 142 76V124L100 148 58 124V76Z"/>',
    fig: "high",
    silk: "#7A5A33",
    belt: 2,
  },
  master_udo: { back: '<circle class="su" cx="92" cy="88" r="62"/>', fig: "light", silk: "#4D5866", belt: 3 },
  dojo_duel: {
    back: '<circle class="gr" cx="100" cy="100" r="88"/><path class="yn" d="M100 12A88 88 0 0 1 100 188A44 44 0 0 1 100 100A44 44 0 0 0 100 12Z"/>',
    fig: "crane",
    silk: "#2B2724",
    belt: 4,
  },
  udaka: {
    back: `<circle class="co" cx="100" cy="92" r="82"/>${fan}<circle class="cn" cx="150" cy="164" r="20"/><path class="cq" d="M143 157h14v14h-14Z"/>`,
    fig: "",
    silk: "#7C1D12",
    belt: 3,
  },
};
const ANY = { back: "", fig: "guard", silk: "#4D5866", belt: 1 };

/** @param {GameInfo} game */
function players(game) {
  const [least, most] = [game.seats[0], game.seats[game.seats.length - 1]];
  return most === 1 ? "solo" : least === most ? `${least} players` : `${least} to ${most} players`;
}

/** @param {GameInfo} game @param {TableForm} form */
function scroll(game, form) {
  const motif = MOTIFS[game.id] || ANY;
  const art = drawing(motif.back, "scene");
  if (motif.fig) art.append(...figure(motif.fig).childNodes);
  const play = async (/** @type {Event} */ event, daily = "") => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    const n = game.default_seats;
    await sitDown({
      game: game.id,
      seats: n,
      sitting: ["me", ...Array(n - 1).fill(game.opponent)],
      names: BELTS.slice(0, n),
      daily,
    }).catch((error) => {
      button.disabled = false;
      notice(error.message);
    });
  };
  return el(
    "article.scroll",
    { style: { "--silk": motif.silk, "--belt": `var(--s${motif.belt})` } },
    el("span.rod"),
    el(
      "div.silk",
      {},
      el(
        "div.paper",
        {},
        art,
        el("h2", {}, game.title),
        el("p.who", {}, players(game)),
        el("p.line", {}, game.line),
        el(
          "button.btn.primary",
          { type: "button", "data-play": game.id, onclick: play },
          icon("play"),
          "Play now",
        ),
        game.daily &&
          el(
            "button.btn",
            {
              type: "button",
              "data-daily": game.id,
              onclick: (/** @type {Event} */ event) => play(event, today()),
            },
            "Challenge of the day",
          ),
        el(
          "p.more",
          {},
          el(
            "button.plain",
            { type: "button", "data-new": game.id, onclick: () => form.open(game.id) },
            "New table",
          ),
          el("a", { href: `/rules/${game.id}` }, "Rules"),
          EXTRAS[game.id] && el("a", { href: EXTRAS[game.id].href }, EXTRAS[game.id].label),
        ),
      ),
    ),
    el("span.rod.lo"),
  );
}

/** @param {any} table */
function row(table) {
  const others = table.names.filter(
    (/** @type {string} */ _, /** @type {number} */ seat) => !table.mine.includes(seat),
  );
  const state = table.over
    ? el("em.q", {}, "over")
    : table.yours
      ? el("em", {}, "your turn")
      : el("em.q", {}, "resume");
  return el(
    "a.tr",
    { href: `/table/${table.id}` },
    crest(table.mine[0] ?? 0),
    el("b", {}, table.title),
    el("span", {}, others.length ? `with ${others.join(", ")}` : "at one screen"),
    state,
  );
}

async function open() {
  const [games, tables] = await Promise.all([ask("/api/games"), ask("/api/tables")]);
  const form = new TableForm(games);
  const mine = tables
    .filter((/** @type {any} */ table) => !table.over)
    .concat(tables.filter((/** @type {any} */ table) => table.over))
    .slice(0, 8);
  byId("page").className = "hall";
  byId("page").replaceChildren(
    bar(
      [
        el(
          "nav",
          { "aria-label": "Rules" },
          games.map((/** @type {GameInfo} */ game) =>
            el("a", { href: `/rules/${game.id}` }, `${game.title} rules`),
          ),
        ),
      ],
      [el("span.note", {}, "no account needed")],
    ),
    el(
      "main",
      {},
      el("div.beam"),
      el(
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
            "button.btn.primary.big",
            { type: "button", onclick: () => form.open() },
            icon("play"),
            "New table",
          ),
          el(
            "button.btn.big",
            { type: "button", onclick: () => form.open("", "human") },
            icon("friends"),
            "Invite a friend",
          ),
        ),
      ),
      el(
        "section.scrolls",
        { "aria-label": "Games" },
        games.map((/** @type {GameInfo} */ game) => scroll(game, form)),
      ),
      el(
        "section.floor",
        {},
        el(
          "div.tables.sheet",
          {},
          el("h2", {}, "Your tables"),
          mine.length
            ? mine.map(row)
            : el("p", {}, "Nothing yet. Every table you sit down at waits here for you."),
        ),
        el(
          "div.tables.sheet",
          {},
          el("h2", {}, "How it works"),
          el(
            "p",
            {},
            "Play now seats you against the house. What glows in gold may be picked; the story tells what happened; every rule has a number you can look up.",
          ),
        ),
      ),
    ),
  );
}

/** @param {number} n */
const counted = (n) =>
  `${["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven"][n] ?? n} martial art${n === 1 ? "" : "s"}`;

open().catch((error) => notice(error.message));
