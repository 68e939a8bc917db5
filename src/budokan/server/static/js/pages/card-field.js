/** The cards of a new table: our own, the visitor's, or a file, with the check's answers beside it. Loaded with the form. */
import { ask, el } from "../lib/dom.js";
import { sheet } from "../lib/stylesheet.js";

/** @typedef {import("./new-table.js").TableForm} TableForm */
/** @typedef {{game: string, hash: string, title: string, created: string, house: boolean}} CardLine */
/** @typedef {{where: string, text: string, warning: boolean}} CardFault */

const FILE = "file"; // the choice that opens a file
const MOST = 256 * 1024; // bytes of a card file
const BELTS = "Belts are measured with our cards; with others an opponent may be stronger or weaker than its belt says.";

/** Offer the cards of the form's game. @param {TableForm} form */
export async function cardField(form) {
  const { game } = form;
  await sheet("own-cards");
  const mine = (await ask("/api/cards")).filter((/** @type {CardLine} */ each) => each.game === game.id);
  if (form.game !== game) return; // another one was chosen meanwhile
  new CardField(form, mine).draw();
}

class CardField {
  /** @param {TableForm} form @param {CardLine[]} mine */
  constructor(form, mine) {
    this.form = form;
    this.game = form.game.id;
    this.mine = mine;
    this.answers = el("div.answers", { role: "status" });
    this.about = el("p.say");
    this.file = el("input", { type: "file", hidden: true, accept: ".toml,text/plain", "aria-label": "Card file", onchange: () => this.read() });
    this.choice = el("select", { id: "f-cards", onchange: () => this.chosen() });
  }

  draw() {
    this.fill();
    this.tell();
    this.form.ownCards.replaceChildren(
      el("div.pairs", {}, el("label", { for: "f-cards" }, "Cards"), this.choice),
      this.file,
      this.answers,
      this.about,
    );
  }

  /** The list: our own first, then the visitor's, then those of the house. */
  fill() {
    const now = this.form.cards;
    const option = (/** @type {string} */ value, /** @type {string} */ words) =>
      el("option", { value, selected: value === now }, words);
    const group = (/** @type {string} */ label, /** @type {CardLine[]} */ lines) =>
      lines.length > 0 && el("optgroup", { label }, lines.map((each) => option(each.hash, each.title)));
    this.choice.replaceChildren(
      ...[
        option("", "Our cards"),
        now && !this.mine.some(({ hash }) => hash === now) && option(now, "the cards you came with"),
        group("Your cards", this.mine.filter(({ house }) => !house)),
        group("Offered by this hall", this.mine.filter(({ house }) => house)),
        option(FILE, "Upload a card file …"),
      ].filter(Boolean),
    );
  }

  chosen() {
    const wanted = this.choice.value;
    if (wanted === FILE) {
      this.choice.value = this.form.cards;
      this.file.click();
    } else {
      this.answers.replaceChildren();
      this.take(wanted);
    }
  }

  /** Play with these cards; seats are drawn anew, since there may be others to choose from. @param {string} hash */
  take(hash) {
    this.form.cards = hash;
    this.fill();
    this.tell();
    const n = this.form.places.querySelectorAll(".place").length; // links stand there as well
    this.form.places.replaceChildren();
    this.form.seats(n);
  }

  /** What the choice means. */
  tell() {
    const { cards } = this.form;
    const link = (/** @type {string} */ href, /** @type {string} */ words, given = {}) =>
      el("a", { href, target: "_blank", rel: "noopener", ...given }, words);
    this.about.replaceChildren(
      ...(cards
        ? [
            link(`/cards/${this.game}/${cards}`, "Look at them"),
            " · ",
            link(`/api/cards/${this.game}/${cards}/file`, "Download", { target: null, download: `${this.game}.toml` }),
            ` · ${BELTS}`,
          ]
        : [link(`/cards/${this.game}`, "Enter the cards you own")]),
    );
  }

  /** Send the chosen file; everything that is wrong with it is told beside the field. */
  async read() {
    const [file] = this.file.files || [];
    this.file.value = "";
    if (!file) return;
    this.answers.replaceChildren(el("p", {}, `${file.name} is checked …`));
    try {
      if (file.size > MOST) throw new Error(`${file.name} is too large; ${MOST / 1024} kB are the most.`);
      const kept = await ask(`/api/cards/${this.game}`, { cards: await file.text() });
      this.mine = [{ ...kept, created: "", house: false }, ...this.mine.filter(({ hash }) => hash !== kept.hash)];
      this.answers.replaceChildren(el("p.good", {}, `${kept.title} can be played.`), ...listed(kept.faults));
      this.take(kept.hash);
    } catch (error) {
      const { message, faults = [] } = /** @type {Error & {faults?: CardFault[]}} */ (error);
      const bad = faults.filter(({ warning }) => !warning).length;
      const head = bad ? `${file.name} cannot be played: ${bad === 1 ? "one fault" : `${bad} faults`}.` : message;
      this.answers.replaceChildren(el("p.fault", { role: "alert" }, head), ...listed(faults));
    }
  }
}

/** Faults with their places, and apart from them what differs from print. @param {CardFault[]} faults */
function listed(faults) {
  const list = (/** @type {string} */ name, /** @type {CardFault[]} */ found) =>
    found.length > 0 &&
    el(
      "ul",
      { class: name, "aria-label": name === "faults" ? "Faults" : "Differs from print", tabindex: 0 },
      found.map(({ where, text }) => el("li", {}, where && el("code", {}, where), " ", text)),
    );
  const [bad, warned] = [false, true].map((each) => faults.filter(({ warning }) => warning === each));
  const note = warned.length > 0 && el("p", {}, "Not as in print, which is allowed:");
  return [list("faults", bad), note, list("warnings", warned)].filter(Boolean);
}
