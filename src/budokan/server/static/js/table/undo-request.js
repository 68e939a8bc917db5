/** Undo by consent: the question to the others, and what became of it. */
import { alarm, byId, el } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

/** @param {string[]} names */
const listed = (names) => names.join(" and ");

/** Who asks and who is still to answer, in words for a viewer; '' if nobody asks. @param {SceneMessage} message */
function words({ table, names, mine }) {
  const request = table.undo_request;
  if (!request) return "";
  const own = mine.includes(request.seat);
  const asker = own ? "You" : names[request.seat];
  const named = (/** @type {number[]} */ seats) => listed(seats.map((seat) => (mine.includes(seat) ? "you" : names[seat])));
  if (request.declined.includes(request.seat)) return `${asker} no longer ask${own ? "" : "s"} to undo the last move.`;
  if (request.declined.length) {
    const no = request.declined.some((seat) => mine.includes(seat)) ? "You" : named(request.declined);
    return `${no} declined to undo ${own ? "your" : `${asker}'s`} last move.`;
  }
  if (request.waiting.some((seat) => mine.includes(seat))) return `${asker} asks to undo their last move.`;
  return `${asker} asked to undo ${own ? "your" : "their"} last move; waiting for ${named(request.waiting)}.`;
}

/** Ways to answer a request, or to withdraw it. @typedef {(seat: number, id: number, agree: boolean) => void} Answer */

/** Show the question in its box, or what became of it. @param {HTMLElement} box @param {SceneMessage} message @param {Answer} answer */
export function showRequest(box, message, answer) {
  const said = words(message);
  const request = message.table.undo_request;
  const inside = box.contains(document.activeElement);
  const told = box.querySelector("p")?.textContent || "";
  box.hidden = !said;
  if (said && told !== said) alarm(said);
  const ways = el("div.ways", {}, request ? answers(message, request, answer) : []);
  box.replaceChildren(el("p", {}, said), ways);
  if (inside) (ways.querySelector("button") || byId("question"))?.focus({ preventScroll: true });
}

/** @param {SceneMessage} message @param {import("../lib/types.js").UndoRequest} request @param {Answer} answer */
function answers({ mine }, request, answer) {
  if (request.declined.length) return [];
  const way = (/** @type {number} */ seat, /** @type {boolean} */ agree, /** @type {string} */ label) =>
    el("button.btn.small", { type: "button", onclick: () => answer(seat, request.id, agree) }, label);
  const asked = request.waiting.find((seat) => mine.includes(seat));
  if (asked !== undefined) return [way(asked, true, "Agree"), way(asked, false, "Decline")];
  return mine.includes(request.seat) ? [way(request.seat, false, "Withdraw")] : [];
}
