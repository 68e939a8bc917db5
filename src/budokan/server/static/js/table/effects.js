/** Shows and sounds the changes between two Scenes: strikes, flying numbers, rolling dice. */
import { el } from "../lib/dom.js";
import { calm } from "./motion.js";
import { allZones } from "../draw/rooms.js";
import { ring } from "../lib/sound.js";

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Effect} Effect */
/** @typedef {{track: Zone, change: number, hurts: boolean}} Change */

const STRIKE = 180;
const HOLD = 120; // milliseconds before both strike
const FLIGHT = 420;
const ROLL = 700;
const SHOWN = 2200; // milliseconds a roll stays on the board
const LEAN = 12;
const RECOIL = 6;

/** @param {Scene} scene */
const zonesOf = (scene) => allZones(scene.zones);
/** @param {Zone[]} zones */
const piecesOf = (zones) => zones.flatMap((zone) => zone.pieces);

/** Whether a change of a track hurts its owner. @type {Record<import("../lib/types.js").Meter, (change: number) => boolean>} */
const HURTS = {
  damage: (change) => change > 0,
  health: (change) => change < 0,
  score: () => false,
  gauge: () => false,
};

/** Tracks whose value has changed. @param {Zone[]} old @param {Zone[]} now @returns {Change[]} */
function changes(old, now) {
  const was = new Map(old.filter((zone) => zone.layout === "track").map((zone) => [zone.id, zone.at ?? 0]));
  return now
    .filter((zone) => zone.layout === "track" && was.has(zone.id) && was.get(zone.id) !== (zone.at ?? 0))
    .map((track) => {
      const change = (track.at ?? 0) - (was.get(track.id) ?? 0);
      return { track, change, hurts: HURTS[track.meter](change) };
    });
}

/** Show and sound the changes.
 * @param {HTMLElement} stage @param {Scene} before @param {Scene} after */
export function showEffects(stage, before, after) {
  if (document.hidden || before.game !== after.game || before.viewer !== after.viewer) return;
  const [old, now] = [zonesOf(before), zonesOf(after)];
  const moved = changes(old, now);
  const broken = movedFighters(piecesOf(old), piecesOf(now)) > 1;
  if (!calm()) {
    for (const each of moved) show(stage, before, now, each, broken ? HOLD : 0);
    roll(stage, piecesOf(old), piecesOf(now));
    hearts(stage, piecesOf(old), piecesOf(now));
  }
  tray(stage, newEffects(before, after).filter((effect) => effect.kind === "roll"));
  const name = sound(old, now, moved, broken);
  if (name) ring(name);
}

/** The new effects. @param {Scene} before @param {Scene} after */
function newEffects(before, after) {
  const last = Math.max(0, ...before.effects.map((effect) => effect.number));
  return after.effects.filter((effect) => effect.number > last);
}

/** The number of fighters that moved. @param {Piece[]} old @param {Piece[]} now */
function movedFighters(old, now) {
  const spots = new Map(old.filter((piece) => piece.shape === "pawn").map((piece) => [piece.id, piece.spot]));
  return now.filter((piece) => spots.has(piece.id) && spots.get(piece.id) !== piece.spot).length;
}

/** Play the one sound of a change: that of its hardest part. @param {Zone[]} old @param {Zone[]} now @param {Change[]} moved @param {boolean} broken */
function sound(old, now, moved, broken) {
  if (broken && moved.length) return "break";
  const scored = moved.some(({ track, change, hurts }) => hurts || (isScore(track) && change > 0));
  const [were, are] = [piecesOf(old), piecesOf(now)];
  if (scored || covered(are).length > covered(were).length) return "hit";
  if (threats(were) > threats(are)) return "block";
  const places = new Set(were.map((piece) => piece.id + piece.name + piece.spot));
  const fresh = are.filter((piece) => piece.shape !== "slot" && !places.has(piece.id + piece.name + piece.spot));
  if (!fresh.length) return moved.length ? "token" : "";
  return fresh.some((piece) => piece.shape === "card") ? "card" : "token";
}

/** @param {Zone} track */
const isScore = (track) => track.meter === "score";
/** The strength of the pending hits, in points. @param {Piece[]} pieces */
const threats = (pieces) =>
  pieces.reduce((sum, piece) => sum + (piece.marks.includes("pending") ? Number(piece.badge) || 0 : 0), 0);
/** Hearts that are hit. @param {Piece[]} pieces */
const covered = (pieces) =>
  pieces.filter((piece) => piece.shape === "token" && piece.marks.includes("covered"));

/** @param {HTMLElement} stage @param {string} id @returns {HTMLElement | null} */
const find = (stage, id) => stage.querySelector(`.piece[data-id="${CSS.escape(id)}"]`);
/** @param {string} id @returns {HTMLElement | null} */
const trackNode = (id) => document.querySelector(`[data-zone="${CSS.escape(id)}"]`);

/** The striker leans, the target recoils, and the number flies to the track.
 * @param {HTMLElement} stage @param {Scene} before @param {Zone[]} now @param {Change} change @param {number} wait */
function show(stage, before, now, { track, change, hurts }, wait) {
  const scored = isScore(track) && change > 0;
  const pawns = piecesOf(now).filter((piece) => piece.shape === "pawn");
  const other = pawns.find((pawn) => pawn.owner !== track.owner && before.acting.includes(pawn.owner ?? -1));
  const rival = other || pawns.find((pawn) => pawn.owner !== track.owner);
  const self = pawns.find((pawn) => pawn.owner === track.owner);
  const [striker, target] = scored ? [self, rival] : [rival, self];
  const nodes = [striker, target].map((pawn) => (pawn ? find(stage, pawn.id) : null));
  if ((hurts || scored) && nodes[0] && nodes[1]) clash(nodes[0], nodes[1], wait);
  const place = trackNode(track.id);
  if (!place) return;
  if (hurts && !nodes[1]) recoil(place, 0, RECOIL, wait);
  const struck = nodes[1] && footing(nodes[1], wait);
  const from = hurts || scored ? struck || stage.querySelector(".at.centre") : null;
  fly(from || place, place, change, hurts, wait + STRIKE / 2);
}

