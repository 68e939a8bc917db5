/** Paths of clicks: which ids continue a choice, and which choice is complete. Same as kit/scene.py. */

/** @typedef {import("./types.js").Choice} Choice */

/** @param {string[]} path @param {string[]} picked */
const begins = (path, picked) => picked.every((id, i) => path[i] === id);

/** The ids that continue some choice after the picked ones.
 * @param {Choice[]} choices @param {string[]} picked @returns {Set<string>} */
export function lit(choices, picked) {
  const n = picked.length;
  return new Set(
    choices
      .flatMap((choice) => choice.paths)
      .filter((path) => path.length > n && begins(path, picked))
      .map((path) => path[n]),
  );
}

/** The choice whose path is complete, if any.
 * @param {Choice[]} choices @param {string[]} picked */
export const chosen = (choices, picked) =>
  choices.find((choice) =>
    choice.paths.some((path) => path.length === picked.length && begins(path, picked)),
  );

/** The choices that are still possible.
 * @param {Choice[]} choices @param {string[]} picked */
export const open = (choices, picked) =>
  choices.filter((choice) => choice.paths.some((path) => begins(path, picked)));

/** All ids in any path. @param {Choice[]} choices */
export const pointed = (choices) => new Set(choices.flatMap((choice) => choice.paths.flat()));

/** Whether two lists offer the same choices by the same clicks. @param {Choice[]} one @param {Choice[]} two */
export const samePaths = (one, two) =>
  one.length === two.length &&
  one.every(({ action, paths }, i) => action === two[i].action && paths.join(" ") === two[i].paths.join(" "));
