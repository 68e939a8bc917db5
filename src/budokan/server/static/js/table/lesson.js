/** A guided first match: works like the link to a table, and says what to do next. */
import { alarm, ask, byId, el, tell } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { learned } from "../lib/memory.js";
import { playNow } from "./sit-down.js";
import { clauses } from "./rule-links.js";

/** @typedef {import("../lib/types.js").LessonMessage} LessonMessage */

export class Lesson {
  /** @param {string} game @param {(message: any) => void} hear @param {import("./pick.js").Picker} picker */
  constructor(game, hear, picker) {
    this.game = game;
    this.hear = hear;
    this.picker = picker;
    /** @type {string[]} */
    this.moves = [];
    this.asked = 0; // requests so far; only the answer to the last one counts
    this.shown = false;
    /** What the guide says about a frame; it says so when what happened before is over. @type {WeakMap<object, LessonMessage>} */
    this.told = new WeakMap();
    this.box = el("section.lesson.sheet", { "aria-label": "Guide" });
    byId("page").classList.add("learning");
    this.go([]);
  }

  /** A message from the page: a move, or an undo. @param {any} message */
  send(message) {
    if (message.t === "act") this.go([...this.moves, message.action]);
    else if (message.t === "undo") this.back();
  }

  back() {
    this.go(this.moves.slice(0, -1));
  }

  /** Show the position after these moves. @param {string[]} moves */
  async go(moves) {
    const now = ++this.asked;
    const told = await ask(`/api/learn/${encodeURIComponent(this.game)}`, { moves }).catch((error) => {
      this.refused(error.message, error.clause);
    });
    if (!told || now !== this.asked) return;
    this.moves = moves;
    this.shown = true;
    this.told.set(told.frame, told);
    this.hear(told.frame);
  }

  /** Show a refusal; before there is a table it stands alone. @param {string} text @param {string} [clause] */
  refused(text, clause = "") {
    if (this.shown) this.hear({ t: "refused", text, clause });
    else tell(text);
  }

  /** The words beside a frame that is about to be drawn. @param {import("../lib/types.js").SceneMessage} frame */
  guide(frame) {
    const told = this.told.get(frame);
    if (!told) return;
    this.picker.guide = { look: new Set(told.point), asked: new Set(told.accept) };
    this.box.replaceChildren(...this.words(told));
  }

  /** Say aloud what the guide says about the frame that is shown now. @param {import("../lib/types.js").SceneMessage} frame */
  say(frame) {
    const told = this.told.get(frame);
    if (!told) return;
    alarm(`${told.done ? "The end" : `Step ${told.step} of ${told.of}`}. ${told.say}`);
    const far = [...document.querySelectorAll(".stage .pointed")].find((node) => !node.closest(".dock"));
    far?.scrollIntoView({ block: "nearest" });
    if (told.done) learned(this.game);
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
        this.refused(/** @type {Error} */ (error).message);
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
