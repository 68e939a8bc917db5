/** The end of a match: the result for the viewer, and what to do next. */
import { share } from "../lib/copy-link.js";
import { el, once } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { sameWay } from "./sharing.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

const MEANS = /** @type {Record<string, string>} */ ({
  won: "You win.",
  lost: "You lose. The coach shows where it turned.",
  drawn: "Nobody wins.",
});

/** The result from the viewer's side. @param {SceneMessage} message */
function meaning({ mine, table }) {
  if (!mine.length) return "You watched. The replay shows every hand.";
  return table.seats > 1 && mine.length === 1 ? MEANS[table.outcomes[mine[0]]] || "" : "";
}

/** @param {string} id */
function shareAsk(id) {
  const words = "Anyone with this link can watch the whole match from every seat.";
  share("Share this match", `${location.origin}/replay/${id}`, words);
}

/** @param {SceneMessage} message @param {string} result @param {() => Promise<void>} again @param {any} par */
export function ending(message, result, again, par) {
  const { scene, mine, table } = message;
  return [
    el("h2", { tabindex: -1, id: "question" }, result),
    el("p", {}, [meaning(message), scene.prompt.note].filter(Boolean).join(" ")),
    par,
    el(
      "span.ways",
      {},
      mine.length > 0 &&
        el(
          "button.btn.primary",
          { type: "button", onclick: (/** @type {Event} */ event) => once(event, again) },
          icon("undo"),
          table.rematch ? "Join the rematch" : "Rematch",
        ),
      el("a.btn", { href: `/replay/${table.id}` }, "Replay"),
      el("a.btn", { href: `/coach/${table.id}` }, "Coach"),
      el("button.btn", { type: "button", onclick: () => shareAsk(table.id) }, "Share"),
      sameWay(message),
      el("a.btn", { href: "/" }, "To the hall"),
    ),
  ].filter(Boolean);
}
