/** The table page: Scenes come in over the link, picks go out. */
import { markBots } from "../lib/badge.js";
import { Curtain } from "../table/curtain.js";
import { Deal } from "../table/fair-deal.js";
import { alarm, ask, bar, byId, el, fail, leave, notice } from "../lib/dom.js";
import { Stage } from "../draw/zones.js";
import { showInRoom } from "../draw/room-styles.js";
import { EXTRAS } from "./game-pages.js";
import { Hints } from "../table/hints.js";
import { icon } from "../lib/icons.js";
import { OpenFolds, placeOf, refill, rememberScroll, rowsOf, showPickable } from "../table/restore.js";
import { hand, keyboard, skipByKeys } from "../table/keys.js";
import { drawLines, followLines } from "../draw/strokes.js";
import { Link } from "../table/link.js";
import { glide, piecePlaces } from "../table/motion.js";
import { callTurn, entitle } from "../table/turn-notice.js";
import { keepInSight, sameWay } from "../table/sharing.js";
import { parLine } from "../table/par.js";
import { Picker } from "../table/pick.js";
import { Playback } from "../table/playback.js";
import { Presses } from "../table/pointer.js";
import { Story } from "../table/story.js";
import { takesSingles } from "../lib/singles.js";
import { pace, paceList } from "../lib/pace.js";
import { ring } from "../lib/sound.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

const id = location.pathname.split("/")[2];
const story = new Story();
const prompt = el("div.prompt");
const due = el("div.due", { hidden: true });
const dock = el("div.dock", {}, due, prompt);
const summary = el("p.vh", { id: "summary" });
const stage = el("main.stage", { "aria-describedby": "summary" }, summary, dock);
const folds = new OpenFolds(byId("page"));
const rail = {
  facts: el("div.rfacts"),
  invite: el("section.invite", { hidden: true, "aria-label": "Invite" }),
  foot: el("div.foot"),
};
const deal = new Deal(id);
const ownName = el("section.own-name", { hidden: true, "aria-label": "Your name" });
const head = {
  title: el("h1", {}, "Budokan"),
  note: el("span.note"),
  phases: el("ol.phases", { "aria-label": "Phases" }),
  rules: el("a.tool", { "aria-label": "Rules", title: "Rules", target: "_blank", rel: "noopener" }, icon("scroll")),
};

/** @type {SceneMessage | null} */
let last = null;
let ended = false;
let offered = false; // whether a rematch waits
/** @type {HTMLElement | false} */
let par = false;

const picker = new Picker({
  act: (choice) => link.send({ t: "act", ply: last?.ply, action: choice.action, seat: last?.view }),
  undo: () => link.send({ t: "undo", ply: last?.ply, seat: last?.view }),
});

const hints = new Hints({
  ask: () => link.send({ t: "hint", ply: last?.ply, seat: last?.view }),
  play: (choice) => picker.choose(choice),
  find: (piece) => picker.find(piece),
});

const playback = new Playback({ stage, last: () => last, show, lay: layBeat, say: sayBeat, rests: takeSingle });

const undoBox = el("section.undo-ask", { hidden: true, "aria-label": "Undo a move" });

/** Show who asks to undo a move; the file loads when somebody first does. @param {SceneMessage} message */
async function undoRequest(message) {
  if (!message.table.undo_request && undoBox.hidden) return;
  const { showRequest } = await import("../table/undo-request.js");
  const answer = (/** @type {number} */ seat, /** @type {number} */ request, /** @type {boolean} */ agree) =>
    link.send({ t: "answer_undo", seat, id: request, agree });
  if (message === last) showRequest(undoBox, message, answer);
}

/** The button beside Concede; null if the last move cannot be undone now. @param {SceneMessage} message */
function undoButton({ table, view, mine, over }) {
  const seat = [view, ...mine].find((each) => table.can_undo?.includes(each));
  if (seat === undefined || over) return null;
  const people = table.players.filter((who) => who === "person").length;
  const ask = () => link.send({ t: "ask_undo", ply: last?.ply, seat });
  const label = people > 1 ? "Ask to undo" : "Undo my move";
  return el("button.btn.small", { type: "button", "data-ask-undo": seat, onclick: ask }, label);
}

const curtain = new Curtain((seat) => link.send({ t: "look", seat }));

/** @type {import("../table/clock.js").Clocks | undefined} */
let clocks;

