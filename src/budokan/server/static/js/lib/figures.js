/** Fighters and other ink drawings in boxes of 200; a fighter is eleven joints and a brush. */
import { arc, brush, curve, dot, random, stroke } from "./brush.js";

/** @typedef {import("./brush.js").Point} Point */
/** @typedef {[Point, Point, Point, [Point, Point], [Point, Point], [Point, Point, Point], [Point, Point, Point]]} Pose */

/** Head, neck, hip, (elbow, hand) front and back, (knee, foot, toe) front and back; facing right.
 * @type {Record<string, string>} */
const POSES = {
  guard: "98 32, 95 54, 90 110, 124 84, 146 58, 108 94, 126 80, 122 142, 128 182, 150 188, 64 146, 42 182, 60 189",
  jab: "96 36, 93 57, 86 112, 132 66, 176 54, 104 92, 118 72, 118 144, 122 182, 144 188, 64 148, 46 182, 64 189",
  reverse: "108 40, 102 60, 88 114, 142 68, 186 66, 68 90, 86 106, 136 134, 138 182, 160 188, 54 150, 20 182, 38 189",
  front: "66 36, 72 58, 80 110, 104 84, 122 64, 56 90, 74 106, 124 92, 172 66, 186 46, 74 148, 68 183, 92 189",
  round: "50 58, 62 76, 84 114, 92 94, 112 82, 38 96, 22 116, 130 88, 176 66, 196 58, 84 150, 80 184, 58 190",
  high: "44 66, 56 82, 82 116, 86 98, 106 92, 34 104, 24 126, 126 78, 160 30, 174 14, 86 152, 84 185, 62 190",
  side: "42 50, 54 68, 80 110, 84 84, 102 68, 36 92, 48 110, 126 104, 174 92, 182 72, 78 150, 74 184, 54 190",
  backfist: "98 36, 96 58, 92 112, 138 58, 180 40, 62 78, 38 60, 116 146, 132 182, 154 188, 78 150, 60 183, 40 189",
  backkick: "34 76, 48 84, 90 104, 54 112, 76 122, 28 108, 18 128, 136 96, 180 86, 186 108, 88 150, 84 185, 62 190",
  blitz: "134 42, 122 60, 86 106, 154 72, 190 62, 100 96, 128 100, 126 134, 112 178, 136 188, 58 136, 22 156, 8 172",
  block: "92 42, 91 62, 88 114, 130 82, 124 36, 68 92, 92 106, 122 144, 126 182, 148 188, 62 148, 40 182, 58 189",
  wall: "100 42, 100 64, 100 118, 136 92, 120 50, 64 92, 82 50, 146 140, 146 182, 168 188, 54 140, 54 182, 32 188",
  fake: "96 34, 93 56, 88 112, 126 92, 164 92, 106 94, 124 74, 124 142, 130 182, 152 188, 62 148, 42 182, 60 189",
  crane: "100 38, 100 60, 98 112, 136 58, 164 20, 64 58, 36 20, 136 108, 118 142, 134 152, 98 150, 98 184, 120 190",
  bow: "138 84, 122 82, 84 108, 118 110, 112 138, 108 108, 104 134, 88 148, 86 183, 110 189, 82 148, 78 183, 98 189",
  sumo: "100 42, 100 66, 98 122, 142 82, 170 66, 58 84, 32 74, 150 140, 148 182, 172 188, 48 142, 46 182, 22 188",
};

/** @param {string} name @returns {Pose} */
function poseOf(name) {
  const points = POSES[name].split(", ").map((point) => /** @type {Point} */ (point.split(" ").map(Number)));
  const [head, neck, hip, elbow, hand, elbow2, hand2, knee, foot, toe, ...far] = points;
  return [head, neck, hip, [elbow, hand], [elbow2, hand2], [knee, foot, toe], /** @type {any} */ (far)];
}

/** @param {Point} a @param {Point} b @param {number} t @returns {Point} */
const mix = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** @param {Point} shoulder @param {[Point, Point]} arm @param {number} k @param {number} seed */
function sleeve(shoulder, [elbow, hand], k, seed) {
  const cuff = mix(elbow, hand, 0.55);
  return (
    brush([shoulder, elbow, cuff], [18 * k, 21 * k, 19 * k, 20 * k], 6, seed, 0.05) +
    brush([cuff, hand], [10, 9], 2, seed) +
    dot(hand[0], hand[1], 8)
  );
}

