/** Continue from a step of a finished match: choose a seat and the opponents. */
import { ask, dialog, el, leave } from "../lib/dom.js";
import { botWords } from "../lib/badge.js";
import { ranks, seatNames } from "../table/sit-down.js";

/** @typedef {import("../lib/types.js").ReplayFacts} Facts */

/** @param {string} label @param {string} id @param {[string | number, string][]} rows @param {string | number} chosen */
const choice = (label, id, rows, chosen) =>
  el(
    "div.asked",
    {},
    el("label", { for: id }, label),
    el(
      "select",
      { id },
      rows.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
    ),
  );

/** @param {Facts} facts @param {number} step @param {number[]} deciding */
export async function playOn(facts, step, deciding) {
  const fault = el("p.fault", { role: "alert" });
  const games = await ask("/api/games");
  const game = games.find((/** @type {any} */ each) => each.id === facts.game);
  const seat = facts.names[facts.view] ? facts.view : deciding[0];
  const alone = facts.names.length === 1;
  /** @type {[string, string][]} */
  const agents = ranks(game).map((rank) => [rank, botWords(rank)]);
  const before = facts.players.find((who) => who !== "person" && who !== "record") || game.opponent;
  if (!agents.some(([name]) => name === before)) agents.push([before, botWords(before)]);
  const go = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    send.disabled = true;
    const field = (/** @type {string} */ id) => /** @type {any} */ (box.querySelector(id))?.value || "";
    const mine = alone ? 0 : Number(field("#p-seat"));
    const players = facts.names.map((_, at) => (at === mine ? "me" : field("#p-who")));
    await sit(facts.id, step, players).catch((error) => {
      fault.textContent = error.message;
    });
    send.disabled = false;
  };
  const send = el("button.btn.primary", { type: "submit" }, "Play on");
  const who = deciding.map((at) => facts.names[at]).join(" and ");
  const box = dialog(
    "Play on from here",
    el(
      "form",
      { onsubmit: go },
      el("p", {}, `A new table begins at step ${step}, where ${who} decides. From there on, cards and dice come out differently.`),
      !alone && choice("You sit as", "p-seat", facts.names.map((name, at) => [at, name]), seat),
      !alone && choice("The others are played by", "p-who", agents, before),
      fault,
      el(
        "div.ways",
        {},
        send,
        el("button.btn", { type: "button", onclick: () => box.close() }, "Back to the replay"),
      ),
    ),
  );
}

/** @param {string} match @param {number} step @param {string[]} players */
async function sit(match, step, players) {
  const wanted = { step, players, names: seatNames(players) };
  await leave(`/table/${(await ask(`/api/tables/${match}/play-on`, wanted)).id}`);
}
