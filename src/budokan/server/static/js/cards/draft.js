/** A card file in the making: changes go to the hall one after another, which answers with faults and faces. */
import { ask } from "../lib/dom.js";
import { remember, remembered } from "../lib/memory.js";

/** @typedef {import("./types.js").CardForm} CardForm */
/** @typedef {import("./types.js").CardAlbum} CardAlbum */
/** @typedef {import("./types.js").CardEdit} CardEdit */
/** @typedef {import("./types.js").CardFault} CardFault */
/** @typedef {import("./types.js").CardRow} CardRow */
/** @typedef {import("./types.js").CardSection} CardSection */
/** @typedef {import("./types.js").CardValue} CardValue */

const PAUSE = 180; // ms without a key before a change is sent
const AGAIN = 2500; // ms before a change is sent again to a hall that did not answer
const STEPS = 100; // changes that can be undone

export class Draft {
  /** @param {CardForm} form @param {string} hash of the saved file it begins with; '' is ours */
  constructor(form, hash) {
    this.form = form;
    this.game = form.game;
    this.hash = hash;
    /** @type {CardAlbum} */
    this.now = { cards: "", title: "", source: "", faults: [], unread: [], rows: {}, zones: [], drawn: false };
    this.saved = ""; // the text as the hall keeps it
    /** Changes that wait to be sent, by place. @type {Map<string, CardEdit>} */
    this.waiting = new Map();
    /** Changes that could not be read; they are sent again with the next ones. @type {Map<string, CardEdit>} */
    this.unread = new Map();
    /** @type {{cards: string, unread: Map<string, CardEdit>}[]} */
    this.past = [];
    /** @type {{cards: string, unread: Map<string, CardEdit>}[]} */
    this.future = [];
    this.timer = 0;
    this.fault = ""; // why the hall did not take the last change
    /** @type {Promise<void> | null} */
    this.sending = null;
    /** Told after every answer. @type {() => void} */
    this.changed = () => {};
  }

  get place() {
    return `cards.${this.game}.${this.hash || "ours"}`;
  }

  /** Whether there is work that the hall does not keep. */
  get unsaved() {
    return this.now.cards !== this.saved || this.waiting.size > 0 || this.unread.size > 0;
  }

  /** What keeps the cards from being played: faults, and values that could not be read. */
  get faults() {
    return this.all.filter((fault) => !fault.warning);
  }

  get warnings() {
    return this.all.filter((fault) => fault.warning);
  }

  /** All faults; where a value could not be read, those of the value before do not count. */
  get all() {
    const { unread, faults } = this.now;
    const readable = (/** @type {CardFault} */ fault) => !unread.some(({ where }) => isAt(fault.where, where));
    return [...unread, ...faults.filter(readable)];
  }

  /** Whether all cards are ours, and nothing is said about them. */
  get isOurs() {
    const { title, source } = this.now;
    const same = this.form.sections.every((section) => this.keys(section).every((key) => !this.status(section, key)));
    return same && !title && !source && !this.all.length;
  }

  /** Begin: with work that was not saved, or with a text. @param {string} cards @returns {Promise<boolean>} whether
   * unsaved work came back */
  async begin(cards) {
    await this.load(cards);
    this.saved = this.now.cards;
    const kept = remembered(this.place);
    if (!kept) return false;
    try {
      const { cards: old, unread } = JSON.parse(kept);
      if (old === this.saved && !unread.length) return false;
      this.unread = new Map(unread.map((/** @type {CardEdit} */ edit) => [edit.where, edit]));
      await this.load(old);
      return true;
    } catch {
      this.unread.clear(); // kept by an older page, or no longer readable
      return false;
    }
  }

  /** Take a whole text; throws the hall's sentence if it cannot be read. @param {string} cards */
  async load(cards) {
    this.take(await this.answer(cards, [...this.unread.values()]), []);
  }

  /** Replace everything by another text. @param {string} cards */
  async replace(cards) {
    await this.settle();
    const before = this.moment();
    const unread = this.unread;
    this.unread = new Map();
    try {
      await this.load(cards);
    } catch (error) {
      this.unread = unread;
      throw error;
    }
    this.note(before);
  }

  /** @param {string} cards @param {CardEdit[]} edits @returns {Promise<CardAlbum>} */
  answer(cards, edits) {
    return ask(`/api/cards/${this.game}/album`, { cards, edits });
  }

  moment() {
    return { cards: this.now.cards, unread: new Map(this.unread) };
  }

  /** Remember a moment to which one can go back. @param {{cards: string, unread: Map<string, CardEdit>}} before */
  note(before) {
    this.past = [...this.past.slice(1 - STEPS), before];
    this.future = [];
    this.keep();
    this.changed();
  }

  /** @param {CardAlbum} told @param {CardEdit[]} sent */
  take(told, sent) {
    const bad = new Set(told.unread.map((fault) => fault.where));
    for (const edit of sent) {
      if (bad.has(edit.where) && edit.does === "write") this.unread.set(edit.where, edit);
      else this.unread.delete(edit.where);
    }
    const zones = told.drawn ? told.zones : this.now.zones; // the last faces stay
    this.now = { ...told, zones };
    this.fault = "";
  }

