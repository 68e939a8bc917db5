/** QR codes (ISO 18004) for links: bytes, error correction level M, versions 1 to 10. */
import { el, svg } from "./dom.js";

/** For each version: error correction bytes of a block, and the data bytes of every block. @type {[number, number[]][]} */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** Centres of the small squares, by version. */
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const QUIET = 4; // modules of white around the code

/** Whether a mask turns a module. @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** @typedef {{size: number, dark: boolean[][], fixed: boolean[][]}} Grid */

/** The modules of a code, dark ones are true; null if the text is too long. @param {string} text */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, blocks], v) => bytes.length + headBytes(v) <= sum(blocks)) + 1;
  if (!version) return null;
  const stream = interleaved(version, padded(version, bytes));
  const tries = MASKS.map((_, mask) => drawn(version, stream, mask));
  return tries.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

/** The code as a drawing with a white edge, for the camera of a phone. @param {string} text @param {string} label */
export function qrPicture(text, label) {
  const dark = qrModules(text);
  if (!dark) return null;
  const size = dark.length + 2 * QUIET;
  const path = dark.flatMap((row, r) => row.map((on, c) => (on ? `M${c + QUIET} ${r + QUIET}h1v1h-1z` : ""))).join("");
  const given = { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" };
  return el("div.qr", {}, svg("svg", given, svg("path", { d: path })));
}

/** @param {number[]} all */
const sum = (all) => all.reduce((one, two) => one + two, 0);

/** Bytes for the kind of data and its length. @param {number} index of the version */
const headBytes = (index) => (index < 9 ? 2 : 3);

/** All data bytes: the kind, the length, the text, and the filling. @param {number} version @param {Uint8Array} bytes */
function padded(version, bytes) {
  const bits = [0, 1, 0, 0];
  const put = (/** @type {number} */ value, /** @type {number} */ width) => {
    for (let i = width - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  const room = sum(BLOCKS[version - 1][1]);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let i = 0; bits.length < room * 8; i++) put(i % 2 ? 0x11 : 0xec, 8);
  return Array.from({ length: room }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((all, bit) => 2 * all + bit, 0));
}

/** The blocks with their error correction, woven into one stream. @param {number} version @param {number[]} data */
function interleaved(version, data) {
  const [extra, sizes] = BLOCKS[version - 1];
  let at = 0;
  const blocks = sizes.map((size) => data.slice(at, (at += size)));
  const checks = blocks.map((block) => remainder(block, extra));
  const woven = (/** @type {number[][]} */ rows, /** @type {number} */ length) =>
    Array.from({ length }, (_, i) => rows.map((row) => row[i])).flat().filter((byte) => byte !== undefined);
  return [...woven(blocks, Math.max(...sizes)), ...woven(checks, extra)];
}

/** A product in the field of 256 elements. @param {number} one @param {number} two */
function times(one, two) {
  let found = 0;
  for (let i = 7; i >= 0; i--) {
    found = (found << 1) ^ ((found >> 7) * 0x11d);
    if ((two >> i) & 1) found ^= one;
  }
  return found;
}

/** The Reed-Solomon bytes of a block. @param {number[]} block @param {number} length */
function remainder(block, length) {
  let divisor = [1]; // the product of (x - 2^i), the highest power first
  for (let i = 0, root = 1; i < length; i++, root = times(root, 2)) {
    const next = [...divisor, 0];
    divisor.forEach((factor, j) => (next[j + 1] ^= times(factor, root)));
    divisor = next;
  }
  const rest = [...block, ...Array(length).fill(0)];
  block.forEach((_, i) => {
    const lead = rest[i];
    divisor.forEach((factor, j) => (rest[i + j] ^= times(factor, lead)));
  });
  return rest.slice(block.length);
}

/** @param {number} version @param {number[]} stream @param {number} mask */
function drawn(version, stream, mask) {
  const size = 17 + 4 * version;
  const empty = () => Array.from({ length: size }, () => /** @type {boolean[]} */ (Array(size).fill(false)));
  const grid = { size, dark: empty(), fixed: empty() };
  drawSquares(grid, CENTRES[version - 1]);
  drawVersion(grid, version);
  drawFormat(grid, mask);
  drawStream(grid, stream, mask);
  return grid.dark;
}

/** @param {Grid} grid @param {number} row @param {number} column @param {any} dark */
function fix(grid, row, column, dark) {
  if (row < 0 || column < 0 || row >= grid.size || column >= grid.size) return;
  grid.dark[row][column] = !!dark;
  grid.fixed[row][column] = true;
}

/** The timing lines, the three large squares and the small ones. @param {Grid} grid @param {number[]} centres */
function drawSquares(grid, centres) {
  const far = grid.size - 7;
  for (let i = 0; i < grid.size; i++) {
    fix(grid, 6, i, i % 2 === 0);
    fix(grid, i, 6, i % 2 === 0);
  }
  for (const [top, left] of [[0, 0], [0, far], [far, 0]])
    for (let r = -1; r <= 7; r++)
      for (let c = -1; c <= 7; c++) {
        const ring = Math.min(r, c, 6 - r, 6 - c);
        fix(grid, top + r, left + c, ring >= 0 && ring !== 1);
      }
  for (const row of centres)
    for (const column of centres) {
      const taken = (row === 6 && (column === 6 || column === far)) || (row === far && column === 6);
      if (!taken)
        for (let r = -2; r <= 2; r++)
          for (let c = -2; c <= 2; c++) fix(grid, row + r, column + c, Math.max(Math.abs(r), Math.abs(c)) !== 1);
    }
}

/** A number with the rest of its division, for a code that survives errors.
 * @param {number} value @param {number} width of the rest @param {number} divisor */
function withCheck(value, width, divisor) {
  let rest = value << width;
  for (let i = 31 - Math.clz32(rest); i >= width; i--) if ((rest >> i) & 1) rest ^= divisor << (i - width);
  return (value << width) | rest;
}

/** From version 7 on, the version itself beside two squares. @param {Grid} grid @param {number} version */
function drawVersion(grid, version) {
  if (version < 7) return;
  const bits = withCheck(version, 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const [one, two] = [Math.floor(i / 3), grid.size - 11 + (i % 3)];
    fix(grid, one, two, (bits >> i) & 1);
    fix(grid, two, one, (bits >> i) & 1);
  }
}

/** The level, which is 0 for M, and the mask; twice. @param {Grid} grid @param {number} mask */
function drawFormat(grid, mask) {
  const bits = withCheck(mask, 10, 0x537) ^ 0x5412;
  const last = grid.size - 1;
  for (let i = 0; i < 15; i++) {
    const bit = (bits >> i) & 1;
    fix(grid, i < 6 ? i : i < 8 ? i + 1 : last - 14 + i, 8, bit);
    fix(grid, 8, i < 8 ? last - i : i < 9 ? 7 : 14 - i, bit);
  }
  fix(grid, last - 7, 8, true);
}

/** The stream in columns of two, up and down from the right, under its mask. @param {Grid} grid @param {number[]} stream @param {number} mask */
function drawStream(grid, stream, mask) {
  const { size, dark, fixed } = grid;
  let at = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5; // the timing line
    for (let i = 0; i < size; i++) {
      const row = up ? size - 1 - i : i;
      for (const column of [right, right - 1]) {
        if (fixed[row][column]) continue;
        const bit = ((stream[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        at += 1;
        dark[row][column] = !!bit !== MASKS[mask](row, column);
      }
    }
  }
}

/** How hard a code is to read: long runs, squares, false finders, uneven ink. @param {boolean[][]} dark */
function penalty(dark) {
  const size = dark.length;
  const columns = dark.map((_, c) => dark.map((row) => row[c]));
  let found = 0;
  for (const line of [...dark, ...columns]) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) || []) found += run.length - 2;
    for (let i = 0; i <= size - 11; i++)
      if (["10111010000", "00001011101"].includes(text.slice(i, i + 11))) found += 40;
  }
  for (let r = 1; r < size; r++)
    for (let c = 1; c < size; c++)
      if (dark[r][c] === dark[r - 1][c] && dark[r][c] === dark[r][c - 1] && dark[r][c] === dark[r - 1][c - 1]) found += 3;
  const share = (100 * sum(dark.flat().map(Number))) / size ** 2;
  return found + 10 * Math.floor(Math.abs(share - 50) / 5);
}