/** Where a fighter strikes or is struck: on the square it steps to, before it walks back.
 * @param {Element} pawn @param {number} wait */
const footing = (pawn, wait) => (wait ? pawn : pawn.closest("[data-cell]") || pawn);

/** @param {Element} striker @param {Element} target @param {number} wait */
function clash(striker, target, wait) {
  const [a, b] = [striker, target].map((pawn) => footing(pawn, wait).getBoundingClientRect());
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [x, y] = [(b.x - a.x) / far, (b.y - a.y) / far];
  recoil(striker.querySelector(".fig"), x * LEAN, y * LEAN, wait);
  recoil(target.querySelector(".fig"), x * RECOIL, y * RECOIL, wait + STRIKE / 2);
}

/** There and back. @param {Element | null} node @param {number} x @param {number} y @param {number} delay */
const recoil = (node, x, y, delay) =>
  node?.animate(
    [{ translate: "0" }, { translate: `${x}px ${y}px`, easing: "ease-out" }, { translate: "0" }],
    { duration: STRIKE, delay, easing: "ease-in" },
  );

/** A number flies from the event to the track.
 * @param {Element} from @param {Element} to @param {number} change @param {boolean} hurts @param {number} delay */
function fly(from, to, change, hurts, delay) {
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  if (!b.width) return;
  const number = el(
    `b.flying.${hurts ? "hurts" : "wins"}`,
    { "aria-hidden": "true" },
    `${change < 0 ? "\u2212" : "+"}${Math.abs(change)}`,
  );
  document.body.append(number);
  const at = (/** @type {DOMRect} */ box, lift = 0) =>
    `${box.x + box.width / 2}px ${box.y + box.height / 2 - lift}px`;
  const same = from === to;
  number
    .animate(
      [
        { translate: at(a), opacity: 0, scale: ".6" },
        { translate: at(a, 18), opacity: 1, scale: "1.3", offset: 0.3 },
        { translate: at(b, same ? 30 : 0), opacity: same ? 0 : 0.9, scale: "1" },
      ],
      { duration: FLIGHT, delay, fill: "both", easing: "ease-in-out" },
    )
    .finished.finally(() => number.remove())
    .catch(() => {});
}

/** New dice tumble. @param {HTMLElement} stage @param {Piece[]} old @param {Piece[]} now */
function roll(stage, old, now) {
  const lay = new Map(old.filter((piece) => piece.shape === "die").map((piece) => [piece.id, piece.face]));
  const thrown = now.filter((piece) => piece.shape === "die" && lay.get(piece.id) !== piece.face);
  tumble(thrown.map((piece) => find(stage, piece.id)));
}

/** Three tumbles; the dice settle from left to right. @param {(Element | null)[]} dice */
function tumble(dice) {
  dice.forEach((node, i) => {
    const duration = ROLL * (0.6 + (0.4 * (i + 1)) / dice.length);
    node?.animate(
      [
        { translate: "-60px -34px", rotate: "-540deg" },
        { translate: "-30px 0", rotate: "-360deg" },
        { translate: "-16px -14px", rotate: "-220deg" },
        { translate: "-6px 0", rotate: "-120deg" },
        { translate: "0 -4px", rotate: "-40deg" },
        { translate: "0", rotate: "0deg" },
      ],
      { duration, easing: "ease-out" },
    );
    node?.querySelector("span")?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], {
      duration,
    });
  });
  if (dice.length) ring("token");
}

/** Show rolls over the board for a moment. @param {HTMLElement} stage @param {Effect[]} rolls */
function tray(stage, rolls) {
  const board = stage.querySelector(".at.centre");
  if (!rolls.length || !board) return;
  document.querySelector(".tray")?.remove();
  const dice = rolls.map((roll) =>
    el(
      "span",
      { class: roll.role === "ward" ? "wards" : "" },
      roll.values.map((face) => el("i.die", { class: `d-${face}` }, el("span", {}, face.toUpperCase()))),
    ),
  );
  const box = board.getBoundingClientRect();
  const style = { left: `${box.x + box.width / 2}px`, top: `${Math.max(60, box.y + box.height / 6)}px` };
  const lying = el("div.tray", { "aria-hidden": "true", style }, dice);
  document.body.append(lying);
  if (!calm()) tumble([...lying.querySelectorAll(".die")]);
  lying.animate([{ opacity: 1 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }], SHOWN)
    .finished.finally(() => lying.remove())
    .catch(() => {});
}

/** A heart that is hit beats, and its owner recoils. @param {HTMLElement} stage @param {Piece[]} old @param {Piece[]} now */
function hearts(stage, old, now) {
  const were = new Set(covered(old).map((piece) => piece.id));
  const hit = covered(now).filter((piece) => !were.has(piece.id) && old.some((each) => each.id === piece.id));
  for (const piece of hit)
    find(stage, piece.id)?.animate([{ scale: "1" }, { scale: "1.35" }, { scale: "1" }], {
      duration: 2 * STRIKE,
      easing: "ease-out",
    });
  if (hit.length) recoil(stage.querySelector(".person .fig"), -LEAN, 0, 0);
}
