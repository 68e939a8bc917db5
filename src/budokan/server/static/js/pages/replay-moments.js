/** Moments of a replay to jump to: turns, and the coach's findings. */
import { el } from "../lib/dom.js";
import { importantMoments, signedPoints, stepOf } from "./coach-report.js";

/** @typedef {import("../lib/types.js").ReplayFrame} Frame */
/** @typedef {import("./coach-report.js").Seat} Seat */
/** @typedef {{step: number, words: string}} Moment */

const CHANCE = 8;
const LONG = 60; // letters shown of a moment in the list

/** The seats that decide at a step; chance does not count. @param {Frame} frame */
export const deciding = (frame) => (frame.scene.result ? [] : frame.scene.acting.filter((seat) => seat !== CHANCE));

/** The first step from here on at which a seat decides, or -1. @param {Frame[]} frames @param {number} from */
export const nextChoice = (frames, from) =>
  frames.findIndex((frame, step) => step >= from && step < frames.length - 1 && deciding(frame).length > 0);

/** The action of an entry that a seat chose. @param {Frame} frame */
const chosen = (frame) => frame.entry.match(/^[A-H] (.+)/)?.[1] ?? "";

/** Rules to look up at a step: those of the viewer's choice, of the next action, or of the last one.
 * @param {Frame[]} frames @param {number} at @returns {import("../table/rule-links.js").Wanted} */
export function rulesToLookUp(frames, at) {
  const { choices } = frames[at].scene;
  if (choices.length) return { actions: choices.map((choice) => choice.action) };
  const done = frames.slice(at + 1).find(chosen) || frames.slice(0, at + 1).findLast(chosen);
  return { actions: done ? [chosen(done)] : [] };
}

/** A turn begins when another seat decides, or the status changes.
 * @param {Frame[]} frames @param {string[]} names @returns {Moment[]} */
export function turns(frames, names) {
  /** @type {Moment[]} */
  const found = [];
  /** @type {number[]} */
  let last = [];
  let status = "";
  frames.forEach((frame, step) => {
    const now = deciding(frame);
    if (!now.length) return;
    const same = found.length > 0 && now.every((seat) => last.includes(seat)) && frame.scene.status === status;
    [last, status] = [now, frame.scene.status];
    if (same) return;
    const who = now.map((seat) => names[seat]).join(" and ");
    found.push({ step, words: `${found.length + 1}. ${who}${status ? `, ${status}` : ""}` });
  });
  return found;
}

/** The moments that mattered to a seat, in the order of the match. @param {Seat} seat @returns {Moment[]} */
export function coachMoments(seat) {
  const { choices, luck } = importantMoments(seat);
  const kind = (/** @type {any} */ each) =>
    each.kind === "luck" ? `Luck ${signedPoints(each.change)}` : each.verdict === "find" ? "A find" : "A slip";
  return [...choices, ...luck]
    .map((each) => ({ step: stepOf(each), words: `${kind(each)}: ${short(each.words || each.better)}` }))
    .sort((a, b) => a.step - b.step);
}

/** @param {string} words */
const short = (words) => (words.length > LONG ? `${words.slice(0, LONG - 1)}…` : words);

/** Fill the list of moments. @param {HTMLSelectElement} list @param {[string, Moment[]][]} groups */
export function fill(list, groups) {
  const option = (/** @type {Moment} */ { step, words }) => el("option", { value: step }, `${words} (step ${step})`);
  list.replaceChildren(
    el("option", { value: "" }, "Go to …"),
    ...groups
      .filter(([, moments]) => moments.length)
      .map(([label, moments]) => el("optgroup", { label }, moments.map(option))),
  );
}
