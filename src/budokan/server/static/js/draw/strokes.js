/** Strokes over the board: threats, sowing steps, pushes, aims. */
import { brush } from "../lib/brush.js";
import { svg } from "../lib/dom.js";

const AWAY = 34; // how far a curve bends away from the straight line

/** @typedef {import("../lib/types.js").Line} Line */
/** @typedef {[number, number]} Point */
/** @typedef {{x: number, y: number, w: number, h: number, top: number, upright: boolean}} Box centre, half sizes, upper edge */

/** @param {Element} root @param {string} id */
const find = (root, id) =>
  root.querySelector(
    `[data-zone="${CSS.escape(id)}"], [data-id="${CSS.escape(id)}"]:not(.goal), [data-cell="${CSS.escape(id)}"]`,
  );

/** The final place of an element, without its animation; for a fighter, its feet.
 * @param {Element} root @param {Element} node @returns {Box} */
function box(root, node) {
  const foot = node.querySelector(":scope > .base");
  const [a, o] = [(foot || node).getBoundingClientRect(), root.getBoundingClientRect()];
  const [dx, dy = 0] = getComputedStyle(node).translate.split(" ").map((part) => parseFloat(part) || 0);
  return {
    x: a.x - dx + a.width / 2 - o.x + root.scrollLeft,
    y: a.y - dy + a.height / 2 - o.y + root.scrollTop,
    w: a.width / 2,
    h: a.height / 2,
    top: node.getBoundingClientRect().y - dy - o.y + root.scrollTop,
    upright: node.matches(".card, .z-row"),
  };
}

/** Draw the lines; some appear only while their piece is pointed at. @param {HTMLElement} root @param {Line[]} lines */
export function drawLines(root, lines) {
  const at = root.dataset.at || "";
  root.querySelector(":scope > svg.strokes")?.remove();
  const drawn = lines.filter((line) => !line.shown_for || line.shown_for === at);
  if (!drawn.length) return;
  const sheet = svg("svg", { class: "strokes", "aria-hidden": "true" });
  const figures = [...root.querySelectorAll(".pawn > .fig, .out")].map((node) => box(root, node));
  drawn.forEach((line) => {
    const [from, to] = [find(root, line.start), find(root, line.end)];
    if (!from || !to) return;
    const group = svg("g", { class: `stroke ${line.role}` });
    group.append(...STROKES[line.role](line, box(root, from), box(root, to), middle(root, from), figures));
    sheet.append(group);
  });
  root.append(sheet);
}

/** Redraw when the pointer or the focus reaches a piece with lines of its own.
 * @param {HTMLElement} root @param {() => Line[]} lines */
export function followLines(root, lines) {
  const look = (/** @type {Event} */ event) => {
    const node = /** @type {Element} */ (event.target).closest("[data-id]");
    const id = node?.getAttribute("data-id") || "";
    const at = lines().some((line) => line.shown_for === id) ? id : "";
    if (at === (root.dataset.at || "")) return;
    root.dataset.at = at;
    drawLines(root, lines());
  };
  for (const name of ["pointerover", "focusin"]) root.addEventListener(name, look);
}

/** The middle of the body a place belongs to. @param {Element} root @param {Element} node @returns {Point} */
function middle(root, node) {
  const { x, y } = box(root, node.closest(".body") || root);
  return [x, y];
}

/** The point on the edge of a box towards another point. @param {Box} a @param {Point} p @param {number} gap @returns {Point} */
function rim(a, [px, py], gap = 0) {
  const [dx, dy] = [px - a.x, py - a.y];
  const t = Math.min((a.w + gap) / Math.abs(dx || 1e-6), (a.h + gap) / Math.abs(dy || 1e-6), 1);
  return [a.x + dx * t, a.y + dy * t];
}

/** @param {Point} at @param {number} turn degrees @param {number} size */
const tip = ([x, y], turn, size) =>
  svg("path", {
    class: "tip1",
    transform: `translate(${x} ${y})rotate(${turn})scale(${size})`,
    d: "M0 0-18-10Q-13 0-18 10Z",
  });
