/** The deck builder of Dojo Duel: every card, your own deck, and whether it is allowed. */
import { neighbour } from "../lib/arrow-keys.js";
import { ask, el, fail, once } from "../lib/dom.js";
import { Decks, deckText } from "./saved-decks.js";
import { face, look } from "../draw/faces.js";
import { begin, cited, empty, faults, gallery, Judge, legend, own, page } from "./gallery.js";
import { botWords } from "../lib/badge.js";
import { bots } from "../table/sit-down.js";
import { icon } from "../lib/icons.js";
import { spoken } from "../draw/piece-words.js";

/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").GameInfo} GameInfo */
/** @typedef {import("./gallery.js").Verdict} Verdict */

const GAME = "dojo_duel";
const HALVES = ["Yang", "Yin"];
const SECRET = "A deck of your own stays secret; the name of a ready-made one is shown (DD-R17).";

class Builder {
  /** @param {Zone[]} zones @param {GameInfo} game */
  constructor(zones, game) {
    this.game = game;
    this.elements = zones.filter((zone) => zone.id !== "decks");
    this.ready = zones.find((zone) => zone.id === "decks")?.pieces || [];
    /** @type {Map<string, Piece>} */
    this.cards = new Map(this.elements.flatMap((zone) => zone.pieces.map((piece) => [piece.id, piece])));
    /** @type {Map<string, number>} */
    this.counts = new Map();
    /** @type {Map<string, any>} */
    this.tiles = new Map();
    this.judge = new Judge(GAME, (verdict) => this.judged(verdict));
    this.decks = new Decks(this);
    this.draw();
  }

  // -- the cards ------------------------------------------------------------------------------

