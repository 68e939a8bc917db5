/** The replay page: a match step by step, from any allowed seat. */
import { markBots } from "../lib/badge.js";
import { share } from "../lib/copy-link.js";
import { dealCheck } from "../table/deal-check.js";
import { ask, bar, byId, el, fail, notice } from "../lib/dom.js";
import { Stage } from "../draw/zones.js";
import { showInRoom } from "../draw/room-styles.js";
import { pace, paceList } from "../lib/pace.js";
import { newBeats, Performance, still } from "../table/beats.js";
import { film } from "./replay-steps.js";
import { icon } from "../lib/icons.js";
import { drawLines } from "../draw/strokes.js";
import { explainOnClick, redrawStage } from "../table/readonly-stage.js";
import { coachMoments, deciding, fill, nextChoice, rulesToLookUp, turns } from "./replay-moments.js";
import { glide, piecePlaces } from "../table/motion.js";
import { playOn } from "./play-on.js";
import { Story } from "../table/story.js";
import { importantMoments, verdictText } from "./coach-report.js";
import { Strip } from "./curve-strip.js";
import { dropPlace, openRecord } from "./record-upload.js";
import { lookUp } from "../table/rule-links.js";

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").ReplayFrame} Frame */
/** @typedef {import("../lib/types.js").ReplayFacts} Facts */
/** @typedef {import("./coach-report.js").Report} Report */

const PACE = 1400; // milliseconds per step at speed 1
const SETTLED = 300; // milliseconds until the URL names the step
const PATIENCE = 2000; // milliseconds until the page says why it is empty
const MAKING = "The film is in the making; a long match takes a while.";
const LETTERS = "ABCDEFGH";
const WATCHING = "spectator";

const id = location.pathname.split("/")[2] || "";
const stage = el("main.stage");
const story = new Story();
const side = el("div.rfacts");
const foot = el("div.foot");
const head = { title: el("h1", {}, "Replay"), note: el("span.note"), links: el("span.links") };
const rules = el("a.tool", { hidden: true, "aria-label": "Rules", title: "Rules", target: "_blank", rel: "noopener" }, icon("scroll"));
const told = el("p.entry");
const aloud = el("p.vh", { "aria-live": "polite" }); // outlives the stage, which is redrawn at every step
const check = dealCheck(id);
const strip = new Strip((step) => goTo(step));
/** @type {Frame[]} */
let frames = [];
/** @type {Facts | null} */
let facts = null;
/** @type {Report | null} */
let report = null;
/** @type {import("./replay-moments.js").Moment[]} */
let starts = [];
let at = 0;
let asked = 0; // number of replays requested so far
/** @type {Scene | null} */
let shown = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let playing;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let naming;
/** What happens now, on the way to a step. @type {Performance | null} */
let performing = null;

const slider = el("input", {
  type: "range",
  min: 0,
  value: 0,
  "aria-label": "Step",
  oninput: () => goTo(Number(slider.value)),
});
const views = el("select", { id: "r-view", onchange: () => load(views.value).catch(fail) });
const jump = el("select", {
  id: "r-go",
  onchange: () => {
    if (jump.value) goTo(Number(jump.value));
    jump.value = "";
  },
});
const speed = el(
  "select",
  { id: "r-speed" },
  [0.5, 1, 2, 4].map((times) => el("option", { value: times, selected: times === 1 }, `${times} ×`)),
);
const onward = el("button.btn", { type: "button", hidden: true, onclick: playOnHere }, "Play on from here");
const coach = el("a.btn", { hidden: true });
const why = el("button.btn.small.whys", { type: "button", "aria-label": "Why? The rules of this step", onclick: whyAsk }, "Why?");
const sharing = el("button.btn", { type: "button", onclick: shareAsk }, "Share");

/** @param {string} name @param {string} label @param {() => void} does */
const tool = (name, label, does) =>
  el("button.tool", { type: "button", "aria-label": label, title: label, onclick: does }, icon(name));
