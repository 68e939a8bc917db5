/** System notifications: switched on and off, and shown. Loaded on demand. */
import { tell } from "../lib/dom.js";
import { remember } from "../lib/memory.js";
import { notificationsOn } from "./turn-notice.js";

const FORBIDDEN = "Your browser blocks notifications from this site. You can allow them in its settings.";
const CANNOT = "This browser shows notifications only for installed apps. Watch the page title: it says whose turn it is.";

export const canNotify = () => "Notification" in window && window.isSecureContext;

/** Switch notifications on, asking for permission and showing one, or off. Returns why they stay off, or "". */
export async function toggleNotices() {
  if (notificationsOn()) {
    remember("notice", "off");
    return "";
  }
  if ((await Notification.requestPermission()) !== "granted") return FORBIDDEN;
  const shown = show("Budokan", { body: "You will get a notification like this when it is your turn.", tag: "budokan" });
  remember("notice", shown ? "on" : "off");
  return shown ? "" : CANNOT;
}

/** Show a notification; returns whether the browser can. @param {string} title @param {NotificationOptions} more */
function show(title, more) {
  try {
    const note = new Notification(title, more);
    note.onclick = () => {
      window.focus();
      note.close();
    };
    return true;
  } catch {
    return false; // some phones allow them only for apps
  }
}

/** Notify a player whose turn came while the page was hidden. @param {import("../lib/types.js").SceneMessage} message */
export function notify({ table, names, view }) {
  const body = `${names[view] || "You"}: the table waits for you.`;
  if (show(`Your turn - ${table.title}`, { body, tag: `budokan-${table.id}` })) return;
  remember("notice", "off");
  tell(CANNOT);
}