/** When each frame came; it may wait until what happened before is shown. @type {WeakMap<SceneMessage, number>} */
const arrivals = new WeakMap();
/** The frame whose clocks are shown. @type {SceneMessage | undefined} */
let timed;

/** Clocks and claims; their files load when a table first has any. @param {SceneMessage} message */
async function time(message) {
  const { clock, claims, away, stand_ins } = message.table;
  if (!clocks && !clock && ![claims, away, stand_ins].some((each) => each?.length)) return;
  timed = message;
  const { Clocks, loadClockStyles } = clocks ? { Clocks: null } : await import("../table/clock.js");
  await loadClockStyles?.();
  if (Clocks && !clocks)
    clocks = new Clocks(due, {
      claim: (seat) => link.send({ t: "claim", seat: last?.view, from_seat: seat }),
      back: () => link.send({ t: "back", seat: last?.view }),
    });
  if (message === timed) clocks?.show(message, byId("page"), arrivals.get(message) ?? Date.now());
}

const manners = el(
  "button.tool",
  { type: "button", hidden: true, "aria-label": "At the table", title: "Courtesies and notices", onclick: meet },
  icon("friends"),
);

const paceTool = el("span.tool.paces", { title: "Pace" }, icon("pace"), paceList({ "aria-label": "Pace" }));

/** Open the sheet of courtesies and notifications. */
async function meet() {
  const people = last?.table.players.filter((who) => who === "person").length || 0;
  const { atTheTable } = await import("../table/courtesy.js");
  atTheTable(people > 1, (word) => link.send({ t: "courtesy", seat: last?.view, id: word }));
}

function frame() {
  byId("page").classList.add("bare");
  byId("page").replaceChildren(
    bar(
      [el("span.sep", {}, "/"), head.title, head.note, head.phases],
      [
        hints.button,
        manners,
        head.rules,
        paceTool,
        el(
          "button.tool",
          { type: "button", "aria-label": "Help and keys", title: "Help and keys", onclick: help },
          icon("help"),
        ),
      ],
    ),
    byId("notice"),
    hints.box,
    stage,
    el(
      "aside.rail",
      { "aria-label": "Beside the board" },
      undoBox,
      ownName,
      rail.invite,
      rail.facts,
      el("section.fill", {}, el("h2", {}, "Story"), story.log),
      rail.foot,
    ),
    story.aloud,
  );
  keepInSight(rail.invite, stage);
  keepInSight(ownName, stage);
  keepInSight(undoBox, stage);
}

/** Input: clicks, long presses, keys, and resizing the window. */
function listen() {
  const page = byId("page");
  const playing = { playing: () => playback.playing, advance: () => playback.advance(), skip: () => playback.skip() };
  const presses = new Presses(page, { pick, explain: (piece) => picker.full(piece) || picker.explain(piece), ...playing });
  const drags = { may: () => !playback.playing && !picker.busy, began: () => presses.drag() };
  page.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => startDragging(event, drags), { once: true });
  skipByKeys(playing);
  keyboard(page, {
    back: () => picker.back(),
    explain: (piece) => picker.explain(piece),
    full: (piece) => picker.full(piece),
    help,
    hint: () => hints.ask(),
    number: (n) => picker.pickNumber(n),
  });
  followLines(stage, () => last?.scene.lines || []);
  addEventListener("resize", () => {
    if (last) drawLines(stage, last.scene.lines);
    makeHandScrollable();
    showPickable(stage, dock);
  });
}

/** Pieces can be dragged from the first press on. @param {PointerEvent} event @param {import("../table/drag.js").Page} drags */
async function startDragging(event, drags) {
  const { Drag } = await import("../table/drag.js");
  new Drag(byId("page"), picker, drags).press(event);
}

/** @type {SceneMessage | null} */
let clicked = null; // the frame of the last click

/** A second click of a double click takes the first way on; it never picks in a frame that came between.
 * @param {string} piece @param {boolean} twice */
function pick(piece, twice) {
  if (twice && clicked !== last) return;
  clicked = last;
  if (twice && picker.picked.at(-1) === piece) return picker.choosePrimary();
  picker.pick(piece);
  if (!hand.keys || picker.busy || !picker.picked.length) return;
  const way = /** @type {HTMLElement | null} */ (
    prompt.querySelector(".way") || stage.querySelector("button.lit:not([hidden])")
  );
  way?.focus();
}

/** Take a single choice for the player, if they want that. */
function takeSingle() {
  if (last && takesItself(last)) story.say(picker.takeSingle());
}

