/** The tick with which a player lets everybody watch a finished match. */
import { ask, el, fail } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

let table = "";
const tick = el("input", { type: "checkbox", onchange: change });
const means = el("small", { role: "status" });
// One element for the page, so that it keeps the focus when the ending is drawn again.
const box = el("div.let-watch", {}, el("label", {}, tick, " Let others watch this match"), means);

function change() {
  ask(`/api/tables/${table}/shown`, { agree: tick.checked }).catch((error) => {
    tick.checked = !tick.checked;
    fail(error);
  });
}

/** What the tick leads to. @param {SceneMessage} message */
function meaning({ table: { showing }, names, mine }) {
  const { agreed = [], missing = [], offered = false } = showing || {};
  const others = (/** @type {number[]} */ seats) =>
    seats.filter((seat) => !mine.includes(seat)).map((seat) => names[seat]);
  const [willing, waiting] = [others(agreed), others(missing)];
  if (!agreed.some((seat) => mine.includes(seat))) {
    if (willing.length) return `${willing.join(" and ")} would let others watch it.`;
    return waiting.length ? "The hall lists it when everybody who played agrees." : "The hall then lists it.";
  }
  if (waiting.length) return `The hall lists it when ${waiting.join(" and ")} agree${waiting.length > 1 ? "" : "s"}, too.`;
  return offered ? "The hall lists it when its deal is no longer offered to others." : "The hall lists it now.";
}

/** The tick; null for spectators, and while the match runs. @param {SceneMessage} message */
export function letWatch(message) {
  const { showing, id } = message.table;
  if (!showing || !message.mine.length) return null;
  table = id;
  tick.checked = showing.agreed.some((seat) => message.mine.includes(seat));
  const words = meaning(message);
  if (means.textContent !== words) means.textContent = words;
  return box;
}
