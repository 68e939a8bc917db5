/** Courtesies instead of chat, and whether one wants to be told things; loaded when first needed. */
import { dress, strip } from "./clock.js";
import { alarm, ask, byId, el } from "./dom.js";
import { canNotify, notifying, toggleNotices } from "./notice.js";

const KEY = "budokan.courtesies";
const LASTS = 6000;

/** Whether one wants to see what others say. */
function heard() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

/** Somebody says something: at their seat, and aloud.
 * @param {{seat: number, text: string}} said @param {string} name @param {HTMLElement} stage */
export async function bubble({ seat, text }, name, stage) {
  if (!heard()) return;
  alarm(`${name}: ${text}`);
  await dress();
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

/** @param {string} label @param {boolean} on @param {() => Promise<boolean> | boolean} flip */
function toggle(label, on, flip) {
  const node = el("input", { type: "checkbox", checked: on });
  node.addEventListener("change", async () => {
    node.checked = await flip();
  });
  return el("label.check", {}, node, label);
}

/** The sheet: what may be said to the others, and what one wants to be told.
 * @param {boolean} others whether somebody is there to hear it @param {(id: string) => void} say */
export async function atTheTable(others, say) {
  const box = /** @type {HTMLDialogElement} */ (byId("ask"));
  await dress();
  /** @type {Record<string, string>} */
  const words = others ? await ask("/api/courtesies").catch(() => ({})) : {};
  const speak = (/** @type {string} */ id) => {
    box.close();
    say(id);
  };
  const flipHeard = () => {
    const now = !heard();
    try {
      localStorage.setItem(KEY, now ? "on" : "off");
    } catch {
      return true;
    }
    return now;
  };
  box.replaceChildren(
    el("h2", {}, "At the table"),
    ...[
      others && el("p", {}, "There is no chat here. This may be said:"),
      others &&
        el(
          "div.courtesies",
          {},
          Object.entries(words).map(([id, text]) =>
            el("button.btn", { type: "button", onclick: () => speak(id) }, text),
          ),
        ),
      others && toggle("Show what others say", heard(), flipHeard),
      canNotify()
        ? toggle("Notify me of my turn while I look elsewhere", notifying(), toggleNotices)
        : el("p.say", {}, "This browser shows notices only over a secure connection."),
      el("div.ways", {}, el("button.btn", { type: "button", onclick: () => box.close() }, "Back to the table")),
    ].filter(Boolean),
  );
  box.showModal();
}