/** Whether a frame's single choice is taken for the viewer. @param {SceneMessage} message */
const takesItself = ({ scene, over, mine, view }) =>
  !!scene.auto && !over && mine.includes(view) && takesSingles() && !picker.undone;

let asked = false; // whether the viewer was asked something before this frame

/** How an end is drawn: there before the board is, which would jump later. @type {typeof import("../table/finish.js") | undefined} */
let endings;

/** @param {any} message */
function hear(message) {
  if (message.t === "scene") {
    arrivals.set(message, Date.now());
    const show = () => showInRoom(message.scene, () => playback.hear(message));
    if (message.over && !endings)
      import("../table/finish.js").then((found) => {
        endings = found;
        show();
      });
    else show();
  } else if (message.t === "hint") hints.hear(message);
  else if (message.t === "courtesy")
    import("../table/courtesy.js").then(({ bubble }) =>
      bubble(message, last?.names[message.seat] || "Somebody", byId("page")),
    );
  else if (message.t === "refused") {
    if (picker.busy) picker.release();
    hints.refused();
    picker.say(message.text, message.clause || "");
    regain();
  } else if (message.t === "error") {
    byId("offline").hidden = true; // no more attempts follow
    notice(el("span", {}, message.text), el("a.btn.small", { href: "/" }, "To the hall"));
    alarm(message.text);
  }
}

/** @param {SceneMessage} message */
function show(message) {
  const [before, scroll] = [piecePlaces(stage), rememberScroll(stage)];
  const place = placeOf(document.activeElement) || held;
  held = "";
  const old = last;
  const turned = message.scene.choices.length > 0 && !(old?.scene.choices.length && old.view === message.view);
  if (old && old.view !== message.view) {
    notice(); // an answer to one player is not for the next
    byId("ask").close();
  }
  last = message;
  prompt.style.minHeight = "";
  byId("page").classList.remove("bare");
  lesson?.guide(message);
  const stays = !!old && old.view === message.view;
  if (!stays || !isSame(old.scene, message.scene)) lay(message);
  draw(message);
  if (stays) scroll();
  showPickable(stage, dock);
  hints.show(message);
  time(message);
  manners.hidden = !message.table.id || !message.mine.includes(message.view);
  drawLines(stage, message.scene.lines); // before the animation, because lines end at the final places
  glide(stage, before);
  makeHandScrollable();
  curtain.show(message);
  const reads = regain(place, !old); // the element that had the focus before the curtain may be gone
  const asks = message.scene.choices.length > 0 && !takesItself(message);
  if (asks && !(asked && stays)) alarm(reads ? "Your turn." : `Your turn. ${message.scene.prompt.question}`);
  asked = asks;
  if (turned) callTurn(message);
  lesson?.say(message);
}

let held = ""; // where the focus was before the beats, as a selector

/** Draw the Scene of a beat. @param {import("../lib/types.js").Scene} scene */
function layBeat(scene) {
  if (!last) return;
  held ||= placeOf(document.activeElement);
  const scroll = rememberScroll(stage);
  lay({ ...last, scene });
  scroll();
  time(playback.frames[0] ?? last);
  drawLines(stage, scene.lines);
}

/** Say in the place of the question what happens. @param {string} text */
function sayBeat(text) {
  prompt.style.minHeight ||= `${prompt.offsetHeight}px`; // so that the table does not move
  const skip = el(
    "button.btn.small.skip",
    { type: "button", onclick: () => playback.advance() },
    pace() === "step" ? "Next" : "Skip",
  );
  refill(prompt, [
    el("p.happened"),
    el("div.asks", {}, el("h2", { tabindex: -1, id: "question" }, text), el("p")),
    el("span.ways", {}, skip),
  ]);
}

/** Whether two Scenes are equal; a frame with the same Scene must not disturb a selection.
 * @param {import("../lib/types.js").Scene} one @param {import("../lib/types.js").Scene} two */
const isSame = (one, two) => JSON.stringify(one) === JSON.stringify(two);

/** Let keys scroll a hand that is wider than the screen. */
function makeHandScrollable() {
  for (const row of rowsOf(stage)) {
    const wide = row.scrollWidth > row.clientWidth + 1 && getComputedStyle(row).overflowX === "auto";
    if (!wide) for (const name of ["tabindex", "role", "aria-label"]) row.removeAttribute(name);
    else
      for (const [name, value] of [
        ["tabindex", "0"],
        ["role", "group"],
        ["aria-label", "Hand, scrolls sideways"],
      ])
        row.setAttribute(name, value);
  }
}

