/** "Your turn" for players who look elsewhere: the page title, a sound, and a notification if switched on. */
import { remembered } from "../lib/memory.js";
import { ring } from "../lib/sound.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

/** Whether notifications are switched on and allowed. */
export const notificationsOn = () =>
  remembered("notice") === "on" && "Notification" in window && Notification.permission === "granted";

const QUICK = 3000; // milliseconds; a turn that comes back sooner needs no bell
let rests = 0; // when the last turn ended

/** Show in the page title whose turn it is. @param {SceneMessage} message */
export function entitle({ scene, table }) {
  if (!scene.choices.length) rests ||= Date.now();
  document.title = scene.choices.length ? `● Your turn - ${table.title}` : `${table.title} · Budokan`;
}

/** The turn has come. @param {SceneMessage} message */
export function callTurn(message) {
  if (document.hidden || Date.now() - rests > QUICK) ring("turn");
  rests = 0;
  if (document.hidden && notificationsOn()) import("./notify.js").then(({ notify }) => notify(message));
}
