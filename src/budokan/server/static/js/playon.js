/** Play on from a step of a finished match: which seat, against whom. */
import { ask, byId, el } from "./dom.js";

/** @typedef {import("./types.js").ReplayFacts} Facts */

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
  const box = /** @type {HTMLDialogElement} */ (byId("ask"));
  const fault = el("p.fault", { role: "alert" });
  const games = await ask("/api/games");
  const game = games.find((/** @type {any} */ each) => each.id === facts.game);
  const seat = facts.names[facts.view] ? facts.view : deciding[0];
  const alone = facts.names.length === 1;
  const agents = game.agents.map((/** @type {any} */ each) => [each.name, `${each.name}: ${each.line}`]);
  const go = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const mine = alone ? 0 : Number(box.querySelector("select")?.value);
    const other = /** @type {HTMLSelectElement | null} */ (box.querySelector("#p-who"))?.value || "";
    const sitting = facts.names.map((_, at) => (at === mine ? "me" : other));
    try {
      location.href = `/table/${(await ask(`/api/tables/${facts.id}/play-on`, { step, sitting })).id}`;
    } catch (error) {
      fault.textContent = /** @type {Error} */ (error).message;
    }
  };
  const who = deciding.map((at) => facts.names[at]).join(" and ");
  box.replaceChildren(
    el(
      "form",
      { onsubmit: go },
      el("h2", {}, "Play on from here"),
      el("p", {}, `A new table begins at step ${step}, where ${who} decides. Chance falls anew from there.`),
      !alone && choice("You sit as", "p-seat", facts.names.map((name, at) => [at, name]), seat),
      !alone && choice("The others are played by", "p-who", agents, game.opponent),
      fault,
      el(
        "div.ways",
        {},
        el("button.btn.primary", { type: "submit" }, "Play on"),
        el("button.btn", { type: "button", onclick: () => box.close() }, "Back to the replay"),
      ),
    ),
  );
  box.showModal();
}
