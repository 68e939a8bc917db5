/** A scroll for every game: a description, and a button for each way to play at once. */
import { el, once } from "../lib/dom.js";
import { EXTRAS } from "./game-pages.js";
import { drawing, figure, icon } from "../lib/icons.js";
import { hasLearned, remember, remembered } from "../lib/memory.js";
import { playNow, playSame, ranks, today, usual } from "../table/sit-down.js";

/** @typedef {import("../lib/types.js").GameInfo} GameInfo */

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

/** The pictures of a scroll: a background drawing and a fighter in front. @type {Record<string, {back: string, fig: string, silk: string, belt: number}>} */
const MOTIFS = {
  kenpo_masters: {
    back: '<path class="gr" d="M14 14h172v172H14ZM71 14v172M129 14v172M14 71h172M14 129h172"/>',
    fig: "reverse",
    silk: "#3E5A45",
    belt: 3,
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

/** Number of players and playing time. @param {GameInfo} game */
function measure(game) {
  const [least, most] = [game.seats[0], game.seats[game.seats.length - 1]];
  const who = most === 1 ? "solo" : least === most ? `${least} players` : `${least} to ${most} players`;
  return game.minutes ? `${who}, ${game.minutes} min` : who;
}

/** A link to the guided first match: a button until it has been finished, then ticked among the others.
 * @param {GameInfo} game @param {string} look */
function learn(game, look) {
  const done = hasLearned(game.id);
  if (!game.guide || done !== (look === "a")) return null;
  const words = done ? [el("span", { "aria-hidden": "true" }, "✓ "), "Learn", el("span.vh", {}, " (done)")] : ["Learn"];
  return el(look, { href: `/learn/${game.id}`, "data-learn": game.id }, words);
}

/** @param {GameInfo} game @param {(id: string, second?: string) => void} open a form for a new table */
export function scroll(game, open) {
  const motif = MOTIFS[game.id] || ANY;
  const art = drawing(motif.back, "scene");
  if (motif.fig) art.append(...figure(motif.fig).childNodes);
  const heroes = game.default_seats === 1 && game.options.find(({ name }) => name === "hero");
  return el(
    "article.scroll",
    { style: { "--silk": motif.silk, "--belt": `var(--s${motif.belt})` }, "aria-labelledby": `g-${game.id}` },
    el("span.rod"),
    el(
      "div.silk",
      {},
      el(
        "div.paper",
        {},
        art,
        el("h2", { id: `g-${game.id}` }, game.title),
        el("p.who", {}, measure(game)),
        el("p.line", {}, game.line),
        learn(game, "a.btn"),
        heroes ? alone(game, heroes.choices) : against(game),
        game.daily && daily(game),
        el(
          "p.more",
          {},
          el(
            "button.plain",
            { type: "button", "data-new": game.id, onclick: () => open(game.id) },
            "New table",
          ),
          game.seats[game.seats.length - 1] > 1 &&
            el(
              "button.plain",
              { type: "button", "data-invite": game.id, onclick: () => open(game.id, "human") },
              "Invite",
            ),
          el("a", { href: `/rules/${game.id}` }, "Rules"),
          EXTRAS[game.id] && el("a", { href: EXTRAS[game.id].href }, EXTRAS[game.id].label),
          learn(game, "a"),
          el("a", { href: `/cards/${game.id}` }, "Own cards"),
          game.daily && el("a", { href: `/same/daily-${game.id}-${today()}` }, "Results"),
        ),
      ),
    ),
    el("span.rod.lo"),
  );
}

/** The main button, and a belt for every other opponent. @param {GameInfo} game */
function against(game) {
  const usually = usual(game);
  const told = el("span.foe-belt", {}, `against a ${usually} belt`);
  const tell = (/** @type {string} */ rank) => () => {
    told.textContent = `against a ${rank} belt`;
  };
  const found = ranks(game);
  const main = el(
    "button.btn.primary.now",
    {
      type: "button",
      "data-play": game.id,
      onclick: (/** @type {Event} */ event) => once(event, () => playNow(game, usually)),
    },
    el("b", {}, icon("play"), "Play now"),
    found.includes(usually) && told,
  );
  return found.length < 2 ? main : [main, belts(game, usually, tell)];
}

/** A row of belts; each starts a match against that opponent.
 * @param {GameInfo} game @param {string} usually @param {(rank: string) => () => void} tell */
function belts(game, usually, tell) {
  const found = ranks(game);
  const home = found.includes(usually) ? usually : found[0];
  const row = el(
    "div.belts",
    { role: "toolbar", "aria-label": `${game.title}: play now against a belt`, onmouseleave: tell(usually) },
    found.map((rank, i) =>
      el(
        `button.belt-${rank}`,
        {
          type: "button",
          "data-belt": `${game.id}-${rank}`,
          tabindex: rank === home ? 0 : -1,
          "aria-label": `Play now against a ${rank} belt, ${i + 1} of ${found.length} in strength`,
          title: `${rank} belt, ${i + 1} of ${found.length} in strength`,
          onmouseenter: tell(rank),
          onfocus: tell(rank),
          onblur: tell(usually),
          onclick: (/** @type {Event} */ event) => {
            remember("belt", rank);
            once(event, () => playNow(game, rank));
          },
        },
        el("span", { "aria-hidden": "true" }),
      ),
    ),
  );
  row.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => walk(row, event));
  return row;
}

/** Arrow keys move between the belts. @param {HTMLElement} row @param {KeyboardEvent} event */
function walk(row, event) {
  const all = /** @type {HTMLElement[]} */ ([...row.children]);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || !all[to]) return;
  event.preventDefault();
  for (const each of all) each.tabIndex = each === all[to] ? 0 : -1;
  all[to].focus();
}

/** A solo game: one button for each hero. @param {GameInfo} game @param {string[]} heroes */
function alone(game, heroes) {
  const last = remembered("hero", heroes[0]);
  return el(
    "div.heroes",
    {},
    heroes.map((hero, i) =>
      el(
        "button.btn.primary",
        {
          type: "button",
          "data-play": (heroes.includes(last) ? hero === last : i === 0) && game.id,
          "data-hero": hero,
          onclick: (/** @type {Event} */ event) => {
            remember("hero", hero);
            once(event, () => playNow(game, "", { hero }));
          },
        },
        `Play ${hero[0].toUpperCase()}${hero.slice(1)}`,
      ),
    ),
  );
}

/** @param {GameInfo} game */
function daily(game) {
  const deal = `daily-${game.id}-${today()}`;
  return el(
    "button.btn",
    {
      type: "button",
      "data-daily": game.id,
      onclick: (/** @type {Event} */ event) => once(event, () => playSame(deal)),
    },
    "Challenge of the day",
  );
}