const player = tool("play", "Play", () => toggle());
const controls = el(
  "div.scrub",
  {},
  el(
    "div.steppers",
    {},
    tool("first", "First", () => goTo(0)),
    tool("prev", "One back", () => goTo(at - 1)),
    player,
    tool("next", "One on", () => goOn()),
    tool("last", "Last", () => goTo(frames.length - 1)),
  ),
  slider,
);
const further = el("div.onward", {}, onward, coach, sharing);
const choose = el(
  "section.choose",
  { "aria-label": "What to look at" },
  el("label", { for: "r-view" }, "Seen by"),
  views,
  el("label", { for: "r-go" }, "Moment"),
  jump,
  el("label", { for: "r-speed" }, "Speed"),
  speed,
  el("label", { for: "r-pace" }, "Blows"),
  paceList({ id: "r-pace" }),
);

/** Go to a step by hand, which stops the playback. @param {number} n */
function goTo(n) {
  pause();
  notice();
  show(n);
}

/** One step on; while something happens, to its end. */
function goOn() {
  if (!performing || performing.over) return goTo(at + 1);
  performing.advance();
}

/** @param {number} n */
async function show(n) {
  if (!frames.length) return;
  performing?.stop();
  performing = null;
  const [from, old] = [at, shown];
  at = Math.max(0, Math.min(frames.length - 1, n));
  announce();
  if (old && old === frames[from]?.scene && at === from + 1 && !(await happens(old, frames[at].scene))) return;
  const before = piecePlaces(stage);
  shown = frames[at].scene;
  const scene = still(shown);
  redrawStage(stage, () => draw(scene));
  drawLines(stage, scene.lines); // before the animation, because lines end at the final places
  glide(stage, before);
}

/** Play what happens in a step; returns whether it came to its end. @param {Scene} old @param {Scene} scene */
async function happens(old, scene) {
  const beats = pace() === "off" || document.hidden ? [] : newBeats(old, scene);
  const lay = (/** @type {Scene} */ now) => redrawStage(stage, () => draw(now));
  const say = (/** @type {string} */ text) => stage.querySelector("h2")?.replaceChildren(text);
  const mine = new Performance({ stage, lay, say }, old, beats, { times: Number(speed.value) });
  performing = mine;
  if (beats.length) await mine.run();
  return performing === mine;
}

/** Say which step is shown, and where the page is. */
function announce() {
  const frame = frames[at];
  const words = frame.story.length ? frame.story : [frame.entry]; // an entry without a story shows its own text
  const by = frame.bot && "played by a bot";
  told.textContent = [`Step ${at} of ${frames.length - 1}`, ...words, by].filter(Boolean).join(" · ");
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", told.textContent);
  aloud.textContent = told.textContent;
  story.game = frame.scene.game;
  story.tell(frames.slice(0, at + 1).flatMap((each) => each.story));
  strip.show(at);
  head.note.textContent = [facts?.title, frame.scene.status].filter(Boolean).join(" · ");
  onward.hidden = !facts?.over || nextChoice(frames, at) < 0;
  coach.href = `/coach/${id}${seen()}#${at}`;
  clearTimeout(naming);
  naming = setTimeout(() => history.replaceState(null, "", `${seen() || location.pathname}#${at}`), SETTLED);
}

/** @param {Scene} scene */
function draw(scene) {
  const drawn = new Stage(scene);
  const zone = (/** @type {string} */ name) =>
    drawn.places[name].length > 0 && el(`div.at.${name}`, {}, drawn.places[name]);
  const question = el("h2", {}, scene.result || scene.prompt.question);
  stage.className = `stage room-${drawn.room || "plain"} seats-${facts?.names.length}`;
  stage.replaceChildren(
    ...[
      el("div.dock", {}, el("div.prompt", {}, question, told, why, remark()), zone("near")),
      zone("centre"),
      zone("far"),
      zone("left"),
      zone("right"),
    ].filter(Boolean),
  );
  side.replaceChildren(...drawn.aside());
  markBots(byId("page"), facts?.players || []);
}

