/** What stands beside the board: facts, and the story in sentences. */
import { el } from "./dom.js";

/** @typedef {import("./types.js").Facts} Facts */
/** @typedef {import("./types.js").Fact} Fact */

/** @param {Fact} row @param {number} i */
const role = (row, i) => (row.roles[i] && row.roles[i] !== "plain" ? `r-${row.roles[i]}` : "");

/** @param {Facts} given */
function bars(given) {
  return el("ul.bars", {}, given.rows.map((row) => el("li", { class: row.strong ? "strong" : "" },
    el("span.bn", {}, row.cells[0]),
    el("span.bs", { "aria-hidden": "true" }, row.bars.map(([label, share]) => el("span.bar1", { title: label, style: { "--n": share } }))),
    row.cells.slice(1).map((cell) => el("b", {}, cell)))));
}

/** Counts as little boxes: one kind of hatching for each column, coins for the last.
 * @param {Facts} given */
function counter(given) {
  const kinds = given.head.length - 1;
  const boxes = (/** @type {Fact} */ row) => row.cells.slice(1).map((cell, i) => el("td", { class: `c${i + 1}` },
    el("span.vh", {}, cell), el("span.boxes", { "aria-hidden": "true" }, Array.from({ length: Number(cell) }, () => el(`i.q${i + 1}`)))));
  return [
    el("table.count", {}, el("caption.vh", {}, given.title),
      el("thead.vh", {}, el("tr", {}, given.head.map((cell) => el("th", { scope: "col" }, cell)))),
      el("tbody", {}, given.rows.map((row) => el("tr", { class: row.strong ? "strong" : "" }, el("th", { scope: "row" }, row.cells[0]), boxes(row))))),
    el("p.key", { "aria-hidden": "true" }, Array.from({ length: kinds }, (_, i) => [el(`i.q${i + 1}`), `${given.head[i + 1]} `]).flat()),
  ];
}

/** @param {Facts} given */
function table(given) {
  const head = given.head.filter(Boolean).length > 1;
  return el("table.sums", {}, el("caption.vh", {}, given.title),
    head && el("thead", {}, el("tr", {}, given.head.map((cell) => el("th", { scope: "col" }, cell)))),
    el("tbody", {}, given.rows.map((row) => el("tr", { class: row.strong ? "strong" : "" },
      row.cells.map((cell, i) => el(i ? "td" : "th", { ...(i ? {} : { scope: "row" }), class: role(row, i) }, cell))))));
}

/** Whether the cells of a counter are numbers small enough to draw. @param {Facts} given */
const drawable = (given) => given.form === "counter" && given.head.length > 2
  && given.rows.every((row) => row.cells.slice(1).every((cell) => /^\d$/.test(cell)));

/** One section of facts. A long list without columns stays folded. @param {Facts} given */
export function facts(given) {
  const note = given.note && el("p.say", {}, given.note);
  if (given.form === "counter" && !drawable(given)) {
    return el("details.facts", { "data-fold": given.title }, el("summary", {}, el("h2", {}, given.title)), table(given), note);
  }
  const body = given.form === "bars" ? bars(given) : drawable(given) ? counter(given) : table(given);
  return el("section.facts", {}, el("h2", {}, given.title), body, note);
}

/** The story grows line by line, so that a screen reader hears only what is new. */
export class Story {
  constructor() {
    this.list = el("ol.story");
    this.log = el("div.log", { role: "log", "aria-live": "polite", "aria-label": "Story", tabindex: 0 }, this.list);
    /** @type {string[]} */
    this.told = [];
  }

  /** The latest lines, of so many in all.
   * @param {string[]} lines @param {number} [all] */
  tell(lines, all = lines.length) {
    const first = all - lines.length; // the number of the first line given
    const known = this.told.length - first;
    const same = known >= 0 && known <= lines.length && lines.slice(0, known).every((line, i) => this.told[first + i] === line);
    if (!same) {
      this.list.replaceChildren();
      this.told = Array(first).fill("");
    }
    const from = this.told.length - first;
    for (const old of this.list.querySelectorAll(".now")) old.classList.remove("now");
    lines.slice(from).forEach((line, i) => this.list.append(el("li", {},
      el("span.t", { "aria-hidden": "true" }, String(this.told.length + i + 1)), el("span", {}, line))));
    this.list.lastElementChild?.classList.add("now");
    this.told.push(...lines.slice(from));
    this.log.scrollTop = this.log.scrollHeight;
  }
}
