/** The coach's page: the curve of a match, the ledger, choices and luck that mattered. */
import { alarm, ask, bar, byId, el, fail, heads, pause, svg } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { errorText, importantMoments, points, signedPoints, SIGNS, stepOf, verdictText } from "./coach-report.js";

/** @typedef {import("./coach-report.js").Happening} Happening */
/** @typedef {import("./coach-report.js").Seat} Seat */
/** @typedef {import("./coach-report.js").Report} Report */

const DELAY = 1000; // milliseconds between requests for the coach's progress
const WIDE = 720;
const PHONE = 360;
const narrow = matchMedia("(max-width: 600px)");
const HIGH = 240;
const EDGE = 34;
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
const rules = el("a.tool", { hidden: true, "aria-label": "Rules", title: "Rules", target: "_blank", rel: "noopener" }, icon("scroll"));

/** The step of the replay, as a seat saw it. @param {number} at @param {number} seat */
const address = (at, seat) => `/replay/${id}?view=${"ABCDEFGH"[seat]}#${at}`;
/** @param {Happening} each @param {Seat} seat */
const look = (each, seat) =>
  el(
    "a.look",
    { href: address(stepOf(each), seat.seat), "aria-label": `Show step ${stepOf(each)}: ${each.words}` },
    "look at it",
  );

/** What the better choice would have done, shown on demand. @param {Happening} each */
const why = (each) =>
  each.why &&
  el("details.better", {}, el("summary", { "aria-label": `Why? Step ${each.start}` }, "why?"), el("p", {}, each.why));

/** A number, with its error in smaller type. @param {string} number @param {import("./coach-report.js").Figure} of */
const figure = (number, of) => [number, of.error > 0 && el("small.error", {}, errorText(of))];

/** @param {Seat} seat @param {Report} report @param {Happening[]} marked */
function curve(seat, report, marked) {
  const wide = narrow.matches ? PHONE : WIDE;
  const x = (/** @type {number} */ at) => EDGE + ((wide - EDGE - 8) * at) / Math.max(1, report.entries);
  const y = (/** @type {number} */ points) => 12 + ((HIGH - 36) * (100 - points)) / 100;
  const grid = [0, 25, 50, 75, 100].flatMap((level) => [
    svg("path", { class: "grid", d: `M${EDGE} ${y(level)}H${wide - 8}` }),
    svg("text", { x: EDGE - 6, y: y(level) + 4, "text-anchor": "end" }, String(level)),
  ]);
  const way = seat.curve.map((p) => `${x(p.at)},${y(p.value.points)}`).join(" ");
  const upper = seat.curve.map((p) => `${x(p.at)},${y(Math.min(100, p.value.points + p.value.error))}`);
  const lower = seat.curve.map((p) => `${x(p.at)},${y(Math.max(0, p.value.points - p.value.error))}`);
  const points = marked
    .slice()
    .sort((a, b) => a.stop - b.stop)
    .map((each) => {
      const told = each.kind === "luck" ? `luck ${signedPoints(each.change)}` : verdictText(each);
      const words = `Step ${each.stop}: ${each.words} ${Math.round(each.before)} to ${Math.round(each.after)}; ${told}`;
      return svg(
        "a",
        { href: address(stepOf(each), seat.seat), "aria-label": words, class: each.verdict || each.kind },
        svg("title", {}, words),
        svg("circle", { cx: x(each.stop), cy: y(each.after), r: 8 }),
        svg("text", { x: x(each.stop), y: y(each.after) + 4, "text-anchor": "middle" }, SIGNS[each.verdict] || SIGNS.luck),
      );
    });
  return svg(
    "svg",
    { viewBox: `0 0 ${wide} ${HIGH}`, class: "curve", role: "group", "aria-label": `${seat.name}: ${report.unit}` },
    grid,
    svg("polygon", { class: "band", points: [...upper, ...lower.reverse()].join(" ") }),
    svg("polygon", { class: "area", points: `${x(0)},${y(50)} ${way} ${x(report.entries)},${y(50)}` }),
    svg("polyline", { class: "way", points: way }),
    svg("text", { x: EDGE, y: HIGH - 4 }, "start"),
    svg("text", { x: wide - 8, y: HIGH - 4, "text-anchor": "end" }, `step ${report.entries}`),
    points,
  );
}

/** @param {string} title @param {string} none @param {Happening[]} found @param {(each: Happening) => any[]} tell */
function list(title, none, found, tell) {
  return el(
    "section",
    {},
    el("h2", {}, title),
    found.length
      ? el("ol.moments", {}, found.map((each) => el("li", { "data-step": stepOf(each) }, ...tell(each))))
      : el("p", {}, none),
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
      heads(head),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell))))),
    ),
  );
}