/** @param {Point} hip @param {[Point, Point, Point]} leg @param {number} k @param {number} seed */
function trouser(hip, [knee, foot, toe], k, seed) {
  const cuff = mix(knee, foot, 0.78);
  return (
    brush([hip, knee, cuff], [27 * k, 27 * k, 22 * k, 27 * k], 7, seed, 0.05) +
    brush([cuff, foot, toe], [11, 12, 5], 4, seed)
  );
}

/** @param {Point} neck @param {Point} hip @param {Point} waist @param {number} k */
function belt(neck, hip, waist, k) {
  const [dx, dy] = [hip[0] - neck[0], hip[1] - neck[1]];
  const d = Math.hypot(dx, dy);
  const [px, py, w] = [-dy / d, dx / d, 19 * k];
  const [x, y] = waist;
  return (
    brush([[x + px * w, y + py * w], waist, [x - px * w, y - py * w]], [9, 11, 9], 4, 3) +
    brush([waist, [x + 9, y + 17], [x + 5, y + 35]], [7, 8, 6], 4, 5) +
    brush([waist, [x - 4, y + 16], [x - 13, y + 29]], [7, 7, 5], 4, 6)
  );
}

/** A headband with its end in the wind. @param {Point} head */
const headband = ([x, y]) =>
  brush(
    [
      [x - 15, y - 4],
      [x, y - 6],
      [x + 15, y - 3],
    ],
    [4, 5, 4],
    3,
    2,
  ) +
  brush(
    [
      [x - 14, y - 4],
      [x - 26, y - 1],
      [x - 35, y + 8],
    ],
    [5, 5, 2],
    4,
    3,
  );

/** Classes: b far limbs, f near limbs, hot the working limb, belt the seat's colour.
 * @param {string} pose @param {string} [hot] */
function fighter(pose, hot = "", k = 1) {
  const [head, neck, hip, arm, arm2, leg, leg2] = poseOf(pose);
  const waist = mix(neck, hip, 0.8);
  const torso = brush(
    [[neck[0], neck[1] - 4], mix(neck, hip, 0.45), waist, [hip[0], hip[1] + 13]],
    [20 * k, 42 * k, 33 * k, 31 * k, 38 * k],
    7,
    3,
    0.04,
  );
  const [x, y] = head;
  const parts = [
    ["b", sleeve([neck[0] - 8, neck[1] + 6], arm2, k, 4), ""],
    ["b", trouser(hip, leg2, k, 5), ""],
    ["f", torso, ""],
    ["f", trouser(hip, leg, k, 6), "leg"],
    ["belt", belt(neck, hip, waist, k), ""],
    ["f", sleeve([neck[0] + 7, neck[1] + 6], arm, k, 7), "arm"],
    ["f", dot(x, y, 16), ""],
    ["belt", headband(head), ""],
  ];
  return parts.map(([c, d, name]) => path(hot && name === hot ? "hot" : c, d)).join("");
}

/** @param {string} cls @param {string} d */
const path = (cls, d) => `<path class="${cls}" d="${d}"/>`;

/** An enso, the circle drawn in one breath: heavy start, dry end. */
function enso(seed = 7, dry = 11) {
  const rnd = random(seed);
  let d = brush(arc(100, 100, 74, 118, 412, 14), [10, 29, 25, 19, 23, 18, 12, 6], 34, seed, 0.045);
  for (let i = 0; i < dry; i++) {
    const ring = arc(100, 100, 74 + rnd(-9, 8), 396 + rnd(-16, 10), 428 + rnd(-4, 14), 5);
    d += brush(ring, [2.6, 2.2, 0.6], 5, seed + i, 0.3);
  }
  return `<path d="${d}"/>`;
}

/** A dry arc that follows a limb.
 * @param {number} cx @param {number} cy @param {number} r @param {number} a @param {number} b */
function swoosh(cx, cy, r, a, b, w = 9) {
  return path(
    "swoosh",
    brush(arc(cx, cy, r, a, b, 6), [1, w * 0.5, w, w * 0.7], 10, 2, 0.2) +
      brush(arc(cx, cy, r - w * 1.2, a + 14, b - 4, 5), [0.5, w * 0.35, w * 0.3], 7, 3, 0.3),
  );
}

/** @param {...[Point, Point, number]} lines */
const dash = (...lines) => path("swoosh", lines.map(([p, q, w]) => stroke(p, q, w)).join(""));

function speed(seed = 4, x0 = 4, x1 = 70, n = 5) {
  const rnd = random(seed);
  const lines = Array.from({ length: n }, (_, i) =>
    stroke(
      [x0 + rnd(0, 20), 40 + i * 26 + rnd(-6, 6)],
      [x1 + rnd(-22, 8), 40 + i * 26 + rnd(-5, 5)],
      4,
      seed + i,
    ),
  );
  return path("swoosh", lines.join(""));
}

