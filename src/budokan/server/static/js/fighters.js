/** The fighters of Martial Art: choose who fights, with which Skills, against whom. */
import { ask, el, notice } from "./dom.js";
import { Fighters } from "./fighterpick.js";
import { begin, cited, empty, gallery, legend, page } from "./gallery.js";
import { icon } from "./icons.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */

const GAME = "martial_art";

/** @param {string} id @param {[string, string][]} rows @param {() => void} onchange @param {string} [chosen] */
const picked = (id, rows, onchange, chosen = "") =>
  el(
    "select",
    { id, onchange },
    rows.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
  );

/** @param {GameInfo} game @param {any[]} zones */
function choosing(game, zones) {
  const changed = () => fighters.draw();
  const mode = picked(
    "mode",
    [
      ["white", "White Belt: the Skills on the board"],
      ["black", "Black Belt: Skills of your choice"],
    ],
    changed,
  );
  const sizes = game.seats.map((n) => /** @type {[string, string]} */ ([String(n), `${n} fighters`]));
  const count = picked("count", sizes, () => fighters.resize(Number(count.value)));
  const foe = picked(
    "foe",
    game.agents.map(({ name, line }) => [name, `against ${name}${line ? `, ${line.split(";")[0]}` : ""}`]),
    () => {},
    game.opponent,
  );
  const options = () => (mode.value === "white" ? {} : { mode: mode.value });
  const given = { seats: game.default_seats, chosen: [zones[0].id], skills: true, options };
  const fighters = new Fighters(zones, given);
  const fault = el("p.fault", { role: "alert" });
  const play = async () => {
    const wanted = fighters.proposal();
    const verdict = await fighters.judge.now(wanted);
    fault.replaceChildren(...(verdict.ok ? [] : cited(GAME, verdict.error)));
    if (!verdict.ok) return;
    const { first: _, ...table } = wanted;
    const sitting = fighters.chosen.map((__, seat) => (seat ? foe.value : "me"));
    await begin({ game: GAME, sitting, ...table }, fighters.first()).catch((error) => {
      fault.textContent = error.message;
    });
  };
  const form = async () => {
    const { TableForm } = await import("./newtable.js");
    const made = new TableForm([game]);
    made.chosen = fighters.choices();
    made.open(GAME);
  };
  return el(
    "main.fighters",
    {},
    el(
      "div.lead",
      {},
      el("div", {}, el("p.say", {}, "Choose a seat, then its fighter. You sit on seat A."), legend()),
      el(
        "div.setting",
        {},
        el("label.vh", { for: "count" }, "How many fight"),
        count,
        el("label.vh", { for: "mode" }, "Rules"),
        mode,
        el("label.vh", { for: "foe" }, "Against"),
        foe,
        el("button.btn.primary", { type: "button", "data-play": true, onclick: play }, icon("play"), "Play"),
        el("button.btn", { type: "button", "data-form": true, onclick: form }, "More choices for the table"),
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
  page("Fighters", `${GAME}#MA-82`, choosing(game, shown.zones));
}

open().catch((error) => notice(error.message));
