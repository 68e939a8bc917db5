/** Notices of the system: switched on and off, and shown. Loaded when somebody wants them. */
import { tell } from "./dom.js";
import { remember } from "./memory.js";
import { notifying } from "../table/turn-notice.js";

const FORBIDDEN = "The browser forbids it; its settings for this site decide.";
const CANNOT = "This browser shows notices of installed apps only; the title of the page says whose turn it is.";

export const canNotify = () => "Notification" in window && window.isSecureContext;

/** Switch notices on or off; the browser is asked only here, and shows one at once. Why they stay off, or "". */
export async function toggleNotices() {
  if (notifying()) {
    remember("notice", "off");
    return "";
  }
  if ((await Notification.requestPermission()) !== "granted") return FORBIDDEN;
  const shown = show("Budokan", { body: "This is how your turn is called.", tag: "budokan" });
  remember("notice", shown ? "on" : "off");
  return shown ? "" : CANNOT;
}

/** Show a notice; whether this browser can. @param {string} title @param {NotificationOptions} more */
function show(title, more) {
  try {
    const note = new Notification(title, more);
    note.onclick = () => {
      window.focus();
      note.close();
    };
    return true;
  } catch {
    return false; // some phones allow them to apps only
  }
}

/** The turn has come while nobody looked. @param {import("./types.js").SceneMessage} message */
export function notify({ table, names, view }) {
  const body = `${names[view] || "You"}: the table waits for you.`;
  if (show(`Your turn - ${table.title}`, { body, tag: `budokan-${table.id}` })) return;
  remember("notice", "off");
  tell(CANNOT);
}
