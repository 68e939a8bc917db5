/** "Your turn", also for who looks elsewhere: the title, a sound, and a notice of the system if wanted. */
import { ring } from "./sound.js";

/** @typedef {import("./types.js").SceneMessage} SceneMessage */

const KEY = "budokan.notice";

export const canNotify = () => "Notification" in window && window.isSecureContext;

/** Whether notices were switched on and are allowed. */
export function notifying() {
  try {
    return canNotify() && Notification.permission === "granted" && localStorage.getItem(KEY) === "on";
  } catch {
    return false; // private windows forget
  }
}

/** Switch notices on or off; the browser is asked only here. Whether they are on now. */
export async function toggleNotices() {
  const now = !notifying();
  const allowed = now && (await Notification.requestPermission()) === "granted";
  try {
    localStorage.setItem(KEY, allowed ? "on" : "off");
  } catch {
    /* then there are none */
  }
  return notifying();
}

const QUICK = 3000; // a turn that comes back that soon needs no bell
let rests = 0; // since when it is not one's turn

/** The page's title says whose turn it is. @param {SceneMessage} message */
export function entitle({ scene, table }) {
  if (!scene.choices.length) rests ||= Date.now();
  document.title = scene.choices.length ? `● Your turn - ${table.title}` : `${table.title} · Budokan`;
}

/** The turn has come. @param {SceneMessage} message */
export function callTurn({ table, names, view }) {
  if (document.hidden || Date.now() - rests > QUICK) ring("turn");
  rests = 0;
  if (!document.hidden || !notifying()) return;
  try {
    const note = new Notification(`Your turn - ${table.title}`, {
      body: `${names[view] || "You"}: the table waits for you.`,
      tag: `budokan-${table.id}`,
    });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    /* some phones allow notices to apps only; the title has said it */
  }
}
