/** Style sheets loaded on demand. */
import { el } from "./dom.js";

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/** @param {string} href @param {Element | null} before @returns {Promise<void>} */
const load = (href, before) =>
  new Promise((resolve) => {
    const done = () => resolve(); // an unstyled page is better than none
    document.head.insertBefore(el("link", { rel: "stylesheet", href, onload: done, onerror: done }), before);
  });

/** Load a style sheet once, at the end or before another element; resolves when it applies.
 * @param {string} name @param {Element | null} [before] @returns {Promise<void>} */
export function sheet(name, before = null) {
  const href = new URL(`../../css/${name}.css`, import.meta.url).pathname;
  if (!asked.has(name))
    asked.set(
      name,
      document.querySelector(`link[rel="stylesheet"][href="${href}"]`) ? Promise.resolve() : load(href, before),
    );
  return /** @type {Promise<void>} */ (asked.get(name));
}
