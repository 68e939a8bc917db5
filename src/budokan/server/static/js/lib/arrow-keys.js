/** Moving in a grid of cards by keys. */

/** The node of a list that an arrow key, Home or End moves to; null for other keys.
 * @param {any[]} all @param {any} from @param {string} key @returns {any} */
export function neighbour(all, from, key) {
  const at = all.indexOf(from);
  const flat = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 };
  if (key in flat) return all[flat[/** @type {"Home"} */ (key)]];
  if (key !== "ArrowDown" && key !== "ArrowUp") return null;
  const here = from.getBoundingClientRect();
  const away = (/** @type {any} */ each) =>
    (each.getBoundingClientRect().top - here.top) * (key === "ArrowDown" ? 1 : -1);
  const rows = all.filter((each) => away(each) > 8);
  const nearest = Math.min(...rows.map(away));
  const aside = (/** @type {any} */ each) => Math.abs(each.getBoundingClientRect().left - here.left);
  return rows.filter((each) => away(each) < nearest + 8).sort((a, b) => aside(a) - aside(b))[0];
}
