/** The key moments of a finished match, with links into the replay. */
import { el, pause } from "../lib/dom.js";

const DELAY = 500; // milliseconds between requests while the hall looks for them

/** One element for the page, so that it stays when the ending is drawn again. @type {HTMLElement | undefined} */
let box;

/** @param {string} id of the table */
export function keyMoments(id) {
  if (box) return box;
  const made = el("div.key-moments", {}, el("h3", {}, "Key moments"), el("ol"));
  fill(id, made);
  return (box = made);
}

/** @param {string} id @param {HTMLElement} into */
async function fill(id, into) {
  for (;;) {
    const { status, moments, view } = await look(id);
    if (status === 202) {
      await pause(DELAY);
      continue;
    }
    const found = moments.map((/** @type {{step: number, text: string}} */ { step, text }) =>
      el("li", {}, el("a", { href: `/replay/${id}?view=${view}#${step}` }, text)),
    );
    into.querySelector("ol")?.replaceChildren(...found);
    if (!found.length) into.append(el("p", {}, "No moment stands out.")); // the box keeps its place
    return;
  }
}

/** The hall's answer; without one there are no moments. @param {string} id */
async function look(id) {
  try {
    const answer = await fetch(`/api/tables/${id}/moments`);
    const found = answer.ok ? await answer.json() : { moments: [], view: "" };
    return { status: answer.status, ...found };
  } catch {
    return { status: 0, moments: [], view: "" };
  }
}
