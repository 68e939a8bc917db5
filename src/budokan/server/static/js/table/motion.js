/** Moves pieces from their old places to their new ones: matched by id, else by name. */

const GLIDE = 260;
const STAGGER = 40;
const SOW = 140; // milliseconds between two tokens
const TURN = 420; // milliseconds to turn a card over
const FADE = 120;
const MOST = 6; // more pieces move together
const BEND = 0.18; // height of a token's arc, as a share of its length
const EASE = "cubic-bezier(.2, .8, .2, 1)";

/** @typedef {{rect: DOMRect, id: string, name: string, shape: string, shut: boolean}} Lay */

/** @param {Element} node @returns {Lay} */
function lay(node) {
  const { id = "", piece = "", name = "" } = /** @type {HTMLElement} */ (node).dataset;
  return {
    rect: node.getBoundingClientRect(),
    id,
    name: piece || name,
    shape: node.classList.item(1) || "",
    shut: node.matches(".back, .is-hidden"),
  };
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {Element} root */
const pieces = (root) => [...root.querySelectorAll(".piece")].filter((node) => !node.matches(".slot"));

/** The position of every piece. @param {Element} root */
export const piecePlaces = (root) => pieces(root).map(lay);

/** @param {Lay} a @param {Lay} b */
const apart = (a, b) => Math.hypot(a.rect.x - b.rect.x, a.rect.y - b.rect.y);

/** Where each piece came from, and which ones are new. @param {Element} root @param {Lay[]} before */
function comparePlaces(root, before) {
  const gone = new Map(before.map((old) => [`${old.id}|${old.name}`, old]));
  /** @type {[Element, Lay, Lay][]} */
  const moves = [];
  /** @type {[Element, Lay][]} */
  const fresh = [];
  for (const node of pieces(root)) {
    const now = lay(node);
    const key = `${now.id}|${now.name}`;
    const old = gone.get(key);
    gone.delete(key);
    if (!old) fresh.push([node, now]);
    else if (apart(old, now) > 3) moves.push([node, old, now]);
  }
  const lost = [...gone.values()];
  const news = fresh.filter(([node, now]) => {
    const like = lost.filter((old) => old.name === now.name && old.shape === now.shape);
    const near = like.sort((a, b) => apart(a, now) - apart(b, now))[0];
    if (near) moves.push([node, lost.splice(lost.indexOf(near), 1)[0], now]);
    return !near;
  });
  return { moves, news, lost };
}

/** Animate from the old positions to the new ones; nothing waits for it.
 * @param {Element} root @param {Lay[]} before @param {number} [speed] the share of the usual time */
export function glide(root, before, speed = 1) {
  if (!before.length || document.hidden) return;
  const { moves, news, lost } = comparePlaces(root, before);
  if (calm()) {
    for (const [node] of [...moves, ...news])
      node.animate([{ opacity: 0.4 }, { opacity: 1 }], { duration: FADE });
    return;
  }
  let delay = 0;
  for (const [node, old] of moves) {
    travel(node, old.rect, moves.length > MOST ? 0 : delay * speed, GLIDE * speed);
    delay += node.matches(".token") ? SOW : STAGGER;
  }
  for (const [node, now] of news) {
    const shut = lost.find((old) => old.shape === now.shape && old.shut !== now.shut && apart(old, now) < 60);
    if (shut) turn(node);
    else if (!node.matches(".die")) appear(node);
  }
}

/** A token flies in an arc, everything else straight. @param {Element} node @param {DOMRect} from @param {number} delay @param {number} duration */
function travel(node, from, delay, duration) {
  const to = node.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const size = String(from.width / to.width);
  const above = { zIndex: 5, pointerEvents: node.matches(".lit") ? "auto" : "none" }; // pieces below can be picked
  const bow = node.matches(".token")
    ? [{ translate: `${x / 2 + y * BEND}px ${y / 2 - x * BEND}px`, scale: "1.15", ...above }]
    : [];
  node.animate(
    [{ translate: `${x}px ${y}px`, scale: size, ...above }, ...bow, { translate: "0", scale: "1", ...above }],
    { duration, delay, easing: EASE, fill: "backwards" },
  );
}

/** @param {Element} node */
const turn = (node) =>
  node.animate([{ scale: "0 1" }, { scale: "0 1", offset: 0.45 }, { scale: "1 1" }], {
    duration: TURN,
    easing: "ease-out",
  });

/** @param {Element} node */
const appear = (node) =>
  node.animate(
    [
      { opacity: 0, scale: ".2 1" },
      { opacity: 1, scale: "1" },
    ],
    { duration: GLIDE, easing: "ease-out" },
  );
