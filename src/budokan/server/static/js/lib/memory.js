/** Local storage; where it is blocked, values last as long as the page. */

/** @type {Map<string, string>} */
const here = new Map();

/** The stored value, or another if there is none. @param {string} what @param {string} [other] */
export function remembered(what, other = "") {
  try {
    return localStorage.getItem(`budokan.${what}`) || here.get(what) || other;
  } catch {
    return here.get(what) || other;
  }
}

/** @param {string} what @param {string} value */
export function remember(what, value) {
  here.set(what, value);
  try {
    localStorage.setItem(`budokan.${what}`, value);
  } catch {
    /* a private window */
  }
}

/** Note that a game's lesson has been finished. @param {string} game */
export const learned = (game) => remember(`learned.${game}`, "yes");

/** @param {string} game */
export const hasLearned = (game) => remembered(`learned.${game}`) !== "";
