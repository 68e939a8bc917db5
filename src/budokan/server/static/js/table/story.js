/** The story of a match, in sentences. */
import { el } from "../lib/dom.js";
import { linked } from "./rule-links.js";

const HUSH = 1000; // milliseconds during which old lines are not read aloud

/** The story grows line by line, so that a screen reader hears only what is new. */
export class Story {
  constructor() {
    this.list = el("ol.story");
    this.log = el(
      "div.log",
      { role: "log", "aria-live": "off", "aria-label": "Story", tabindex: 0 },
      this.list,
    );
    this.game = ""; // whose clauses the story cites
    /** @type {string[]} */
    this.told = [];
    this.filled = false; // whether the lines before the visitor's arrival are shown
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.hushed = undefined;
  }

  /** Do not announce the next lines: they happened before the visitor came, or are for another player. */
  hush() {
    this.log.setAttribute("aria-live", "off");
    clearTimeout(this.hushed);
    this.hushed = setTimeout(() => this.log.setAttribute("aria-live", "polite"), HUSH);
  }

  /** Show the latest lines, with the number of all; returns whether new ones are announced.
   * @param {string[]} lines @param {number} [all] */
  tell(lines, all = lines.length) {
    const first = all - lines.length; // the number of the first line given
    const known = this.told.length - first;
    const same = known >= 0 && lines.every((line, i) => i >= known || this.told[first + i] === line);
    while (same && this.told.length > all) {
      this.told.pop(); // taken back
      this.list.lastElementChild?.remove();
    }
    if (!same || !this.filled) this.hush();
    this.filled = true;
    if (!same) {
      this.list.replaceChildren();
      this.told = Array(first).fill("");
    }
    const from = this.told.length - first;
    for (const old of this.list.querySelectorAll(".now")) old.classList.remove("now");
    lines
      .slice(from)
      .forEach((line, i) =>
        this.list.append(
          el(
            "li",
            {},
            el("span.t", { "aria-hidden": "true" }, String(this.told.length + i + 1)),
            el("span", {}, linked(this.game, line)),
          ),
        ),
      );
    this.list.lastElementChild?.classList.add("now");
    this.told.push(...lines.slice(from));
    this.log.scrollTop = this.log.scrollHeight;
    return lines.length > from && this.log.getAttribute("aria-live") === "polite";
  }
}
