/** Elements from a tag, what they carry and what they hold; and the voices of the page. */
import { icon, figure } from "./icons.js";
import { sounding, toggleSound } from "./sound.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/** el("button.btn.primary", {onclick}, "Play"); attributes that are false or null are left out.
 * @param {string} tag @param {Record<string, any>} [given] @param {...any} children
 * @returns {any} */
export function el(tag, given = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(given)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "style")
      for (const [k, v] of Object.entries(value)) node.style.setProperty(k, String(v));
    else if (key === "class") node.className += ` ${value}`;
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(
    ...children
      .flat(Infinity)
      .filter(Boolean)
      .map((c) => /** @type {Node} */ (c)),
  );
  return node;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** A JSON request; an answer that is an error raises its one sentence.
 * @param {string} url @param {any} [body] */
export async function ask(url, body) {
  const answer = await fetch(
    url,
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        },
  );
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw Object.assign(new Error(told.error || `The hall answered ${answer.status}.`), { clause: told.clause });
  return told;
}

/** The bar all pages share.
 * @param {Child[]} title @param {Child[]} tools */
export function bar(title, tools = []) {
  return el(
    "header.bar",
    {},
    el(
      "a.logo",
      { href: "/", "aria-label": "Budokan, to the hall" },
      figure("enso", "mark"),
      el("span", {}, "Budokan"),
    ),
    ...title,
    el("span.grow"),
    ...tools,
    soundSwitch(),
    el(
      "button.tool",
      { type: "button", "data-night": true, "aria-label": "Day or night", title: "Day or night" },
      icon("moon"),
    ),
  );
}

/** Sounds on or off; the waves beside the drum say which. */
function soundSwitch() {
  const told = { type: "button", "aria-label": "Sound", "aria-pressed": String(sounding()) };
  const button = el("button.tool.sound", { ...told, title: "Sound" }, icon("sound"), icon("mute"));
  button.addEventListener("click", () => button.setAttribute("aria-pressed", String(toggleSound())));
  return button;
}

/** Say something at once: refusals, and whose turn it is.
 * @param {string} text */
export function alarm(text) {
  const region = byId("alarm");
  region.textContent = "";
  setTimeout(() => {
    region.textContent = text;
  }, 30);
}

/** A short notice at the foot of the page. @param {Child[]} what */
export function notice(...what) {
  const box = byId("notice");
  box.replaceChildren(...what.filter(Boolean).map((c) => /** @type {Node} */ (c)));
  box.hidden = what.length === 0;
}
