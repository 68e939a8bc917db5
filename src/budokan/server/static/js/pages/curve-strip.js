/** The curve of a match in a low strip, with the current step and the moments that mattered. */
import { el, svg } from "../lib/dom.js";
import { importantMoments, signedPoints, SIGNS, verdictText } from "./coach-report.js";

/** @typedef {import("./coach-report.js").Report} Report */
/** @typedef {import("./coach-report.js").Seat} Seat */

export class Strip {
  /** @param {(step: number) => void} go */
  constructor(go) {
    this.caption = el("p.cap");
    this.field = el("div.plot", { onclick: (/** @type {MouseEvent} */ event) => this.click(event) });
    this.box = el("section.strip", { "aria-label": "The coach's curve", hidden: true }, this.caption, this.field);
    this.go = go;
    this.entries = 1;
    /** @type {Seat | null} */
    this.seat = null;
  }

  /** @param {Report} report @param {Seat} seat */
  draw(report, seat) {
    this.seat = seat;
    this.unit = report.unit;
    this.entries = Math.max(1, report.entries);
    const x = (/** @type {number} */ at) => (1000 * at) / this.entries;
    const way = seat.curve.map((p) => `${x(p.at)},${100 - p.value.points}`);
    const { choices, luck } = importantMoments(seat);
    this.cursor = el("i.cursor");
    this.field.replaceChildren(
      svg(
        "svg",
        { viewBox: "0 0 1000 100", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("path", { class: "grid", d: "M0 50H1000" }),
        svg("polygon", { class: "area", points: `0,50 ${way.join(" ")} 1000,50` }),
        svg("polyline", { class: "way", points: way.join(" ") }),
      ),
      ...[...luck, ...choices].map((each) => {
        const told = each.kind === "luck" ? `luck ${signedPoints(each.change)}` : verdictText(each);
        const kind = each.kind === "luck" ? "luck" : each.verdict;
        const style = { left: `${x(each.stop) / 10}%`, top: `${100 - each.after}%` };
        const title = `Step ${each.stop}: ${each.words} ${told}`;
        return el(`span.sign.${kind}`, { style, title, "aria-hidden": "true" }, SIGNS[kind]);
      }),
      this.cursor,
    );
    this.box.hidden = false;
  }

  /** @param {number} step */
  show(step) {
    if (!this.seat || !this.cursor) return;
    const before = this.seat.curve.filter((point) => point.at <= step);
    const now = before[before.length - 1];
    this.cursor.style.setProperty("left", `${(100 * step) / this.entries}%`);
    this.caption.textContent = `${this.seat.name}: ${this.unit}${now ? ` ${Math.round(now.value.points)} of 100` : ""}`;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { left, width } = this.field.getBoundingClientRect();
    this.go(Math.round(((event.clientX - left) / width) * this.entries));
  }
}
