/** The coach's report in words and numbers, for its own page and for the replay. */

/** @typedef {{points: number, error: number}} Figure */
/** @typedef {{kind: string, seat: number, start: number, stop: number, words: string, before: number,
 *   after: number, change: Figure, verdict: string, better: string, loss: Figure, why: string}} Happening */
/** @typedef {{seat: number, name: string, headline: string, told: string, ledger: Record<string, Figure>,
 *   curve: {at: number, value: Figure}[], happenings: Happening[]}} Seat */
/** @typedef {{game: string, title: string, unit: string, iterations: number, entries: number, names: string[],
 *   mine: number[], seats: Seat[]}} Report */

const MOST = 8; // entries of one kind in a list
/** Marks on the curve. */
export const SIGNS = /** @type {Record<string, string>} */ ({ mistake: "?", find: "!", luck: "\u25c6" });
const VERDICTS = /** @type {Record<string, string>} */ ({
  mistake: "a mistake",
  find: "a find",
  best: "the coach's choice too",
  even: "as good, within noise",
});

/** @param {Figure} figure @param {number} [sign] */
export const signedPoints = (figure, sign = 1) => `${sign * figure.points < 0 ? "−" : "+"}${points(figure)}`;
/** Whole points without their sign. @param {Figure} figure */
export const points = (figure) => String(Math.abs(Math.round(figure.points)));
/** The error of a figure, if it has one. @param {Figure} figure */
export const errorText = (figure) => (figure.error ? ` ±${figure.error.toFixed(1)}` : "");
/** @param {Figure} change */
const isClear = (change) => Math.abs(change.points) > Math.max(1, change.error);

/** The verdict on a choice, in words. @param {Happening} each */
export function verdictText(each) {
  if (each.verdict === "mistake") return `a mistake; ${each.better} was better by ${points(each.loss)}`;
  if (each.verdict === "find") return `a find, better than ${each.better} by ${points(each.loss)}`;
  return VERDICTS[each.verdict] || "no choice";
}

/** The choices and strokes of luck that mattered, greatest first. @param {Seat} seat */
export function importantMoments(seat) {
  const choices = seat.happenings
    .filter((each) => ["mistake", "find"].includes(each.verdict))
    .sort((a, b) => Math.abs(b.loss.points) - Math.abs(a.loss.points));
  const luck = seat.happenings
    .filter((each) => each.kind === "luck" && isClear(each.change))
    .sort((a, b) => Math.abs(b.change.points) - Math.abs(a.change.points));
  return { choices: choices.slice(0, MOST), luck: luck.slice(0, MOST) };
}

/** The step to look at: before a choice is made, or after luck struck. @param {Happening} each */
export const stepOf = (each) => (each.kind === "luck" ? each.stop : each.start);
