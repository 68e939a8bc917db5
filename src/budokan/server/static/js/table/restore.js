/** Keeps folds, scroll positions and the focus when the table is redrawn. */

export class OpenFolds {
  /** @param {HTMLElement} root */
  constructor(root) {
    /** Folds that the visitor opened or closed. @type {Map<string, boolean>} */
    this.folds = new Map();
    root.addEventListener("click", (/** @type {Event} */ event) => {
      const fold = /** @type {Element} */ (event.target).closest("summary")?.parentElement;
      if (fold instanceof HTMLDetailsElement && fold.dataset.fold) this.folds.set(fold.dataset.fold, !fold.open);
    });
  }

  /** Open or close new nodes as the visitor left the old ones. @param {any[]} nodes */
  fold(nodes) {
    for (const node of nodes.flatMap((each) => [each, ...each.querySelectorAll("details")]))
      if (this.folds.has(node.dataset.fold)) node.open = this.folds.get(node.dataset.fold);
  }
}

const LEAST = 20; // pixels of a piece that are enough to see and click it

/** Rows that may be wider than the screen. @param {HTMLElement} root @returns {HTMLElement[]} */
export const rowsOf = (root) => [...root.querySelectorAll(/** @type {"div"} */ (".hold .lying"))];

/** @param {HTMLElement} row */
const zoneOf = (row) => row.closest("[data-zone]")?.getAttribute("data-zone");

/** Remember how far rows are scrolled; returns a function that scrolls their replacements.
 * @param {HTMLElement} root */
export function rememberScroll(root) {
  const far = new Map(rowsOf(root).map((row) => [zoneOf(row), row.scrollLeft]));
  return () => {
    for (const row of rowsOf(root)) row.scrollLeft = far.get(zoneOf(row)) || 0;
  };
}

/** The frames that cut off a piece: the screen, the hand it is in, the dock that lies over the board.
 * @param {HTMLElement} piece @param {HTMLElement} dock */
function isSeen(piece, dock) {
  const [box, asks] = [piece.getBoundingClientRect(), dock.getBoundingClientRect()];
  const row = (piece.closest(".hold .lying") || document.documentElement).getBoundingClientRect();
  const over = !dock.contains(piece) && box.left < asks.right && box.right > asks.left;
  const foot = Math.min(innerHeight, over ? asks.top : asks.bottom);
  return box.left < row.right - LEAST && box.right > row.left + LEAST && box.top < foot - LEAST && box.bottom > LEAST;
}

/** Scroll to the first piece that can be picked, if all of them are out of sight. @param {HTMLElement} stage @param {HTMLElement} dock */
export function showPickable(stage, dock) {
  const pieces = [...stage.querySelectorAll(/** @type {"button"} */ ("button.lit:not([hidden])"))];
  const asked = stage.querySelector(".prompt .lit"); // its buttons are always in sight
  if (pieces.length && !asked && !pieces.some((piece) => isSeen(piece, dock)))
    pieces[0].scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** A selector for the replacement of a piece or a fold; '' for anything else. @param {Element | null} node */
export function placeOf(node) {
  if (!(node instanceof HTMLElement)) return "";
  if (node.dataset.id) return `[data-id="${CSS.escape(node.dataset.id)}"]`;
  const fold = node.matches("summary") && node.parentElement?.dataset.fold;
  return fold ? `[data-fold="${CSS.escape(fold)}"] > summary` : "";
}

/** Replace the contents of a box; equal parts stay, and keep the focus. @param {HTMLElement} box @param {any[]} parts */
export function refill(box, parts) {
  const found = parts.filter(Boolean);
  while (box.children.length > found.length) box.lastElementChild?.remove();
  found.forEach((node, i) => {
    const old = box.children[i];
    if (!old) box.append(node);
    else if (!node.isEqualNode(old)) old.replaceWith(node);
  });
}
