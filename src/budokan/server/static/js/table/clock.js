/** Clocks at the seats, and what may happen to players who are away or out of time. The page counts down by itself. */
import { alarm, byId, el } from "../lib/dom.js";
import { sheet } from "../lib/stylesheet.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */
/** @typedef {import("../lib/types.js").Claim} Claim */

const TICK = 250;
const LOW = 20_000; // milliseconds; less is short of time
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A duration as people write it: 1:05, 1:00:00, 2 days 23 h; rounded up. @param {number} ms */
function formatTime(ms) {
  if (ms >= 2 * DAY) {
    const left = Math.ceil(ms / HOUR);
    return `${Math.floor(left / 24)} days${left % 24 ? ` ${left % 24} h` : ""}`;
  }
  const all = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

export class Clocks {
  /** @param {HTMLElement} box lines above the question @param {{claim: (of: number) => void, back: () => void}} hall */
  constructor(box, hall) {
    this.hall = hall;
    this.rows = el("div");
    this.spare = el("div.faces"); // for seats without a strip on this stage
    this.own = el("span.clock.own", { "aria-hidden": "true", hidden: true }); // repeated beside the question, on phones
    this.box = box;
    box.append(this.spare, this.rows, this.own);
    this.skew = 0; // milliseconds this machine is ahead of the hall
    /** @type {SceneMessage | null} */
    this.table = null;
    /** @type {Map<number, HTMLElement>} */
    this.faces = new Map();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.ticking = undefined;
    this.told = new Set(); // announcements already made
    this.lines = "";
  }

  now() {
    return Date.now() - this.skew;
  }

  /** Update after a new Scene. @param {SceneMessage} message @param {HTMLElement} stage @param {number} came time of arrival */
  show(message, stage, came) {
    this.table = message;
    if (message.now) this.skew = came - message.now;
    const { clock, claims } = message.table;
    const mine = message.mine.includes(message.view) && (clock?.left[message.view] ?? -1) >= 0;
    this.own.hidden = message.over || !mine;
    this.own.classList.toggle("rests", !clock?.since[message.view]); // keeps its space between turns
    this.faces.clear();
    for (const old of stage.querySelectorAll(":is(.sn, .whose, h2) > :is(.clock, .away)")) old.remove();
    this.spare.replaceChildren();
    for (const seat of clock ? clock.left.keys() : []) this.face(seat, stage);
    for (const seat of message.table.away || [])
      strip(stage, seat)?.append(el("small.away", {}, "away"));
    clearInterval(this.ticking);
    if (!message.over && (clock?.since.some(Boolean) || claims?.length))
      this.ticking = setInterval(() => this.tick(), TICK);
    this.lines = "";
    this.tick();
  }

  /** The clock face of a seat; between turns it keeps its space, so that nothing moves.
   * @param {number} seat @param {HTMLElement} stage */
  face(seat, stage) {
    const clock = this.table?.table.clock;
    if (!clock || clock.left[seat] < 0) return;
    const at = strip(stage, seat);
    if (clock.kind === "turn" && !clock.since[seat]) {
      at?.append(el("span.clock.rests", { "aria-hidden": "true" }, formatTime(clock.left[seat])));
      return;
    }
    const title = `When it is over, ${this.table?.table.when_absent === "bot" ? "a bot plays on" : "the others may claim"}`;
    const node = el("span.clock", { role: "timer", title, class: clock.since[seat] ? "runs" : "" });
    if (at) at.append(node);
    else this.spare.append(el("span", {}, this.table?.names[seat] || "", " ", node));
    this.faces.set(seat, node);
  }

  /** @param {number} seat */
  left(seat) {
    const clock = /** @type {import("../lib/types.js").ClockFacts} */ (this.table?.table.clock);
    const began = clock.since[seat];
    return Math.max(0, clock.left[seat] - (began ? this.now() - began : 0));
  }

  tick() {
    const message = this.table;
    if (!message) return;
    for (const [seat, node] of this.faces) {
      const rest = this.left(seat);
      const low = rest < LOW && node.classList.contains("runs");
      if (!face(node, rest, low)) continue;
      node.setAttribute("aria-label", `${message.names[seat]}: ${formatTime(rest)} left${low ? ", hurry" : ""}`);
    }
    if (!this.own.hidden) face(this.own, this.left(message.view), this.left(message.view) < LOW);
    this.due(message);
  }

  /** Show the claims, with a button for those the viewer can make. @param {SceneMessage} message */
  due({ table, view, mine, over }) {
    const rests = !over && (table.stand_ins || []).includes(view) && mine.includes(view);
    const found = (over ? [] : table.claims || []).flatMap((claim) => this.line(claim) ?? []);
    const key = JSON.stringify([rests, found]);
    if (key === this.lines) return;
    const at = [...this.rows.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement));
    this.lines = key;
    this.rows.replaceChildren(
      ...[
        rests && row("A bot plays for you.", "Take your seat back", this.hall.back),
        ...found.map((line) => row(line.text, line.does, () => this.hall.claim(line.seat))),
      ].filter(Boolean),
    );
    this.box.hidden = !rests && !found.length && !this.spare.childElementCount && this.own.hidden;
    const still = this.rows.querySelectorAll("button");
    if (at >= 0) (still[at] || still[0] || byId("question"))?.focus({ preventScroll: true });
    if (rests) this.say("rests", "A bot plays for you. You can take your seat back.");
    else this.told.delete("rests");
  }

  /** A claim in words; nothing while there is plenty of time. @param {Claim} claim */
  line(claim) {
    const { names, mine, view, table } = /** @type {SceneMessage} */ (this.table);
    const { seat, effect: does, automatic: auto } = claim;
    const wait = claim.at - this.now();
    const away = table.away.includes(seat);
    if (!away && wait > LOW) return null;
    const [name, own] = [names[seat], seat === view];
    const claimer = mine.includes(view) && !own && !auto;
    const outcome = own ? fate(claim) : deed(claim, claimer, name);
    const time = `${own ? "Your" : `${name}'s`} time is ${wait > 0 ? "short" : "over"}`;
    const state = away ? `${name} is away` : time;
    const open = wait <= 0 && claimer;
    const text = wait > 0 ? `${state}; ${outcome} in ${formatTime(wait)}.` : open ? `${state}.` : `${state}; ${outcome} now.`;
    this.say(`${seat}.${claim.at}.${wait > 0}`, text);
    return { text, seat, does: open ? (does === "win" ? "Claim the win" : `Let a bot play for ${name}`) : "" };
  }

  /** Announce a text once. @param {string} key @param {string} text */
  say(key, text) {
    if (this.told.has(key)) return;
    this.told.add(key);
    alarm(text);
  }
}

