/** The coach's page: the curve of a match, the ledger, choices and luck that mattered. */
import { ask, bar, byId, el, notice } from "./dom.js";

/** @typedef {{points: number, error: number}} Figure */
/** @typedef {{kind: string, seat: number, start: number, stop: number, words: string, before: number,
 *   after: number, change: Figure, verdict: string, better: string, loss: Figure}} Happening */
/** @typedef {{seat: number, name: string, told: string, ledger: Record<string, Figure>,
 *   curve: {at: number, value: Figure}[], happenings: Happening[]}} Seat */
/** @typedef {{title: string, unit: string, iterations: number, entries: number, names: string[],
 *   mine: number[], seats: Seat[]}} Report */

const DELAY = 1000; // between two questions how far the coach is
const WIDE = 720;
const HIGH = 240;
const EDGE = 34;
const MOST = 8; // of a kind in a list
const VERDICTS = /** @type {Record<string, string>} */ ({
  mistake: "a mistake",
  find: "a find",
  best: "the coach's choice too",
  even: "as good, within noise",
});
const LEDGER = /** @type {[string, string, number][]} */ ([
  ["start", "At the start", 1],
  ["luck", "Luck", 1],
  ["mistakes", "Mistakes", -1],
  ["choices", "Other own choices", 1],
  ["others", "Choices of others", 1],
  ["result", "Result", 1],
]);
const id = location.pathname.split("/")[2];
const main = el("main.coach");

/** @param {string} tag @param {Record<string, any>} given @param {...any} children @returns {SVGElement} */
function svg(tag, given, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(given)) node.setAttribute(key, String(value));
  node.append(...children.flat());
  return node;
}

/** @param {Figure} figure @param {number} [sign] */
const signed = (figure, sign = 1) => {
  const value = sign * figure.points;
  const error = figure.error ? ` ±${figure.error.toFixed(1)}` : "";
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}${error}`;
};
/** @param {Figure} figure */
const size = (figure) => signed({ points: Math.abs(figure.points), error: figure.error }).slice(1);
/** @param {number} at */
const link = (at) => el("a", { href: `/replay/${id}#${at}` }, `step ${at}`);
/** @param {Figure} change */
const isClear = (change) => Math.abs(change.points) > Math.max(1, change.error);

/** @param {Happening} each */
function said(each) {
  if (each.verdict === "mistake") return `a mistake; ${each.better} was better by ${size(each.loss)}`;
  if (each.verdict === "find") return `a find, better than ${each.better} by ${size(each.loss)}`;
  return VERDICTS[each.verdict] || "no choice";
}

/** The choices and the strokes of luck that mattered, the greatest first. @param {Seat} seat */
function mattering(seat) {
  const choices = seat.happenings
    .filter((each) => ["mistake", "find"].includes(each.verdict))
    .sort((a, b) => Math.abs(b.loss.points) - Math.abs(a.loss.points));
  const luck = seat.happenings
    .filter((each) => each.kind === "luck" && isClear(each.change))
    .sort((a, b) => Math.abs(b.change.points) - Math.abs(a.change.points));
  return { choices: choices.slice(0, MOST), luck: luck.slice(0, MOST) };
}

/** @param {Seat} seat @param {Report} report @param {Happening[]} marked */
function curve(seat, report, marked) {
  const x = (/** @type {number} */ at) => EDGE + ((WIDE - EDGE - 8) * at) / Math.max(1, report.entries);
  const y = (/** @type {number} */ points) => 12 + ((HIGH - 36) * (100 - points)) / 100;
  const grid = [0, 50, 100].flatMap((level) => [
    svg("path", { class: "grid", d: `M${EDGE} ${y(level)}H${WIDE - 8}` }),
    svg("text", { x: EDGE - 6, y: y(level) + 4, "text-anchor": "end" }, String(level)),
  ]);
  const upper = seat.curve.map((p) => `${x(p.at)},${y(Math.min(100, p.value.points + p.value.error))}`);
  const lower = seat.curve.map((p) => `${x(p.at)},${y(Math.max(0, p.value.points - p.value.error))}`);
  const points = marked
    .slice()
    .sort((a, b) => a.stop - b.stop)
    .map((each) => {
      const told = each.kind === "luck" ? `luck ${signed(each.change)}` : said(each);
      const words = `Step ${each.stop}: ${each.words} ${Math.round(each.before)} to ${Math.round(each.after)}; ${told}`;
      return svg(
        "a",
        { href: `/replay/${id}#${each.stop}`, "aria-label": words, class: each.verdict || each.kind },
        svg("title", {}, words),
        svg("circle", { cx: x(each.stop), cy: y(each.after), r: 6 }),
      );
    });
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "curve", role: "group", "aria-label": `${seat.name}: ${report.unit}` },
    grid,
    svg("polygon", { class: "band", points: [...upper, ...lower.reverse()].join(" ") }),
    svg("polyline", { class: "way", points: seat.curve.map((p) => `${x(p.at)},${y(p.value.points)}`).join(" ") }),
    svg("text", { x: EDGE, y: HIGH - 4 }, "start"),
    svg("text", { x: WIDE - 8, y: HIGH - 4, "text-anchor": "end" }, `step ${report.entries}`),
    points,
  );
}