/** The coach's verdict on the choice at this step. */
function remark() {
  const seat = seatOfCurve();
  const found = seat && importantMoments(seat).choices.find((each) => each.start === at);
  return found && el("p.remark", {}, `The coach on ${seat.name}'s choice here: ${verdictText(found)}.`);
}

/** The seat whose curve is shown. */
const seatOfCurve = () =>
  report && (report.seats.find((seat) => seat.seat === facts?.view) || report.seats[0]);

/** The view as part of a URL. */
const seen = () => (views.value ? `?view=${views.value}` : "");

// -- playback

function toggle() {
  if (playing !== undefined) return pause();
  if (at >= frames.length - 1) show(0);
  setPlayButton("pause", "Pause");
  playing = setTimeout(tick, PACE / Number(speed.value));
}

async function tick() {
  const turn = playing;
  await show(at + 1);
  if (playing !== turn) return;
  if (at >= frames.length - 1) return pause();
  playing = setTimeout(tick, PACE / Number(speed.value));
}

function pause() {
  clearTimeout(playing);
  playing = undefined;
  setPlayButton("play", "Play");
}

/** @param {string} name @param {string} label */
function setPlayButton(name, label) {
  if (player.title === label) return;
  player.replaceChildren(icon(name));
  player.title = label;
  player.setAttribute("aria-label", label);
  aloud.setAttribute("aria-live", name === "pause" ? "off" : "polite");
}

// -- dialogs

function playOnHere() {
  pause();
  const step = nextChoice(frames, at);
  if (facts && step >= 0)
    playOn(facts, step, deciding(frames[step])).catch(fail);
}

function whyAsk() {
  pause();
  if (facts) lookUp(facts.game, rulesToLookUp(frames, at));
}

function shareAsk() {
  pause();
  const url = `${location.origin}${location.pathname}${seen()}#${at}`;
  const words = facts?.over
    ? "Anyone with this link sees this step from the same seat."
    : "The match is still running: others see only what they may know.";
  share("Share this step", url, words);
}

/** A picture of this step as it is seen here. */
async function picture() {
  pause();
  const { showPicture } = await import("../table/picture.js");
  if (facts) showPicture({ table: id, game: facts.game, title: facts.title, view: facts.view, step: at });
}

// -- loading the match

/** @param {string} view */
async function load(view) {
  pause();
  const turn = ++asked;
  const answer = await patient(film(id, view));
  if (turn !== asked) return; // another view was requested since
  const first = !facts;
  ({ facts, frames } = answer);
  slider.max = String(frames.length - 1);
  if (first) offer();
  check.show(answer.facts.over);
  views.value = LETTERS[answer.facts.view] ?? WATCHING;
  starts = turns(frames, answer.facts.names);
  compare();
  if (first && location.hash) at = Number(location.hash.slice(1)) || 0;
  await showInRoom(frames[0].scene, () => show(at)); // the visitor may have gone on meanwhile
}

/** Wait, and say after a while what for. @template T @param {Promise<T>} coming @returns {Promise<T>} */
async function patient(coming) {
  let said = false;
  const saying = setTimeout(() => {
    said = true;
    notice(el("span", { role: "status" }, MAKING));
  }, PATIENCE);
  try {
    return await coming;
  } finally {
    clearTimeout(saying);
    if (said) notice();
  }
}

