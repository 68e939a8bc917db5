/** Facts beside the board: tables, bars and counters. */
import { el, heads } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").Facts} Facts */
/** @typedef {import("../lib/types.js").Fact} Fact */

/** @param {Fact} row @param {number} i */
const role = (row, i) => (row.roles[i] && row.roles[i] !== "plain" ? `r-${row.roles[i]}` : "");

const LEGIBLE = 0.07; // the least share of a distribution that gets a label

/** Whether the bars of a row are parts of a whole. @param {Fact} row */
const isWhole = (row) =>
  row.bars.length > 1 && Math.abs(row.bars.reduce((sum, [, share]) => sum + share, 0) - 1) < 0.02;

/** A distribution: one bar, darker the higher. @param {Fact} row */
function parts(row) {
  const most = Math.max(5, row.bars.length - 1);
  return el(
    "span.seg",
    { "aria-hidden": "true" },
    row.bars.map(([label, share], i) =>
      el(
        "i",
        {
          class: `d${Math.round((i * 5) / most)}`,
          title: `${label}: ${Math.round(share * 100)} %`,
          style: { flex: `${share} 0 0` },
        },
        share >= LEGIBLE ? label : "",
      ),
    ),
  );
}

/** @param {Facts} given */
function bars(given) {
  return el(
    "ul.bars",
    {},
    given.rows.map((row) =>
      el(
        "li",
        { class: row.strong ? "strong" : "" },
        el("span.bn", {}, row.cells[0]),
        isWhole(row)
          ? [
              parts(row),
              el(
                "span.vh",
                {},
                row.bars.map(([label, share]) => `${label}: ${Math.round(share * 100)} %`).join(", "),
              ),
            ]
          : el(
              "span.bs",
              { "aria-hidden": "true" },
              row.bars.map(([label, share]) => el("span.bar1", { title: label, style: { "--n": share } })),
            ),
        row.cells.slice(1).map((cell, i) => el("b", { class: role(row, i + 1) }, cell)),
      ),
    ),
  );
}

/** Counts of each kind, as a row of small signs. @param {Facts} given */
const seen = (given) =>
  el(
    "ul.seen",
    {},
    given.rows.map((row) => {
      const [, number, more] = row.cells;
      return el(
        "li",
        { class: row.strong ? "strong" : "" },
        el("b", { class: role(row, 1) }, number),
        row.cells[0],
        more && el("small", {}, more),
      );
    }),
  );

/** @param {string} cell @param {number} i */
const boxes = (cell, i) =>
  el(
    "td",
    { class: `c${i + 1}` },
    el("span.vh", {}, cell),
    el(
      "span.boxes",
      { "aria-hidden": "true" },
      Array.from({ length: Number(cell) }, () => el(`i.q${i + 1}`)),
    ),
  );

const RAIL = 255; // pixels for the boxes of a row
const COIN = 20;
/** The width of a box, so that the longest row fits. @param {Facts} given */
function boxWidth(given) {
  const counts = given.rows.map((row) => row.cells.slice(1).map(Number));
  const coins = Math.max(0, ...counts.map((row) => row[3] || 0));
  const most = Math.max(1, ...counts.map((row) => row.slice(0, 3).reduce((sum, n) => sum + n, 0)));
  return Math.max(4, Math.min(48, Math.floor((RAIL - coins * COIN) / most) - 3));
}

/** Counts as little boxes: one kind of hatching for each column, coins for the last.
 * @param {Facts} given */
function counter(given) {
  const kinds = given.head.length - 1;
  const head = heads(given.head);
  head.classList.add("vh");
  return [
    el(
      "table.count",
      { style: { "--box": `${boxWidth(given)}px` } },
      head,
      el(
        "tbody",
        {},
        given.rows.map((row) =>
          el(
            "tr",
            { class: row.strong ? "strong" : "" },
            el("th", { scope: "row" }, row.cells[0]),
            row.cells.slice(1).map(boxes),
          ),
        ),
      ),
    ),
    el(
      "p.key",
      { "aria-hidden": "true" },
      Array.from({ length: kinds }, (_, i) => [el(`i.q${i + 1}`), `${given.head[i + 1]} `]).flat(),
    ),
  ];
}

/** @param {Facts} given */
function table(given) {
  const head = given.head.filter(Boolean).length > 1;
  const word = (/** @type {string} */ cell) => (/^[+\u2212-]?[\d.]*( ?%)?$/.test(cell) ? "" : "w");
  const total = (/** @type {number} */ i) =>
    i === given.rows.length - 1 || given.head.length < 3 ? "strong" : "strong best";
  return el(
    "table.sums",
    {},
    head && heads(given.head),
    el(
      "tbody",
      {},
      given.rows.map((row, n) =>
        el(
          "tr",
          { class: row.strong ? total(n) : "" },
          row.cells.map((cell, i) =>
            el(
              i ? "td" : "th",
              { ...(i ? {} : { scope: "row" }), class: `${role(row, i)} ${word(cell)}` },
              cell,
            ),
          ),
        ),
      ),
    ),
  );
}

const COUNTERS = new Set(["tally", "boxes", "list"]);

/** Whether the cells of a counter are numbers small enough to draw. @param {Facts} given */
const drawable = (given) =>
  given.form === "boxes" &&
  given.rows.every((row) => row.cells.slice(1).every((cell) => /^\d$/.test(cell)));

/** Whether a counter only says how many of each. @param {Facts} given */
export const countable = (given) => given.form === "tally" && given.rows.length > 0;

/** One section of facts. A long list without columns stays folded, and so does a table if asked.
 * @param {Facts} given @param {boolean} [folded] */
export function facts(given, folded = false) {
  const note = given.note && el("p.say", {}, given.note);
  const body =
    given.form === "bars"
      ? bars(given)
      : countable(given)
        ? seen(given)
        : drawable(given)
          ? counter(given)
          : table(given);
  const long = COUNTERS.has(given.form) && !drawable(given) && !countable(given);
  if (long || (folded && given.form !== "bars")) {
    return el(
      "details.facts",
      { "data-fold": given.title },
      el("summary", {}, el("h2", {}, given.title)),
      body,
      note,
    );
  }
  return el("section.facts", {}, el("h2", {}, given.title), body, note);
}
