/** Offering a table's free seats to the hall, and its deal to others. */
import { ask, el, fail, leave, once } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

const NARROW = "(max-width: 1200px)"; // the rail is below the board

/** Keep the invitation links in sight: beside the board, or above it on a narrow screen.
 * @param {HTMLElement} section @param {HTMLElement} stage */
export function keepInSight(section, stage) {
  const [home, narrow] = [section.parentElement, matchMedia(NARROW)];
  const put = () => (narrow.matches ? stage.before(section) : home?.prepend(section));
  narrow.addEventListener("change", put);
  put();
}

/** Offer the free seats to everybody in the hall, or withdraw them. @param {string} id @param {boolean} open */
export function offerRow(id, open) {
  const turn = () =>
    ask(`/api/tables/${id}/offer`, { open: !open }).catch(fail);
  return el(
    "p.say",
    {},
    open ? "Everybody in the hall sees this table. " : "",
    el(
      "button.btn.small",
      { type: "button", "data-offer": true, onclick: turn },
      open ? "Withdraw it from the hall" : "Offer it in the hall",
    ),
  );
}

/** A link to others with the same deal; a player alone against bots gets a button that offers it.
 * @param {Pick<SceneMessage, "mine" | "table">} message @param {string} [look] */
export function sameWay({ mine, table }, look = "") {
  if (table.shared_deal) return el(`a.btn${look}`, { href: `/same/${table.shared_deal}` }, "Compare results");
  const people = table.players.filter((who) => who === "person").length;
  const odd = !table.id || !table.dealt || table.origin || table.clock;
  if (mine.length !== 1 || people !== 1 || odd) return null;
  const share = async () => leave(`/same/${(await ask(`/api/tables/${table.id}/same`, {})).id}`);
  return el(
    `button.btn${look}`,
    { type: "button", "data-same": true, onclick: (/** @type {Event} */ event) => once(event, share) },
    "Offer this deal to others",
  );
}
