/** The replay page: step by step through a record, through any allowed pair of eyes. */
import { ask, bar, byId, el, notice } from "./dom.js";
import { Stage } from "./draw.js";
import { feel } from "./felt.js";
import { icon } from "./icons.js";
import { drawLines } from "./lines.js";
import { glide, lying } from "./move.js";
import { Story } from "./rail.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Zone} Zone */
/** @typedef {{entry: string, story: string[], scene: Scene}} Frame */

const id = location.pathname.split("/")[2];
const stage = el("main.stage");
const story = new Story();
const side = el("div.rfacts");
const title = el("h1", {}, "Replay");
const told = el("p.entry");
const coach = el("a.note", { href: `/coach/${id}`, hidden: true }, "to the coach");
/** @type {Frame[]} */
let frames = [];
let at = 0;
/** @type {Scene | null} */
let shown = null;

const slider = el("input", {
  type: "range",
  min: 0,
  value: 0,
  "aria-label": "Step",
  oninput: () => show(Number(slider.value)),
});
const views = el("select", { "aria-label": "Whose view", onchange: () => load(views.value) });

/** @param {string} name @param {string} label @param {() => number} to */
const step = (name, label, to) =>
  el(
    "button.tool",
    { type: "button", "aria-label": label, title: label, onclick: () => show(to()) },
    icon(name),
  );
const controls = el(
  "div.scrub.sheet",
  {},
  step("first", "First", () => 0),
  step("prev", "One back", () => at - 1),
  slider,
  step("next", "One on", () => at + 1),
  step("last", "Last", () => frames.length - 1),
  views,
);

/** A Scene to look at: nothing can be picked. @param {Scene} scene @returns {Scene} */
function still(scene) {
  /** @type {(each: Zone) => Zone} */
  const zone = (each) => ({
    ...each,
    refused: null,
    preview: null,
    zones: each.zones.map(zone),
    pieces: each.pieces.map((piece) => ({ ...piece, refused: null, preview: null })),
  });
  return { ...scene, choices: [], buttons: [], zones: scene.zones.map(zone) };
}

/** @param {number} n */
function show(n) {
  const from = at;
  at = Math.max(0, Math.min(frames.length - 1, n));
  const frame = frames[at];
  const before = lying(stage);
  const old = shown;
  shown = frame.scene;
  const scene = still(frame.scene);
  const drawn = new Stage(scene);
  const zone = (/** @type {string} */ name) =>
    drawn.places[name].length > 0 && el(`div.at.${name}`, {}, drawn.places[name]);
  stage.className = `stage room-${drawn.room || "plain"}`;
  stage.replaceChildren(
    ...[
      el(
        "div.dock",
        {},
        el("div.prompt", {}, el("h2", {}, scene.over || scene.prompt.question), told),
        zone("near"),
      ),
      zone("centre"),
      zone("far"),
      zone("left"),
      zone("right"),
    ].filter(Boolean),
  );
  for (const first of stage.querySelectorAll("button.piece")) first.tabIndex = 0;
  told.textContent = [`Step ${at} of ${frames.length - 1}`, frame.entry, ...frame.story]
    .filter(Boolean)
    .join(" · ");
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", told.textContent);
  side.replaceChildren(...drawn.aside());
  story.tell(frames.slice(0, at + 1).flatMap((each) => each.story));
  glide(stage, before);
  if (old && n === from + 1) feel(stage, old, frame.scene, frame.story);
  drawLines(stage, scene.lines);
}

/** @param {string} view */
async function load(view) {
  try {
    const answer = await ask(`/api/tables/${id}/replay${view ? `?view=${view}` : ""}`);
    frames = answer.frames;
    slider.max = String(frames.length - 1);
    const scene = frames[0].scene;
    coach.hidden = !frames[frames.length - 1].scene.over;
    if (!views.options.length) offer(scene);
    show(Math.min(at || (location.hash ? Number(location.hash.slice(1)) : 0), frames.length - 1));
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}

/** @param {Scene} scene */
function offer(scene) {
  const seats = scene.zones
    .filter((zone) => zone.owner !== null)
    .sort((a, b) => Number(a.owner) - Number(b.owner));
  views.replaceChildren(
    el("option", { value: "spectator" }, "as a spectator"),
    ...seats.map((zone) =>
      el(
        "option",
        { value: "ABCDEF"[zone.owner ?? 0], selected: zone.owner === scene.viewer },
        `as ${zone.title}`,
      ),
    ),
  );
}

/** @type {Record<string, () => number>} */
const KEYS = {
  ArrowLeft: () => at - 1,
  ArrowRight: () => at + 1,
  Home: () => 0,
  End: () => frames.length - 1,
};
addEventListener("keydown", (event) => {
  if (!(event.key in KEYS) || /** @type {Element} */ (event.target).closest("input, select, .log")) return;
  event.preventDefault();
  show(KEYS[event.key]());
});

byId("page").classList.add("replay");
byId("page").replaceChildren(
  bar([
    el("span.sep", {}, "/"),
    title,
    el("a.note", { href: `/table/${id}` }, "to the table"),
    coach,
  ]),
  el("div.film", {}, stage, controls),
  el(
    "aside.rail",
    { "aria-label": "Beside the board" },
    side,
    el("section.fill", {}, el("h2", {}, "Story"), story.log),
  ),
);
load("");
