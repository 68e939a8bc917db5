/** A guided first match: speaks like the line to a table, and says what to do next. */
import { alarm, ask, byId, el } from "./dom.js";
import { icon } from "./icons.js";
import { playNow } from "./start.js";
import { clauses } from "./why.js";

/** @typedef {import("./types.js").LessonMessage} LessonMessage */

const LINE_LOST = "The hall does not answer. Trying again helps.";

export class Lesson {
  /** @param {string} game @param {(message: any) => void} hear @param {(open: boolean) => void} state @param {import("./pick.js").Picker} picker */
  constructor(game, hear, state, picker) {
    this.game = game;
    this.hear = hear;
    this.state = state;
    this.picker = picker;
    /** @type {string[]} */
    this.moves = [];
    this.box = el("section.lesson.sheet", { "aria-label": "Guide" });
    byId("page").classList.add("learning");
    this.go([]);
  }

  /** What the page says: a move, or to take the last one back. @param {any} message */
  send(message) {
    if (message.t === "act") this.go([...this.moves, message.action]);
    else if (message.t === "undo") this.back();
  }

  back() {
    this.go(this.moves.slice(0, -1));
  }

  /** Where these moves lead. @param {string[]} moves */
  async go(moves) {
    try {
      const told = await ask(`/api/learn/${encodeURIComponent(this.game)}`, { moves });
      this.moves = moves;
      this.state(true);
      this.show(told);
    } catch (error) {
      const { message, clause } = /** @type {Error & {clause?: string}} */ (error);
      this.hear({ t: "refused", text: error instanceof TypeError ? LINE_LOST : message, clause });
    }
  }

  /** @param {LessonMessage} told */
  show(told) {
    this.picker.guide = { look: new Set(told.point), asked: new Set(told.accept) };
    this.box.replaceChildren(...this.words(told));
    this.hear(told.frame);
    alarm(`${told.done ? "The end" : `Step ${told.step} of ${told.of}`}. ${told.say}`);
    const far = [...document.querySelectorAll(".stage .pointed")].find((node) => !node.closest(".dock"));
    far?.scrollIntoView({ block: "nearest" });
    if (told.done) byId("lesson-next")?.focus({ preventScroll: true });
  }

  /** @param {LessonMessage} told */
  words(told) {
    return [
      el(
        "p.far",
        {},
        el("b", {}, told.done ? "The end" : `${told.step} / ${told.of}`),
        el("progress", { max: told.of, value: this.moves.length, "aria-label": "Steps done" }),
      ),
      el("p.said", {}, told.say, " ", clauses(this.game, told.cites)),
      told.done ? this.next() : this.again(),
    ];
  }

  again() {
    return el(
      "span.ways",
      {},
      this.moves.length > 0 && this.way("Back", "undo", () => this.back(), "Back, one step"),
      this.moves.length > 1 && this.way("Restart", "first", () => this.go([]), "Restart from the first step"),
    );
  }

  /** @param {string} label @param {string} sign @param {() => void} does @param {string} [title] */
  way(label, sign, does, title = label) {
    return el("button.btn.small", { type: "button", "aria-label": title, title, onclick: does }, icon(sign), label);
  }

  /** After the last step: a real match against the gentlest opponent. */
  next() {
    const play = async (/** @type {Event} */ event) => {
      const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
      button.disabled = true;
      try {
        const games = await ask("/api/games");
        await playNow(games.find((/** @type {any} */ each) => each.id === this.game), "white");
      } catch (error) {
        button.disabled = false;
        this.hear({ t: "refused", text: /** @type {Error} */ (error).message });
      }
    };
    return el(
      "span.ways",
      {},
      el(
        "button.btn.primary",
        { type: "button", id: "lesson-next", onclick: play },
        icon("play"),
        "Play your first real match",
      ),
      el("a.btn.small", { href: `/rules/${this.game}` }, "Rules"),
      this.way("Once more", "first", () => this.go([])),
      el("a.btn.small", { href: "/" }, "To the hall"),
    );
  }
}
