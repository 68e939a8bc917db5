/** Card faces: playing cards, two sides at a foot, roses, halves, blows and skills. */
import { drawing, figure, hasIcon, icon, SUITS } from "../lib/icons.js";
import { drawnAs } from "./motifs.js";
import { el } from "../lib/dom.js";
import { rose } from "./rose.js";
import { isPlaying, title } from "../table/piece-words.js";

/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Corner} Corner */

/** Pips stand in rows, as printers have set them for centuries. @type {Record<string, number[]>} */
const PIPS = {
  A: [1],
  2: [1, 1],
  3: [1, 1, 1],
  4: [2, 2],
  5: [2, 1, 2],
  6: [2, 2, 2],
  7: [2, 3, 2],
  8: [3, 2, 3],
  9: [3, 3, 3],
  10: [3, 4, 3],
};

/** @param {string} value */
const isNumber = (value) => /^[+\u2212-]?\d+$/.test(value);
/** @param {Corner} corner */
const acts = (corner) => corner.role !== "plain";

const LONG = 7; // a value beyond this is words

/** What kind of face a card has. @param {Piece} piece */
export function form(piece) {
  const bold = piece.corners.filter(acts);
  if (!piece.face) return "back";
  if (isPlaying(piece)) return "pk";
  if (piece.arrows.length || piece.steps.length) return "km";
  if (
    bold.length >= 2 &&
    bold[0].role === "hit" &&
    bold[1].role === "ward" &&
    bold.slice(0, 2).every((corner) => isNumber(corner.value))
  )
    return "dd";
  if (
    bold.some((corner) => corner.value.length > LONG) ||
    (bold.length === 1 && bold[0].role === "ward" && isNumber(bold[0].value))
  )
    return "blow";
  if (bold.length && piece.text && !isNumber(bold[0].value)) return "half";
  if (
    piece.corners.length &&
    !bold.length &&
    piece.corners.every((corner) => isNumber(corner.value) && corner.label)
  )
    return "skill";
  return "told";
}

/** @param {string} suit */
const pip = (suit) => drawing(`<path d="${SUITS[/** @type {"spades"} */ (suit)]}"/>`, "pip", 24);

/** A playing card: rank in two corners, pips between. @param {Piece} piece */
function playing(piece) {
  const rank = piece.corners[0].value;
  const index = (/** @type {string} */ cls) => el(`b.ix${cls}`, {}, rank, piece.kind && pip(piece.kind));
  const rows = PIPS[rank];
  const middle = rows
    ? el(
        "span.pips",
        {},
        rows.map((n) =>
          el(
            "span",
            {},
            Array.from({ length: n }, () => pip(piece.kind)),
          ),
        ),
      )
    : el("span.court", {}, figure(piece.kind ? "reverse" : "fake"), el("span.name", {}, piece.name));
  return [index(""), middle, index(".lo")];
}

/** A card with an ink figure, dots for its price and two sides at its foot. @param {Piece} piece */
function fighting(piece) {
  const feet = piece.corners.filter(acts).slice(0, 2);
  const rest = piece.corners.filter((corner) => !feet.includes(corner));
  return [
    el("span.dh", {}, el("span.name", {}, piece.name)),
    el("span.el", {}, el("span", {}, title(piece.kind)), ...rest.map(dots)),
    el("span.art", {}, figure(drawnAs(piece.face))),
    el(
      "span.yy",
      {},
      feet.map((corner) =>
        el(`span.${corner.role}`, {}, el("b", {}, corner.value), el("small", {}, corner.label)),
      ),
    ),
  ];
}

/** @param {Corner} corner */
function dots(corner) {
  const n = Number(corner.value);
  if (!(n >= 0 && n <= 12)) return el("span", {}, corner.value);
  return el(
    "span.pp",
    { title: `${corner.value} ${corner.label}` },
    Array.from({ length: n }, () => el("i")),
  );
}

/** The words under a name: what a card counts as. @param {Piece} piece */
function quals(piece) {
  const words = piece.corners
    .filter((corner) => !acts(corner) && !isNumber(corner.value))
    .map((corner) => `${corner.label} ${corner.value}`.trim());
  if (!words.length && !piece.mirrored) return null;
  return el(
    "span.quals",
    {},
    words.length < 4 ? words.join(" · ") : words.join(" "),
    piece.mirrored && el("i.flip", {}, words.length ? " · mirrored" : "mirrored"),
  );
}

/** Directions in the middle, the figure small beside the name. @param {Piece} piece */
function compass(piece) {
  const name = el("span", {}, el("span.name", {}, piece.name), quals(piece));
  return [
    el("span.kh", {}, figure(drawnAs(piece.face)), name),
    rose(piece),
    piece.text && el("span.ctext", {}, piece.text),
  ];
}

/** The mark of what a value does. @type {Record<string, string>} */
const DOES = { hit: "punch", ward: "defense", gain: "energy", safe: "undo", plain: "coin" };