/** The views to choose from, and links to other pages. */
function offer() {
  const { names, over, mine, uploaded, origin, game, cards } = /** @type {Facts} */ (facts);
  Object.assign(rules, { href: `/rules/${game}${cards ? `?cards=${cards.hash}` : ""}`, hidden: false });
  const open = names.map((name, seat) => [LETTERS[seat], name]).filter((_, seat) => over || mine.includes(seat));
  views.replaceChildren(
    ...open.map(([value, name]) => el("option", { value }, name)),
    el("option", { value: WATCHING }, "a spectator"),
  );
  head.links.replaceChildren(
    ...[
      !uploaded && el("a.note", { href: `/table/${id}` }, "to the table"),
      origin &&
        el("a.note", { href: `/replay/${origin.match}#${origin.step}` }, `from step ${origin.step} of another match`),
    ].filter(Boolean),
  );
  foot.replaceChildren(
    el(
      "a.btn.small",
      { href: `/api/tables/${id}/record`, download: `${game}.match` },
      over ? "Download the record" : "Download what you saw",
    ),
    el("button.btn.small", { type: "button", "data-do": "picture", onclick: picture }, "Picture"),
    el("button.btn.small", { type: "button", onclick: openRecord }, "Open a record"),
  );
}

/** Show the curve if there is one, else a link to the coach. */
function compare() {
  const seat = seatOfCurve();
  coach.hidden = !facts?.over;
  coach.textContent = seat ? "Coach" : "Ask the coach";
  if (seat && report) strip.draw(report, seat);
  fill(jump, [
    ["What mattered", seat ? coachMoments(seat) : []],
    ["Turns", starts],
  ]);
}

async function findReport() {
  if (!facts?.over) return;
  const answer = await ask(`/api/tables/${id}/coach?begin=no`);
  if (!answer.seats) return;
  report = answer;
  compare();
  show(at);
}

// -- the keyboard, and the page

/** The turn before or after this step. @param {number} way */
function turn(way) {
  const others = starts.map((each) => each.step).filter((step) => (way < 0 ? step < at : step > at));
  return way < 0 ? (others.pop() ?? 0) : (others[0] ?? frames.length - 1);
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => goTo(at - 1),
  ArrowRight: () => goOn(),
  PageUp: () => goTo(turn(-1)),
  PageDown: () => goTo(turn(1)),
  Home: () => goTo(0),
  End: () => goTo(frames.length - 1),
  " ": () => toggle(),
};

/** @param {KeyboardEvent} event */
function press(event) {
  const target = /** @type {Element} */ (event.target);
  if (!(event.key in KEYS) || !frames.length || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("input, select, dialog, .log")) return;
  if (event.key === " " && target.closest("button, a, summary")) return;
  event.preventDefault();
  KEYS[event.key]();
}

function frame() {
  byId("page").classList.add("replay");
  byId("page").replaceChildren(
    bar([el("span.sep", {}, "/"), head.title, head.note, head.links], [rules]),
    byId("notice"),
    choose,
    aloud,
    el("div.film", {}, stage, el("section.deck", { "aria-label": "Steps" }, strip.box, controls, further)),
    el(
      "aside.rail",
      { "aria-label": "Beside the board" },
      side,
      el("section.fill", {}, el("h2", {}, "Story"), story.log),
      foot,
      check.box,
    ),
  );
  explainOnClick(byId("page"), () => shown, pause);
  addEventListener("keydown", press);
  addEventListener("hashchange", () => goTo(Number(location.hash.slice(1)) || 0));
  addEventListener("resize", () => frames.length && drawLines(stage, frames[at].scene.lines));
}

/** The page without a match: a place to drop a record. @param {string} [fault] */
function empty(fault = "") {
  byId("page").className = "page read";
  byId("page").replaceChildren(
    bar([el("span.sep", {}, "/"), el("span.note", {}, "Replay")]),
    byId("notice"),
    el("main.open", {}, el("h1", {}, "Open a record"), fault && el("p.fault", { role: "alert" }, fault), ...dropPlace()),
  );
}

async function open() {
  if (!id) return empty();
  frame();
  const view = new URLSearchParams(location.search).get("view") || "";
  try {
    await load(view).catch((error) => {
      if (!view) throw error;
      fail(error);
      return load("");
    });
  } catch (error) {
    return empty(/** @type {Error} */ (error).message);
  }
  document.title = `${facts?.title}, replay · Budokan`;
  await findReport();
}

open().catch(fail);
