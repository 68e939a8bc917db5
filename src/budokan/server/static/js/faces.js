/** What a piece looks like, from its shape, face, kind and corners. No rule is known here. */
import { crest, drawing, figure, SUITS } from "./icons.js";
import { FIGURES } from "./figures.js";
import { el } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Preview} Preview */

/** Which ink drawing shows a card. @type {Record<string, string>} */
const DRAWN = {
  wild_swing: "backfist", reckless_charge: "blitz", spark_jab: "jab", jumping_front_kick: "front",
  flying_side_kick: "flying", spinning_back_fist: "backfist", blazing_combination: "blaze",
  dragons_breath: "breath", burning_spirit: "spirit", phoenix_heart: "spirit", knife_hand: "fake",
  straight_punch: "jab", front_snap_kick: "front", hammer_fist: "blitz", axe_kick: "high",
  reverse_punch: "reverse", elbow_strike: "jab", sword_of_discipline: "fake", iron_will: "will",
  tempered_courage: "focus", bow_of_respect: "bow", steady_stance: "guard", patient_guard: "calm",
  bamboo_form: "bamboo", flowing_kata: "light", rooted_stance: "root", perfect_balance: "crane",
  black_belt_focus: "focus", teachers_calm: "rest", harmony_of_two: "harmony", side_step: "slip",
  slip_away: "slip", low_block: "block", circular_parry: "parry", wrist_turn: "parry",
  soft_redirect: "parry", counter_throw: "throw", tidal_sweep: "wave", river_stance: "river",
  still_water_mind: "stillwater", cover_up: "wall", high_guard: "block", turtle_shell: "turtle",
  double_forearm_block: "wall", iron_shirt: "wall", immovable_root: "root", stone_post: "sumo",
  mountain_wall: "mountain", temple_guardian: "guardian", unbroken_ground: "mountain",
};

/** Pips stand in rows, as printers have set them for centuries. @type {Record<string, number[]>} */
const PIPS = {
  A: [1], 2: [1, 1], 3: [1, 1, 1], 4: [2, 2], 5: [2, 1, 2], 6: [2, 2, 2], 7: [2, 3, 2], 8: [3, 2, 3], 9: [3, 3, 3], 10: [3, 4, 3],
};

/** @param {string} suit */
const pip = (suit) => drawing(`<path d="${SUITS[/** @type {"spades"} */ (suit)]}"/>`, "pip", 24);

/** A playing card: rank in two corners, pips between. @param {Piece} piece */
function playing(piece) {
  const rank = piece.corners[0].value;
  const index = (/** @type {string} */ cls) => el(`b.ix${cls}`, {}, rank, piece.kind && pip(piece.kind));
  const rows = PIPS[rank];
  const middle = rows
    ? el("span.pips", {}, rows.map((n) => el("span", {}, Array.from({ length: n }, () => pip(piece.kind)))))
    : el("span.court", {}, figure(piece.kind ? "reverse" : "fake"), el("span.name", {}, piece.name));
  return [index(""), middle, index(".lo")];
}

/** A card with an ink figure, dots for its price and two sides at its foot. @param {Piece} piece */
function fighting(piece) {
  const feet = piece.corners.filter((corner) => corner.role !== "plain").slice(0, 2);
  const rest = piece.corners.filter((corner) => !feet.includes(corner));
  const name = DRAWN[piece.face];
  return [
    el("span.dh", {}, el("span.name", {}, piece.name)),
    el("span.el", {}, el("span", {}, title(piece.kind)), ...rest.map(dots)),
    el("span.art", {}, name && FIGURES[name] && figure(name)),
    feet.length > 0 && el("span.yy", {}, feet.map((corner) =>
      el(`span.${corner.role}`, {}, el("b", {}, corner.value), el("small", {}, corner.label)))),
  ];
}

/** @param {import("./types.js").Corner} corner */
function dots(corner) {
  const n = Number(corner.value);
  if (!(n >= 0 && n <= 12)) return el("span", {}, corner.value);
  return el("span.pp", { title: `${corner.value} ${corner.label}` }, Array.from({ length: n }, () => el("i")));
}

/** @param {string} word */
export const title = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Any other card: its name, its values, its words. @param {Piece} piece */
const plain = (piece) => [
  el("span.dh", {}, el("span.name", {}, piece.name)),
  el("span.words", {}, piece.text),
  el("span.foot", {}, piece.corners.map((corner) => el(`span.${corner.role}`, {}, el("b", {}, corner.value), el("small", {}, corner.label)))),
];

