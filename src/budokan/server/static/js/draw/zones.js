/** Draws the zones of a Scene in their places, and the pieces in them. */
import { area, body } from "./bodies.js";
import { grid, hexes } from "./boards.js";
import { portrait } from "./cards.js";
import { face, look } from "./faces.js";
import { mountains } from "../lib/figures.js";
import { colour, crest, drawing, view } from "../lib/icons.js";
import { el } from "../lib/dom.js";
import { known } from "../lib/vocabulary.js";
import { lane } from "./lanes.js";
import { pointed } from "../lib/paths.js";
import { countable, facts } from "./facts.js";
import { boardOf, allZones, roomOf } from "./rooms.js";
import { track } from "./tracks.js";
import { caption, chipOf, forecast, nameCards, origin, spoken } from "./piece-words.js";

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").Piece} Piece */

/** What each room puts beside the board. */
const ROOMS = /** @type {Record<string, {row?: string, facts?: string}>} */ ({
  lanes: { row: "right", facts: "left" },
});

const OPEN = 2; // unfolded tables beside the board, when there are many
const BESIDE_BODIES = 1; // the same beside other fighters' bodies, so that the story stays in sight
const SAME = 4; // from this many pieces refused for one reason, only the clicked one says it

const TAIJI =
  '<circle class="lt" cx="200" cy="200" r="198"/><path class="dk" d="M2 200A198 198 0 0 1 398 200A99 99 0 0 1 200 200A99 99 0 0 0 2 200Z"/>' +
  '<circle class="dk" cx="101" cy="216" r="20"/><circle class="lt" cx="299" cy="184" r="20"/>';

