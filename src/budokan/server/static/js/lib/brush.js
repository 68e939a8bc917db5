/** One brush: a stroke is where the hand went and how hard it pressed, as one filled outline. */

/** @typedef {[number, number]} Point */

/** A small seeded generator, so that every stroke looks the same on every screen.
 * @param {number} seed */
export function random(seed) {
  let state = (seed * 2654435761) >>> 0;
  return (/** @type {number} */ low, /** @type {number} */ high) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return low + (high - low) * (((t ^ (t >>> 14)) >>> 0) / 4294967296);
  };
}

/** Catmull-Rom through the points, n + 1 samples.
 * @param {Point[]} points @param {number} n @returns {Point[]} */
function spline(points, n) {
  const p = [points[0], ...points, points[points.length - 1]];
  return Array.from({ length: n + 1 }, (_, k) => {
    let t = (k / n) * (points.length - 1);
    const i = Math.min(Math.floor(t), points.length - 2);
    t -= i;
    const [a, b, c, d] = p.slice(i, i + 4);
    return /** @type {Point} */ (
      [0, 1].map(
        (j) =>
          0.5 *
          (2 * b[j] +
            (c[j] - a[j]) * t +
            (2 * a[j] - 5 * b[j] + 4 * c[j] - d[j]) * t * t +
            (3 * b[j] - a[j] - 3 * c[j] + d[j]) * t ** 3),
      )
    );
  });
}

/** Quadratic path through the midpoints.
 * @param {Point[]} points */
function smooth(points, first = "M") {
  const f = (/** @type {number} */ v) => v.toFixed(0);
  let path = `${first}${f(points[0][0])} ${f(points[0][1])}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b] = [points[i], points[i + 1]];
    path += `Q${f(a[0])} ${f(a[1])} ${f((a[0] + b[0]) / 2)} ${f((a[1] + b[1]) / 2)}`;
  }
  const last = points[points.length - 1];
  return `${path}L${f(last[0])} ${f(last[1])}`;
}

/** A thin smooth way through the points. @param {Point[]} points @param {number} n */
export const curve = (points, n) => smooth(spline(points, n));

/** @param {Point[]} points @param {number[]} widths @returns {string} */
export function brush(points, widths, n = 8, seed = 1, rough = 0.08) {
  const rnd = random(seed);
  const mid = spline(points, n);
  /** @type {Point[]} */ const left = [];
  /** @type {Point[]} */ const right = [];
  mid.forEach(([x, y], k) => {
    const [x0, y0] = mid[Math.max(0, k - 1)];
    const [x1, y1] = mid[Math.min(n, k + 1)];
    const d = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [nx, ny] = [-(y1 - y0) / d, (x1 - x0) / d];
    const t = (k / n) * (widths.length - 1);
    const i = Math.min(Math.floor(t), widths.length - 2);
    const w = widths[i] + (widths[i + 1] - widths[i]) * (t - i);
    const a = (w / 2) * (1 + rnd(-rough, rough));
    const b = (w / 2) * (1 + rnd(-rough, rough));
    left.push([x + nx * a, y + ny * a]);
    right.push([x - nx * b, y - ny * b]);
  });
  return `${smooth(left)}${smooth(right.reverse(), "L")}Z`;
}

/** @param {number} x @param {number} y @param {number} r */
export function dot(x, y, r) {
  return `M${(x - r).toFixed(0)} ${y.toFixed(0)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** @param {number} cx @param {number} cy @param {number} r @param {number} from @param {number} to
 * @param {number} n @returns {Point[]} */
export function arc(cx, cy, r, from, to, n) {
  return Array.from({ length: n + 1 }, (_, k) => {
    const a = ((from + ((to - from) * k) / n) * Math.PI) / 180;
    return [cx + r * Math.cos(a), cy + r * Math.sin(a)];
  });
}

/** @param {Point} p @param {Point} q */
export function stroke(p, q, w = 5, seed = 2) {
  return brush([p, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], q], [w * 0.4, w, w * 0.25], 5, seed, 0.2);
}
