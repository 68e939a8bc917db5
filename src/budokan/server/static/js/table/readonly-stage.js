/** A stage without choices: Tab stops once in every zone, arrows move on, and pieces explain themselves. */
import { el } from "../lib/dom.js";
import { Picker } from "./pick.js";

/** @typedef {import("../lib/types.js").Scene} Scene */

/** Explains pieces as the table does; nothing is lit or can be picked. */
class Teller extends Picker {
  light() {}

  /** Cards can be seen in full. @param {string} id */
  beside(id) {
    const { piece } = this.known.get(id) || {};
    const full = el("button.btn.small", { type: "button", onclick: () => this.full(id) }, "In full");
    return el("span.ways", {}, piece?.shape === "card" && piece.face && full, this.more(id));
  }
}

const WAYS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1 });
const teller = new Teller({ act: () => {}, undo: () => {} });

/** Explain a piece on a click or a key.
 * @param {HTMLElement} page @param {() => Scene | null} scene the Scene on the stage @param {() => void} asked */
export function explainOnClick(page, scene, asked) {
  const explain = (/** @type {Element} */ piece) => {
    const now = scene();
    if (!now) return;
    asked();
    teller.show(now, page, teller.prompt, 0);
    teller.explain(/** @type {HTMLElement} */ (piece).dataset.id || "");
  };
  const pieceOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("[data-id]");
  page.addEventListener("click", (event) => {
    const piece = pieceOf(event);
    if (piece) explain(piece);
  });
  page.addEventListener("keydown", (event) => {
    const piece = pieceOf(event);
    if (!piece || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in WAYS) walk(page, piece, WAYS[event.key]);
    else if (event.key === "?") explain(piece);
    else return;
    event.preventDefault();
  });
}

/** @param {HTMLElement} page @param {Element} from @param {number} by */
function walk(page, from, by) {
  const all = [...page.querySelectorAll("button.piece")].filter((each) => each.checkVisibility());
  /** @type {HTMLElement | undefined} */ (all[all.indexOf(from) + by])?.focus();
}

/** Redraw a stage; the focus stays on its piece. @param {HTMLElement} stage @param {() => void} drawing */
export function redrawStage(stage, drawing) {
  const at = /** @type {HTMLElement} */ (document.activeElement);
  const inside = stage.contains(at);
  drawing();
  teller.root = stage;
  teller.enter();
  if (!inside) return;
  const again = at.dataset.id ? stage.querySelector(`[data-id="${CSS.escape(at.dataset.id)}"]`) : at;
  /** @type {HTMLElement | null} */ (again)?.focus({ preventScroll: true });
}
