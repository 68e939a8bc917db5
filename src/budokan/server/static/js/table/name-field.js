/** A guest among people is asked once for a name; it is remembered and said at every table from then on. */
import { ask, el, fail } from "../lib/dom.js";
import { remember, remembered } from "../lib/memory.js";
import { GUEST, myName } from "./sit-down.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

export class NameField {
  /** @param {HTMLElement} box where it is shown */
  constructor(box) {
    this.box = box;
    this.said = ""; // the seat for which the remembered name was said
    this.input = el("input", { id: "own-name", maxlength: 24, placeholder: GUEST, autocomplete: "nickname" });
    box.replaceChildren(
      el(
        "form",
        { onsubmit: (/** @type {Event} */ event) => this.save(event) },
        el("label", { for: "own-name" }, "Your name"),
        this.input,
        el("button.btn.small.primary", { type: "submit" }, "Save"),
        el("button.btn.small", { type: "button", onclick: () => this.skip() }, "Skip"),
      ),
    );
  }

  /** Say the remembered name, or ask for one. @param {SceneMessage} message */
  show({ table, mine, over, view }) {
    const people = table.players.filter((who) => who === "person").length;
    const unnamed = !!table.id && !over && people > 1 && mine.length === 1 && table.unnamed.includes(view);
    this.where = { table: table.id, seat: view };
    this.box.hidden = !unnamed || !!myName() || !!remembered("name.asked");
    const key = `${table.id} ${view}`;
    if (!unnamed || !myName() || this.said === key) return;
    this.said = key;
    this.say(myName()).catch(() => {}); // a guest can play as well
  }

  /** @param {string} name */
  say(name) {
    const { table, seat } = this.where || { table: "", seat: 0 };
    return ask(`/api/tables/${table}/name`, { seat, name });
  }

  /** @param {Event} event */
  async save(event) {
    event.preventDefault();
    const name = this.input.value.trim();
    if (!name) return this.skip();
    try {
      const told = await this.say(name);
      remember("name", told.name);
      this.box.hidden = true;
    } catch (error) {
      fail(error);
    }
  }

  skip() {
    remember("name.asked", "yes");
    this.box.hidden = true;
  }
}
