/** The picker: highlights what can be picked, keeps the picks, and explains refusals. */
import { el, notice, tell } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { refill } from "./restore.js";
import { hand } from "./keys.js";
import { chosen, lit, open, samePaths } from "../lib/paths.js";
import { ring } from "../lib/sound.js";
import { clauseLink, lookUp } from "./rule-links.js";
import { caption, forecast, said } from "../draw/piece-words.js";

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").Refused} Refused */

const MOST_BUTTONS = 4; // choices spelled out in the prompt once something is picked

const MOST_NAMED = 2; // single choices that are named one by one
const MOST_NUMBERS = 9; // one key each

/** The number of a choice, shown to those who use keys. @param {number} n */
const badge = (n) => el("span.nr", { "data-nr": n, "aria-hidden": "true" });

export class Picker {
  /** @param {{act: (choice: Choice) => void, undo: () => void}} hall */
  constructor(hall) {
    this.hall = hall;
    /** @type {string[]} */
    this.picked = [];
    this.busy = false;
    this.drafted = 0;
    this.numbered = 0; // choices in the prompt that have a number
    /** Single choices that were taken since the last free one, in words. @type {string[]} */
    this.singles = [];
    /** Picks before a drag. @type {string[]} */
    this.before = [];
    this.undone = false; // after taking back, the next choice is the player's, even a single one
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Set<string>} */
    this.pointed = new Set();
    /** @type {HTMLElement} */
    this.root = document.createElement("div");
    this.prompt = document.createElement("div");
    /** The ids a guide points at, and the actions it asks for. @type {{look: Set<string>, asked: Set<string>}} */
    this.guide = { look: new Set(), asked: new Set() };
    /** A note is what the name on screen leaves out; a piece's name says everything.
     * @type {Map<string, {name: string, refused: Refused | null, note: string, told: string, piece?: Piece}>} */
    this.known = new Map();
  }

  /** @param {Scene} scene @param {HTMLElement} root @param {HTMLElement} prompt @param {number} drafted */
  show(scene, root, prompt, drafted) {
    const goesOn = !this.busy && this.scene?.viewer === scene.viewer && samePaths(this.scene.choices, scene.choices);
    const picked = goesOn ? this.picked : [];
    if (scene.choices.length && !this.scene?.choices.length) this.singles = []; // another turn
    Object.assign(this, { scene, root, prompt, drafted, picked, busy: false });
    this.known.clear();
    const learn = (/** @type {Zone} */ zone) => {
      this.known.set(zone.id, { name: zone.title, refused: zone.refused, note: zone.note, told: forecast(zone.preview) });
      for (const piece of zone.pieces)
        this.known.set(piece.id, { name: piece.name, refused: piece.refused, note: "", told: forecast(piece.preview), piece });
      zone.zones.forEach(learn);
    };
    scene.zones.forEach(learn);
    for (const button of scene.buttons)
      this.known.set(button.id, { name: button.label, refused: button.refused, note: "", told: forecast(button.preview) });
    this.light();
  }

  get choices() {
    return this.scene && !this.busy ? this.scene.choices : [];
  }

  /** @param {string} id */
  pick(id) {
    if (this.busy) return;
    const now = lit(this.choices, this.picked);
    if (now.has(id)) this.put([...this.picked, id]);
    else if (this.picked.includes(id)) this.go(this.picked.slice(0, this.picked.indexOf(id)));
    else if (this.picked.length && lit(this.choices, []).has(id)) this.put([id]);
    else this.explain(id);
  }

  /** Pick further: if only one choice can be meant, it is chosen at once. @param {string[]} picked */
  put(picked) {
    const means = open(this.choices, picked);
    if (means.length === 1) this.choose(means[0], picked);
    else this.go(picked);
  }

  /** @param {string[]} picked */
  go(picked) {
    this.picked = picked;
    notice();
    const choice = chosen(this.choices, picked);
    if (choice) this.choose(choice);
    else this.light();
  }

  /** @param {Choice} choice @param {string[]} [picked] */
  choose(choice, picked = this.picked) {
    this.singles = [];
    this.undone = false;
    notice();
    this.send(choice, picked);
  }

  /** @param {Choice} choice @param {string[]} picked */
  send(choice, picked) {
    this.picked = picked;
    this.busy = true;
    this.light();
    this.hall.act(choice);
  }

  /** Take the scene's only choice for the player; returns what is said about it. */
  takeSingle() {
    const choice = this.choices.find(({ action }) => action === this.scene?.auto);
    if (!choice || this.undone || this.picked.length) return "";
    this.singles.push(choice.label);
    this.send(choice, []);
    return this.onlyChoice([choice.label]);
  }

  /** @param {string[]} labels */
  onlyChoice(labels) {
    const ends = (/** @type {string} */ label) => label.replace(/[.]$/, "");
    if (labels.length > MOST_NAMED) return `Only one choice ${labels.length} times, taken for you.`;
    return labels.length ? `Only one choice: ${labels.map(ends).join(", then ")}.` : "";
  }

  /** Choose the first way on, for a double click on the last pick. */
  choosePrimary() {
    const way = /** @type {HTMLElement | null} */ (this.prompt.querySelector(".way.primary"));
    if (way) way.click();
  }

  /** Hold a piece that is dragged: the places it may go to light up. @param {string} id */
  hold(id) {
    this.before = this.picked;
    const base = lit(this.choices, this.picked).has(id) ? this.picked : [];
    this.picked = [...base, id];
    this.light();
  }

  /** The picks while a piece is dragged. */
  get held() {
    return this.picked;
  }

  /** The ids a dragged piece may go to. */
  get places() {
    return lit(this.choices, this.picked);
  }

  /** A dragged piece was dropped nowhere. */
  letGo() {
    this.go(this.before);
  }

  /** A sent action was refused: everything can be picked again. */
  release() {
    this.busy = false;
    this.picked = [];
    this.light();
  }

  back() {
    const piece = this.picked.at(-1);
    if (piece) {
      this.go(this.picked.slice(0, -1));
      if (hand.keys) this.find(piece)?.focus({ preventScroll: true });
    } else if (this.drafted) {
      this.undone = true;
      this.singles.pop();
      this.hall.undo();
    }
  }

  /** Show a card in full; returns whether the id is a card. @param {string} id */
  full(id) {
    const { piece } = this.known.get(id) || {};
    if (piece?.shape !== "card" || !piece.face) return false;
    import("./card-view.js").then(({ open }) => open(piece, this));
    return true;
  }

  /** Why a piece cannot be picked. @param {string} id */
  refusal(id) {
    return this.choices.length ? this.known.get(id)?.refused : null;
  }

  /** Explain a piece: why it cannot be picked, or what it is. @param {string} id */
  explain(id) {
    const [known, refused] = [this.known.get(id), this.refusal(id)];
    const node = this.find(id);
    const name = node?.dataset.name || id;
    for (const old of this.root.querySelectorAll(".why:not(.kept)")) old.remove();
    if (refused) {
      const { text, clause } = refused;
      ring("refusal");
      if (node?.matches(".card, .slot") && !node.querySelector(".kept, .noway"))
        node.append(el("span.why", { "aria-hidden": "true" }, text));
      this.say(text, clause);
    } else {
      const told = [name, node?.dataset.origin, known?.note, known?.told].filter(Boolean).join(". ");
      this.say(`${told.replace(/[.]?$/, "")}.`, "", id);
    }
  }

  /** A button that opens the rules about a piece. @param {string} id */
  more(id) {
    const { scene } = this;
    if (!id || !scene) return null;
    const leads = scene.choices.filter((choice) => choice.paths.some((path) => path.includes(id)));
    const { piece, name = "" } = this.known.get(id) || {};
    const wanted = {
      name: name || this.find(id)?.dataset.name || "",
      heading: piece && said(piece)[0],
      actions: leads.map((choice) => choice.action),
      else: scene.choices.map((choice) => choice.action),
    };
    return el(
      "button.btn.small",
      { type: "button", onclick: () => lookUp(scene.game, wanted) },
      "In the rules",
    );
  }

  /** What follows the words about a piece. @param {string} id */
  beside(id) {
    return this.more(id);
  }

  /** @param {string} text @param {string} clause @param {string} [about] the piece that is explained */
  say(text, clause, about = "") {
    const game = this.scene?.game || "";
    const link = clause ? clauseLink(game, clause, `${clause}, in the rules`) : this.beside(about);
    tell(text, link, clause ? `${text} ${clause}.` : text);
  }

  /** @param {string} id @returns {HTMLElement | null} */
  find(id) {
    return document.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  /** Repaint everything that depends on the picks. */
  light() {
    const now = lit(this.choices, this.picked);
    const asked = lit(
      this.choices.filter((choice) => this.guide.asked.has(choice.action)),
      this.picked,
    );
    this.pointed = new Set([...this.guide.look, ...asked]);
    const inside = hand.keys && !this.busy && this.prompt.contains(document.activeElement);
    this.paintPrompt(now);
    if (inside && document.activeElement === document.body) this.prompt.querySelector("h2")?.focus({ preventScroll: true });
    const nodes = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("[data-id]")]);
    const held = new Set(
      nodes
        .filter((node) => !node.matches(".goal") && now.has(node.dataset.id || ""))
        .map((node) => node.closest("[data-zone]")),
    );
    for (const node of nodes) this.paint(node, now, held);
    this.number(nodes);
    if (!nodes.some((node) => node.tabIndex === 0)) this.enter();
  }

  /** Number what can be picked, after the buttons in the prompt. @param {HTMLElement[]} nodes */
  number(nodes) {
    for (const old of this.root.querySelectorAll(".piece > .nr, .goal > .nr")) old.remove();
    nodes
      .filter((node) => node.matches("button.lit:not([hidden])") && !this.prompt.contains(node))
      .slice(0, Math.max(0, MOST_NUMBERS - this.numbered))
      .forEach((node, i) => node.append(badge(this.numbered + i + 1)));
  }

  /** Pick by number; returns whether there was something to pick. @param {number} n */
  pickNumber(n) {
    const found = this.root.querySelector(`.nr[data-nr="${n}"]`)?.closest("button");
    found?.click();
    return !!found;
  }

  /** With nothing to pick, Tab still reaches one piece of each zone. */
  enter() {
    for (const zone of this.root.querySelectorAll("[data-zone]")) {
      const first = /** @type {HTMLElement | null} */ (zone.querySelector("button.piece"));
      if (first && first.closest("[data-zone]") === zone) first.tabIndex = 0;
    }
  }

  /** @param {HTMLElement} node @param {Set<string>} now @param {Set<Element | null>} held */
  paint(node, now, held) {
    const id = node.dataset.id || "";
    const order = this.picked.indexOf(id);
    const on = now.has(id);
    const refused = !!this.known.get(id)?.refused && this.choices.length > 0 && !on && order < 0;
    node.classList.toggle("lit", on);
    node.classList.toggle("pointed", this.pointed.has(id));
    node.classList.toggle("picked", order >= 0);
    node.classList.toggle("refused", refused && !this.picked.length);
    node.querySelector(":scope > .order")?.remove();
    if (order >= 0) node.append(el("span.order", { "aria-hidden": "true" }, String(order + 1)));
    if (node.matches(".goal")) {
      const zone = node.parentElement;
      node.hidden = !on || (zone !== null && zone.matches("[data-zone]") && held.has(zone));
      zone?.classList.toggle("aimed", on);
    }
    if (node.tagName === "BUTTON") node.tabIndex = on || order >= 0 ? 0 : -1;
    const said = [
      node.dataset.name,
      on ? this.meaning(id, node.dataset) : node.dataset.told,
      order >= 0 ? `picked as ${order + 1}` : "",
      refused ? "not now" : "",
      this.pointed.has(id) ? "the guide points here" : "",
      node.dataset.origin,
    ];
    if (node.tagName === "BUTTON") node.setAttribute("aria-label", said.filter(Boolean).join(", "));
  }

  /** The one choice this id completes or leads to, unless its name says so already, then what it brings.
   * @param {string} id @param {DOMStringMap} node */
  meaning(id, { name, told }) {
    const after = open(this.choices, [...this.picked, id]);
    if (after.length !== 1) return told;
    const [{ label, preview }] = after;
    return [label === name ? "" : label, forecast(preview) || told].filter(Boolean).join(": ");
  }

  /** The question, with choices as buttons. @param {Set<string>} now */
  paintPrompt(now) {
    const scene = /** @type {Scene} */ (this.scene);
    const still = this.picked.length ? open(this.choices, this.picked) : [];
    const spelled = still.length <= MOST_BUTTONS ? still : [];
    const ways = spelled.map((choice, i) =>
      el(
        "button.btn.way",
        { class: this.wayClass(choice, i), type: "button", "data-way": choice.action, onclick: () => this.choose(choice) },
        badge(i + 1),
        el("span", {}, choice.label),
      ),
    );
    this.numbered = ways.length;
    const buttons = this.picked.length ? [] : scene.buttons.map((button) => this.button(button, now));
    const taken = this.picked.length || (this.drafted && scene.choices.length);
    const undo =
      taken &&
      el(
        "button.btn.undo",
        { type: "button", title: "Take back", onclick: () => this.back() },
        icon("undo"),
        "Take back",
      );
    const note = spelled.length === 1 ? forecast(spelled[0].preview) || scene.prompt.note : scene.prompt.note;
    refill(this.prompt, [
      el("p.happened", {}, [scene.happened?.line, this.onlyChoice(this.singles)].filter(Boolean).join(" ")),
      el(
        "div.asks",
        {},
        el("h2", { tabindex: -1, id: "question" }, scene.prompt.question),
        el("p", {}, this.picked.length && still.length > MOST_BUTTONS ? "Now pick one of the lit places." : note),
      ),
      el("span.ways", {}, buttons, ways, undo, this.why()),
    ]);
  }

  /** A button that opens the rules about the present choice. */
  why() {
    if (!this.scene?.choices.length) return null;
    const look = () => {
      const { game, choices } = /** @type {Scene} */ (this.scene);
      lookUp(game, { actions: open(choices, this.picked).map((choice) => choice.action) });
    };
    return el(
      "button.btn.small.whys",
      { type: "button", "aria-label": "Why? The rules of this choice", onclick: look },
      "Why?",
    );
  }

  /** The first button is the main one, unless a guide asks for another. @param {Choice} choice @param {number} i */
  wayClass(choice, i) {
    if (!this.guide.asked.size) return i === 0 ? "primary" : "";
    return this.guide.asked.has(choice.action) ? "primary pointed" : "";
  }

  /** @param {import("../lib/types.js").Button} button @param {Set<string>} now */
  button(button, now) {
    const look = [button.primary && "primary", !now.has(button.id) && "off"].filter(Boolean).join(" ");
    const named = { "data-id": button.id, "data-name": button.label, "data-told": forecast(button.preview) };
    const node = el("button.btn", { class: look, type: "button", ...named }, button.label);
    this.paint(node, now, new Set()); // the new look, to see whether anything changed
    if (now.has(button.id) && this.numbered < MOST_NUMBERS) node.prepend(badge((this.numbered += 1)));
    return el("span.held", {}, node, caption(button.preview));
  }
}
