/** Creating a table and sitting down, for every page that offers it. */
import { BELTS } from "../lib/badge.js";
import { ask, el, leave } from "../lib/dom.js";
import { remember, remembered } from "../lib/memory.js";

/** @typedef {import("../lib/types.js").GameInfo} GameInfo */

/** The name that the hall gives to people without one. */
export const GUEST = "Guest";

/** The visitor's name; with '' the hall calls them a guest. */
export const myName = () => remembered("name");

/** The field for the visitor's name, which is remembered. */
export function myNameField() {
  const field = el("input", {
    id: "my-name",
    maxlength: 24,
    value: myName(),
    placeholder: GUEST,
    autocomplete: "nickname",
    oninput: () => remember("name", field.value.trim()),
  });
  return field;
}

/** Today's date in UTC, the same for everyone. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Set up a table and go there. @param {any} wanted */
export async function sitDown(wanted) {
  const made = await ask("/api/tables", wanted);
  await leave(`/table/${made.id}`);
}

/** The belts a game has opponents for. @param {GameInfo} game */
export const ranks = (game) => BELTS.filter((rank) => game.agents.some(({ name }) => name === rank));

/** The bots that a form offers: the belts, or all that a game without belts has. @param {GameInfo} game */
export const bots = (game) => (ranks(game).length ? ranks(game) : game.agents.map(({ name }) => name));

/** The opponent of the main button: the last choice if the game offers it. @param {GameInfo} game */
export function usual(game) {
  const last = remembered("belt");
  return ranks(game).includes(last) ? last : game.opponent;
}

/** Play at once: against the house, or alone. @param {GameInfo} game @param {string} [rank] @param {Record<string, any>} [options] */
export function playNow(game, rank = usual(game), options = {}) {
  const players = ["me", ...Array(game.default_seats - 1).fill(rank)];
  return sitDown({ game: game.id, seats: players.length, players, names: seatNames(players), options });
}

/** Names for a new table: the visitor's own; the hall names the rest. @param {string[]} players */
export const seatNames = (players) => players.map((who) => (who === "me" ? myName() : ""));

/** Play a shared deal; returns to the visitor's table if there is one. @param {string} deal */
export async function playSame(deal) {
  const made = await ask(`/api/same/${deal}/play`, { name: myName() || null });
  await leave(`/table/${made.id}`);
}
