/** The table page: Scenes come in over the link, picks go out. */
import { askConcede, help } from "./asks.js";
import { linkRow } from "./copy.js";
import { Deal } from "./deal.js";
import { alarm, ask, bar, byId, el, notice } from "./dom.js";
import { Stage } from "./draw.js";
import { enter } from "./dress.js";
import { EXTRAS } from "./extras.js";
import { feel } from "./felt.js";
import { ending } from "./finish.js";
import { Hints } from "./hints.js";
import { icon } from "./icons.js";
import { hand, keyboard } from "./keys.js";
import { drawLines, followLines } from "./lines.js";
import { Link } from "./link.js";
import { glide, lying } from "./move.js";
import { callTurn, entitle } from "./notice.js";
import { offerRow, sameWay } from "./others.js";
import { parLine } from "./par.js";
import { Picker } from "./pick.js";
import { Story } from "./rail.js";
import { ring } from "./sound.js";

/** @typedef {import("./types.js").SceneMessage} SceneMessage */

const CURTAIN_DELAY = 700; // long enough to see what one's own move did

const id = location.pathname.split("/")[2];
const story = new Story();
const stage = el("main.stage");
const prompt = el("div.prompt");
const rail = {
  facts: el("div.rfacts"),
  invite: el("section.invite", { hidden: true }),
  foot: el("div.foot"),
};
const deal = new Deal(id);
const head = {
  title: el("h1", {}, "Budokan"),
  note: el("span.note"),
  phases: el("ol.phases", { "aria-label": "Phases" }),
  rules: el(
    "a.tool",
    { "aria-label": "Rules", title: "Rules", target: "_blank", rel: "noopener" },
    icon("scroll"),
  ),
};
const summary = el("p.vh", { id: "summary" });

/** @type {SceneMessage | null} */
let last = null;
let ended = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let curtaining;

const picker = new Picker({
  act: (choice) => link.send({ t: "act", ply: last?.ply, action: choice.action, seat: last?.view }),
  undo: () => link.send({ t: "undo", ply: last?.ply, seat: last?.view }),
});

const hints = new Hints({
  ask: () => link.send({ t: "hint", ply: last?.ply, seat: last?.view }),
  play: (choice) => picker.choose(choice),
  find: (piece) => picker.find(piece),
});

const due = el("div.due", { hidden: true });
/** @type {import("./clock.js").Clocks | undefined} */
let clocks;

/** Clocks and claims; what they need is fetched when a table first has any. @param {SceneMessage} message */
async function time(message) {
  const { clock, claims, away, stands } = message.table;
  if (!clocks && !clock && ![claims, away, stands].some((each) => each?.length)) return;
  const came = Date.now();
  const { Clocks } = clocks ? { Clocks: null } : await import("./clock.js");
  if (Clocks && !clocks)
    clocks = new Clocks(due, {
      claim: (of) => link.send({ t: "claim", seat: last?.view, of }),
      back: () => link.send({ t: "back", seat: last?.view }),
    });
  if (message === last) clocks?.show(message, byId("page"), came);
}

const manners = el(
  "button.tool",
  { type: "button", hidden: true, "aria-label": "At the table", title: "Courtesies and notices", onclick: meet },
  icon("friends"),
);

/** What may be said to the others, and what one wants to be told. */
async function meet() {
  const people = last?.table.sitting.filter((who) => who === "person").length || 0;
  const { atTheTable } = await import("./courtesy.js");
  atTheTable(people > 1, (word) => link.send({ t: "courtesy", seat: last?.view, id: word }));
}

function frame() {
  byId("page").replaceChildren(
    bar(
      [el("span.sep", {}, "/"), head.title, head.note, head.phases],
      [
        hints.button,
        manners,
        head.rules,
        el(
          "button.tool",
          { type: "button", "aria-label": "Help and keys", title: "Help and keys", onclick: help },
          icon("help"),
        ),
      ],
    ),
    stage,
    hints.box,
    el(
      "aside.rail",
      { "aria-label": "Beside the board" },
      rail.invite,
      rail.facts,
      el("section.fill", {}, el("h2", {}, "Story"), story.log),
      rail.foot,
    ),
  );
  const page = byId("page");
  page.addEventListener("click", (/** @type {Event} */ event) => {
    const node = /** @type {HTMLElement} */ (event.target).closest("[data-id]");
    if (node instanceof HTMLElement && node.tagName === "BUTTON" && !node.closest(".prompt"))
      pick(node.dataset.id || "");
  });
  page.addEventListener("contextmenu", (/** @type {Event} */ event) => {
    // a long press asks what this is
    const node = /** @type {HTMLElement} */ (event.target).closest("[data-id]");
    if (!(node instanceof HTMLElement)) return;
    event.preventDefault();
    picker.explain(node.dataset.id || "");
  });
  keyboard(page, {
    back: () => picker.back(),
    explain: (piece) => picker.explain(piece),
    help,
    hint: () => hints.ask(),
  });
  followLines(stage, () => last?.scene.lines || []);
  addEventListener("resize", () => {
    if (last) drawLines(stage, last.scene.lines);
    reachable();
  });
}

