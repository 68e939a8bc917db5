/** Courtesies instead of chat, and the switch for notifications. Loaded on demand. */
import { loadClockStyles, strip } from "./clock.js";
import { alarm, ask, dialog, el } from "../lib/dom.js";
import { remember, remembered } from "../lib/memory.js";
import { notificationsOn } from "./turn-notice.js";
import { canNotify, toggleNotices } from "./notify.js";

const LASTS = 6000;

/** Whether the visitor wants to see courtesies. */
const showsCourtesies = () => remembered("courtesies") !== "off";

/** Show a player's courtesy at their seat, and announce it.
 * @param {{seat: number, text: string}} said @param {string} name @param {HTMLElement} stage */
export async function bubble({ seat, text }, name, stage) {
  if (!showsCourtesies()) return;
  alarm(`${name}: ${text}`);
  await loadClockStyles();
  document.querySelector(`.bubble[data-of="${seat}"]`)?.remove();
  const node = el("div.bubble", { "data-of": seat, "aria-hidden": "true" }, el("b", {}, name), " ", text);
  document.body.append(node);
  const at = (strip(stage, seat) || stage).getBoundingClientRect();
  const { width, height } = node.getBoundingClientRect();
  const below = at.bottom + 6 + height < innerHeight;
  node.style.setProperty("left", `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`);
  node.style.setProperty("top", `${below ? Math.max(8, at.bottom + 6) : at.top - height - 6}px`);
  setTimeout(() => node.remove(), LASTS);
}

/** @param {string} label @param {() => boolean} on @param {() => Promise<string> | string} flip returns why it cannot switch, or "" */
function toggle(label, on, flip) {
  const told = el("p.say", { role: "status" });
  const node = el("input", { type: "checkbox", checked: on() });
  node.addEventListener("change", async () => {
    told.textContent = await flip();
    node.checked = on();
  });
  return [el("label.check", {}, node, label), told];
}

/** Show or hide the courtesies of others. */
function toggleCourtesies() {
  remember("courtesies", showsCourtesies() ? "off" : "on");
  return "";
}

/** The sheet of courtesies to say, and the switches for courtesies and notifications.
 * @param {boolean} others whether anyone else is at the table @param {(id: string) => void} say */
export async function atTheTable(others, say) {
  await loadClockStyles();
  /** @type {Record<string, string>} */
  const words = others ? await ask("/api/courtesies").catch(() => ({})) : {};
  const speak = (/** @type {string} */ id) => {
    box.close();
    say(id);
  };
  const notices = canNotify()
    ? toggle("Notify me of my turn while I look elsewhere", notificationsOn, toggleNotices)
    : [el("p.say", {}, "This browser shows notifications only over a secure connection.")];
  const box = dialog(
    "At the table",
    others && el("p", {}, "There is no chat here. You can say:"),
    others &&
      el(
        "div.courtesies",
        {},
        Object.entries(words).map(([id, text]) =>
          el("button.btn", { type: "button", onclick: () => speak(id) }, text),
        ),
      ),
    ...(others ? toggle("Show what others say", showsCourtesies, toggleCourtesies) : []),
    ...notices,
    el("div.ways", {}, el("button.btn", { type: "button", onclick: () => box.close() }, "Back to the table")),
  );
}
