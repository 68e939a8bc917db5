/** Pieces travel from where they lay to where they lie: by id, else by what they show. */

const GLIDE = 260;
const STAGGER = 40;
const MOST = 6; // more pieces move as one

/** @typedef {{rect: DOMRect, id: string, name: string, shape: string}} Lay */

/** @param {Element} node @returns {Lay} */
function lay(node) {
  const { id = "", name = "" } = /** @type {HTMLElement} */ (node).dataset;
  return {
    rect: node.getBoundingClientRect(),
    id,
    name: name.split(",")[0].replace(/ of \w+$/, ""),
    shape: node.classList.item(1) || "",
  };
}

/** Where every piece lies now. @param {Element} root */
export const lying = (root) =>
  [...root.querySelectorAll(".piece")].filter((node) => !node.matches(".slot")).map(lay);

/** @param {Element} root @param {Lay[]} before */
export function glide(root, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || !before.length || document.hidden) return;
  const nodes = [...root.querySelectorAll(".piece")].filter((node) => !node.matches(".slot"));
  const gone = new Map(before.map((old) => [`${old.id}|${old.name}`, old]));
  /** @type {[Element, Lay][]} */
  const moves = [];
  const fresh = nodes.filter((node) => {
    const now = lay(node);
    const key = `${now.id}|${now.name}`;
    const old = gone.get(key);
    if (!old) return true;
    gone.delete(key);
    if (Math.hypot(old.rect.x - now.rect.x, old.rect.y - now.rect.y) > 3) moves.push([node, old]);
    return false;
  });
  const lost = [...gone.values()];
  for (const node of fresh) {
    const now = lay(node);
    const at = lost.findIndex((old) => old.name === now.name && old.shape === now.shape);
    if (at >= 0) moves.push([node, lost.splice(at, 1)[0]]);
    else appear(node);
  }
  moves.forEach(([node, old], i) => travel(node, old.rect, moves.length > MOST ? 0 : i * STAGGER));
}

/** @param {Element} node @param {DOMRect} from @param {number} delay */
function travel(node, from, delay) {
  const to = node.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  node.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, zIndex: 5 },
      { transform: "none", zIndex: 5 },
    ],
    { duration: GLIDE, delay, easing: "cubic-bezier(.2, .8, .2, 1)", fill: "backwards" },
  );
}

/** @param {Element} node */
function appear(node) {
  node.animate(
    [
      { opacity: 0, transform: "scaleX(.2)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: GLIDE, easing: "ease-out" },
  );
}
