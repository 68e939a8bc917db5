/** A match step by step, as one viewer saw it. */
import { ask } from "../lib/dom.js";
import { mergePart } from "../lib/merge.js";

/** @typedef {import("../lib/types.js").ReplayFrame} Frame */
/** @typedef {import("../lib/types.js").ReplayFacts} Facts */

/** @param {string} id @param {string} view the letter of a seat; without it the hall chooses
 * @returns {Promise<{facts: Facts, frames: Frame[]}>} */
export async function film(id, view) {
  const { facts, frames } = await ask(`/api/tables/${id}/replay${view ? `?view=${view}` : ""}`);
  return { facts, frames: whole(frames) };
}

/** Complete the Scenes, each of which tells what is new since the one before.
 * @param {{scene: any}[]} frames @returns {Frame[]} */
function whole(frames) {
  /** @type {any} */
  let scene = null;
  return frames.map((frame) => {
    scene = mergePart(scene, frame.scene);
    return /** @type {Frame} */ ({ ...frame, scene });
  });
}
