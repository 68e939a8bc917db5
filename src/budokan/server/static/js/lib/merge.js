/** Differences: the next frame of a table or of a replay, from the one before and what is new. */

/** The latest sentences that a frame tells. */
const STORY = 100;
/** The fields that hold lists of parts: there a number is the part that was at that place, and a pair is that part with changes. */
const LISTS = new Set(
  "arrows beats buttons changes chips choices corners facts lines pieces rows steps sum track zones".split(" "),
);

/** @param {any[]} old @param {any} item */
function item(old, item) {
  if (typeof item === "number") return old[item];
  return Array.isArray(item) ? mergePart(old[item[0]], item[1]) : item;
}

/** A Scene, or a part of one, with its changes; what did not change stays the same object.
 * @param {any} old @param {any} changes */
export function mergePart(old, changes) {
  const part = { ...old, ...changes };
  for (const [name, value] of Object.entries(changes)) {
    const before = old?.[name];
    if (Array.isArray(value)) {
      if (LISTS.has(name)) part[name] = value.map((each) => item(before, each));
    } else if (value && before && typeof value === "object") part[name] = mergePart(before, value);
  }
  return part;
}

/** The next frame; null if the change follows on another frame than this one.
 * @param {import("./types.js").SceneMessage | null} old @param {import("./types.js").ChangeMessage} change
 * @returns {import("./types.js").SceneMessage | null} */
export function mergeFrame(old, change) {
  if (!old || change.number !== old.number + 1) return null;
  const { scene, story, table } = change;
  /** @type {any} */
  const frame = { ...old, ...change, t: old.t };
  if (scene) frame.scene = mergePart(old.scene, scene);
  if (table) frame.table = { ...old.table, ...table };
  if (story) {
    const kept = frame.story_length - story.length - (old.story_length - old.story.length);
    frame.story = [...old.story.slice(0, Math.max(0, kept)), ...story].slice(-STORY);
  }
  return frame;
}