/** @param {number} x @param {number} y @param {number} h */
function flame(x, y, h, seed = 1) {
  return path(
    "hot",
    brush(
      [
        [x, y],
        [x - h * 0.18, y - h * 0.4],
        [x + h * 0.12, y - h * 0.7],
        [x, y - h],
      ],
      [h * 0.34, h * 0.3, h * 0.16, 1],
      8,
      seed,
      0.1,
    ) +
      brush(
        [
          [x + h * 0.2, y],
          [x + h * 0.34, y - h * 0.3],
          [x + h * 0.22, y - h * 0.58],
        ],
        [h * 0.2, h * 0.16, 1],
        6,
        seed + 1,
        0.1,
      ),
  );
}

function bamboo() {
  let d = "";
  [
    [66, 6],
    [104, -4],
    [140, 8],
  ].forEach(([x, lean], i) => {
    for (let j = 0; j < 4; j++) {
      const y = 186 - j * 44;
      const w = [13 - i * 2, 11 - i * 2, 13 - i * 2];
      d += brush(
        [
          [x + lean * j * 0.6, y],
          [x + lean * (j + 1) * 0.6, y - 40],
        ],
        w,
        3,
        i * 5 + j,
        0.06,
      );
    }
  });
  [
    [74, 96, -30],
    [70, 60, 200],
    [110, 74, -20],
    [148, 52, -35],
    [146, 96, 190],
    [108, 30, 205],
  ].forEach(([x, y, a], i) => {
    d += leaf(x, y, (a * Math.PI) / 180, i);
  });
  return path("f", d);
}

/** @param {number} x @param {number} y @param {number} turn @param {number} seed */
function leaf(x, y, turn, seed) {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return brush(
    [
      [x, y],
      [x + 20 * c, y + 20 * s - 3],
      [x + 42 * c, y + 42 * s + 4],
    ],
    [1, 11, 1],
    5,
    seed,
  );
}

/** Three swells of water, or of wind. @param {number} y */
function waves(y) {
  return path(
    "swoosh",
    [0, 1, 2]
      .map((i) =>
        brush(
          [
            [8, y + i * 22],
            [60, y - 14 + i * 22],
            [110, y + 6 + i * 22],
            [160, y - 12 + i * 22],
            [194, y + i * 22],
          ],
          [1, 8, 5, 9, 1],
          14,
          i + 3,
          0.2,
        ),
      )
      .join(""),
  );
}

function ridge() {
  return path(
    "swoosh",
    brush(
      [
        [6, 186],
        [58, 70],
        [96, 128],
        [138, 40],
        [196, 186],
      ],
      [4, 14, 9, 15, 4],
      18,
      4,
      0.15,
    ),
  );
}

/** @param {number} n A ring of short strokes, as around a shout or a light. */
function rays(n) {
  const d = Array.from({ length: n }, (_, i) => {
    const [p] = arc(100, 92, 72, (360 / n) * i, (360 / n) * i, 1);
    const [q] = arc(100, 92, 94, (360 / n) * i, (360 / n) * i, 1);
    return stroke(p, q, 6, i);
  });
  return path("swoosh", d.join(""));
}

/** A fighter in front of a larger drawing. @param {string} back @param {string} pose */
const before = (back, pose, hot = "", k = 1) => back + fighter(pose, hot, k);

/** Ridges in the mist, each filled to the bottom: m1 far to m3 near. @param {number} w @param {number} h */
export function mountains(w, h, seed = 3) {
  const rnd = random(seed);
  return [0, 1, 2]
    .map((k) => {
      const n = 9 + 3 * k;
      const points = Array.from(
        { length: n + 1 },
        (_, i) =>
          /** @type {Point} */ ([
            (w * i) / n,
            h * (0.62 + 0.14 * k) -
              h * (0.42 - 0.1 * k) * Math.abs(Math.sin(i * 1.9 + k * 2.1)) * rnd(0.45, 1),
          ]),
      );
      return `<path class="m${k + 1}" d="${curve(points, n * 3)}L${w} ${h}L0 ${h}Z"/>`;
    })
    .join("");
}