/** Every step in a table, for screen readers and curious players. @param {Seat} seat @param {Report} report */
function everything(seat, report) {
  const rows = seat.happenings.map((each) => [
    el("a", { href: address(each.stop, seat.seat) }, `step ${each.stop}`),
    each.kind === "luck" ? "luck" : (report.names[each.seat] ?? "others"),
    each.words,
    each.before.toFixed(1),
    each.after.toFixed(1),
    each.kind === "own" && each.verdict ? verdictText(each) : signedPoints(each.change),
  ]);
  const head = ["step", "who", "what happened", "before", "after", "what it means"];
  return el("details.parts", {}, el("summary", {}, el("h2", {}, "Every step")), grid("Every step", head, rows));
}

/** @param {Report} report @param {number} at */
function show(report, at) {
  const seat = report.seats[at];
  const { choices, luck } = importantMoments(seat);
  const whose = el(
    "select",
    { "aria-label": "Whose match", onchange: () => turn(report, Number(whose.value)) },
    report.seats.map((each, i) => el("option", { value: i, selected: i === at }, each.name)),
  );
  const drawn = () => curve(seat, report, [...choices, ...luck]);
  narrow.onchange = () => main.querySelector(".curve").replaceWith(drawn());
  main.replaceChildren(
    el("div.whose", {}, el("h1", {}, "The coach"), report.seats.length > 1 && whose),
    el("p.headline", {}, `${report.mine.includes(seat.seat) ? "You" : seat.name} ${seat.headline}`),
    el("p.told", {}, seat.told),
    el("section", { "aria-label": "The ledger" }, ledger(seat)),
    drawn(),
    el(
      "div.mattered",
      {},
      list("Choices that mattered", "No choice stands out.", choices, (each) => [
        el("span.t", {}, el("span.vh", {}, "Step "), String(each.start)),
        el("span", {}, `${each.words.replace(/[.]$/, "")}: ${verdictText(each)}. `, look(each, seat), why(each)),
        el("b", { class: each.verdict }, `${Math.round(each.before)} \u2192 ${Math.round(each.after)}`),
      ]),
      list("Luck that mattered", "No stroke of luck stands out.", luck, (each) => [
        el("span.t", {}, el("span.vh", {}, "Step "), String(each.stop)),
        el("span", {}, `${each.words} `, look(each, seat)),
        el("b.luck", {}, ...figure(signedPoints(each.change), each.change)),
      ]),
    ),
    everything(seat, report),
    el("p.note", {}, `Points are hundredths of the ${report.unit}, judged on what the player knew then.`),
    sureness(report),
  );
}

/** How sure the figures are, shown on demand. @param {Report} report */
function sureness(report) {
  const words = `Each figure is the mean of several searches of ${report.iterations} iterations; ± is their 95 % interval. Nothing within it is called a mistake.`;
  const box = el("details.sure", {}, el("summary", {}, "How sure is the coach?"), el("p.note", {}, words));
  box.addEventListener("toggle", () => main.classList.toggle("exact", /** @type {HTMLDetailsElement} */ (box).open));
  return box;
}

/** Mark the step the visitor came from in the replay, or the nearest earlier one. */
function mark() {
  const at = Number(location.hash.slice(1));
  const rows = [...main.querySelectorAll("[data-step]")].filter((row) => Number(row.dataset.step) <= at);
  const found = rows.sort((a, b) => Number(b.dataset.step) - Number(a.dataset.step))[0];
  if (!location.hash || !found) return;
  found.classList.add("here");
  found.scrollIntoView({ block: "center" });
}

/** Show another seat's report; the keyboard focus stays. @param {Report} report @param {number} at */
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
          el("dd", {}, ...figure(key === "start" || key === "result" ? points(seat.ledger[key]) : signedPoints(seat.ledger[key], sign), seat.ledger[key])),
        ),
    ),
  );
}

/** Poll until the report is ready. @returns {Promise<Report>} */
async function fetchReport() {
  const far = el("progress", { max: 100, value: 0, "aria-label": "The coach's progress" });
  main.replaceChildren(el("h1", {}, "The coach"), el("p", {}, "The coach is studying the match."), far);
  for (;;) {
    const told = await ask(`/api/tables/${id}/coach`);
    if (told.seats) return told;
    far.value = told.progress;
    await pause(DELAY);
  }
}

async function open() {
  byId("page").className = "coached";
  byId("page").replaceChildren(
    bar(
      [
        el("span.sep", {}, "/"),
        el("a.note", { href: `/table/${id}` }, "to the table"),
        el("a.note", { href: `/replay/${id}${location.search}${location.hash}` }, "to the replay"),
      ],
      [rules],
    ),
    main,
  );
  const report = await fetchReport();
  Object.assign(rules, { href: `/rules/${report.game}`, hidden: false });
  document.title = `${report.title}, the coach · Budokan`;
  const asked = "ABCDEFGH".indexOf(new URLSearchParams(location.search).get("view") || "-");
  const mine = report.seats.findIndex((seat) => (asked < 0 ? report.mine.includes(seat.seat) : seat.seat === asked));
  show(report, Math.max(0, mine));
  mark();
}

open().catch((error) => {
  main.replaceChildren(el("h1", {}, "The coach"), el("p", {}, error.message));
  alarm(error.message);
});
