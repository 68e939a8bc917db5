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
