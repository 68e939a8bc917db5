/** Card files as a whole: where to start from, text, download, and a link to share. */
import { ask, dialog, el, fail, tell } from "../lib/dom.js";
import { copier, linkRow } from "../lib/copy-link.js";

/** @typedef {import("./draft.js").Draft} Draft */

const LARGEST = 256 * 1024; // bytes

/** @param {string} does @param {string} words @param {(event: Event) => any} onclick */
const button = (does, words, onclick) =>
  el("button.btn.small", { type: "button", "data-do": does, onclick }, words);

/** Take a whole text, and say what came of it. @param {Draft} draft @param {string} text @param {string} what */
async function take(draft, text, what) {
  await draft.replace(text);
  tell(`${what} Undo brings back what was there.`);
}

/** The ways to start: ours, a file, or saved cards. @param {Draft} draft @param {{game: string, hash: string, title: string}[]} kept */
export function startFrom(draft, kept) {
  const input = el("input", {
    type: "file",
    id: "card-file",
    hidden: true,
    "aria-label": "Card file",
    accept: ".toml,.txt,text/plain",
    onchange: () => read(draft, input.files?.[0], input),
  });
  const mine = kept.filter((file) => file.game === draft.game);
  const list = el(
    "select",
    {
      "aria-label": "Start from your cards",
      onchange: () => {
        if (list.value) location.href = `/cards/${draft.game}/${list.value}`;
      },
    },
    el("option", { value: "" }, "your cards"),
    mine.map((file) => el("option", { value: file.hash, selected: file.hash === draft.hash }, file.title || "Your cards")),
  );
  return el(
    "div.ways",
    { role: "group", "aria-label": "Start from" },
    el("span.label", {}, "Start from"),
    button("ours", "our cards", () => take(draft, "", "These are our own cards.").catch(fail)),
    button("file", "a file", () => input.click()),
    input,
    mine.length > 0 && list,
  );
}

/** @param {Draft} draft @param {File | undefined} file @param {any} [input] */
export async function read(draft, file, input) {
  if (!file) return;
  try {
    if (file.size > LARGEST) throw new Error("This file is too large; a card file has at most 256 kB.");
    await take(draft, await file.text(), "The file is read.");
  } catch (error) {
    fail(error);
  }
  if (input) input.value = "";
}

/** The ways to give the cards away. @param {Draft} draft @param {() => Promise<string>} saved gives the hash */
export const giveAway = (draft, saved) =>
  el(
    "div.ways",
    { role: "group", "aria-label": "The file" },
    button("download", "Download", () => download(draft)),
    button("share", "Share a link", () => saved().then((hash) => share(draft, hash), fail)),
    button("text", "As text", () => asText(draft)),
  );

/** @param {Draft} draft */
async function download(draft) {
  await draft.settle();
  const name = (draft.now.title || draft.game).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const href = URL.createObjectURL(new Blob([draft.now.cards], { type: "text/plain" }));
  el("a", { href, download: `${name || draft.game}.toml` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** @param {Draft} draft @param {string} hash */
export function share(draft, hash) {
  const url = `${location.origin}/cards/${draft.game}/${hash}`;
  const box = dialog(
    "Share these cards",
    el("p", {}, "Everybody who can open this hall sees your cards with this link, and can play with them or change a copy."),
    linkRow(url, "Link to these cards"),
    el("div.ways", {}, el("button.btn", { type: "button", onclick: () => box.close() }, "Done")),
  );
}

/** The whole file, to be copied, pasted or written by hand. @param {Draft} draft */
async function asText(draft) {
  await draft.settle();
  const area = el("textarea", { id: "astext", rows: 14, spellcheck: "false", "aria-label": "The card file" });
  area.value = draft.now.cards;
  const fault = el("p.fault", { role: "alert" });
  const done = () =>
    draft.replace(area.value).then(
      () => box.close(),
      (error) => {
        fault.textContent = error.message;
      },
    );
  const box = dialog(
    "The file as text",
    el("p", {}, "The same as in a file. Paste one here, or write."),
    area,
    fault,
    el(
      "div.ways",
      {},
      el("button.btn.primary", { type: "button", "data-do": "take", onclick: done }, "Use this text"),
      copier(area, "button.btn", "Copy"),
      el("button.btn", { type: "button", onclick: () => box.close() }, "Not now"),
    ),
  );
  box.classList.add("wide");
}

/** The visitor's saved cards; none if the hall cannot tell. @returns {Promise<{game: string, hash: string, title: string}[]>} */
export const keptCards = () => ask("/api/cards").catch(() => []);
