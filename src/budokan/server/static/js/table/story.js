/** The story of a match, in sentences. */
import { el } from "../lib/dom.js";
import { linked } from "./rule-links.js";

const JOINT = /^[\s.,+]+/; // between the parts of a line

/** The story grows line by line; what is new is said once, in a region of its own. */
export class Story {
  constructor() {
    this.list = el("ol.story");
    this.log = el("div.log", { role: "region", "aria-label": "Story", tabindex: 0 }, this.list);
    this.aloud = el("p.vh", { "aria-live": "polite" });
    this.game = ""; // whose clauses the story cites
    /** @type {string[]} */
    this.told = [];
    this.filled = false; // whether the lines before the visitor's arrival are shown
    /** @type {string[]} */
    this.saying = [];
    this.line = ""; // what just happened, as it was last
  }

  /** What the line of what just happened has that it had not before: it grows until the viewer's turn is over.
   * @param {string} line */
  newIn(line) {
    const known = line.startsWith(this.line) ? this.line.length : 0;
    this.line = line;
    return line.slice(known).trim();
  }

  /** Say something once the reader has finished; texts that come together are joined. @param {string} text */
  say(text) {
    if (!text) return;
    this.aloud.textContent = "";
    if (this.saying.push(text) > 1) return;
    setTimeout(() => {
      this.aloud.textContent = this.saying.join(" ");
      this.saying = [];
    }, 30);
  }

  /** Show the latest lines, with the number of all; returns what is new to the visitor. Nothing is if it happened before
   * they came, or is for another player.
   * @param {string[]} lines @param {number} [all] */
  tell(lines, all = lines.length) {
    const first = all - lines.length; // the number of the first line given
    const known = this.told.length - first;
    const grown = (/** @type {string} */ line, /** @type {number} */ i) =>
      i === known - 1 && !!this.told[first + i] && line.startsWith(this.told[first + i]); // the viewer's own draft goes on
    const same = known >= 0 && lines.every((line, i) => i >= known || this.told[first + i] === line || grown(line, i));
    while (same && this.told.length > all) this.forget(); // taken back
    const more = [];
    if (same && known > 0 && known <= lines.length) {
      more.push(lines[known - 1].slice(this.told[this.told.length - 1].length).replace(JOINT, ""));
      this.forget(); // written again below, as it may have grown
    }
    const follows = same && this.filled;
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
    return follows ? [...more, ...lines.slice(Math.max(known, 0))].filter(Boolean) : [];
  }

  /** Take the last line away. */
  forget() {
    this.told.pop();
    this.list.lastElementChild?.remove();
  }
}