  draw() {
    this.pool = el(
      "div.pool",
      { onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) },
      this.elements.map((zone) =>
        el(
          "section.shelf",
          { "aria-label": zone.title },
          el("h2", {}, zone.title, " ", el("small", { "data-element": zone.id })),
          el("div.tiles", {}, zone.pieces.map((piece) => this.tile(piece))),
        ),
      ),
    );
    this.status = el("p.vh", { role: "status" });
    this.panel = el("aside.panel.sheet", { id: "deck", "aria-label": "Your deck" });
    this.way = el("a", { href: "#deck" }); // link to the deck, where it is below the cards
    this.frame();
    this.reach(this.pool.querySelector("[data-card]"));
  }

  /** A card with its number of copies under it. @param {Piece} piece */
  tile(piece) {
    const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ word) =>
      el(
        "button.btn.by",
        {
          type: "button",
          tabindex: -1,
          "data-by": by,
          "aria-label": `${word} ${piece.name}`,
          onclick: () => this.change(piece.id, by),
        },
        sign,
      );
    const node = el(
      "div.tile",
      { "data-n": 0 },
      el(
        "button",
        {
          type: "button",
          class: look(piece),
          tabindex: -1,
          "data-card": piece.id,
          onclick: () => this.change(piece.id, 1),
          onfocus: (/** @type {Event} */ event) => this.reach(event.currentTarget),
        },
        face(piece),
      ),
      el("div.copies", {}, step(-1, "−", "Take out"), el("output", {}, "0"), step(1, "+", "Put in")),
      el("small.often", {}, piece.preview?.note || ""),
    );
    this.tiles.set(piece.id, node);
    this.name(piece);
    return node;
  }

  /** A card's label for screen readers: its face and number of copies. @param {Piece} piece */
  name(piece) {
    const n = this.counts.get(piece.id) || 0;
    const node = this.tiles.get(piece.id);
    node.dataset.n = String(n);
    node.querySelector("output").textContent = String(n);
    node
      .querySelector("[data-card]")
      .setAttribute("aria-label", `${spoken(piece)}, ${piece.preview?.note}, ${n} in your deck`);
    node.querySelector('[data-by="-1"]').disabled = n === 0;
  }

  /** Let Tab stop at only one card. @param {any} card */
  reach(card) {
    this.pool.querySelector('[data-card][tabindex="0"]')?.setAttribute("tabindex", "-1");
    card.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const card = /** @type {Element} */ (event.target).closest("[data-card]");
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
    const id = /** @type {HTMLElement} */ (card).dataset.card || "";
    const by = /** @type {Record<string, number>} */ ({ "+": 1, "=": 1, "-": -1, _: -1 })[event.key];
    const goal = by ? null : neighbour(this.offered(), card, event.key);
    if (!by && !goal) return;
    event.preventDefault();
    if (by) this.change(id, by);
    else goal.focus();
  }

  /** The cards that can be seen. @returns {any[]} */
  offered() {
    return [...this.pool.querySelectorAll("[data-card]")].filter((each) => each.offsetParent !== null);
  }

  // -- the deck -------------------------------------------------------------------------------

  /** @param {string} id @param {number} by */
  change(id, by) {
    const n = Math.max(0, Math.min(99, (this.counts.get(id) || 0) + by));
    if (n) this.counts.set(id, n);
    else this.counts.delete(id);
    const piece = /** @type {Piece} */ (this.cards.get(id));
    this.name(piece);
    this.status.textContent = `${piece.name}: ${n} in your deck, ${this.size()} cards.`;
    this.decks.changed();
    this.refresh();
  }

  /** Load the first deck and its verdict before the page appears, so that nothing moves under the pointer. */
  async first() {
    await this.decks.first();
    this.judge.drop();
    this.judged(await this.judge.now(this.proposal()));
  }

  /** Replace the whole deck. @param {Record<string, number>} counts */
  take(counts) {
    this.counts = new Map(Object.entries(counts).filter(([id]) => this.cards.has(id)));
    for (const piece of this.cards.values()) this.name(piece);
    this.refresh();
  }

  size() {
    return [...this.counts.values()].reduce((sum, n) => sum + n, 0);
  }

  options() {
    return { deck_rules: this.rules.value };
  }

  proposal() {
    return { options: this.options(), choices: { A: { deck: deckText(this.counts) } } };
  }

  refresh() {
    this.judge.ask(this.proposal());
    this.total.textContent = `${this.size()} cards`;
    this.figures.replaceChildren(...this.curve(), this.shares());
    this.list.replaceChildren(...this.rows());
    for (const zone of this.elements) {
      const n = this.held(zone);
      this.pool.querySelector(`[data-element="${zone.id}"]`).textContent = n ? `${n} in your deck` : "";
    }
  }

  /** @param {Zone} zone */
  held(zone) {
    return zone.pieces.reduce((sum, piece) => sum + (this.counts.get(piece.id) || 0), 0);
  }

  /** Show the game's verdict. @param {Verdict} verdict */
  judged(verdict) {
    const checks = verdict.seats.A?.checks || [];
    this.word.textContent = verdict.ok ? "Legal" : "Not legal yet";
    this.word.className = verdict.ok ? "verdict good" : "verdict bad";
    const word = el("b", { class: this.word.className }, this.word.textContent);
    this.way.replaceChildren(`Your deck: ${this.size()} cards`, word);
    this.start.classList.toggle("off", !verdict.ok);
    this.checks.replaceChildren(
      ...checks.map((check) =>
        el(
          `li.${check.ok ? "good" : "bad"}`,
          { "data-rule": check.rule },
          el("b", {}, check.ok ? "✓" : "✗"),
          el("span", {}, el("span.vh", {}, check.ok ? "Kept: " : "Broken: "), cited(GAME, check.text)),
        ),
      ),
      ...(checks.length ? [] : faults(GAME, verdict)),
    );
  }

  // -- figures --------------------------------------------------------------------------------

  /** The number of cards with each value, for both halves. */
  curve() {
    const values = [...this.cards.values()].map((piece) => piece.corners.map((corner) => Number(corner.value)));
    const most = Math.max(...values.flatMap(([yang, yin]) => [yang, yin]));
    return HALVES.map((half, side) => {
      const bins = Array(most + 1).fill(0);
      let sum = 0;
      for (const [id, n] of this.counts) {
        const value = Number(/** @type {Piece} */ (this.cards.get(id)).corners[side].value);
        bins[value] += n;
        sum += n * value;
      }
      const tallest = Math.max(4, ...bins);
      return el(
        `div.curve.${side ? "ward" : "hit"}`,
        {
          role: "img",
          "aria-label": `${half} ${sum} in all: ${bins
            .map((n, value) => (n ? `${n} with ${value}` : ""))
            .filter(Boolean)
            .join(", ")}`,
        },
        el("b", {}, `${half} ${sum}`),
        el(
          "span.bins",
          {},
          bins.map((n, value) =>
            el(
              "span",
              {},
              el("small", {}, n || ""),
              el("i", { style: { "--n": n / tallest } }),
              el("small", {}, String(value)),
            ),
          ),
        ),
      );
    });
  }

  /** Cards of each element. */
  shares() {
    const power = [...this.counts].reduce(
      (sum, [id, n]) => sum + n * Number(/** @type {Piece} */ (this.cards.get(id)).corners[2].value),
      0,
    );
    return el(
      "ul.shares",
      {},
      this.elements.map((zone) =>
        el("li", { class: `k-${zone.id}` }, zone.title, " ", el("b", {}, String(this.held(zone)))),
      ),
      el("li", {}, "Power ", el("b", {}, String(power))),
    );
  }

  rows() {
    return [...this.cards.values()]
      .filter((piece) => this.counts.has(piece.id))
      .map((piece) =>
        el(
          "li",
          {},
          el("b", {}, `${this.counts.get(piece.id)}×`),
          el("span", {}, piece.name),
          el("small", {}, `${piece.corners[0].value}/${piece.corners[1].value}`),
        ),
      );
  }

  // -- the page -------------------------------------------------------------------------------

  frame() {
    this.total = el("b.total", {}, "0 cards");
    this.word = el("span.verdict", { role: "status" }, "");
    this.checks = el("ul.checks");
    this.figures = el("div.figures");
    this.list = el("ul.inside");
    this.start = el(
      "button.btn.primary",
      { type: "button", "data-play": true, onclick: (/** @type {Event} */ event) => once(event, () => this.play()) },
      icon("play"),
      "Play with this deck",
    );
    this.fault = el("p.fault", { role: "alert" });
    this.panel.replaceChildren(
      el("h2", {}, "Your deck"),
      this.decks.bar(),
      el("p.tally", {}, this.total, this.word),
      this.checks,
      this.figures,
      this.against(),
      this.start,
      el(
        "button.btn",
        { type: "button", "data-form": true, onclick: () => this.form() },
        "More choices for the table",
      ),
      this.fault,
      el("p.say", {}, cited(GAME, SECRET)),
      el("details", {}, el("summary", {}, el("h3", {}, "Cards in it")), this.list),
    );
  }

  /** The opponent and the options of the match. */
  against() {
    /** @type {(id: string, rows: [string, string][], first: string) => any} */
    const picked = (id, rows, first) =>
      el(
        "select",
        { id },
        rows.map(([value, words]) => el("option", { value, selected: value === first }, words)),
      );
    this.foe = picked("foe", bots(this.game).map((name) => [name, botWords(name)]), this.game.opponent);
    this.theirs = picked("theirs", this.ready.map((deck) => [deck.id, deck.name]), "");
    const rules = this.game.options.find((option) => option.name === "deck_rules");
    const values = (rules?.choices || []).map((value) => [value, value.replaceAll("_", " ")]);
    this.rules = picked("rules", /** @type {[string, string][]} */ (values), rules?.default);
    this.rules.addEventListener("change", () => this.refresh());
    return el(
      "div.against",
      {},
      el("label", { for: "foe" }, "Against"),
      this.foe,
      el("label", { for: "theirs" }, "who plays"),
      this.theirs,
      el("label", { for: "rules" }, "Deck rules"),
      this.rules,
    );
  }

  /** Play with this deck, if the game allows it. */
  async play() {
    const verdict = await this.judge.now(this.proposal());
    this.fault.replaceChildren(...(verdict.ok ? [] : cited(GAME, verdict.error)));
    if (!verdict.ok) return;
    const players = ["me", this.foe.value];
    const choices = { A: { deck: this.decks.wanted() }, B: { deck: this.theirs.value } };
    await begin({ game: GAME, players, options: this.options(), choices }).catch((error) => {
      this.fault.textContent = error.message;
    });
  }

  /** The whole form of a new table, with this deck on the first seat. */
  async form() {
    const { TableForm } = await import("../pages/new-table.js");
    const form = new TableForm([this.game]);
    form.chosen = { A: { deck: this.decks.wanted() } };
    form.cards = own.hash;
    form.open(GAME);
  }
}

async function open() {
  empty();
  const [shown, games] = await Promise.all([gallery(GAME), ask("/api/games")]);
  const game = games.find((/** @type {GameInfo} */ each) => each.id === GAME);
  const builder = new Builder(shown.zones, game);
  await builder.first();
  const keys = "Pick a card to add it. With keys: arrows move, + and − change the number.";
  page(
    "Deck builder",
    `${GAME}#DD-R19`,
    el(
      "main.workbench",
      {},
      el("div.shelves", {}, el("p.say", {}, keys), legend(), builder.pool),
      builder.panel,
    ),
    el("nav.strip", { "aria-label": "To your deck" }, builder.way),
    builder.status,
  );
}

open().catch(fail);
