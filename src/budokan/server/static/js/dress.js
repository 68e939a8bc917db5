/** What a room looks like is fetched when somebody enters it, and shown only when it is there. */
import { roomOf } from "./rooms.js";

/** The style sheets of each room, in order. @type {Record<string, string[]>} */
const SHEETS = {
  ring: ["board", "ring"],
  body: ["board", "body", "areas", "arena", "skills"],
  road: ["blows", "road", "combos"],
  table: ["table"],
  lanes: ["lanes"],
};

/** @type {Map<string, Promise<void>>} */
const asked = new Map();
/** @type {Set<string>} */
const here = new Set();
/** @type {(() => void) | undefined} */
let newest;
let place = /** @type {Element} */ (document.querySelector('link[href$="/cards.css"]')); // a page's own come later

/** @param {string} name */
function fetchSheet(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/static/css/${name}.css`;
  const done = /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      link.onload = link.onerror = () => {
        here.add(name);
        resolve();
      };
    })
  );
  place.after(link);
  place = link;
  return done;
}

/** Show a Scene as soon as its room is dressed; of several that wait only the newest is shown.
 * @param {import("./types.js").Scene} scene @param {() => void} show */
export function enter(scene, show) {
  newest = show;
  const missing = (SHEETS[roomOf(scene)] || []).filter((name) => !here.has(name));
  if (!missing.length) return show();
  for (const name of missing) if (!asked.has(name)) asked.set(name, fetchSheet(name));
  Promise.all(missing.map((name) => asked.get(name))).then(() => newest === show && show());
}
