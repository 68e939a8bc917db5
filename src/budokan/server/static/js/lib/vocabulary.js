/** The closed vocabulary of kit/scene.py: a word that is not in it is a fault, never a guess. */

/** What a word stands for. An unknown one is reported, which fails every test of a page, and
 * drawn as another so that the rest of the table can be used.
 * @template T @param {Record<string, T>} table @param {string} word @param {string} instead @param {string} what @returns {T} */
export function known(table, word, instead, what) {
  if (Object.hasOwn(table, word)) return table[word];
  console.error(`There is no ${what} ${JSON.stringify(word)}.`);
  return table[instead];
}
