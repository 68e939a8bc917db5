/** Style sheets of a room, loaded before its first Scene is shown. */
import { roomOf } from "./rooms.js";
import { sheet } from "../lib/stylesheet.js";

/** The style sheets of each room, in order. @type {Record<string, string[]>} */
const SHEETS = {
  ring: ["board", "ring", "fists", "sideways-ring"],
  body: ["board", "body", "areas", "arena", "skills", "sideways-body"],
  road: ["blows", "road", "combos"],
  table: ["table", "sideways-table"],
  lanes: ["duel", "lanes", "sideways-lanes"],
};

/** @type {Set<string>} */
const here = new Set();
/** @type {(() => void) | undefined} */
let newest;
/** A room's style sheets come before the page's own, except those for short screens. */
const pages = document.querySelector('link[rel="stylesheet"][href$="/pages.css"]');

/** Show a Scene once its room's styles are loaded; of several waiting Scenes only the newest is shown.
 * @param {import("../lib/types.js").Scene} scene @param {() => void} show @returns {Promise<void>} */
export async function showInRoom(scene, show) {
  newest = show;
  const missing = (SHEETS[roomOf(scene)] || []).filter((name) => !here.has(name));
  if (!missing.length) return show();
  await Promise.all(missing.map((name) => sheet(name, name.startsWith("sideways") ? null : pages)));
  for (const name of missing) here.add(name);
  if (newest === show) show();
}