/** Draws one Scene. */
export class Stage {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    nameCards(scene.cards || "");
    this.points = pointed(scene.choices);
    this.board = boardOf(scene);
    this.room = roomOf(scene);
    this.beside = ROOMS[this.room] || {};
    /** @type {Record<string, any[]>} */
    this.places = { far: [], left: [], centre: [], right: [], near: [], rail: [] };
    this.build();
  }

  build() {
    if (this.room === "lanes") this.places.centre.push(drawing(TAIJI, "taiji", 400));
    if (this.room === "road") this.places.far.push(land());
    if (this.room === "body" && this.scene.phases.length) this.places.far.push(steps(this.scene));
    for (const zone of this.scene.zones) this.lay(zone);
    if (this.room === "road" && this.isBare()) this.places.centre.push(bare());
    if (this.room === "body")
      for (const each of this.scene.facts.filter(isOdds))
        this.places.near.push(el("section.odds.sheet", {}, facts(each)));
    if (this.beside.facts === "left" && this.scene.facts.length) {
      this.places.left.push(el("section.scale.sheet", {}, facts(this.scene.facts[0])));
    }
  }

  /** Whether the viewer plays cards from a hand and has played none yet; giving cards away does not count. */
  isBare() {
    const zones = allZones(this.scene.zones);
    const open = (/** @type {Zone} */ zone) =>
      zone.pieces.some((piece) => piece.preview && this.points.has(piece.id));
    return (
      !zones.some((zone) => zone.layout === "overlap") &&
      zones.some((zone) => zone.layout === "fan" && open(zone))
    );
  }

  /** Put a zone in its place; the viewer's hand, and a pile to choose from, are near. @param {Zone} zone */
  lay(zone) {
    const place = this.place(zone);
    const open =
      zone.layout === "pile" &&
      this.room === "road" &&
      zone.pieces.some((piece) => this.points.has(piece.id));
    if (open) this.places.near.push(el("div.hold.opened", {}, this.zone({ ...zone, layout: "row" }, null)));
    else if (place === "near" && zone.layout === "fan")
      this.places.near.unshift(el("div.hold", {}, this.zone(zone, null)));
    else this.places[place].push(this.zone(zone, null));
  }

  /** The contents of the rail; on a narrow screen, also the facts from beside the board. */
  aside() {
    const here = this.scene.facts.filter((each) => this.room !== "body" || !isOdds(each));
    const most = this.room === "body" ? BESIDE_BODIES : OPEN;
    const many = here.length > OPEN + 1 || this.room === "body";
    const lists = here.filter(countable).length > 1;
    const all = here.map((each, i) =>
      facts(each, countable(each) ? lists : many && i >= most && each.rows.length > most),
    );
    if (this.beside.facts && all.length) all[0] = el("div.narrow", {}, all[0]);
    return [...this.places.rail, ...all];
  }

  /** The place of a zone; if all say centre, their order around the board decides.
   * @param {Zone} zone */
  place(zone) {
    if (zone === this.board || this.scene.zones.some((other) => other.place !== "centre")) return zone.place;
    if (zone.owner === null || !this.board) return "centre";
    return this.scene.zones.indexOf(zone) < this.scene.zones.indexOf(this.board) ? "far" : "near";
  }

  /** @param {Zone} zone @param {Zone | null} parent @returns {any} */
  zone(zone, parent) {
    /** @type {Record<import("../lib/types.js").Layout, () => any>} */
    const draws = {
      row: () => this.row(zone),
      fan: () => this.row(zone),
      panel: () => this.panel(zone, parent),
      pile: () => this.pile(zone, parent),
      grid: () => grid(this, zone),
      hex: () => hexes(this, zone),
      overlap: () => lane(this, zone),
      track: () => track(zone),
    };
    const drawn = known(draws, zone.layout, "row", "zone layout")();
    const node =
      this.points.has(zone.id) && drawn.getAttribute("role") === "img" ? el("div", {}, drawn) : drawn;
    node.classList.add(
      "zone",
      `z-${zone.layout}`,
      `p-${zone.place}`,
      ...(zone.kind ? [`k-${zone.kind}`] : []),
      ...zone.marks.map((mark) => `is-${mark}`),
    );
    node.dataset.zone = zone.id;
    if (zone.step && zone.layout !== "overlap") node.append(el("span.step", {}, String(zone.step)));
    if (this.points.has(zone.id)) node.append(this.goal(zone.id, zone.title || zone.id, forecast(zone.preview)));
    return node;
  }

  /** @param {Zone} zone @param {Zone | null} parent */
  panel(zone, parent) {
    if (parent && parent.room === "body") return area(this, zone);
    if (zone.room === "body") return body(this, zone);
    return zone.owner === null ? this.boardPanel(zone) : this.seat(zone);
  }

  /** An invisible button over a zone or a cell; visible when it can be picked.
   * @param {string} id @param {string} name @param {string} [told] the outcome */
  goal(id, name, told = "") {
    return el("button.goal", {
      type: "button",
      "data-id": id,
      "data-name": name,
      "data-told": told || null,
      hidden: true,
      tabindex: -1,
    });
  }

  /** The board: a drawing underneath, its zones on it. @param {Zone} zone */
  boardPanel(zone) {
    const at = (/** @type {string} */ place) =>
      zone.zones.filter((inner) => inner.place === place).map((inner) => this.zone(inner, zone));
    const middle = zone.zones
      .filter((inner) => inner.place !== "left" && inner.place !== "right")
      .map((inner) => this.zone(inner, zone));
    const persons =
      this.room === "road" ? zone.pieces.filter((piece) => piece.shape === "card" && piece.face) : [];
    return el(
      "div.board",
      { role: "group", "aria-label": zone.title || "The board" },
      el("div.side.one", {}, at("left")),
      persons.map((piece) => this.person(piece, zone.note)),
      el(
        "div.middle",
        {},
        middle,
        zone.pieces.filter((piece) => !persons.includes(piece)).map((piece) => this.piece(piece)),
      ),
      el("div.side.two", {}, at("right")),
    );
  }

  /** Whether any token in a row can be picked. @param {Zone} zone */
  isOpen(zone) {
    return (
      zone.layout === "row" &&
      zone.pieces.some((piece) => piece.shape === "token" && this.points.has(piece.id))
    );
  }

  /** The opponent, drawn large. @param {Piece} piece @param {string} threat */
  person(piece, threat) {
    const active = this.points.has(piece.id) || piece.refused;
    return el(
      active ? "button" : "div",
      {
        class: `piece person ${piece.marks.map((mark) => `is-${mark}`).join(" ")}`,
        "data-id": piece.id,
        "data-name": spoken(piece),
        "data-piece": piece.name,
        "aria-label": spoken(piece),
        ...(active ? { type: "button", tabindex: -1 } : { role: "img" }),
      },
      portrait(piece, threat),
    );
  }

  /** A player's place: name, tokens, open cards, hand. @param {Zone} zone */
  seat(zone) {
    const near = this.place(zone) === "near";
    const aside = zone.zones.filter((inner) => inner.layout === "row" && this.beside.row);
    for (const inner of aside)
      this.places[this.beside.row || "right"][near ? "push" : "unshift"](
        this.zone({ ...inner, title: whose(zone, inner) }, zone),
      );
    const here = zone.zones.filter((inner) => !aside.includes(inner));
    const fans = here.filter(
      (inner) => inner.layout === "fan" || (near && (isHand(inner) || this.isOpen(inner))),
    );
    const open = here.filter(
      (inner) => near && inner.layout === "pile" && inner.pieces.some((piece) => this.points.has(piece.id)),
    );
    const rest = here.filter((inner) => !fans.includes(inner) && !open.includes(inner));
    return el(
      "div.seat",
      { role: "group", "aria-label": zone.title, "data-seat": zone.owner ?? 0 },
      this.plate(zone, rest, near ? [] : fans),
      near &&
        el(
          "div.hold",
          {},
          fans.map((inner) => this.zone(inner, zone)),
          open.map((inner) => this.zone({ ...inner, layout: "row" }, zone)),
        ),
    );
  }

  /** The player's name and open pieces. @param {Zone} zone @param {Zone[]} rest @param {Zone[]} fans */
  plate(zone, rest, fans) {
    const owner = zone.owner ?? 0;
    const acts = this.scene.acting.includes(owner);
    const drawn = (/** @type {(layout: string) => boolean} */ fits) =>
      rest.filter((inner) => fits(inner.layout)).map((inner) => this.zone(inner, zone));
    const piles = drawn((layout) => layout === "pile");
    return el(
      "div.plate.sheet",
      { class: acts ? "acts" : "" },
      drawn((layout) => layout === "track"),
      el(
        "div.sn",
        {},
        crest(owner),
        el("b.serif", {}, zone.title),
        zone.pieces.map((piece) => this.piece(piece)),
        acts && el("span.vh", {}, "to move"),
      ),
      zone.chips.map(chipOf),
      zone.note && el("small", {}, zone.note),
      drawn((layout) => layout !== "track" && layout !== "pile"),
      piles.length > 0 && el("div.piles", {}, piles),
      hands(fans),
      fans.map((inner) => this.zone(inner, zone)),
    );
  }

  /** @param {Zone} zone */
  row(zone) {
    const open = zone.pieces.some((piece) => this.points.has(piece.id));
    const reasons = zone.pieces.map((piece) => piece.refused?.text);
    const pieces = zone.pieces.map((piece) =>
      this.held(piece, open && reasons.filter((text) => text === piece.refused?.text).length < SAME),
    );
    return el(
      "div",
      {},
      zone.title && zone.layout !== "fan" && el("span.label", {}, zone.title),
      el("div.lying", {}, pieces),
      zone.note && el("small.znote", {}, zone.note),
    );
  }

  /** A pile on the board is a stack; in a player's place it is a number that opens.
   * @param {Zone} zone @param {Zone | null} parent */
  pile(zone, parent) {
    const n = zone.count ?? zone.pieces.length;
    if ((parent && parent.owner !== null) || this.room === "road") return this.number(zone, n);
    const behind = Array.from({ length: Math.max(0, Math.min(2, n - 1)) }, () =>
      el("i.under", { class: zone.pieces[0]?.face ? "open" : "shut" }),
    );
    return el(
      "div",
      {},
      el(
        "div.stack",
        {},
        behind,
        zone.pieces.slice(-1).map((piece) => this.piece(piece)),
      ),
      el("span.label", {}, `${zone.title}: ${n}`),
    );
  }

  /** @param {Zone} zone @param {number} n */
  number(zone, n) {
    const words = [el("b", {}, String(n)), " ", zone.title];
    if (!zone.pieces.length) return el("div.stat", {}, words);
    return el(
      "details.stat",
      { "data-fold": zone.id },
      el("summary", {}, words),
      el(
        "ul.list.sheet",
        {},
        zone.pieces.map((piece) => el("li", {}, spoken(piece))),
      ),
    );
  }

  /** A piece with its preview below it; if others can be picked, it says why it cannot.
   * @param {Piece} piece @param {boolean} open */
  held(piece, open = false) {
    const node = this.piece(piece);
    const tip = node.matches(".blow") ? null : caption(piece.preview);
    if (open && piece.refused && node.matches(".km, .half, .skill, .told, .blow"))
      node.append(el("span.why.kept", { "aria-hidden": "true" }, piece.refused.text.replace(/[.]$/, "")));
    return tip || piece.refused
      ? el("div.held", { class: piece.marks.includes("pairs") ? "pairing" : "" }, node, tip)
      : node;
  }

  /** @param {Piece} piece */
  piece(piece) {
    const active = this.points.has(piece.id) || piece.refused || (piece.shape === "card" && piece.face);
    const name = spoken({ ...piece, designed: false, own: false });
    const told = forecast(piece.preview);
    const from = origin(piece) || null; // said last, after what a click does
    const label = [name, told, from].filter(Boolean).join(", ");
    const node = el(
      active ? "button" : "div",
      {
        class: look(piece),
        "data-id": piece.id,
        "data-name": name,
        "data-origin": from,
        "data-piece": piece.name || piece.face,
        "data-told": told,
        "aria-label": label,
        title: piece.shape === "card" ? null : label,
        ...(active ? { type: "button", tabindex: -1 } : { role: "img" }),
      },
      face(piece),
    );
    if (piece.owner !== null) node.style.setProperty("--belt", colour(piece.owner));
    return node;
  }
}

