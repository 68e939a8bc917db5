/** Building elements, asking the server, and live regions for screen readers. */
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

/** A JSON request. Throws the sentence of an error answer, or a TypeError if the hall cannot be reached.
 * @param {string} url @param {any} [body] */
export async function ask(url, body) {
  const headers = { "Content-Type": "application/json" };
  const given = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(url, given).catch(() => {
    throw new TypeError("The hall does not answer. Try again in a moment.");
  });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw Object.assign(new Error(told.error || `The hall answered ${answer.status}.`), { clause: told.clause, faults: told.faults });
  return told;
}

/** @param {number} ms @returns {Promise<void>} */
export const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The top bar of every page.
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

/** The button that switches sounds; waves beside the drum mean on. */
function soundSwitch() {
  const told = { type: "button", "aria-label": "Sound", "aria-pressed": String(sounding()) };
  const button = el("button.tool.sound", { ...told, title: "Sound" }, icon("sound"), icon("mute"));
  button.addEventListener("click", () => button.setAttribute("aria-pressed", String(toggleSound())));
  return button;
}

/** @type {string[]} */
let saying = [];

/** Announce something at once, such as a refusal or a turn. Simultaneous texts are joined.
 * @param {string} text */
export function alarm(text) {
  const region = byId("alarm");
  region.textContent = "";
  if (saying.push(text) > 1) return;
  setTimeout(() => {
    region.textContent = saying.join(" ");
    saying = [];
  }, 30);
}

/** Show a short notice at the foot of the page; without words, hide it. @param {Child[]} what */
export function notice(...what) {
  const box = byId("notice");
  box.replaceChildren(...what.filter(Boolean).map((c) => /** @type {Node} */ (c)));
  box.hidden = what.length === 0;
}

/** A notice that is also announced and can be closed, which restores the focus.
 * @param {string} text @param {Child} [more] @param {string} [aloud] */
export function tell(text, more = null, aloud = text) {
  const from = document.activeElement;
  const close = () => {
    notice();
    if (from instanceof HTMLElement) from.focus({ preventScroll: true });
  };
  notice(el("span", {}, text), more, el("button.btn.small", { type: "button", onclick: close }, "Close"));
  alarm(aloud);
}

/** Show the sentence of an error. @param {unknown} error */
export const fail = (error) => tell(/** @type {Error} */ (error).message);

/** Go to another page; resolves only if the browser comes back to this page from its cache.
 * @param {string} href @returns {Promise<void>} */
export const leave = (href) =>
  new Promise((resolve) => {
    addEventListener("pageshow", (event) => event.persisted && resolve());
    location.href = href;
  });

/** Run a button's action once; if it fails, say why and enable the button again.
 * @param {Event} event @param {() => Promise<any>} doing */
export async function once(event, doing) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  await doing().catch(fail);
  button.disabled = false;
}

/** The page's one dialog, with new contents. @param {string} title @param {any[]} parts
 * @returns {HTMLDialogElement} */
export function dialog(title, ...parts) {
  const box = byId("ask");
  box.className = "sheet";
  box.setAttribute("aria-label", title);
  box.replaceChildren(el("h2", {}, title), ...parts.filter(Boolean));
  if (!box.open) box.showModal();
  return box;
}

/** The header row of a table. @param {any[]} names */
export const heads = (names) =>
  el("thead", {}, el("tr", {}, names.map((name) => (name ? el("th", { scope: "col" }, name) : el("td")))));

/** @param {string} tag @param {Record<string, any>} given @param {any[]} children @returns {SVGElement} */
export function svg(tag, given, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(given)) node.setAttribute(key, String(value));
  node.append(...children.flat());
  return node;
}
