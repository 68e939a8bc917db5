/** Shared by galleries and builders: pieces drawn as on the table, the game's verdict, starting a match. */
import { Deal } from "../table/fair-deal.js";
import { ask, bar, byId, el, leave } from "../lib/dom.js";
import { face, look } from "../draw/faces.js";
import { Link } from "../table/link.js";
import { seatNames } from "../table/sit-down.js";
import { nameCards, spoken } from "../draw/piece-words.js";

/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {{rule: string, ok: boolean, text: string, clause: string}} Check */
/** @typedef {{checks: Check[], counts: Record<string, number>, text: string}} Appraisal */
/** @typedef {{text: string, clause: string, seat: string}} Fault */
/** @typedef {{ok: boolean, error: string, clause: string, faults: Fault[], seats: Record<string, Appraisal>}} Verdict */

const PAUSE = 90; // ms without a change before the game is asked
const PATIENCE = 10_000; // ms for the first moves at a new table, enough for a slow connection

/** The cards that galleries and builders are about, by their hash; '' for our own. A form may choose others. */
export const own = { hash: new URLSearchParams(location.search).get("cards") || "", title: "", game: "" };

/** The cards in a link. */
const query = () => own.hash && `?cards=${encodeURIComponent(own.hash)}`;

/** All components of a game to choose from. @param {string} game */
export async function gallery(game) {
  const found = await ask(`/api/games/${game}/gallery${query()}`);
  Object.assign(own, { game, title: found.cards?.title || "" });
  nameCards(own.title);
  return found;
}

/** The page while its pieces load. */
export function empty() {
  byId("page").className = "making";
  byId("page").replaceChildren(bar([]));
}

/** The whole page. @param {string} title @param {string} rules their URL @param {any[]} parts */
export function page(title, rules, ...parts) {
  const [game, clause] = rules.split("#");
  const link = el("a.to-rules", { href: `/rules/${game}${query()}${clause ? `#${clause}` : ""}` }, "Rules");
  byId("page").replaceChildren(bar([el("span.sep", {}, "/"), el("h1.here", {}, title)], [link]), ...parts);
}

/** A piece that cannot be picked. @param {Piece} piece */
export const shown = (piece) =>
  el("div", { class: look(piece), role: "img", "aria-label": spoken(piece), title: piece.name }, face(piece));

/** What the marks mean, and the way to other values. */
export const legend = () =>
  el(
    "p.say.marks",
    {},
    own.title && [el("i.designed-mark.own", { "aria-hidden": "true" }), `A diamond marks values from your cards, ${own.title}. `],
    el("i.designed-mark", { "aria-hidden": "true" }),
    "A ring marks values that are our reconstruction, not printed ones. ",
    el("a", { href: `/cards/${own.game}${own.hash && `/${own.hash}`}` }, own.hash ? "These cards" : "Your own cards"),
  );

/** A sentence with links for its clauses. @param {string} game @param {string} text */
export function cited(game, text) {
  return text
    .split(/\b([A-Z]{2}-R?\d+)\b/)
    .map((part, i) => (i % 2 ? el("a", { href: `/rules/${game}#${part}` }, part) : part));
}

/** The verdict's objections, one sentence each. @param {string} game @param {Verdict} verdict */
export const faults = (game, verdict) =>
  verdict.faults.map(({ text, clause }) => {
    const told = clause && !text.includes(clause) ? `${text} (${clause})` : text;
    return el("li.bad", {}, el("b", { "aria-hidden": "true" }, "✗"), el("span", {}, cited(game, told)));
  });

/** Asks the game for its verdict on a proposal; only the answer to the latest one counts. */
export class Judge {
  /** @param {string} game @param {(verdict: Verdict) => void} told */
  constructor(game, told) {
    this.game = game;
    this.told = told;
    this.asked = 0;
    this.timer = 0;
  }

  /** @param {any} proposal */
  ask(proposal) {
    clearTimeout(this.timer);
    const turn = ++this.asked;
    this.timer = setTimeout(async () => {
      const verdict = await this.now(proposal);
      if (turn === this.asked) this.told(verdict);
    }, PAUSE);
  }

  /** Ignore the pending answer. */
  drop() {
    clearTimeout(this.timer);
    this.asked += 1;
  }

  /** @param {any} proposal @returns {Promise<Verdict>} */
  now(proposal) {
    return ask(`/api/games/${this.game}/check`, { ...proposal, cards: own.hash }).catch((error) => ({
      ok: false,
      error: error.message,
      clause: "",
      faults: [{ text: error.message, clause: "", seat: "" }],
      seats: {},
    }));
  }
}

/** Set up a table, make the first moves there, and go to it. @param {any} wanted @param {string[]} first */
export async function begin(wanted, first = []) {
  const made = await ask("/api/tables", { names: seatNames(wanted.players), cards: own.hash, ...wanted });
  if (first.length) await moves(made.id, first);
  await leave(`/table/${made.id}`);
}

/** Make the first seat's moves as long as the table offers them, then disconnect, at the latest when time is up.
 * @param {string} id @param {string[]} wanted @returns {Promise<void>} */
function moves(id, wanted) {
  return new Promise((done) => {
    let acted = -1;
    const quit = () => {
      clearTimeout(timer);
      link.ended = true;
      link.socket?.close();
      done();
    };
    const hear = (/** @type {any} */ frame) => {
      if (frame.t === "error" || frame.t === "refused") return quit();
      if (frame.t !== "scene") return;
      deal.show(frame);
      const choices = frame.scene.choices.map((/** @type {any} */ choice) => choice.action);
      const next = wanted.find((action) => choices.includes(action));
      if (!next) return acted < 0 ? undefined : quit(); // nothing is offered before the deal
      if (frame.ply === acted) return; // the same Scene may come twice
      acted = frame.ply; // a move that came too late is offered again, with a later ply
      link.send({ t: "act", ply: frame.ply, seat: 0, action: next });
    };
    const timer = setTimeout(quit, PATIENCE);
    const deal = new Deal(id); // the first connection gives the bits for the deal
    const link = new Link(
      id,
      hear,
      () => {},
      () => deal.query(),
    );
  });
}
