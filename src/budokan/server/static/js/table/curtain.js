/** Hides the table while two players at one screen change places. */
import { byId, el } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

const DELAY = 700; // milliseconds, long enough to see the effect of one's move

export class Curtain {
  /** @param {(seat: number) => void} look called when the next player is ready */
  constructor(look) {
    this.look = look;
    this.box = /** @type {HTMLDialogElement} */ (byId("curtain"));
    this.needed = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.falling = undefined;
    // only its button lifts it, but browsers let a second Escape close any dialog
    this.box.addEventListener("cancel", (event) => event.preventDefault());
    this.box.addEventListener("close", () => this.needed && !this.box.open && this.box.showModal());
  }

  /** Fall if another player at this screen is next, else rise. @param {SceneMessage} message */
  show({ scene, mine, view, names, over }) {
    clearTimeout(this.falling);
    const next = scene.acting.find((seat) => mine.includes(seat));
    this.needed = !over && mine.length > 1 && next !== undefined && !scene.acting.includes(view);
    if (!this.needed || next === undefined) return this.box.close();
    const seen = mine.includes(view) && !this.box.open; // by the player who has just moved
    if (seen) this.falling = setTimeout(() => this.fall(next, names[next]), DELAY);
    else this.fall(next, names[next]);
  }

  /** @param {number} next @param {string} name */
  fall(next, name) {
    this.box.replaceChildren(
      el(
        "div",
        {},
        el("h2", {}, `${name} is next`),
        el("p", {}, `Hand the screen to ${name}. The table stays covered until then.`),
        el(
          "button.btn.primary.big",
          { type: "button", autofocus: true, onclick: () => this.look(next) },
          `I am ${name}`,
        ),
      ),
    );
    if (!this.box.open) this.box.showModal();
  }
}
