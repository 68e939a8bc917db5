/** The story of a match, in sentences. */
import { el } from "../lib/dom.js";
import { linked } from "./rule-links.js";

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
    const same = known >= 0 && lines.every((line, i) => i >= known || this.told[first + i] === line);
    while (same && this.told.length > all) {
      this.told.pop(); // taken back
      this.list.lastElementChild?.remove();
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
    return follows ? lines.slice(from) : [];
  }
}