/** @param {string} piece */
function pick(piece) {
  picker.pick(piece);
  if (!hand.keys || picker.busy || !picker.picked.length) return;
  const way = /** @type {HTMLElement | null} */ (
    prompt.querySelector(".way") || stage.querySelector("button.lit:not([hidden])")
  );
  way?.focus();
}

/** @param {any} message */
function hear(message) {
  if (message.t === "scene") enter(message.scene, () => show(message));
  else if (message.t === "hint") hints.hear(message);
  else if (message.t === "courtesy")
    import("./courtesy.js").then(({ bubble }) =>
      bubble(message, last?.names[message.seat] || "Somebody", byId("page")),
    );
  else if (message.t === "refused") {
    picker.go([]);
    picker.busy = false;
    picker.light();
    hints.refused();
    picker.say(message.text, message.clause || "");
  } else if (message.t === "error") {
    notice(el("span", {}, message.text), el("a.btn.small", { href: "/" }, "To the hall"));
    alarm(message.text);
  }
}

/** @param {SceneMessage} message */
function show(message) {
  const before = lying(stage);
  const focus = /** @type {HTMLElement | null} */ (document.activeElement);
  const kept = focus?.dataset?.id;
  const held = due.contains(focus);
  const lost = !held && !!focus && (stage.contains(focus) || focus === document.body);
  const old = last;
  const turned =
    message.scene.choices.length > 0 && !(last && last.scene.choices.length && last.view === message.view);
  if (last && last.view !== message.view) notice(); // what one player asked is not for the next
  last = message;
  draw(message);
  hints.show(message);
  time(message);
  if (held) (due.querySelector("button") || byId("question"))?.focus({ preventScroll: true });
  manners.hidden = !message.table.id || !message.mine.includes(message.view);
  glide(stage, before);
  if (old && old.view === message.view) {
    const news = Math.min(message.told - old.told, message.story.length);
    feel(stage, old.scene, message.scene, news > 0 ? message.story.slice(-news) : []);
  }
  drawLines(stage, message.scene.lines);
  reachable();
  if (lost && hand.keys) (refind(kept) || byId("question"))?.focus({ preventScroll: true });
  if (turned) alarm(`Your turn. ${message.scene.prompt.question}`);
  if (turned) callTurn(message);
  curtain(message);
}

