/** How fast what happens after a move is shown: the visitor's choice, in a list that can stand anywhere. */
import { el } from "./dom.js";
import { remember, remembered } from "./memory.js";

/** @typedef {"slow" | "normal" | "fast" | "off" | "step"} Pace */

/** How long a beat lasts; step by step it lasts until a key or a click. @type {Record<Pace, number>} */
export const LENGTHS = { slow: 1.6, normal: 1, fast: 0.5, off: 0, step: 1 };

/** @type {Record<Pace, string>} */
const NAMES = { slow: "Slow", normal: "Normal", fast: "Fast", off: "Off", step: "Step by step" };

/** @returns {Pace} */
export function pace() {
  const chosen = /** @type {Pace} */ (remembered("pace"));
  return chosen in LENGTHS ? chosen : "normal";
}

/** A list of the paces; all such lists on the page show the same one. @param {Record<string, string>} given */
export function paceList(given) {
  const list = el(
    "select.pace",
    given,
    Object.entries(NAMES).map(([value, name]) => el("option", { value, selected: value === pace() }, name)),
  );
  list.addEventListener("change", () => {
    remember("pace", list.value);
    for (const other of document.querySelectorAll("select.pace")) /** @type {HTMLSelectElement} */ (other).value = list.value;
  });
  return list;
}
