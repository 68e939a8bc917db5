/** The closed vocabulary of kit/scene.py: an unknown word is an error, never guessed. */

/** Look up a word. An unknown one is reported, which fails every test of a page, and
 * drawn as `instead`, so that the rest of the table stays usable.
 * @template T @param {Record<string, T>} table @param {string} word @param {string} instead @param {string} what @returns {T} */
export function known(table, word, instead, what) {
  if (Object.hasOwn(table, word)) return table[word];
  console.error(`There is no ${what} ${JSON.stringify(word)}.`);
  return table[instead];
}