/** @param {Point} p @param {Point} q */
const bearing = (p, q) => (Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI;

const HIGH = 26; // a plate
const STEPS = [0, 20, 30, 40, 50]; // how far a plate may lie beside its line

/** @param {string} text */
const plate = (text) => text.length * 7.4 + 18;

/** A place for a plate in the middle of a line or beside it, where it hides the least of the figures.
 * @param {Point} p @param {Point} q @param {string} text @param {Box[]} figures @returns {Point} */
function clear(p, q, text, figures) {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const long = Math.hypot(dx, dy) || 1;
  const places = STEPS.flatMap((by) => [by, -by]).map((by) => /** @type {Point} */ ([
    (p[0] + q[0]) / 2 - (dy / long) * by,
    (p[1] + q[1]) / 2 + (dx / long) * by,
  ]));
  return clearest(places, text, figures);
}

/** The place where a plate hides the least of the figures. @param {Point[]} places @param {string} text @param {Box[]} figures */
function clearest(places, text, figures) {
  const hidden = (/** @type {Point} */ at) =>
    figures.reduce((sum, each) => sum + shared(at[0] - each.x, plate(text) / 2 + each.w) * shared(at[1] - each.y, HIGH / 2 + each.h), 0);
  return places.reduce((best, at) => (hidden(at) < hidden(best) ? at : best));
}

/** How far two spans lie over each other, by the distance of their middles and half of both lengths.
 * @param {number} apart @param {number} half */
const shared = (apart, half) => Math.max(0, half - Math.abs(apart));

/** A word on a small plate. @param {Point} at @param {string} text */
function tag([x, y], text) {
  const wide = plate(text);
  const group = svg("g", { class: "tag", transform: `translate(${x} ${y})` });
  group.append(
    svg("rect", { x: -wide / 2, y: -14, width: wide, height: HIGH, rx: 4 }),
    svg("text", { y: 4 }, text),
  );
  return group;
}

/** An upright stroke between two rows of cards; opposite strokes keep apart. @param {Line} line @param {Box} a @param {Box} b */
function upright(line, a, b) {
  const down = a.y <= b.y;
  const x = (a.x + b.x) / 2 + (down ? -AWAY : AWAY);
  const [y0, y1] = down ? [a.y + a.h - 6, b.y - b.h + 6] : [a.y - a.h + 6, b.y + b.h - 6];
  const head = down ? -9 : 9;
  const made = [
    svg("path", { d: `M${x} ${y0}L${x} ${y1}M${x - 6} ${y1 + head}L${x} ${y1}L${x + 6} ${y1 + head}` }),
  ];
  if (line.label) made.push(...label([x + (down ? -AWAY : AWAY) / 2, (y0 + y1) / 2], line.label, down));
  return made;
}

/** Words on a paper background, readable on any floor, before or behind a point. @param {Point} at @param {string} text @param {boolean} before */
function label([x, y], text, before) {
  const wide = text.length * 6.5 + 8;
  return [
    svg("rect", { class: "paper", x: before ? x - wide : x, y: y - 10, width: wide, height: 20, rx: 3 }),
    svg("text", { x: x + (before ? -wide : wide) / 2, y: y + 5, "text-anchor": "middle" }, text),
  ];
}

/** Whether a straight line between two fighters would run over the one who stands lower. @param {Box} a @param {Box} b */
function overHead(a, b) {
  const low = a.y > b.y ? a : b;
  return Math.abs(a.x - b.x) < Math.min(a.w, b.w) && low.top < low.y - 2 * low.h;
}

/** An arrow around the fighter who stands lower, on the side where its number hides less.
 * @param {Line} line @param {Box} a @param {Box} b @param {Box[]} figures */
function around(line, a, b, figures) {
  /** @param {number} side @returns {Point} */
  const bend = (side) => [(a.x + b.x) / 2 + side * (Math.max(a.w, b.w) + 2 * AWAY), (a.y + b.y) / 2];
  /** @param {number} side @returns {Point} the middle of the curve */
  const mid = (side) => [(a.x + b.x + side * (a.w + b.w)) / 4 + bend(side)[0] / 2, bend(side)[1]];
  const side = clearest([mid(1), mid(-1)], line.label, figures)[0] > (a.x + b.x) / 2 ? 1 : -1;
  const [p, turn, q] = /** @type {Point[]} */ ([[a.x + side * a.w, a.y], bend(side), [b.x + side * (b.w + 4), b.y]]);
  const made = [
    svg("path", { d: `M${p[0]} ${p[1]}Q${turn[0]} ${turn[1]} ${q[0]} ${q[1]}` }),
    tip(q, bearing(turn, q), 1),
  ];
  if (line.label) made.push(tag(mid(side), line.label));
  return made;
}

/** A straight arrow over the floor. @param {Line} line @param {Box} a @param {Box} b @param {Point} _centre @param {Box[]} figures */
function straight(line, a, b, _centre, figures) {
  if (a.upright && b.upright) return upright(line, a, b);
  if (overHead(a, b)) return around(line, a, b, figures);
  const [p, q] = [rim(a, [b.x, b.y]), rim(b, [a.x, a.y], 4)];
  const made = [svg("path", { d: `M${p[0]} ${p[1]}L${q[0]} ${q[1]}` }), tip(q, bearing(p, q), 1)];
  if (line.label) made.push(tag(clear(p, q, line.label, figures), line.label));
  return made;
}

/** A ring around the target, and the weapon in words. @param {Line} line @param {Box} _a @param {Box} b */
function aim(line, _a, b) {
  const r = Math.max(24, Math.min(b.w, 44));
  const made = [svg("circle", { cx: b.x, cy: b.y, r })];
  if (line.label) made.push(tag([b.x, Math.min(b.top - 16, b.y - r - 14)], line.label));
  return made;
}

/** A brush stroke around the body, with its number. @param {Line} line @param {Box} a @param {Box} b @param {Point} centre */
function sow(line, a, b, centre) {
  const mid = /** @type {Point} */ ([(a.x + b.x) / 2, (a.y + b.y) / 2]);
  const d = Math.hypot(mid[0] - centre[0], mid[1] - centre[1]) || 1;
  const bend = /** @type {Point} */ ([
    mid[0] + ((mid[0] - centre[0]) / d) * AWAY,
    mid[1] + ((mid[1] - centre[1]) / d) * AWAY,
  ]);
  const [p, q] = [rim(a, bend), rim(b, bend, 6)];
  const made = [
    svg("path", { class: "ink", d: brush([p, bend, q], [5, 12, 9], 8, 3 + line.step, 0.12) }),
    tip(rim(b, bend, -6), bearing(bend, q), 1.2),
  ];
  if (line.step)
    made.push(
      svg("circle", { cx: bend[0], cy: bend[1], r: 12 }),
      svg("text", { x: bend[0], y: bend[1] + 5, "text-anchor": "middle" }, String(line.step)),
    );
  return made;
}

/** @type {Record<string, (line: Line, a: Box, b: Box, centre: Point, figures: Box[]) => SVGElement[]>} */
const STROKES = { threat: straight, push: straight, aim, sow };
