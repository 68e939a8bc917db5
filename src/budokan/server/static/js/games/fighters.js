/** The fighters of Martial Art: choose a fighter, Skills and opponents. */
import { ask, el, fail, once } from "../lib/dom.js";
import { Fighters } from "./fighter-picker.js";
import { begin, cited, empty, gallery, legend, own, page } from "./gallery.js";
import { botWords } from "../lib/badge.js";
import { bots } from "../table/sit-down.js";
import { icon } from "../lib/icons.js";

/** @typedef {import("../lib/types.js").GameInfo} GameInfo */

const GAME = "martial_art";

/** @param {string} id @param {[string, string][]} rows @param {() => void} onchange @param {string} [chosen] */
const picked = (id, rows, onchange, chosen = "") =>
  el(
    "select",
    { id, onchange },
    rows.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
  );

/** The fields beside the fighters.
 * @param {GameInfo} game @param {() => void} changed @param {(n: number) => void} sized */
function settings(game, changed, sized) {
  const mode = picked(
    "mode",
    [
      ["white", "White Belt: the Skills on the board"],
      ["black", "Black Belt: Skills of your choice"],
    ],
    changed,
  );
  const sizes = game.seats.map((n) => /** @type {[string, string]} */ ([String(n), `${n} fighters`]));
  const count = picked("count", sizes, () => sized(Number(count.value)));
  const foe = picked(
    "foe",
    bots(game).map((name) => [name, `against a ${botWords(name)}`]),
    () => {},
    game.opponent,
  );
  return { mode, count, foe };
}

/** Play with these fighters, if the game allows it.
 * @param {Fighters} fighters @param {string} foe @param {any} fault */
async function play(fighters, foe, fault) {
  const wanted = fighters.proposal();
  const verdict = await fighters.judge.now(wanted);
  fault.replaceChildren(...(verdict.ok ? [] : cited(GAME, verdict.error)));
  if (!verdict.ok) return;
  const { first: _, ...table } = wanted;
  const players = fighters.chosen.map((__, seat) => (seat ? foe : "me"));
  await begin({ game: GAME, players, ...table }, fighters.first()).catch((error) => {
    fault.textContent = error.message;
  });
}

/** The whole form of a new table, with these fighters. @param {GameInfo} game @param {Fighters} fighters */
async function form(game, fighters) {
  const { TableForm } = await import("../pages/new-table.js");
  const made = new TableForm([game]);
  made.chosen = fighters.choices();
  made.cards = own.hash;
  made.open(GAME);
}

/** @param {GameInfo} game @param {{zones: any[], facts: any[]}} shown */
function fighterPage(game, { zones, facts }) {
  const { mode, count, foe } = settings(
    game,
    () => fighters.draw(),
    (n) => fighters.resize(n),
  );
  const options = () => (mode.value === "white" ? {} : { mode: mode.value });
  const given = { seats: game.default_seats, chosen: [zones[0].id], skills: true, options, facts };
  const fighters = new Fighters(zones, given);
  const fault = el("p.fault", { role: "alert" });
  const playing = (/** @type {Event} */ event) => once(event, () => play(fighters, foe.value, fault));
  const button = (/** @type {Record<string, any>} */ does, /** @type {any[]} */ ...words) =>
    el(does["data-play"] ? "button.btn.primary" : "button.btn", { type: "button", ...does }, words);
  const named = (/** @type {any} */ field, /** @type {string} */ words) => [
    el("label.vh", { for: field.id }, words),
    field,
  ];
  return el(
    "main.fighters",
    {},
    el(
      "div.lead",
      {},
      el(
        "div",
        {},
        el("p.theme", {}, facts[0].note),
        el("p.say", {}, "Choose a seat, then its fighter. You sit on seat A."),
        legend(),
      ),
      el(
        "div.setting",
        {},
        named(count, "Number of fighters"),
        named(mode, "Rules"),
        named(foe, "Against"),
        button({ "data-play": true, onclick: playing }, icon("play"), "Play"),
        button({ "data-form": true, onclick: () => form(game, fighters) }, "More choices for the table"),
      ),
    ),
    fault,
    fighters.box,
  );
}

async function open() {
  empty();
  const [shown, games] = await Promise.all([gallery(GAME), ask("/api/games")]);
  const game = games.find((/** @type {GameInfo} */ each) => each.id === GAME);
  page("Fighters", `${GAME}#MA-82`, fighterPage(game, shown));
}

open().catch(fail);
