/** Fighters to choose for every seat: portrait, body, tokens, and all Skills. On a page or in a dialog. */
import { el } from "../lib/dom.js";
import { face, look } from "../draw/faces.js";
import { cited, faults, Judge, shown } from "./gallery.js";
import { crest, figure } from "../lib/icons.js";
import { track } from "../draw/tracks.js";
import { spoken } from "../draw/piece-words.js";

/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("./gallery.js").Verdict} Verdict */

const GAME = "martial_art";
const SEATS = "ABCDEF";
const ANY = "any";

export class Fighters {
  /** `skills`: whether the Skills of the first seat are chosen here too
   * @param {Zone[]} zones
   * @param {{seats: number, chosen: string[], seat?: number, skills?: boolean, options: () => any}} given */
  constructor(zones, given) {
    this.zones = zones;
    this.options = given.options;
    this.learns = given.skills || false;
    this.seat = given.seat || 0;
    this.chosen = given.chosen.slice(0, given.seats);
    while (this.chosen.length < given.seats) this.chosen.push(ANY);
    /** @type {string[]} */
    this.skills = [];
    this.learned = Promise.resolve();
    this.judge = new Judge(GAME, (verdict) => this.judged(verdict));
    this.places = el("div.seats-of", { role: "group", "aria-label": "Seats" });
    this.strip = el("div.portraits", {
      role: "group",
      "aria-label": "Fighters",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.detail = el("section.fighter");
    this.word = el("p.verdict", { role: "status" });
    this.against = el("ul.checks");
    this.box = el("div.choosing", {}, this.places, this.strip, this.word, this.against, this.detail);
    this.draw();
  }

  // -- choices --------------------------------------------------------------------------------

  /** @param {number} n */
  resize(n) {
    this.chosen = [...this.chosen, ANY, ANY, ANY, ANY].slice(0, n);
    this.seat = Math.min(this.seat, n - 1);
    this.draw();
  }

  /** @param {string} id */
  choose(id) {
    if (this.seat === 0 && this.chosen[0] !== id) this.skills = [];
    this.chosen[this.seat] = id;
    this.draw();
    this.strip.querySelector(`[data-fighter="${id}"]`)?.focus();
  }

  /** @param {number} seat */
  turn(seat) {
    this.seat = seat;
    this.draw();
    this.places.children[seat].focus();
  }

  /** Queue fast clicks: one Skill after the other. @param {string} id */
  learn(id) {
    this.learned = this.learned.then(() => this.toggle(id));
  }

  /** Take or drop a Skill; the game decides whether that is possible. @param {string} id */
  async toggle(id) {
    const wanted = this.skills.includes(id) ? this.skills.filter((each) => each !== id) : [...this.skills, id];
    const verdict = await this.judge.now({ ...this.proposal(), first: firstOf(wanted) });
    if (verdict.ok || wanted.length < this.skills.length) {
      this.skills = wanted;
      this.draw();
    } else {
      this.judge.drop();
      this.judged(verdict);
      this.word.textContent = "You cannot take this Skill.";
    }
    this.detail.querySelector(`[data-skill="${id}"]`)?.focus();
  }

  choices() {
    const found = this.chosen.map((fighter, seat) => [SEATS[seat], { fighter }]);
    return Object.fromEntries(found.filter((_, seat) => this.chosen[seat] !== ANY));
  }

  /** The first seat's moves that take its Skills. */
  first() {
    return this.learning() ? firstOf(this.skills).A : [];
  }

  /** Whether Skills can be chosen now: the options allow it, and the fighter is known. */
  learning() {
    return this.learns && this.options().mode === "black" && this.chosen[0] !== ANY;
  }

  proposal() {
    const first = this.learning() ? firstOf(this.skills) : {};
    return { seats: this.chosen.length, options: this.options(), choices: this.choices(), first };
  }

  /** @param {Verdict} verdict */
  judged(verdict) {
    this.word.textContent = verdict.ok ? "This can be played." : "This cannot be played.";
    this.word.className = `verdict ${verdict.ok ? "good" : "bad"}`;
    this.against.replaceChildren(...faults(GAME, verdict));
  }

  // -- drawing --------------------------------------------------------------------------------

  draw() {
    this.places.replaceChildren(...this.chosen.map((_, seat) => this.place(seat)));
    this.strip.replaceChildren(...this.zones.map((zone) => this.portrait(zone)), this.portrait(null));
    const seen = this.zones.find((zone) => zone.id === this.chosen[this.seat]);
    const nobody = el("p.say", {}, "The first fighter who is still free.");
    this.detail.replaceChildren(...(seen ? this.fighter(seen) : [nobody]));
    this.judge.ask(this.proposal());
  }

  /** @param {number} seat */
  place(seat) {
    const zone = this.zones.find((each) => each.id === this.chosen[seat]);
    return el(
      "button.btn.seat-of",
      {
        type: "button",
        "aria-pressed": String(seat === this.seat),
        "data-seat": SEATS[seat],
        onclick: () => this.turn(seat),
      },
      crest(seat),
      el("span", {}, `Seat ${SEATS[seat]}`),
      el("b", {}, zone ? zone.title : "any"),
    );
  }

  /** @param {Zone | null} zone */
  portrait(zone) {
    const id = zone ? zone.id : ANY;
    const taken = this.chosen.flatMap((chosen, seat) => (chosen === id && id !== ANY ? [seat] : []));
    const here = this.chosen[this.seat] === id;
    return el(
      "button.portrait",
      {
        type: "button",
        "data-fighter": id,
        "aria-pressed": String(here),
        tabindex: here ? 0 : -1,
        "aria-label": [
          zone ? `${zone.title}, ${zone.note}` : "Any fighter who is free",
          ...taken.map((seat) => `on seat ${SEATS[seat]}`),
        ].join(", "),
        onclick: () => this.choose(id),
      },
      zone ? figure(zone.motif, "fig") : el("span.anyone", {}, "?"),
      el("b", {}, zone ? zone.title : "Any"),
      el("small", {}, zone ? zone.note : "who is free"),
      el("span.taken", {}, taken.map(crest)),
    );
  }

  /** Arrow keys move between the fighters. @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const all = [...this.strip.children];
    all[(all.indexOf(document.activeElement) + by + all.length) % all.length].focus();
  }

  /** @param {Zone} zone */
  fighter(zone) {
    const [body, tokens, board, tiles] = zone.zones;
    return [
      el("h2", {}, zone.title, " ", el("small", {}, zone.note)),
      el(
        "div.built",
        {},
        figure(zone.motif, "fig huge"),
        el("ul.limbs", { "aria-label": "Areas" }, body.zones.map(limb)),
        el("div.tokens-of", {}, el("h3", {}, tokens.title), el("div", {}, tokens.pieces.map(shown))),
      ),
      this.learning() && this.seat === 0 && this.told(),
      el(
        "div.skill-groups",
        {},
        [board, tiles].map((row) => el("div", {}, el("h3", {}, row.title), this.row(row))),
      ),
    ].filter(Boolean);
  }

  told() {
    const words = `Choose your Skills here or at the table (MA-82). Chosen: ${this.skills.length}.`;
    return el("p.say", {}, cited(GAME, words));
  }

  /** @param {Zone} zone */
  row(zone) {
    const active = this.learning() && this.seat === 0;
    return el(
      "div.skills-of",
      { role: "group", "aria-label": zone.title },
      zone.pieces.map((piece) => (active ? this.skill(piece) : shown(piece))),
    );
  }

  /** A Skill that can be taken. @param {Piece} piece */
  skill(piece) {
    const on = this.skills.includes(piece.id);
    return el(
      "button",
      {
        type: "button",
        class: `${look(piece)}${on ? " is-on" : ""}`,
        "data-skill": piece.id,
        "aria-pressed": String(on),
        "aria-label": spoken(piece),
        onclick: () => this.learn(piece.id),
      },
      face(on ? { ...piece, marks: ["on"] } : piece),
    );
  }
}

/** @param {string[]} skills */
const firstOf = (skills) => ({ A: skills.map((id) => `learn ${id}`) });

/** An Area with its column of life. @param {Zone} area */
const limb = (area) =>
  el(
    "li",
    {},
    el("span", {}, area.title),
    area.zones
      .filter((zone) => zone.layout === "track")
      .map((zone) => track({ ...zone, title: `${area.title}, damage` })),
  );
