/** A card in full: its face large, its values in words with their sources, and why it cannot be played. */
import { ask, dialog, el } from "../lib/dom.js";
import { face, look } from "../draw/faces.js";
import { colour } from "../lib/icons.js";
import { sheet } from "../lib/stylesheet.js";
import { clauseLink } from "./rule-links.js";
import { forecast, origin, said, spoken, title } from "../draw/piece-words.js";
import { spelled } from "../lib/markdown.js";

/** @typedef {import("../lib/types.js").Piece} Piece */

/** The card as printed, without marks from the match. @param {Piece} piece */
function asPrinted(piece) {
  const plain = { ...piece, badge: "", step: 0, turned: false, marks: [] };
  const node = el("div", { class: look(plain), role: "img", "aria-label": spoken(plain) }, face(plain));
  if (piece.owner !== null) node.style.setProperty("--belt", colour(piece.owner));
  return node;
}

/** @param {Piece} piece */
function words(piece) {
  const [, ...parts] = said({ ...piece, designed: false, own: false });
  const now = forecast(piece.preview);
  const from = origin(piece);
  return el(
    "ul",
    {},
    [...parts, now && `now: ${now}`, from && `${from}, not printed`]
      .filter(Boolean)
      .map((part) => el("li", {}, title(/** @type {string} */ (part)))),
  );
}

/** @typedef {{label: string, value: any, source: string, own: boolean, note: string, clause: string}} SourcedValue
 * @typedef {{game: string, hash: string, title: string, components: Record<string, SourcedValue[]>}} CardValues */

/** The values of this page's cards, asked for once. @type {Promise<CardValues> | undefined} */
let values;

/** @param {string} game @returns {Promise<CardValues>} */
function allValues(game) {
  const [, where, id] = location.pathname.split("/");
  const url = ["table", "replay"].includes(where) ? `/api/tables/${id}/cards` : `/api/games/${game}/values`;
  values ??= ask(url);
  values.catch(() => {
    values = undefined; // the next card asks again
  });
  return values;
}

/** Every value of a card with its source; the way to enter other values. @param {Piece} piece @param {string} game */
function provenance(piece, game) {
  const box = el("section.sources", { "aria-label": "Where every value comes from" });
  allValues(game)
    .then((found) => box.append(...sources(found, piece.component)))
    .catch(() => box.remove()); // the card itself is shown all the same
  return box;
}

/** @param {SourcedValue} of @param {string} game @param {string} file the title of the cards */
const line = ({ label, value, source, own, note, clause }, game, file) =>
  el(
    "li",
    { class: own ? "own" : null },
    `${label}: `,
    el("b", {}, spelled(value)),
    el("small", {}, [source, own && file, note].filter(Boolean).join(", "), clause && [" ", clauseLink(game, clause)]),
  );

/** @param {CardValues} found @param {string} component */
const sources = ({ game, hash, title: file, components }, component) => [
  el("h3", {}, "Where every value comes from"),
  el(
    "div",
    { tabindex: 0, role: "group", "aria-label": "Values and their sources" },
    el("ul", {}, (components[component] || []).map((each) => line(each, game, file))),
  ),
  el("p", {}, el("a", { href: `/cards/${game}${hash && `/${hash}`}` }, hash ? `The cards: ${file}` : "Enter what your cards say")),
];

/** @param {Piece} piece @param {import("./pick.js").Picker} picker */
export async function open(piece, picker) {
  await sheet("fullface");
  const refused = picker.refusal(piece.id);
  const game = picker.scene?.game || "";
  const box = dialog(
    said(piece)[0],
    asPrinted(piece),
    refused && el("p.wait", {}, refused.text, " ", refused.clause && clauseLink(game, refused.clause)),
    words(piece),
    piece.component && provenance(piece, game),
    el(
      "div.ways",
      {},
      el("button.btn.small", { type: "button", autofocus: true, onclick: () => box.close() }, "Close"),
      picker.more(piece.id),
    ),
  );
  box.classList.add("full");
  const closed = new AbortController();
  box.addEventListener("click", (event) => event.target === box && box.close(), { signal: closed.signal });
  box.addEventListener(
    "close",
    () => {
      closed.abort();
      picker.find(piece.id)?.focus({ preventScroll: true }); // it may have been redrawn
    },
    { once: true },
  );
}