/** @param {string} title @param {string} none @param {Happening[]} found @param {(each: Happening) => any[]} tell */
function list(title, none, found, tell) {
  return el(
    "section",
    {},
    el("h2", {}, title),
    found.length ? el("ul", {}, found.map((each) => el("li", {}, ...tell(each)))) : el("p", {}, none),
  );
}

/** @param {string} caption @param {string[]} head @param {any[][]} rows */
function grid(caption, head, rows) {
  return el(
    "div.wide",
    { tabindex: 0, role: "group", "aria-label": caption },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, head.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell))))),
    ),
  );
}

/** Every step in a table, for screen readers and for the curious. @param {Seat} seat @param {Report} report */
function everything(seat, report) {
  const rows = seat.happenings.map((each) => [
    link(each.stop),
    each.kind === "luck" ? "luck" : (report.names[each.seat] ?? "others"),
    each.words,
    each.before.toFixed(1),
    each.after.toFixed(1),
    each.kind === "own" && each.verdict ? said(each) : signed(each.change),
  ]);
  const head = ["step", "who", "what happened", "before", "after", "what it means"];
  return el("details.parts", {}, el("summary", {}, el("h2", {}, "Every step")), grid("Every step", head, rows));
}

/** @param {Report} report @param {number} at */
function show(report, at) {
  const seat = report.seats[at];
  const { choices, luck } = mattering(seat);
  const whose = el(
    "select",
    { "aria-label": "Whose match", onchange: () => turn(report, Number(whose.value)) },
    report.seats.map((each, i) => el("option", { value: i, selected: i === at }, each.name)),
  );
  main.replaceChildren(
    el("div.whose", {}, el("h1", {}, "The coach"), report.seats.length > 1 && whose),
    el("p.told", {}, seat.told),
    curve(seat, report, [...choices, ...luck]),
    el("section", {}, el("h2", {}, "The ledger"), ledger(seat)),
    list("Choices that mattered", "No choice stands out.", choices, (each) => [
      link(each.stop),
      ` ${each.words}, ${Math.round(each.before)} to ${Math.round(each.after)}: ${said(each)}.`,
    ]),
    list("Luck that mattered", "No stroke of luck stands out.", luck, (each) => [
      link(each.stop),
      ` ${signed(each.change)}: ${each.words}`,
    ]),
    everything(seat, report),
    el(
      "p.note",
      {},
      `Points are hundredths of the ${report.unit}, judged on what the player knew then. Each figure is the mean of several searches of ${report.iterations} iterations; ± is their 95 % interval. Nothing within it is called a mistake.`,
    ),
  );
}

/** Look at another seat's match; the keys stay where they are. @param {Report} report @param {number} at */
function turn(report, at) {
  show(report, at);
  main.querySelector("select").focus({ preventScroll: true });
}

/** @param {Seat} seat */
function ledger(seat) {
  return el(
    "dl.ledger",
    {},
    LEDGER.filter(([key]) => key !== "others" || seat.ledger.others.points || seat.ledger.others.error).map(
      ([key, name, sign]) =>
        el(
          "div",
          { class: key },
          el("dt", {}, name),
          el("dd", {}, key === "start" || key === "result" ? size(seat.ledger[key]) : signed(seat.ledger[key], sign)),
        ),
    ),
  );
}

/** Ask until the report is there. @returns {Promise<Report>} */
async function sought() {
  const far = el("progress", { max: 100, value: 0, "aria-label": "How far the coach is" });
  main.replaceChildren(el("h1", {}, "The coach"), el("p", {}, "The coach looks at the match."), far);
  for (;;) {
    const told = await ask(`/api/tables/${id}/coach`);
    if (told.seats) return told;
    far.value = told.progress;
    await new Promise((resolve) => {
      setTimeout(resolve, DELAY);
    });
  }
}

async function open() {
  byId("page").className = "coached";
  byId("page").replaceChildren(
    bar([
      el("span.sep", {}, "/"),
      el("a.note", { href: `/table/${id}` }, "to the table"),
      el("a.note", { href: `/replay/${id}` }, "to the replay"),
    ]),
    main,
  );
  const report = await sought();
  document.title = `${report.title}, the coach · Budokan`;
  const mine = report.seats.findIndex((seat) => report.mine.includes(seat.seat));
  show(report, Math.max(0, mine));
}

open().catch((error) => {
  main.replaceChildren(el("h1", {}, "The coach"), el("p", {}, error.message));
  notice(error.message);
});