/** @param {Piece} piece */
const isPlaying = (piece) => piece.corners.length === 1 && (piece.kind in SUITS || piece.kind === "");

/** The classes of a piece that never change while it lies there. @param {Piece} piece */
export function look(piece) {
  const found = ["piece", piece.shape, ...piece.marks.map((mark) => `is-${mark}`)];
  if (piece.shape === "card") {
    if (!piece.face) found.push("back");
    else if (isPlaying(piece)) found.push("pk", /hearts|diamonds/.test(piece.kind) ? "red" : "black");
    else found.push("dd", `k-${piece.kind || "none"}`);
  } else if (piece.face) found.push(`face-${piece.face}`);
  if (piece.turned) found.push("turned");
  if (piece.mirrored) found.push("mirrored");
  return found.join(" ");
}

/** What is drawn inside a piece. @param {Piece} piece @returns {any[]} */
export function face(piece) {
  const over = [
    piece.made && el("i.made", { title: "Our reconstruction, not printed" }),
    piece.badge && el("span.badge", {}, piece.badge),
    piece.step > 0 && el("span.step", {}, String(piece.step)),
  ];
  if (piece.shape === "card") {
    if (!piece.face) return over;
    if (isPlaying(piece)) return [...playing(piece), ...over];
    return [...(piece.corners.some((c) => c.role !== "plain") ? fighting(piece) : plain(piece)), ...over];
  }
  if (piece.shape === "slot") return [el("span.empty", {}, slotWord(piece)), ...over];
  if (piece.shape === "pawn") return [piece.owner !== null && crest(piece.owner), ...over];
  if (piece.shape === "token") return [WRITTEN[piece.face] && el("span.word", {}, WRITTEN[piece.face]), ...over];
  return [el("span.word", {}, piece.face), ...over];
}

/** Words engraved on tokens. @type {Record<string, string>} */
const WRITTEN = { udaka: "UDAKA", dealer: "D", "": "1st" };

/** A short word for an empty place. @param {Piece} piece */
const slotWord = (piece) => (piece.name.length > 8 || !piece.name ? piece.spot || piece.name : piece.name);

/** A piece in words. @param {Piece} piece */
export function spoken(piece) {
  const name = piece.name || (piece.shape === "slot" ? `empty place ${piece.spot}` : piece.face || "hidden card");
  const suit = piece.kind in SUITS ? ` of ${piece.kind}` : "";
  const values = isPlaying(piece) ? [] : piece.corners.map((corner) => `${corner.label} ${corner.value}`);
  const marks = piece.marks.filter((mark) => mark !== "second" && !(mark === "hidden" && /hidden/i.test(name)));
  return [name + suit, ...values, piece.badge, ...marks].filter(Boolean).join(", ");
}

/** What a preview says, part by part. @param {Preview | null} preview */
export function caption(preview) {
  if (!preview) return null;
  const numbers = [
    preview.give !== null && el("span.gives", {}, `${preview.take === null ? "give" : "deal"} ${preview.give}`),
    preview.take !== null && el(`span.${preview.give === null ? "gains" : "takes"}`, {}, `take ${preview.take}`),
  ].filter(Boolean);
  if (!numbers.length && !preview.note && !preview.alarm) return null;
  return el("div.tip", {},
    numbers.length > 0 && el("b", {}, numbers),
    preview.note && el("small", {}, preview.note),
    preview.alarm && el("small.alarming", {}, preview.alarm));
}

/** A preview in words. @param {Preview | null} preview */
export function forecast(preview) {
  if (!preview) return "";
  const sum = preview.sum.map((part) => `${part.label} ${part.value}`).join(", ");
  return [
    preview.give === null ? "" : `give ${preview.give}`, preview.take === null ? "" : `take ${preview.take}`,
    preview.note, preview.alarm, sum,
  ].filter(Boolean).join("; ");
}

/** A twenty-sided die that shows points. @param {number} value @param {number} seat */
export const d20 = (value, seat) => drawing(
  `<path class="s${(seat % 6) + 1}" d="M30 2 56 17V47L30 62 4 47V17Z"/><path class="ln" d="M30 15 48 44H12ZM30 2V15M56 17 48 44 56 47M4 17 12 44 4 47M30 62 12 44M30 62 48 44M4 17 30 15 56 17"/><text x="30" y="41">${value}</text>`, "d20", 64);