/** Give keyboard players a lost focus back: on the same piece if it is a choice, else on the question, where it starts for
 * everybody. Returns whether the question has just got it, so that screen readers read it.
 * @param {string} [place] a selector for the piece @param {boolean} [starts] */
function regain(place, starts = false) {
  const at = document.activeElement;
  const lost = at === document.body || at?.closest("dialog:not([open])"); // some browsers move the focus only later
  if (!lost || !(hand.keys || starts)) return false;
  const node = place ? document.querySelector(/** @type {"button"} */ (place)) : null;
  const keeps = node?.matches(".lit, .picked, summary");
  (keeps ? node : byId("question"))?.focus({ preventScroll: true });
  return !keeps;
}

/** Draw the table; everything above the hand keeps its position. @param {SceneMessage} message */
function lay({ scene, names, table }) {
  const drawn = new Stage(scene);
  stage.className = `stage room-${drawn.room || "plain"} seats-${names.length}${scene.choices.length ? " mine" : ""}`;
  for (const old of stage.querySelectorAll(":scope > .at, .dock > .at")) old.remove();
  const zones = (/** @type {string[]} */ ...places) =>
    places
      .filter((place) => drawn.places[place].length)
      .map((place) => el(`div.at.${place}`, {}, drawn.places[place]));
  dock.append(...zones("near"));
  stage.append(...zones("centre", "far", "left", "right"));
  const aside = drawn.aside().filter(Boolean);
  folds.fold([stage, ...aside]);
  refill(rail.facts, aside);
  markBots(byId("page"), table.players);
  summary.textContent = scene.summary;
}

/** @param {SceneMessage} message */
function draw(message) {
  const { scene, over } = message;
  picker.show(scene, byId("page"), over ? el("div") : prompt, message.draft_length);
  if (!over) prompt.classList.remove("over");
  story.game = scene.game;
  const news = story.tell(message.story, message.story_length);
  const happened = story.newIn((!over && scene.happened?.line) || "");
  if (news.length) story.say(happened || news.join(" "));
  if (over) finish(message, news.length > 0);
  words(message);
  footer(message);
  undoRequest(message);
  invites(message);
  askName(message);
  entitle(message);
  deal.show(message);
}

/** Title, whose turn, phases. @param {SceneMessage} message */
function words({ scene, table, names, mine, over }) {
  head.title.textContent = table.title;
  head.rules.href = `/rules/${table.game}${table.cards ? `?cards=${table.cards.hash}` : ""}`;
  const acting = scene.acting.filter((seat) => seat >= 0).map((seat) => names[seat]);
  const watching = mine.length ? "" : "you watch";
  const waiting = table.waiting.filter((seat) => !mine.includes(seat)).map((seat) => names[seat]);
  const missing = waiting.length && !over ? `${waiting.join(" and ")} not here yet` : "";
  const turn = over
    ? "over"
    : scene.choices.length
      ? "your turn"
      : acting.length
        ? `${acting.join(" and ")} to move`
        : "";
  head.note.textContent = [scene.status, turn, missing, watching].filter(Boolean).join(" · ");
  head.phases.replaceChildren(
    ...scene.phases.map((phase, i) =>
      el("li", { "aria-current": i === scene.phase && !over ? "step" : null }, phase),
    ),
  );
}

/** The links and buttons under the story. @param {SceneMessage} message */
function footer(message) {
  const { table, mine, over, view } = message;
  const concedes = table.can_concede && mine.includes(view) && !over;
  const { origin, cards: own } = table;
  refill(rail.foot, [
    concedes && el("button.btn.small", { type: "button", onclick: giveUp }, "Concede"),
    undoButton(message),
    table.id && el("a.btn.small", { href: `/replay/${id}` }, "Replay"),
    origin && el("a.btn.small", { href: `/replay/${origin.match}#${origin.step}` }, `From step ${origin.step}`),
    table.id && el("a.btn.small", { href: `/api/tables/${id}/record`, download: `${table.game}.match` }, "Record"),
    table.id && el("button.btn.small", { type: "button", "data-do": "picture", onclick: picture }, "Picture"),
    !over && sameWay({ mine, table }, ".small"),
    EXTRAS[table.game] && el("a.btn.small", { href: `${EXTRAS[table.game].href}${own ? `?cards=${own.hash}` : ""}` }, EXTRAS[table.game].label),
    own && el("a.btn.small", { href: `/cards/${table.game}/${own.hash}`, title: own.title, "data-cards": own.hash }, `Cards: ${own.title}`),
    own && el("a.btn.small", { href: `/api/cards/${table.game}/${own.hash}/file`, download: `${table.game}.toml` }, "Download the cards"),
    deal.line,
  ]);
}

