/** Pieces by shape: cards, tokens, pawns, dice, empty places. */
import { card, form, tokenFace } from "./cards.js";
import { drawing, figure, view } from "../lib/icons.js";
import { el } from "../lib/dom.js";
import { originMark, outcome } from "./piece-words.js";

/** @typedef {import("../lib/types.js").Piece} Piece */

const RED = new Set(["♥", "♦"]);

/** The classes of a piece that stay the same while it lies there. @param {Piece} piece */
export function look(piece) {
  const found = ["piece", piece.shape, ...piece.marks.map((mark) => `is-${mark}`)];
  if (piece.shape === "card") {
    const kind = form(piece);
    found.push(
      kind,
      kind === "pk" ? (RED.has(piece.corners[0]?.label) ? "red" : "black") : `k-${piece.kind || "none"}`,
    );
  } else {
    if (piece.face) found.push(`face-${piece.face.toLowerCase()}`);
    if (piece.kind) found.push(`k-${piece.kind}`);
  }
  if (piece.copies > 1) found.push("stacked");
  if (piece.turned) found.push("turned");
  if (piece.mirrored) found.push("mirrored");
  return found.join(" ");
}

/** The drawing inside a piece. @param {Piece} piece @returns {any[]} */
export function face(piece) {
  const over = [
    originMark(piece),
    piece.badge &&
      el("span.badge", { class: /^[+\u2212-]?\d+$/.test(piece.badge) ? "worth" : "" }, piece.badge),
    piece.copies > 1 && el("span.copies", {}, `${piece.copies}\u00d7`),
    piece.step > 0 && el("span.step", {}, String(piece.step)),
    piece.marks.includes("met") && el("span.ok", {}, "✓"),
    piece.marks.includes("unmet") && el("span.ok.bad", {}, "✗"),
  ];
  if (piece.shape === "card") return [...card(piece), ...over];
  if (piece.shape === "slot") return [...empty(piece), ...over];
  if (piece.shape === "pawn") return [...pawn(piece), ...over];
  if (piece.shape === "token")
    return [
      WRITTEN[piece.face] && !piece.marks.includes("hidden")
        ? el("span.word", {}, WRITTEN[piece.face])
        : tokenFace(piece),
      ...over,
    ].flat();
  return [el("span.word", {}, piece.corners[0]?.value || piece.face.toUpperCase()), ...over];
}

/** Words engraved on tokens. @type {Record<string, string>} */
const WRITTEN = { udaka: "UDAKA", dealer: "D", "": "1st" };

/** An empty place: a preview, a refusal, or a short word. @param {Piece} piece */
function empty(piece) {
  const told = piece.preview && outcome(piece.preview);
  if (told) return [told];
  if (piece.refused)
    return [el("span.noway", { "aria-hidden": "true" }, piece.refused.text.replace(/[.]$/, ""))];
  return [el("span.empty", {}, piece.name.length > 8 || !piece.name ? piece.spot || piece.name : piece.name)];
}

/** A fighter on a disc; where it matters, its light half and a beak show its facing. @param {Piece} piece */
function pawn(piece) {
  const owner = piece.owner ?? 0;
  const seat = `s${(owner % 6) + 1}`;
  const turn = piece.facing ?? 0;
  const front = `<path class="${seat} ft" d="M0-21A21 21 0 0 1 0 21Z"/><path class="${seat} ft" d="M20-9 34 0 20 9Z"/>`;
  const disc =
    piece.facing === null
      ? `<circle class="${seat} ft" r="21"/>`
      : `<circle class="bk" r="21"/><g transform="rotate(${-turn})">${front}</g>`;
  const across = Math.cos((turn * Math.PI) / 180);
  const flipped = across < -0.01 || (Math.abs(across) <= 0.01 && turn > 180);
  return [
    view(`<g transform="scale(1 .5)">${disc}</g>`, "base", "-36 -18 72 36"),
    figure(piece.motif, flipped ? "fig flipped" : "fig"),
    el("span.who", { "aria-hidden": "true" }, piece.name),
  ];
}

/** A twenty-sided die that shows points. @param {number} value @param {number} seat */
export const d20 = (value, seat) =>
  drawing(
    `<path class="s${(seat % 6) + 1}" d="M30 2 56 17V47L30 62 4 47V17Z"/><path class="ln" d="M30 15 48 44H12ZM30 2V15M56 17 48 44 56 47M4 17 12 44 4 47M30 62 12 44M30 62 48 44M4 17 30 15 56 17"/><text x="30" y="41">${value}</text>`,
    "d20",
    64,
  );
