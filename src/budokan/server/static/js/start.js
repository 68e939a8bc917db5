/** Sitting down: what every way to a table shares, and what the page remembers of its visitor. */
import { ask } from "./dom.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */

/** Seats are called after the colours of their belts. */
export const BELTS = ["Red belt", "Blue belt", "Gold belt", "Green belt", "Plum belt", "Black belt"];
/** Opponents, from the gentlest to the strongest. */
export const RANKS = ["white", "yellow", "green", "blue", "brown", "black"];

/** What was chosen before, in this browser. @param {string} what @param {string} [other] */
export function remembered(what, other = "") {
  try {
    return localStorage.getItem(`budokan.${what}`) || other;
  } catch {
    return other;
  }
}

/** @param {string} what @param {string} value */
export function remember(what, value) {
  try {
    localStorage.setItem(`budokan.${what}`, value);
  } catch {
    /* private windows forget */
  }
}

/** The visitor's name, or what their seat is called. @param {number} [seat] */
export const myName = (seat = 0) => remembered("name", BELTS[seat]);

/** The day that is the same for everyone. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Set up a table and go there. @param {any} wanted */
export async function sitDown(wanted) {
  const made = await ask("/api/tables", wanted);
  location.href = `/table/${made.id}`;
}

/** The belts a game has opponents for. @param {GameInfo} game */
export const ranks = (game) => RANKS.filter((rank) => game.agents.some(({ name }) => name === rank));

/** Whom the main button meets: the last choice if the game has it. @param {GameInfo} game */
export function usual(game) {
  const last = remembered("belt");
  return ranks(game).includes(last) ? last : game.opponent;
}

/** Play at once: against the house, or alone. @param {GameInfo} game @param {string} [rank] @param {Record<string, any>} [options] */
export function playNow(game, rank = usual(game), options = {}) {
  const sitting = ["me", ...Array(game.default_seats - 1).fill(rank)];
  return sitDown({ game: game.id, seats: sitting.length, sitting, names: seatNames(sitting), options });
}

/** What those who sit at a table of one's own are called. @param {string[]} sitting */
export function seatNames(sitting) {
  const belt = (/** @type {string} */ who) => `${who[0].toUpperCase()}${who.slice(1)} belt`;
  return sitting.map((who, at) => {
    if (who === "me") return myName();
    const called = RANKS.includes(who) ? belt(who) : "The house";
    return sitting.length > 2 ? `${called} ${at}` : called;
  });
}

/** Play a deal that others play, too; back to the own table if there is one. @param {string} deal */
export async function playSame(deal) {
  const made = await ask(`/api/same/${deal}/play`, { name: myName() });
  location.href = `/table/${made.id}`;
}
