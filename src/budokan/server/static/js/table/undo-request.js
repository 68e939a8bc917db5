/** Undo by consent: the button that asks, the question to the others, and what became of it. */
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

export class UndoRequest {
  /** @param {{ask: (seat: number) => void, answer: (seat: number, id: number, agree: boolean) => void}} hall */
  constructor(hall) {
    this.hall = hall;
    this.text = el("p");
    this.ways = el("div.ways");
    this.box = el("section.undo-ask", { hidden: true, "aria-label": "Undo a move" }, this.text, this.ways);
  }

  /** The button beside Concede; null if the last move cannot be undone now. @param {SceneMessage} message */
  button({ table, view, mine, over }) {
    const seat = [view, ...mine].find((each) => table.can_undo?.includes(each));
    if (seat === undefined || over) return null;
    const people = table.players.filter((who) => who === "person").length;
    const label = people > 1 ? "Ask to undo" : "Undo my move";
    return el("button.btn.small", { type: "button", "data-ask-undo": seat, onclick: () => this.hall.ask(seat) }, label);
  }

  /** Show the question, or what became of it. @param {SceneMessage} message */
  show(message) {
    const said = words(message);
    const request = message.table.undo_request;
    const inside = this.ways.contains(document.activeElement);
    this.box.hidden = !said;
    if (said && this.text.textContent !== said) alarm(said);
    this.text.textContent = said;
    this.ways.replaceChildren(...(request ? this.answers(message, request) : []));
    if (inside) (this.ways.querySelector("button") || byId("question"))?.focus({ preventScroll: true });
  }

  /** @param {SceneMessage} message @param {import("../lib/types.js").UndoRequest} request */
  answers({ mine }, request) {
    if (request.declined.length) return [];
    const way = (/** @type {number} */ seat, /** @type {boolean} */ agree, /** @type {string} */ label) =>
      el("button.btn.small", { type: "button", onclick: () => this.hall.answer(seat, request.id, agree) }, label);
    const asked = request.waiting.find((seat) => mine.includes(seat));
    if (asked !== undefined) return [way(asked, true, "Agree"), way(asked, false, "Decline")];
    return mine.includes(request.seat) ? [way(request.seat, false, "Withdraw")] : [];
  }
}