/** Whether facts are about the present choice, so that they stay in sight. @param {import("../lib/types.js").Facts} given */
const isOdds = (given) => given.form === "bars";

/** The number of cards in a hand, where there is no room to show their backs. @param {Zone[]} fans */
const hands = (fans) =>
  fans.length > 0 &&
  el(
    "span.stat.hands",
    { "aria-hidden": "true" },
    el("b", {}, String(fans.reduce((n, fan) => n + (fan.count ?? fan.pieces.length), 0))),
    " hand",
  );

/** Whether a row of cards or dice lies in the viewer's place like a hand. @param {Zone} zone */
const isHand = (zone) =>
  zone.layout === "row" &&
  zone.pieces.some(
    (piece) => piece.shape === "die" || (piece.shape === "card" && piece.face && !piece.turned),
  );

/** The phases of a turn, with the current one marked. @param {Scene} scene */
const steps = (scene) =>
  el(
    "ol.steps",
    { "aria-label": "Steps of a turn" },
    scene.phases.map((phase, i) =>
      el("li", { "aria-current": i === scene.phase && !scene.result ? "step" : null }, phase),
    ),
  );

/** Where combos will lie. */
const bare = () =>
  el(
    "p.waiting",
    {},
    "Combos lie here",
    el("small", {}, "Each card covers the right half of the one before; the last one acts."),
  );

/** Mountains behind everything. */
function land() {
  const made = view(mountains(964, 330, 11), "land", "0 0 964 330");
  made.setAttribute("preserveAspectRatio", "none");
  return made;
}

/** @param {Zone} zone @param {Zone} inner */
const whose = (zone, inner) =>
  inner.title && zone.title ? `${zone.title}: ${inner.title.toLowerCase()}` : inner.title;
