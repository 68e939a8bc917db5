/** The component that is being changed: its face, its values, and what can be done with it as a whole. */
import { el } from "../lib/dom.js";
import { FieldLine } from "./fields.js";
import { drawn, facesOf } from "./shelves.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./types.js").CardSection} CardSection */
/** @typedef {import("./types.js").CardField} CardField */

export class Panel {
  /** @param {Draft} draft @param {{copy: (section: CardSection, key: string) => void, closed: () => void}} does */
  constructor(draft, does) {
    this.draft = draft;
    this.does = does;
    /** @type {{section: CardSection, key: string} | null} */
    this.at = null;
    /** @type {FieldLine[]} */
    this.lines = [];
    this.title = el("h2", { tabindex: -1, id: "panel-title" });
    this.note = el("p.status");
    this.face = el("div.shown");
    this.whole = el("div.faults");
    this.ways = el("div.ways");
    this.values = el("div.values");
    this.source = el("input", {
      id: "row-source",
      maxlength: 120,
      autocomplete: "off",
      placeholder: "such as: box 2, card 3",
      oninput: () => this.tell(),
    });
    this.sourced = el("div.value.wide", {}, el("label", { for: "row-source" }, "Where these values come from"), this.source);
    this.node = el(
      "aside.editing.sheet",
      {
        id: "panel",
        "aria-labelledby": "panel-title",
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.close(),
      },
    );
    this.hello();
  }

  /** What to do first. */
  hello() {
    this.at = null;
    this.lines = [];
    this.title.textContent = "How it works";
    this.node.replaceChildren(
      this.title,
      el(
        "ol.first",
        {},
        el("li", {}, el("b", {}, "Choose a card. "), "Click one, and its values stand here."),
        el("li", {}, el("b", {}, "Change what yours says. "), "The card is drawn anew at once, and checked."),
        el("li", {}, el("b", {}, "Save and play. "), "Everybody at your table then plays with your cards."),
      ),
      el(
        "p.say",
        {},
        "Nothing here changes the cards of others. What you have not saved stays in this browser.",
      ),
    );
  }

  /** @param {CardSection} section @param {string} key */
  open(section, key) {
    this.at = { section, key };
    const close = el("button.btn.small.shut", { type: "button", onclick: () => this.close() }, "Back to all cards");
    this.node.replaceChildren(
      el("div.head-of", {}, this.title, close),
      this.note,
      this.face,
      this.whole,
      this.ways,
      this.values,
      this.sourced,
    );
    this.lines = this.fields(section, key).map((field) => new FieldLine(this.draft, section, key, field));
    this.values.replaceChildren(...this.lines.map((line) => line.node));
    this.node.classList.add("open");
    this.node.scrollTop = 0;
    this.update();
  }

  /** Name the source of the whole component. */
  tell() {
    if (!this.at) return;
    const where = `${this.at.section.name}.${this.at.key}.*`;
    this.draft.edit({ where, does: "note", value: this.source.value }, true);
  }

  close() {
    this.node.classList.remove("open");
    this.does.closed();
  }

  /** The values a component has or may have. @param {CardSection} section @param {string} key @returns {CardField[]} */
  fields(section, key) {
    const isNew = this.draft.theirs(section, key)?.added;
    const has = (/** @type {CardField} */ field) =>
      this.draft.value(section, key, field.name) || this.draft.ours(section, key)?.values[field.name];
    return section.fields.filter((field) => isNew || has(field) || field.optional || field.usual);
  }

  /** Show the draft as it is now. */
  update() {
    if (!this.at) return;
    const { section, key } = this.at;
    const where = `${section.name}.${key}`;
    const status = this.draft.status(section, key);
    if (!this.draft.keys(section).includes(key)) {
      this.close();
      this.hello();
      return;
    }
    const faces = facesOf(this.draft.now.zones).get(where);
    this.title.textContent = this.draft.name(section, key);
    this.note.replaceChildren(...this.told(section, key, status));
    this.face.replaceChildren(...(faces ? drawn(faces).filter(Boolean) : []));
    this.face.hidden = !faces;
    this.face.setAttribute("aria-hidden", "true");
    const mine = this.lines.map((line) => line.where);
    const whole = this.draft
      .faultsAt(where)
      .filter((fault) => !mine.some((place) => fault.where === place || fault.where.startsWith(place)));
    this.whole.replaceChildren(
      ...whole.map((fault) => el(`p.${fault.warning ? "warning" : "fault"}`, {}, fault.text)),
    );
    this.ways.replaceChildren(...this.actions(section, key, status));
    this.values.hidden = this.sourced.hidden = status === "dropped";
    if (this.source !== document.activeElement) this.source.value = this.draft.theirs(section, key)?.note || "";
    this.steadily(() => {
      for (const line of this.lines) line.update();
    });
  }

  /** Change the values without moving the one under the pointer, or else the one with the focus.
   * @param {() => void} change */
  steadily(change) {
    const held = this.values.querySelector(".value:hover") || this.values.querySelector(".value:focus-within");
    const before = held?.getBoundingClientRect().top;
    change();
    if (held) this.node.scrollTop += held.getBoundingClientRect().top - before;
  }

  /** @param {CardSection} section @param {string} key @param {string} status */
  told(section, key, status) {
    const words = /** @type {Record<string, string>} */ ({
      "": "As in our cards.",
      changed: "Changed by you.",
      new: "New: none of our cards.",
      dropped: "Left out: nobody plays with it.",
    });
    return [el("b", {}, section.title), ` · ${words[status]} `, el("code", {}, `${section.name}.${key}`)];
  }

  /** @param {CardSection} section @param {string} key @param {string} status */
  actions(section, key, status) {
    const where = `${section.name}.${key}`;
    const button = (/** @type {string} */ does, /** @type {string} */ words, /** @type {() => void} */ onclick) =>
      el("button.btn.small", { type: "button", "data-do": does, onclick }, words);
    const edit = (/** @type {string} */ does) => () => {
      this.draft.edit({ where, does });
      this.title.focus({ preventScroll: true });
    };
    if (status === "dropped") return [button("keep", "Bring it back", edit("keep"))];
    return [
      section.open && button("copy", "Copy as a new one", () => this.does.copy(section, key)),
      section.open && button("drop", status === "new" ? "Remove it" : "Leave it out", edit("drop")),
      status === "changed" && button("ours", "All values as ours", () => this.ours(section, key)),
    ].filter(Boolean);
  }

  /** Go back to our values. @param {CardSection} section @param {string} key */
  ours(section, key) {
    const row = this.draft.theirs(section, key);
    for (const field of [...Object.keys(row?.values || {}), ...(row?.away || [])])
      this.draft.edit({ where: `${section.name}.${key}.${field}`, does: "reset" });
    this.title.focus({ preventScroll: true });
  }

  /** Go to a value. @param {string} where the place of a fault or a value */
  focus(where) {
    const line = this.lines.find((each) => where === each.where || where.startsWith(`${each.where}.`) || where.startsWith(`${each.where}[`));
    const goal = line?.first() || this.title;
    goal.focus();
    goal.scrollIntoView({ block: "nearest" });
  }

  /** Go to the value that was clicked on a face, if only one reads like that. @param {string} text */
  point(text) {
    const said = text.replace(/^\+/, "").replace(/^−/, "-").toLowerCase();
    const found = this.lines.filter((line) => {
      const value = line.value?.value;
      return value !== undefined && typeof value !== "object" && String(value).toLowerCase() === said;
    });
    if (said && found.length === 1) this.focus(found[0].where);
    else this.title.focus({ preventScroll: true });
  }
}
