/** The keyboard: arrows move over the pieces, Space shows a card, Backspace takes back, ? explains, H asks for a hint. */
import { remember, remembered } from "../lib/memory.js";

/** Whether ?, H and numbers are commands: people who use speech input may not want that. */
export const letters = () => remembered("letters") !== "off";

/** @param {boolean} on */
export const useLetters = (on) => remember("letters", on ? "on" : "off");

/** Whether the last input was a key. */
export const hand = { keys: false };

/** @param {boolean} keys */
function useKeys(keys) {
  hand.keys = keys;
  document.documentElement.classList.toggle("by-keys", keys && letters()); // shows the numbers
}

addEventListener(
  "keydown",
  () => {
    useKeys(true);
  },
  true,
);
addEventListener(
  "pointerdown",
  () => {
    useKeys(false);
  },
  true,
);
addEventListener(
  "click",
  (event) => {
    if (!event.detail) useKeys(true); // a click from a key or a screen reader
  },
  true,
);

const WAYS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** The nearest button in a direction, preferably in the same zone.
 * @param {HTMLElement} root @param {Element} from @param {[number, number]} way */
function nearest(root, from, [dx, dy]) {
  const a = from.getBoundingClientRect();
  const home = from.closest("[data-zone]");
  let best = null;
  let least = Infinity;
  for (const node of root.querySelectorAll("button[data-id]:not([hidden])")) {
    const b = node.getBoundingClientRect();
    if (node === from || !b.width) continue;
    const [x, y] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
    const along = x * dx + y * dy;
    if (along <= 4) continue;
    const cost = along + 2 * Math.abs(x * dy + y * dx) - (node.closest("[data-zone]") === home ? 400 : 0);
    if (cost < least) [best, least] = [node, cost];
  }
  return /** @type {HTMLElement | null} */ (best);
}

/** Some browsers click on keyup of Space even if its keydown was handled. */
const release = () => addEventListener("keyup", (event) => event.preventDefault(), { once: true, capture: true });

const SKIPS = ["Enter", " ", "Escape", "Backspace"];

/** While something happens on the table, keys for the table skip it and do nothing else.
 * @param {{playing: () => boolean, advance: () => void, skip: () => void}} playback */
export function skipByKeys(playback) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const elsewhere = /** @type {Element} */ (event.target).closest("header, aside, dialog, input, select, a");
    if (!playback.playing() || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!SKIPS.includes(event.key) && event.key.length > 1) return; // Tab and arrows go on
    event.preventDefault();
    event.stopImmediatePropagation();
    release();
    if (event.key === "Escape") playback.skip();
    else if (!event.repeat) playback.advance();
  };
  addEventListener("keydown", press, true);
}

/** @typedef {(id: string) => void} Asks */
/** @param {HTMLElement} root
 * @param {{back: () => void, explain: Asks, full: (id: string) => boolean, help: () => void, hint: () => void, number: (n: number) => boolean}} does */
export function keyboard(root, does) {
  addEventListener("keydown", (event) => {
    const at = /** @type {HTMLElement} */ (document.activeElement);
    if (at?.closest("input, select, textarea") || document.querySelector("dialog[open]")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = at?.closest("[data-id]") && at.dataset.id;
    if (event.key === "Backspace") does.back();
    else if (event.key === " " && id && does.full(id)) release();
    else if (event.key === "?" && letters()) id ? does.explain(id) : does.help();
    else if ((event.key === "h" || event.key === "H") && letters()) does.hint();
    else if (event.key in WAYS && id) nearest(root, at, WAYS[event.key])?.focus();
    else if (!letters() || !/^[1-9]$/.test(event.key) || !does.number(Number(event.key))) return;
    event.preventDefault();
  });
}
