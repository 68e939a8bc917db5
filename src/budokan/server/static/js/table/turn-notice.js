/** "Your turn" for players who look elsewhere: the title, a sound, and a system notification if wanted. */
import { remembered } from "../lib/memory.js";
import { ring } from "../lib/sound.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

/** Whether notices were switched on and are allowed. */
export const notifying = () =>
  remembered("notice") === "on" && "Notification" in window && Notification.permission === "granted";

const QUICK = 3000; // a turn that comes back that soon needs no bell
let rests = 0; // since when it is not one's turn

/** The page's title says whose turn it is. @param {SceneMessage} message */
export function entitle({ scene, table }) {
  if (!scene.choices.length) rests ||= Date.now();
  document.title = scene.choices.length ? `● Your turn - ${table.title}` : `${table.title} · Budokan`;
}

/** The turn has come. @param {SceneMessage} message */
export function callTurn(message) {
  if (document.hidden || Date.now() - rests > QUICK) ring("turn");
  rests = 0;
  if (document.hidden && notifying()) import("../lib/notify.js").then(({ notify }) => notify(message));
}