/** Show the result and what to do next. @param {SceneMessage} message @param {boolean} said whether the story has announced it */
function finish(message, said) {
  const { scene, story: told } = message;
  const result = scene.result || [...told].reverse().find(Boolean) || "The match is over.";
  const again = async (belt = "") =>
    leave(`/table/${(await ask(`/api/tables/${id}/rematch${belt && `?belt=${belt}`}`, {})).id}`);
  par ||= message.table.has_par && parLine(id);
  if (!ended && !said) alarm(result);
  if (message.table.rematch && !offered && message.mine.length) alarm("A rematch is offered: you can join it.");
  offered = !!message.table.rematch;
  if (!ended && message.mine.some((seat) => message.table.outcomes[seat] === "won")) ring("win");
  ended = true;
  if (!endings) return;
  prompt.classList.add("over");
  refill(prompt, endings.ending(message, result, again, par));
  drawLines(stage, scene.lines); // the board has less room now
  regain();
}

/** Links for players who have not come yet; only the table's creator gets them. @param {SceneMessage} message */
async function invites(message) {
  const { open, invites: found } = message.table;
  const key = message.over ? "" : [open, ...found.map((each) => each.url)].join(" ");
  if (rail.invite.dataset.key === key) return;
  rail.invite.dataset.key = key;
  rail.invite.hidden = message.over || !found.length;
  if (rail.invite.hidden) return;
  const { invitation } = await import("../table/invitation.js");
  if (rail.invite.dataset.key === key) rail.invite.replaceChildren(...invitation(message, !!rail.invite.querySelector("details")?.open));
}

/** @type {import("../table/name-field.js").NameField | undefined} */
let nameField;

/** Ask a guest among people for a name. @param {SceneMessage} message */
async function askName(message) {
  const { players, unnamed } = message.table;
  if (!nameField && !(unnamed.length && players.filter((who) => who === "person").length > 1)) return;
  const { NameField } = await import("../table/name-field.js");
  nameField ??= new NameField(ownName);
  if (message === last) nameField.show(message);
}

const help = () => import("../table/dialogs.js").then((asks) => asks.help());

/** A picture of the table as it is seen here. */
async function picture() {
  if (!last) return;
  const { showPicture } = await import("../table/picture.js");
  showPicture({ table: id, game: last.table.game, title: last.table.title, view: last.view });
}

async function giveUp() {
  const { askConcede } = await import("../table/dialogs.js");
  askConcede(last?.table.seats === 1, () => link.send({ t: "concede", seat: last?.view }));
}

/** Show the state of the connection; announced when it changes, not at every attempt. @param {string} trouble */
function showConnection(trouble) {
  const box = byId("offline");
  const told = box.hidden ? "" : box.textContent;
  if (trouble === told) return;
  alarm(trouble || "The connection is back.");
  box.textContent = trouble;
  box.hidden = !trouble;
  if (!told || !trouble) hints.refused(); // a pending hint is lost
  if (picker.busy) picker.release();
}

let key = new URLSearchParams(location.search).get("key");

/** Tell the invited which cards the table is played with, if not ours, before they sit down. */
async function showCards() {
  const { game, cards } = await ask(`/api/tables/${id}/deal`);
  if (cards) await (await import("../table/own-cards.js")).agree(game, cards);
}

/** Take the seat of an invitation, then drop its key from the address. A lost connection is tried again. */
async function takeSeat() {
  if (key === null) return;
  try {
    await showCards();
    const { seated } = await ask(`/api/tables/${id}/seat`, { key });
    history.replaceState(null, "", location.pathname);
    if (!seated) picker.say("That seat is taken. You are watching.", "");
  } catch (error) {
    if (error instanceof TypeError) throw error;
    fail(error);
  }
  key = null;
}

frame();
listen();
const lesson = location.pathname.startsWith("/learn/")
  ? new (await import("../table/lesson.js")).Lesson(id, hear, picker)
  : null;
const link = lesson ?? new Link(id, hear, showConnection, () => takeSeat().then(() => deal.query()));
if (lesson) dock.prepend(lesson.box);
