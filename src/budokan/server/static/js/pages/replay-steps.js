/** A match step by step, as one viewer saw it. */
import { ask } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").ReplayFrame} Frame */
/** @typedef {import("../lib/types.js").ReplayFacts} Facts */

/** @param {string} id @param {string} view the letter of a seat; without it the hall chooses
 * @returns {Promise<{facts: Facts, frames: Frame[]}>} */
export async function film(id, view) {
  const { facts, frames } = await ask(`/api/tables/${id}/replay${view ? `?view=${view}` : ""}`);
  return { facts, frames: whole(frames) };
}

/** Complete the Scenes: a missing field is unchanged, and a number refers to a zone of the Scene before.
 * @param {{scene: any}[]} frames @returns {Frame[]} */
function whole(frames) {
  /** @type {any} */
  let last = null;
  return frames.map((frame) => {
    const scene = { ...last, ...frame.scene };
    scene.zones = scene.zones.map((/** @type {any} */ zone) => (typeof zone === "number" ? last.zones[zone] : zone));
    last = scene;
    return /** @type {Frame} */ ({ ...frame, scene });
  });
}
