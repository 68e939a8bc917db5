/** The matches of a visitor on the front page: running ones at the top, finished ones below, kept up to date. */
import { ask, el } from "../lib/dom.js";
import { lookAgain, matchLine, redrawList } from "./match-list.js";

/** @typedef {import("./match-list.js").MatchLine} MatchLine */
/** @typedef {{rows: MatchLine[], total: number}} Matches */

const FEW = 5; // finished matches shown on this page
const GOING = 3; // running matches shown on this page
const MOST = 20; // matches requested, to count those waiting for a move
const TITLE = document.title;

export const myMatches = () => ask(`/api/matches?size=${MOST}`);

export class Mine {
  /** @param {Matches} first */
  constructor(first) {
    this.list = el("div");
    this.going = el("div.rows");
    this.now = el(
      "section.going",
      { "aria-labelledby": "running-matches" },
      el("h2", { id: "running-matches" }, "Running"),
      this.going,
    );
    this.count = el("p.vh", { role: "status" });
    this.box = el(
      "section.tables.sheet",
      { "aria-labelledby": "your-matches" },
      el("h2", { id: "your-matches" }, "Your matches"),
      this.list,
      this.count,
    );
    this.told = "";
    this.running = false;
    this.show(first);
    lookAgain(
      async () => this.show(await myMatches()),
      () => this.running,
    );
  }

  /** Redraw the list only if it changed. @param {Matches} found */
  show(found) {
    const key = JSON.stringify(found);
    if (key === this.told) return;
    const first = !this.told;
    this.told = key;
    const running = found.rows.filter((match) => !match.over);
    this.running = running.length > 0;
    this.now.hidden = !this.running;
    redrawList(this.going, this.first(running));
    redrawList(this.list, this.lines(found));
    const waiting = waitingText(found.rows.filter((match) => match.yours).length);
    document.title = waiting ? `● ${waiting} - Budokan` : TITLE;
    if (!first) this.count.textContent = waiting;
  }

  /** Those at the visitor's turn come first. @param {MatchLine[]} running */
  first(running) {
    const more = running.length - GOING;
    return [
      ...running.slice(0, GOING).map(matchLine),
      more > 0 && el("a.rest", { href: "/matches?kind=running" }, running.length < MOST ? `${more} more` : "more"),
    ];
  }

  /** @param {Matches} found */
  lines({ rows, total }) {
    const few = rows.filter((match) => match.over).slice(0, FEW);
    const more = total > few.length ? `All ${total} matches` : "With results and replays";
    return [
      ...few.map(matchLine),
      total > 0 && !few.length && el("p", {}, "None is over yet."),
      !total && el("p", {}, "Nothing yet. Every table you sit down at waits here for you."),
      total > 0 && el("p.more", {}, el("a", { href: "/matches" }, more)),
    ];
  }
}

/** @param {number} waiting */
function waitingText(waiting) {
  if (!waiting) return "";
  return waiting === 1 ? "1 match waits for you" : `${waiting < MOST ? waiting : `${MOST} or more`} matches wait for you`;
}
