/** Hints: requested over the link and shown beside the board; they never play by themselves. */
import { byId, el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { samePaths } from "../lib/paths.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */
/** @typedef {import("../lib/types.js").HintMessage} HintMessage */
/** @typedef {import("../lib/types.js").Tip} Tip */
/** @typedef {import("../lib/types.js").Choice} Choice */

export class Hints {
  /** @param {{ask: () => void, play: (choice: Choice) => void, find: (id: string) => HTMLElement | null}} hall */
  constructor(hall) {
    this.hall = hall;
    /** @type {SceneMessage | null} */
    this.table = null;
    this.seeking = false;
    this.button = el(
      "button.tool",
      {
        type: "button",
        hidden: true,
        "aria-label": "Hint",
        title: "Hint (H)",
        "aria-keyshortcuts": "h",
        onclick: () => this.ask(),
      },
      icon("hint"),
    );
    this.told = el("div", { "aria-live": "polite" });
    this.box = el("section.hints", { hidden: true, "aria-label": "Hint" }, this.told);
  }

  /** A new Scene: hide a hint for an earlier position. @param {SceneMessage} message */
  show(message) {
    const { scene, table, mine, view, over } = message;
    const may = table.assists && !over && mine.includes(view) && scene.choices.length > 0;
    const same = may && this.table?.view === view && samePaths(this.table.scene.choices, scene.choices);
    this.table = message;
    this.button.hidden = !may;
    if (!same) this.close();
  }

  /** Ask for a hint, or hide or cancel the present one. */
  ask() {
    if (this.button.hidden) return;
    if (!this.box.hidden) {
      this.close();
      return;
    }
    this.seeking = true;
    this.box.hidden = false;
    this.told.replaceChildren(el("p.seeking", {}, "Looking for the best moves", el("i", {}, " …")));
    this.box.scrollIntoView({ block: "nearest" }); // where the page is long it may be out of sight
    this.hall.ask();
  }

  close() {
    const inside = this.box.contains(document.activeElement);
    this.seeking = false;
    this.box.hidden = true;
    if (inside) (this.button.hidden ? byId("question") : this.button)?.focus({ preventScroll: true });
    this.told.replaceChildren();
    this.mark(null);
  }

  /** The hint was refused or lost. */
  refused() {
    if (this.seeking) this.close();
  }

  /** @param {HintMessage} message */
  hear(message) {
    const { table } = this;
    if (!table || !this.seeking || message.seat !== table.view || message.ply !== table.ply) return;
    this.seeking = false;
    this.told.replaceChildren(
      el("h2", {}, message.heading || "Hint"),
      message.note ? el("p", {}, message.note) : el("ol", {}, message.tips.map((tip) => this.row(tip))),
      el("button.btn.small", { type: "button", onclick: () => this.close() }, "Close"),
    );
  }

  /** @param {Tip} tip */
  row(tip) {
    const choice = this.table?.scene.choices.find((each) => each.action === tip.action);
    if (!choice) return null;
    return el(
      "li",
      {
        onmouseenter: () => this.mark(choice),
        onmouseleave: () => this.mark(null),
        onfocusin: () => this.mark(choice),
        onfocusout: () => this.mark(null),
      },
      el("b", {}, tip.estimate),
      el("span", {}, tip.label, tip.why && el("small", {}, tip.why)),
      el(
        "button.btn.small",
        { type: "button", "aria-label": `Play this: ${tip.label}`, onclick: () => this.play(choice) },
        "Play this",
      ),
    );
  }

  /** @param {Choice} choice */
  play(choice) {
    this.close();
    this.hall.play(choice);
  }

  /** Show the pieces of a move on the board. @param {Choice | null} choice */
  mark(choice) {
    for (const node of document.querySelectorAll(".hinted")) node.classList.remove("hinted");
    for (const id of choice?.paths[0] || []) this.hall.find(id)?.classList.add("hinted");
  }
}