/** A hand that is wider than the screen can be scrolled with the keys, too. */
function reachable() {
  for (const row of stage.querySelectorAll(".hold .lying")) {
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

/** @param {string | undefined} piece */
function refind(piece) {
  const node = piece ? picker.find(piece) : null;
  return node && node.tabIndex === 0 ? node : null;
}

/** @param {SceneMessage} message */
function draw(message) {
  const { scene } = message;
  const drawn = new Stage(scene);
  const { far, left, centre, right, near } = drawn.places;
  stage.className = `stage room-${drawn.room || "plain"} seats-${message.names.length}${scene.choices.length ? " mine" : ""}`;
  stage.setAttribute("aria-describedby", "summary");
  const zone = (/** @type {string} */ name, /** @type {any[]} */ what) =>
    what.length > 0 && el(`div.at.${name}`, {}, what);
  stage.replaceChildren(
    ...[
      summary,
      el("div.dock", {}, link.box, due, prompt, near.length > 0 && el("div.at.near", {}, near)),
      zone("centre", centre),
      zone("far", far),
      zone("left", left),
      zone("right", right),
    ].filter(Boolean),
  );
  summary.textContent = scene.summary;
  fold(rail.facts, drawn.aside());
  picker.show(scene, byId("page"), prompt, message.drafted);
  if (message.over) finish(message);
  words(message);
  entitle(message);
  story.game = scene.game;
  deal.show(message);
  story.tell(message.story, message.told);
}

/** Put new sections in, keeping folded what was folded. @param {HTMLElement} box @param {any[]} sections */
function fold(box, sections) {
  const before = new Map([...box.querySelectorAll("details")].map((node) => [node.dataset.fold, node.open]));
  box.replaceChildren(...sections);
  for (const node of box.querySelectorAll("details")) node.open = before.get(node.dataset.fold) ?? node.open;
}

/** Title, whose turn, phases. @param {SceneMessage} message */
function words({ scene, table, names, mine, over, view }) {
  head.title.textContent = table.title;
  head.rules.href = `/rules/${table.game}`;
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
  invites(over ? [] : table.invites, names, table.open);
  const concede =
    table.can_concede &&
    mine.includes(view) &&
    !over &&
    el("button.btn.small", { type: "button", onclick: giveUp }, "Concede");
  rail.foot.replaceChildren(
    ...[
      concede,
      table.id && el("a.btn.small", { href: `/replay/${id}` }, "Replay"),
      table.origin &&
        el(
          "a.btn.small",
          { href: `/replay/${table.origin.match}#${table.origin.step}` },
          `From step ${table.origin.step}`,
        ),
      table.id &&
        el("a.btn.small", { href: `/api/tables/${id}/record`, download: `${table.game}.match` }, "Record"),
      !over && sameWay({ mine, table }, ".small"),
      EXTRAS[table.game] && el("a.btn.small", { href: EXTRAS[table.game].href }, EXTRAS[table.game].label),
      deal.line,
    ].filter(Boolean),
  );
}

/** One sentence, then what next. @param {SceneMessage} message */
function finish(message) {
  const { scene, story: told } = message;
  const result = scene.over || [...told].reverse().find(Boolean) || "The match is over.";
  const again = async () => {
    try {
      location.href = `/table/${(await ask(`/api/tables/${id}/rematch`, {})).id}`;
    } catch (error) {
      picker.say(String(/** @type {Error} */ (error).message), "");
    }
  };
  prompt.classList.add("over");
  prompt.replaceChildren(...ending(message, result, again, message.table.has_par && parLine(id)));
  if (!ended) alarm(result);
  if (!ended) ring("win");
  ended = true;
}

/** Between two players at one screen nobody sees a hand. @param {SceneMessage} message */
function curtain({ scene, mine, view, names, over }) {
  const box = /** @type {HTMLDialogElement} */ (byId("curtain"));
  clearTimeout(curtaining);
  const next = scene.acting.find((seat) => mine.includes(seat));
  const needed = !over && mine.length > 1 && next !== undefined && !scene.acting.includes(view);
  if (!needed) {
    if (box.open) box.close();
    return;
  }
  curtaining = setTimeout(
    () => {
      box.replaceChildren(
        el(
          "div",
          {},
          el("h2", {}, `${names[next]} is next`),
          el("p", {}, `Hand the screen to ${names[next]}. The table stays covered until then.`),
          el(
            "button.btn.primary.big",
            { type: "button", autofocus: true, onclick: () => link.send({ t: "look", seat: next }) },
            `I am ${names[next]}`,
          ),
        ),
      );
      box.oncancel = (event) => event.preventDefault();
      if (!box.open) box.showModal();
    },
    last && before(mine, view) ? CURTAIN_DELAY : 0,
  );
}

/** Whether the viewer has already seen this table uncovered. @param {number[]} mine @param {number} view */
function before(mine, view) {
  return mine.includes(view) && !byId("curtain").open;
}

/** Links for those who are still to come; only who made the table has them.
 * @param {{seat: number, url: string}[]} found @param {string[]} names @param {boolean} open */
function invites(found, names, open) {
  const key = [open, ...found.map((each) => each.url)].join(" ");
  if (rail.invite.dataset.key === key) return;
  rail.invite.dataset.key = key;
  rail.invite.hidden = !found.length;
  rail.invite.replaceChildren(
    el("h2", {}, "Invite"),
    ...found.map(({ seat, url }) => linkRow(url, `Link for ${names[seat]}`)),
    el("p.say", {}, "Whoever opens a link first sits down at that seat."),
    offerRow(id, open),
  );
}

function giveUp() {
  askConcede(last?.table.seats === 1, () => link.send({ t: "concede", seat: last?.view }));
}

/** @param {boolean} open @param {boolean} [restarts] */
function connected(open, restarts) {
  byId("offline").textContent = restarts ? "The hall restarts. Your table comes back." : "Connection lost. Trying again.";
  byId("offline").hidden = open;
  if (open) return;
  picker.busy = false;
  hints.refused();
}

frame();
if (new URLSearchParams(location.search).has("taken")) picker.say("That seat is taken. You watch.", "");
/** @type {Link | import("./lesson.js").Lesson} */
const link = location.pathname.startsWith("/learn/")
  ? new (await import("./lesson.js")).Lesson(id, hear, picker)
  : new Link(id, hear, connected, () => deal.query());
