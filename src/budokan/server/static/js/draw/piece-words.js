/** Pieces and previews in words, on screen and for screen readers. */
import { el } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Preview} Preview */
/** @typedef {import("../lib/types.js").Arrow} Arrow */

/** @type {Record<string, string>} */
const AIMS = {
  f: "front",
  fl: "front left",
  fr: "front right",
  l: "left",
  r: "right",
  b: "behind",
  stay: "here",
};
/** @type {Record<string, string>} */
const STEPS = {
  f: "forward",
  fl: "forward left",
  fr: "forward right",
  l: "left",
  r: "right",
  b: "back",
  stay: "stay",
};
/** @type {Record<string, string>} */
const MARKED = {
  pending: "waits to resolve",
  moved: "just moved",
  on: "on",
  met: "condition met",
  unmet: "condition broken",
  ghost: "would land here",
};
const UNSAID = ["pairs", "hidden"]; // the preview and the name already say these
/** @type {Record<string, string>} */
const DOES = { hit: "hits", ward: "blocks", gain: "gains", safe: "saves", plain: "points" };

/** @param {string} word */
export const title = (word) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ");

/** @param {Arrow[]} arrows @param {Record<string, string>} names */
const listed = (arrows, names) =>
  arrows.map((arrow) => `${names[arrow.to]} ${arrow.value}`.trim()).join(", ");

/** Arrows and steps in words. @param {Piece} piece */
function ways(piece) {
  const aims = piece.arrows.length ? `${DOES[piece.arrows[0].role]} ${listed(piece.arrows, AIMS)}` : "";
  return [aims, piece.steps.length ? `steps ${listed(piece.steps, STEPS)}` : ""].filter(Boolean);
}

/** The direction a pawn faces, in words. @param {number | null} degrees */
function looks(degrees) {
  if (degrees === null) return "";
  const names = ["right", "up right", "up", "up left", "left", "down left", "down", "down right"];
  return `faces ${names[((Math.round(degrees / 45) % 8) + 8) % 8]}`;
}

let cards = ""; // title of the card file that values come from

/** Name the cards that the pieces to be drawn belong to. @param {string} title '' for our own */
export function nameCards(title) {
  cards = title;
}

/** Where values come from, in words; '' if all are printed. @param {{own: boolean, designed: boolean}} of */
export function origin({ own, designed }) {
  const theirs = own && (cards ? `from your cards (${cards})` : "from your cards");
  return [theirs, designed && (own ? "the rest our reconstruction" : "our reconstruction")].filter(Boolean).join(", ");
}

/** The mark of values that are not printed: a diamond for somebody's own cards, a ring for our reconstruction.
 * @param {{own: boolean, designed: boolean}} of @param {string} [tag] */
export const originMark = (of, tag = "i") =>
  (of.own || of.designed) && el(`${tag}.designed-mark`, { class: of.own ? "own" : null, title: title(`${origin(of)}, not printed`) });

/** A piece in words. @param {Piece} piece */
export const spoken = (piece) => said(piece).join(", ");

/** The parts of a piece's description, its name first. @param {Piece} piece @returns {string[]} */
export function said(piece) {
  const name =
    piece.name || (piece.shape === "slot" ? `empty place ${piece.spot}` : title(piece.face) || "hidden card");
  const suit = piece.form === "playing" && piece.kind ? ` of ${piece.kind}` : "";
  const values = piece.form === "playing" // its name says everything
    ? []
    : piece.corners.map((corner) => `${corner.label} ${corner.value}`.trim());
  const marks = piece.marks
    .filter((mark) => !UNSAID.includes(mark))
    .map((mark) => MARKED[mark] || mark);
  const parts = [
    name + suit,
    ...values.filter((value) => value !== name),
    ...ways(piece),
    looks(piece.facing),
    [piece.condition, piece.text.replace(/[.]$/, "")].filter(Boolean).join(": "),
    piece.mirrored && "mirrored",
    piece.copies > 1 && `${piece.copies} copies`,
    piece.badge && `worth ${piece.badge}`.replace(/^worth (?!\d)/, ""),
    ...marks,
    origin(piece),
  ];
  return /** @type {string[]} */ (parts.filter(Boolean));
}

/** The numbers of a preview with their words; zero is neither good nor bad.
 * @param {Preview} preview @returns {{text: string, look: string}[]} */
function numbers({ give, take, gain }) {
  const found = [];
  if (give !== null) found.push({ text: `deal ${give}`, look: give ? "gains" : "none" });
  if (take !== null) found.push({ text: `take ${take}`, look: take ? "loses" : "none" });
  if (gain !== null) found.push({ text: gain < 0 ? `\u2212${-gain}` : `+${gain}`, look: gain < 0 ? "loses" : "gains" });
  return found;
}

/** The parts of a preview, to look at: the piece's label says them. @param {Preview | null} preview */
export function caption(preview) {
  if (!preview) return null;
  const found = numbers(preview);
  if (!found.length && !preview.note && !preview.alarm) return null;
  return el(
    "div.tip",
    { "aria-hidden": "true" },
    found.length > 0 &&
      el(
        "b",
        {},
        found.map(({ text, look }) => el("span", { class: look }, text)),
      ),
    preview.note && el("small", {}, preview.note),
    preview.alarm && el("small.alarming", {}, preview.alarm),
  );
}

/** A preview on a square of the board: signed numbers, their condition, an alarm above. @param {Preview} preview */
export function outcome(preview) {
  const { give, take, note, alarm } = preview;
  if (give === null && take === null && !note && !alarm) return null;
  return el(
    "span.out",
    { "aria-hidden": "true" },
    alarm && el("span.brk", {}, alarm),
    give !== null && el("b.gv", {}, give > 0 ? `+${give}` : String(give)),
    take !== null && el("b.tk", {}, take > 0 ? `\u2212${take}` : String(take)),
    note && el("small", {}, note),
  );
}

/** A preview in words. @param {Preview | null} preview */
export function forecast(preview) {
  if (!preview) return "";
  const sum = preview.sum.map((part) => `${part.label} ${part.value}`).join(", ");
  const told = numbers(preview).map(({ text }) => text);
  return [...told, preview.note.replace(/[.]$/, ""), preview.alarm, sum].filter(Boolean).join("; ");
}

/** A short label at a seat, such as an effect in force. @param {import("../lib/types.js").Corner} chip */
export const chipOf = (chip) =>
  el("span.chip", { class: `r-${chip.role}` }, chip.label, chip.value && el("b", {}, chip.value));
