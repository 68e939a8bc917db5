/** Card faces: playing cards, two sides at a foot, roses, halves, blows and skills. */
import { drawing, figure, hasIcon, icon, SIGNS, SUITS } from "../lib/icons.js";
import { el } from "../lib/dom.js";
import { known } from "../lib/vocabulary.js";
import { rose } from "./rose.js";
import { title } from "./piece-words.js";

/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Corner} Corner */

/** Rows of pips, in the traditional arrangement. @type {Record<number, number[]>} */
const PIPS = {
  1: [1],
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

/** The sign of a suit; one of the owner's own is written. @param {Piece} piece */
function pip(piece) {
  const sign = piece.corners[0].label;
  const drawn = SIGNS[sign];
  return drawn ? drawing(`<path d="${SUITS[drawn]}"/>`, "pip", 24) : el("span.pip", {}, sign);
}

/** A playing card: rank in two corners, pips between. @param {Piece} piece */
function playing(piece) {
  const rank = piece.corners[0].value;
  const index = (/** @type {string} */ cls) => el(`b.ix${cls}`, {}, rank, piece.kind && pip(piece));
  const middle = !piece.motif
    ? el(
        "span.pips",
        {},
        (PIPS[Number(rank)] || PIPS[1]).map((n) =>
          el(
            "span",
            {},
            Array.from({ length: n }, () => pip(piece)),
          ),
        ),
      )
    : el("span.court", {}, figure(piece.motif), el("span.name", {}, piece.name));
  return [index(""), middle, index(".lo")];
}

/** A card with an ink figure, dots for its price and two sides at its foot. @param {Piece} piece */
function fighting(piece) {
  const feet = piece.corners.filter(acts).slice(0, 2);
  const rest = piece.corners.filter((corner) => !feet.includes(corner));
  return [
    el("span.dh", {}, el("span.name", {}, piece.name)),
    el("span.el", {}, el("span", {}, title(piece.kind)), ...rest.map(dots)),
    el("span.art", {}, figure(piece.motif)),
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

/** The words under a name: what the card counts as. @param {Piece} piece */
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
    el("span.kh", {}, figure(piece.motif), name),
    rose(piece),
    piece.text && el("span.ctext", {}, piece.text),
  ];
}

/** A name whose long words have a place to be divided, for half a card's width. @param {string} name */
const divisible = (name) => name.replace(/\p{L}{8,}/gu, (word) => `${word.slice(0, word.length / 2)}\u00ad${word.slice(word.length / 2)}`);

/** The left half has the condition and stays visible when covered; the right half has the effect. @param {Piece} piece */
function half(piece) {
  const bold = piece.corners.filter(acts);
  return [
    el(
      "span.cond",
      {},
      el("span.name", {}, divisible(piece.name)),
      el("span.ctext", {}, piece.condition),
      figure(piece.motif),
    ),
    el(
      `span.eff.${bold[0].role}`,
      {},
      bold[0].icon && icon(bold[0].icon),
      bold.map((corner) => [el("b", {}, corner.value), !piece.text && el("span", {}, title(corner.label))]),
      piece.text && el("span", {}, piece.text),
    ),
  ];
}

/** An incoming blow: its strength on a shield, its damage and openings, and the outcome. @param {Piece} piece */
function blow(piece) {
  const strength = piece.corners.find((corner) => isNumber(corner.value));
  const rest = piece.corners.filter((corner) => corner !== strength);
  const fate = piece.preview && [piece.preview.note, piece.preview.alarm].filter(Boolean).join(". ");
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
      piece.text && el("span", {}, piece.text),
    ),
    fate && el(`span.fate.${piece.preview?.fate || "stopped"}`, {}, fate),
  ];
}

/** A Skill: name, price, timing and effect. @param {Piece} piece */
function skill(piece) {
  const price = piece.corners.filter((corner) => isNumber(corner.value) && !acts(corner));
  return [
    el("span.sk", {}, el("span.name", {}, piece.name), el("span.cost", {}, price.map(cost))),
    el("span.quals", {}, title(piece.kind), piece.marks.includes("on") && el("b", {}, " ✓")),
    el("span.ctext", {}, piece.text),
    figure(piece.motif),
  ];
}

/** @param {Corner} corner */
const cost = (corner) =>
  Array.from({ length: Number(corner.value) }, () =>
    el(`i.u-${corner.icon}`, { title: corner.label }),
  );

/** @param {Piece} piece */
function told(piece) {
  return [
    el("span.kh", {}, el("span", {}, el("span.name", {}, piece.name), quals(piece))),
    el("span.art", {}, figure(piece.motif)),
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

const FEW = 5; // up to this number, signs are drawn instead of digits

/** An opponent without a card frame: large figure, name, counts, powers, and a threat.
 * @param {Piece} piece @param {string} threat */
export function portrait({ motif, name, corners, text }, threat) {
  const counts = corners.map(({ value, label, role, icon: sign }) =>
    el(
      `span.r-${role}`,
      {},
      sign && Number(value) <= FEW && Array.from({ length: Number(value) }, () => icon(sign)),
      ` ${`${value} ${label}`.trim()}`,
    ),
  );
  return [
    figure(motif, "fig big"),
    el(
      "span.mi",
      {},
      el("span.name", {}, name),
      el("span.counts", {}, counts),
      text && el("span.pow", {}, text),
      threat && el("span.threat", {}, threat),
    ),
  ];
}

/** The class and the drawing of each form. @type {Record<import("../lib/types.js").CardForm, [string, (piece: Piece) => any[]]>} */
const FORMS = {
  playing: ["pk", playing],
  sides: ["dd", fighting],
  compass: ["km", compass],
  half: ["half", half],
  blow: ["blow", blow],
  skill: ["skill", skill],
  words: ["told", told],
};

/** The class of a card: its form, or face down. @param {Piece} piece */
export const form = (piece) => (piece.face ? known(FORMS, piece.form, "words", "card form")[0] : "back");

/** The drawing on a card. @param {Piece} piece */
export const card = (piece) =>
  piece.face ? known(FORMS, piece.form, "words", "card form")[1](piece) : [];

/** The face of a token: a picture if there is one, else a word or a number. @param {Piece} piece */
export function tokenFace(piece) {
  const value = piece.corners[0]?.value;
  return [hasIcon(piece.face) && icon(piece.face), value && el("b", {}, value)];
}