/** Update a clock face; returns whether it changed. @param {HTMLElement} node @param {number} rest @param {boolean} low */
function face(node, rest, low) {
  const words = formatTime(rest);
  if (node.textContent === words && node.classList.contains("low") === low) return false;
  node.textContent = words;
  node.classList.toggle("low", low);
  return true;
}

/** A claim against the viewer, in words. @param {Claim} claim */
const fate = ({ effect: does, automatic: auto }) =>
  does === "bot"
    ? auto
      ? "a bot plays for you"
      : "the others may seat a bot for you"
    : auto
      ? "you lose"
      : "the other side may claim the win";

/** A claim against another player, in words. @param {Claim} claim @param {boolean} claimer @param {string} name */
const deed = ({ effect: does, automatic: auto }, claimer, name) =>
  does === "bot"
    ? auto
      ? "a bot takes over"
      : `${claimer ? "you" : "the others"} may let a bot play`
    : auto
      ? `${name} loses`
      : `${claimer ? "you" : "the other side"} may claim the win`;

/** @param {string} text @param {string} does @param {() => void} act */
const row = (text, does, act) =>
  el("p", {}, el("span", {}, text), does && el("button.btn.small", { type: "button", onclick: act }, does));

/** Load the style sheet of clocks and courtesies. */
export const loadClockStyles = () => sheet("clock");

/** The strip with a seat's name. @param {HTMLElement} stage @param {number} seat @returns {HTMLElement | null} */
export const strip = (stage, seat) => stage.querySelector(`[data-seat="${seat}"] :is(.sn, .whose, h2)`);