/** The left half says what must hold and stays visible when covered, the right half what it does. @param {Piece} piece */
function half(piece) {
  const bold = piece.corners.filter(acts);
  const [holds, told = ""] = piece.text.split(" | ");
  const does =
    bold.length === 1 && told.toLowerCase() === `${bold[0].label} ${bold[0].value}`.toLowerCase() ? "" : told;
  const sign =
    /leg|kick|sweep|roundhouse/.test(piece.face) && bold[0].role === "hit"
      ? "kick"
      : /recover/i.test(bold[0].label)
        ? "undo"
        : DOES[bold[0].role];
  return [
    el(
      "span.cond",
      {},
      el("span.name", {}, piece.name),
      el("span.ctext", {}, holds),
      figure(drawnAs(piece.face)),
    ),
    el(
      `span.eff.${bold[0].role}`,
      {},
      icon(sign),
      bold.map((corner) => [el("b", {}, corner.value), !does && el("span", {}, title(corner.label))]),
      does && el("span", {}, does),
    ),
  ];
}

/** A blow that comes: its strength on a shield, what it takes and leaves open, and how it will end. @param {Piece} piece */
function blow(piece) {
  const strength = piece.corners.find((corner) => isNumber(corner.value));
  const rest = piece.corners.filter((corner) => corner !== strength);
  const fate = piece.preview && [piece.preview.note, piece.preview.alarm].filter(Boolean).join(". ");
  const hits = piece.preview && (piece.preview.alarm || /^hits/i.test(piece.preview.note));
  return [
    el(
      "span.ah",
      {},
      strength && el("span.shield", {}, icon("defense"), el("b", {}, strength.value)),
      el("span.name", {}, piece.name),
    ),
    el(
      "span.lines",
      {},
      rest.map((corner) =>
        el(
          `span.r-${corner.role}`,
          {},
          corner.role === "hit" && icon("sword"),
          corner.label,
          " ",
          el("b", {}, corner.value),
        ),
      ),
      piece.text && piece.text.split("; ").map((part) => el("span", {}, part)),
    ),
    fate && el(`span.fate.${hits ? "hits" : "stopped"}`, {}, fate),
  ];
}

/** A skill: name and price, when, what it does. @param {Piece} piece */
function skill(piece) {
  const price = piece.corners.filter((corner) => isNumber(corner.value) && !acts(corner));
  return [
    el("span.sk", {}, el("span.name", {}, piece.name), el("span.cost", {}, price.map(cost))),
    el("span.quals", {}, title(piece.kind), piece.marks.includes("on") && el("b", {}, " ✓")),
    el("span.ctext", {}, piece.text),
    figure(drawnAs(piece.face)),
  ];
}

/** @param {Corner} corner */
const cost = (corner) =>
  Array.from({ length: Number(corner.value) }, () =>
    el(`i.u-${corner.label.toLowerCase()}`, { title: corner.label }),
  );

/** @param {Piece} piece */
function told(piece) {
  return [
    el("span.kh", {}, el("span", {}, el("span.name", {}, piece.name), quals(piece))),
    el("span.art", {}, figure(drawnAs(piece.face))),
    piece.text && el("span.ctext", {}, piece.text),
    el(
      "span.feet",
      {},
      piece.corners
        .filter((corner) => acts(corner) || isNumber(corner.value))
        .map((corner) => el(`span.r-${corner.role}`, {}, el("b", {}, corner.value), " ", corner.label)),
    ),
  ];
}

/** Small pictures instead of a number of these. @type {Record<string, string>} */
const COUNTED = { glory: "coin", attack: "sword", attacks: "sword", swords: "sword", sword: "sword" };

/** Somebody large, without a card: figure, name, what counts, what they can do.
 * @param {string} face @param {string} name @param {Corner[]} corners @param {string} text */
export function portrait(face, name, corners, text) {
  const counts = corners.map((corner) => {
    const said = `${corner.value} ${corner.label}`.trim();
    const [n, word = ""] = said.split(" ");
    const sign = COUNTED[word.toLowerCase()];
    return el(
      `span.r-${corner.role}`,
      {},
      sign && Number(n) <= 5 && Array.from({ length: Number(n) }, () => icon(sign)),
      ` ${said}`,
    );
  });
  return [
    figure(drawnAs(face), "fig big"),
    el(
      "span.mi",
      {},
      el("span.name", {}, name),
      el("span.counts", {}, counts),
      text && el("span.pow", {}, text),
    ),
  ];
}

/** @type {Record<string, (piece: Piece) => any[]>} */
const FORMS = { back: () => [], pk: playing, dd: fighting, km: compass, half, blow, skill, told };

/** What is drawn on a card. @param {Piece} piece */
export const card = (piece) => FORMS[form(piece)](piece);

/** The face of a token: a picture if there is one for it, a word, or a number. @param {Piece} piece */
export function engraved(piece) {
  const value = piece.corners[0]?.value;
  return [hasIcon(piece.face) && icon(piece.face), value && el("b", {}, value)];
}
