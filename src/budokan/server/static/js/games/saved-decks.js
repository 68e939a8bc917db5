/** Ready-made decks, saved decks, and decks as text. */
import { dialog, el } from "../lib/dom.js";
import { copier } from "../lib/copy-link.js";
import { cited } from "./gallery.js";

const KEPT = "budokan.decks";
const GAME = "dojo_duel";

/** The decks kept in this browser. @returns {Record<string, string>} */
export function keptDecks() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) || "{}");
    return Object.fromEntries(Object.entries(found).filter(([, text]) => typeof text === "string"));
  } catch {
    return {};
  }
}

/** @param {Record<string, string>} decks */
function keep(decks) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(decks));
    return true;
  } catch {
    return false;
  }
}

/** A deck in the game's notation. @param {Map<string, number>} counts */
export const deckText = (counts) => [...counts].map(([id, n]) => `${n} ${id}`).join(", ");

export class Decks {
  /** @param {any} builder */
  constructor(builder) {
    this.builder = builder;
    this.ready = ""; // the ready-made deck, while it is unchanged
    this.opened = 0; // number of decks opened so far
    this.choice = el("select", { id: "from", onchange: () => this.open(this.choice.value) });
    const given = { id: "called", maxlength: 40, placeholder: "Name of the deck", autocomplete: "off" };
    this.name = el("input", given);
    this.gone = el(
      "button.btn.small",
      { type: "button", "data-do": "forget", hidden: true, onclick: () => this.forget() },
      "Delete",
    );
    this.said = el("p.say.heard", { role: "status" });
    this.fill("");
  }

  /** The list: ready-made decks first, then saved ones. @param {string} chosen */
  fill(chosen) {
    const option = (/** @type {string} */ value, /** @type {string} */ words) =>
      el("option", { value, selected: value === chosen }, words);
    const own = Object.keys(keptDecks()).sort();
    this.choice.replaceChildren(
      el("option", { value: "", selected: !chosen }, "Begin with …"),
      option("empty", "an empty deck"),
      el(
        "optgroup",
        { label: "Ready-made" },
        this.builder.ready.map((/** @type {any} */ deck) => option(`ready:${deck.id}`, deck.name)),
      ),
      own.length ? el("optgroup", { label: "Saved here" }, own.map((name) => option(`kept:${name}`, name))) : "",
    );
  }

  bar() {
    const button = (/** @type {string} */ words, /** @type {() => void} */ onclick, /** @type {string} */ id) =>
      el("button.btn.small", { type: "button", onclick, "data-do": id }, words);
    return el(
      "div.keeping",
      {},
      el("label.vh", { for: "from" }, "Begin with"),
      el("div.line-up", {}, this.choice, button("As text", () => this.text(), "text")),
      el("label.vh", { for: "called" }, "Name of the deck"),
      el("div.line-up", {}, this.name, button("Keep", () => this.keep(), "keep"), this.gone),
      this.said,
    );
  }

  /** The deck in the URL, else the first ready-made one. */
  async first() {
    const asked = new URLSearchParams(location.search).get("deck");
    const mine = asked && (await this.read(asked));
    if (mine) this.builder.take(mine);
    else await this.open(`ready:${this.builder.ready[0].id}`);
  }

  /** After any change it is the visitor's own deck. */
  changed() {
    this.ready = "";
    this.choice.value = "";
    this.said.textContent = "";
  }

  /** The deck for a new table: the name of a ready-made one, or the cards. */
  wanted() {
    return this.ready || deckText(this.builder.counts);
  }

  /** @param {string} chosen */
  async open(chosen) {
    const [kind, ...rest] = chosen.split(":");
    const name = rest.join(":");
    const turn = ++this.opened;
    const text = kind === "ready" ? name : keptDecks()[name] || "";
    const found = kind && kind !== "empty" ? await this.read(text) : {};
    if (turn !== this.opened) return; // another deck was chosen since
    if (kind && found) this.builder.take(found);
    this.ready = kind === "ready" ? name : "";
    this.name.value = kind === "kept" ? name : "";
    this.choice.value = chosen;
    this.gone.hidden = kind !== "kept";
  }

  /** The cards in a text, read by the game; if it cannot, shows why and returns null. @param {string} text */
  async read(text) {
    const verdict = await this.builder.judge.now({ choices: { A: { deck: text } } });
    if (!verdict.seats.A) this.said.textContent = verdict.error;
    return verdict.seats.A?.counts || null;
  }

  keep() {
    const name = this.name.value.trim();
    if (!name) {
      this.said.textContent = "Give the deck a name first.";
      this.name.focus();
      return;
    }
    const done = keep({ ...keptDecks(), [name]: deckText(this.builder.counts) });
    this.said.textContent = done ? `${name} is saved in this browser.` : "This browser cannot save decks.";
    this.fill(`kept:${name}`);
    this.ready = "";
    this.gone.hidden = !done;
  }

  forget() {
    const name = this.name.value.trim();
    const { [name]: old, ...rest } = keptDecks();
    this.said.textContent = old === undefined ? "There is no saved deck with this name." : `${name} is deleted.`;
    keep(rest);
    this.fill("");
    this.gone.hidden = true;
    this.name.focus();
  }

  /** A dialog with the deck as text, to copy, change or replace. */
  async text() {
    const verdict = await this.builder.judge.now(this.builder.proposal());
    const area = el("textarea", { id: "astext", rows: 12, spellcheck: "false" });
    area.value = verdict.seats.A?.text || "";
    const fault = el("p.fault", { role: "alert" });
    const button = (/** @type {string} */ words, /** @type {string} */ does, /** @type {any} */ onclick) =>
      el("button.btn", { type: "button", "data-do": does, onclick }, words);
    const box = dialog(
      "The deck as text",
      el("label", { for: "astext" }, "Share this text, or paste a deck: a number and a card on each line."),
      area,
      fault,
      el(
        "div.ways",
        {},
        copier(area, "button.btn", "Copy"),
        button("Use this text", "take", () => this.paste(area.value, box, fault)),
        button("Close", "close", () => box.close()),
      ),
    );
  }

  /** Open a typed deck, read by the game.
   * @param {string} text @param {any} box @param {any} fault */
  async paste(text, box, fault) {
    const told = await this.builder.judge.now({ choices: { A: { deck: text } } });
    fault.replaceChildren(...(told.seats.A ? [] : cited(GAME, told.error)));
    if (!told.seats.A) return;
    this.builder.take(told.seats.A.counts);
    this.changed();
    box.close();
  }
}