/** The drawing of each technique. @type {Record<string, () => string>} */
export const FIGURES = {
  guard: () => fighter("guard"),
  jab: () => fighter("jab", "arm") + dash([[112, 44], [168, 40], 4], [[120, 80], [172, 72], 3]),
  reverse: () => fighter("reverse", "arm") + dash([[120, 46], [182, 48], 5], [[118, 92], [176, 84], 4]),
  front: () => before(swoosh(80, 108, 112, 62, -18), "front", "leg"),
  round: () => before(swoosh(88, 112, 104, 58, -22, 11), "round", "leg"),
  side: () => before(dash([[110, 74], [172, 62], 5], [[112, 128], [170, 120], 5]), "side", "leg"),
  flying: () => before(speed(6, 0, 58, 5), "side", "leg"),
  high: () => before(swoosh(82, 116, 120, 30, -58, 11), "high", "leg"),
  backfist: () => before(swoosh(96, 66, 86, 150, 336, 12), "backfist", "arm"),
  backkick: () => before(swoosh(92, 106, 98, 96, -8, 10), "backkick", "leg"),
  blitz: () => before(speed(4, 0, 62), "blitz", "arm"),
  block: () =>
    fighter("block", "arm") + path("swoosh", brush(arc(104, 60, 56, -66, 40, 6), [2, 7, 8, 2], 8, 4, 0.2)),
  wall: () => fighter("wall", "arm", 1.08),
  fake: () => before(dash([[112, 66], [166, 36], 12], [[112, 72], [176, 62], 10]), "fake", "arm"),
  crane: () => fighter("crane"),
  bow: () => fighter("bow"),
  sumo: () => fighter("sumo", "", 1.42),
  bamboo,
  parry: () => before(swoosh(118, 66, 58, -170, 130, 10), "block", "arm"),
  blaze: () => before(flame(150, 190, 96, 2) + flame(40, 186, 70, 5), "reverse", "arm"),
  breath: () => before(flame(168, 112, 60, 3) + flame(186, 128, 42, 7), "fake", "arm"),
  spirit: () => before(flame(36, 190, 110, 3) + flame(166, 190, 120, 6), "crane"),
  enso: () => enso(),
  rest: () =>
    `<g class="swoosh">${enso(5)}</g><g transform="translate(36 46) scale(.64)">${fighter("bow")}</g>`,
  calm: () =>
    `<g class="swoosh">${enso(5)}</g><g transform="translate(34 40) scale(.66)">${fighter("guard")}</g>`,
  harmony: () =>
    `<g class="swoosh">${enso(9)}</g><g transform="translate(0 60) scale(.6)">${fighter("bow")}</g>` +
    `<g transform="translate(200 60) scale(-.6 .6)">${fighter("bow")}</g>`,
  turtle: () =>
    before(
      path(
        "swoosh",
        brush(arc(100, 120, 86, 190, 350, 8), [4, 11, 13, 10, 3], 12, 3, 0.15) +
          brush(arc(100, 120, 68, 200, 340, 8), [2, 5, 6, 4, 1], 9, 4, 0.2),
      ),
      "wall",
      "arm",
      1.05,
    ),
  light: () => before(speed(8, 0, 54, 6) + swoosh(88, 112, 104, 70, -24, 12), "round"),
  wave: () => before(waves(140), "round", "leg"),
  river: () => before(waves(132), "guard"),
  stillwater: () => before(waves(150), "crane"),
  slip: () => before(speed(11, 96, 190, 5), "blitz"),
  mountain: () => before(ridge(), "wall", "arm", 1.08),
  root: () => before(ridge(), "sumo", "", 1.25),
  focus: () => before(rays(14), "guard"),
  will: () => before(rays(14), "reverse", "arm"),
  guardian: () => before(rays(18), "sumo", "", 1.42),
  backround: () => before(swoosh(88, 104, 102, -92, -22, 11), "side", "leg"),
  burst: () => before(speed(8, 0, 64, 6), "blitz"),
  turn: () => before(swoosh(100, 100, 84, -200, -20, 12) + swoosh(100, 100, 84, -20, 160, 12), "guard"),
  boxer: () => fighter("jab", "", 1.12),
  tiger: () => fighter("reverse", "", 0.96),
  knee: () => before(swoosh(92, 120, 74, 40, -70, 10), "crane"),
  drunken: () => `<g transform="rotate(-12 100 180)">${fighter("crane")}</g>`,
  mantis: () => before(swoosh(120, 70, 66, -120, 20, 8), "fake", "arm"),
  thunder: () => before(rays(9), "front", "leg"),
  shades: () =>
    `<g class="swoosh" transform="translate(-34 0)">${fighter("guard")}</g><g class="swoosh" transform="translate(30 0)">${fighter("guard")}</g>${fighter("guard")}`,
  throw: () => before(swoosh(100, 90, 92, -150, 40, 13), "bow"),
};