  /** Keep what is not saved, for a reload. */
  keep() {
    const kept = { cards: this.now.cards, unread: [...this.unread.values()] };
    remember(this.place, this.unsaved ? JSON.stringify(kept) : "");
  }

  // -- changes ----------------------------------------------------------------------------------

  /** Make a change; typing waits until it pauses. @param {CardEdit} edit @param {boolean} [typing] */
  edit(edit, typing = false) {
    this.waiting.delete(slot(edit));
    this.waiting.set(slot(edit), edit);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), typing ? PAUSE : 0);
  }

  /** Whether a change of this place is on its way. @param {string} where */
  pending(where) {
    return [...this.waiting.values()].some((edit) => edit.where === where);
  }

  /** Send all changes; resolves when the hall has answered. @returns {Promise<void>} */
  settle() {
    clearTimeout(this.timer);
    this.sending ??= this.send().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  async send() {
    while (this.waiting.size) {
      const edits = [...this.waiting.values()];
      this.waiting.clear();
      const before = this.moment();
      const again = [...this.unread.values()].filter((old) => !edits.some(({ where }) => where === old.where));
      try {
        this.take(await this.answer(before.cards, [...again, ...edits]), edits);
        this.note(before);
      } catch (error) {
        this.fault = /** @type {Error} */ (error).message;
        if (error instanceof TypeError) {
          // the hall cannot be reached: the changes wait for it
          const later = new Map(edits.map((edit) => [slot(edit), edit]));
          this.waiting = new Map([...later, ...this.waiting]);
          this.timer = setTimeout(() => this.settle(), AGAIN);
        }
        this.changed();
        return;
      }
    }
  }

  undo() {
    return this.travel(this.past, this.future);
  }

  redo() {
    return this.travel(this.future, this.past);
  }

  /** @param {{cards: string, unread: Map<string, CardEdit>}[]} from @param {{cards: string, unread: Map<string, CardEdit>}[]} to */
  async travel(from, to) {
    await this.settle();
    const goal = from.pop();
    if (!goal) return;
    to.push(this.moment());
    this.unread = new Map(goal.unread);
    await this.load(goal.cards);
    this.keep();
    this.changed();
  }

  /** Save in the hall; returns the hash of the file. Throws the hall's sentence. */
  async save() {
    await this.settle();
    if (this.unread.size) throw new Error(`${this.now.unread[0].where}: ${this.now.unread[0].text}`);
    if (this.hash && !this.unsaved) return this.hash;
    const { hash } = await ask(`/api/cards/${this.game}`, { cards: this.now.cards });
    this.saved = this.now.cards;
    remember(this.place, "");
    this.hash = hash;
    this.changed();
    return hash;
  }

  // -- looking ----------------------------------------------------------------------------------

  /** The keys of a section: ours, then new ones. @param {CardSection} section */
  keys(section) {
    const theirs = (this.now.rows[section.name] || []).map((row) => row.key);
    return [...new Set([...section.rows.map((row) => row.key), ...theirs])];
  }

  /** @param {CardSection} section @param {string} key */
  ours(section, key) {
    return section.rows.find((row) => row.key === key);
  }

  /** @param {CardSection} section @param {string} key @returns {CardRow | undefined} */
  theirs(section, key) {
    return (this.now.rows[section.name] || []).find((row) => row.key === key);
  }

  /** The value of a component now. @param {CardSection} section @param {string} key @param {string} field
   * @returns {CardValue | undefined} */
  value(section, key, field) {
    const theirs = this.theirs(section, key);
    if (theirs?.away.includes(field)) return undefined;
    return theirs?.values[field] || this.ours(section, key)?.values[field];
  }

  /** What a component is called. @param {CardSection} section @param {string} key */
  name(section, key) {
    const said = this.value(section, key, nameField(section))?.value;
    return typeof said === "string" && said.trim() ? said : titled(key);
  }

  /** @param {CardSection} section @param {string} key */
  status(section, key) {
    const row = this.theirs(section, key);
    if (!row) return "";
    if (row.added) return "new";
    if (row.dropped) return "dropped";
    const differs = Object.values(row.values).some((value) => value.source === "own");
    return differs || row.away.length ? "changed" : "";
  }

  /** Faults at a place and below it. @param {string} where */
  faultsAt(where) {
    return this.all.filter((fault) => isAt(fault.where, where));
  }
}

/** What a later change replaces. @param {CardEdit} edit */
const slot = (edit) => `${edit.where} ${edit.does === "note" ? "note" : ""}`;

/** Whether a place is another one, or lies below it. @param {string} place @param {string} where */
export const isAt = (place, where) =>
  place === where || (place.startsWith(where) && ".[".includes(place[where.length]));

/** The value that a component is called by, if there is one. @param {CardSection} section */
export const nameField = (section) =>
  ["name", "title"].find((name) => section.fields.some((field) => field.name === name && field.kind === "text")) || "";

/** A key as a title. @param {string} key */
export const titled = (key) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");
