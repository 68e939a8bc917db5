/** What this browser remembers of its visitor; private windows remember as long as the page lasts. */

/** @type {Map<string, string>} */
const here = new Map();

/** What was chosen before. @param {string} what @param {string} [other] */
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
