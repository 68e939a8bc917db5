/** Shows and sounds one beat: a finger, a blow, flying points, rolling dice, a card that turns over. */
import { el, svg } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { ring } from "../lib/sound.js";
import { allZones } from "../draw/rooms.js";
import { Stage } from "../draw/zones.js";
import { calm } from "./motion.js";

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").Beat} Beat */
/** @typedef {import("../lib/types.js").BeatKind} BeatKind */
/** @typedef {{x: number, y: number}} Spot */

const TURN = 420; // milliseconds to turn a card over
const STRIKE = 320; // milliseconds of a blow, there and back
const FLIGHT = 420; // milliseconds of a number on its way
const LEAN = 14; // pixels
const RECOIL = 7;
const TICKS = 8; // steps in which a track moves, at most
const EDGE = 5; // pixels around a piece that flashes

/** Wood and drum for blows, paper for cards. @type {Record<BeatKind, string>} */
const SOUNDS = {
  point: "point",
  play: "card",
  turn: "turn_over",
  strike: "hit",
  block: "block",
  miss: "miss",
  lose: "",
  gain: "gain",
  roll: "dice",
  step: "step",
  move: "token",
  draw: "card",
  clear: "sweep",
  stop: "gong",
};
/** From the most to the least important, for a move that is shown at once. @type {BeatKind[]} */
const LOUDEST = ["strike", "block", "stop", "roll", "gain", "turn", "play", "step", "move", "draw", "point", "clear", "miss"];

const FINGER =
  "M2 9C4 7.600 7 7 10 7H20.600C22.400 7 22.400 9.800 20.600 9.800H14.400C16.600 9.800 16.800 12.200 15.200 12.400 16.400 12.800 16.200 14.800 14.800 14.800 15.400 15.400 15 17 13.600 17H8C5 17 3.400 16 2 15Z";

/** Sound a move that is shown without its beats. @param {Beat[]} beats */
export function soundOf(beats) {
  const kind = LOUDEST.find((each) => beats.some((beat) => beat.kind === each));
  if (kind) ring(SOUNDS[kind]);
}

/** @param {Element} node @returns {Spot} */
function middle(node) {
  const box = node.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The middle of several nodes. @param {Element[]} nodes @returns {Spot} */
function between(nodes) {
  const spots = nodes.map(middle);
  const mean = (/** @type {number[]} */ all) => all.reduce((sum, n) => sum + n, 0) / all.length;
  return { x: mean(spots.map((spot) => spot.x)), y: mean(spots.map((spot) => spot.y)) };
}

/** @param {Spot} spot @param {number} [lift] */
const at = ({ x, y }, lift = 0) => `${x}px ${y - lift}px`;

export class Effects {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    this.layer = el("div.beats", { "aria-hidden": "true" });
    document.body.append(this.layer);
    /** @type {ReturnType<typeof setTimeout>[]} */
    this.timers = [];
    /** Where pieces come to lie, measured before they glide there. @type {Map<Element, DOMRect>} */
    this.places = new Map();
  }

  /** Take everything away that flies or lies over the table. */
  end() {
    this.timers.forEach(clearTimeout);
    this.layer.remove();
  }

  /** What a beat does: the Scene to draw first, what to measure once it is drawn, and what follows once its pieces glide.
   * @param {Beat} beat @param {Scene} before @param {Scene} after @param {number} ms */
  prepare(beat, before, after, ms) {
    this.timers.forEach(clearTimeout);
    this.layer.replaceChildren();
    const moving = calm() ? [] : tracksOf(before, beat);
    const images = calm() ? [] : this.afterimages(beat);
    return {
      first: moving.length ? withTracks(after, moving) : after,
      aim: () => {
        this.places = new Map(this.nodes(beat).map((node) => [node, node.getBoundingClientRect()]));
      },
      show: () => {
        ring(beat.kind === "play" && !isCard(beat) ? "token" : SOUNDS[beat.kind]);
        if (beat.kind === "roll") this.roll(beat, ms);
        if (calm()) return;
        for (const image of images) image();
        this.show(beat, after, ms);
        this.tick(moving, before, after, ms);
      },
    };
  }

  /** @param {Beat} beat @param {Scene} scene @param {number} ms */
  show(beat, scene, ms) {
    const nodes = this.nodes(beat);
    /** @type {Partial<Record<BeatKind, () => void>>} */
    const shows = {
      point: () => this.point(beat, nodes, scene, ms),
      play: () => this.flash(nodes, beat, ms),
      turn: () => this.turn(beat, nodes, ms),
      strike: () => this.strike(beat, nodes, scene, ms),
      block: () => this.block(beat, nodes, scene, ms),
      miss: () => fade(nodes, ms),
      lose: () => this.fly(beat, nodes, scene, ms),
      gain: () => this.fly(beat, nodes, scene, ms),
      stop: () => this.banner(beat),
    };
    shows[beat.kind]?.();
  }

  // -- where things are

  /** A piece, a zone or a cell on the stage. @param {string} id @returns {HTMLElement | null} */
  find(id) {
    const name = CSS.escape(id);
    return (
      this.stage.querySelector(`.piece[data-id="${name}"]`) ||
      document.querySelector(`[data-zone="${name}"]`) ||
      this.stage.querySelector(`[data-cell="${name}"]`)
    );
  }

  /** The pieces that act, or those that a beat lays. @param {Beat} beat @returns {HTMLElement[]} */
  nodes(beat) {
    const laid = beat.changes.flatMap((change) => change.piece?.id ?? []);
    return (beat.pieces.length ? beat.pieces : laid).flatMap((id) => this.find(id) ?? []);
  }

  /** Where a player is: the fighter, the points, the player's place, or the opponent drawn large. @param {Scene} scene @param {number | null} seat */
  player(scene, seat) {
    const zones = allZones(scene.zones);
    const pawn = zones.flatMap((zone) => zone.pieces).find((piece) => piece.shape === "pawn" && piece.owner === seat);
    const place = seat === null ? null : zones.find((zone) => zone.owner === seat);
    const points = trackOf(zones, seat);
    return (
      (pawn && this.find(pawn.id)) ||
      (points && this.find(points.id)?.querySelector(".d20, .score")) ||
      this.stage.querySelector(`[data-seat="${seat}"] .plate`) ||
      (place && this.find(place.id)) ||
      this.stage.querySelector(".person") ||
      this.stage.querySelector(".at.centre")
    );
  }

  /** Where points go: the track that changes, a track of the player, or the player. @param {Scene} scene @param {Beat} beat */
  goal(scene, beat) {
    const owner = beat.kind === "gain" ? (beat.target ?? beat.seat) : beat.target;
    const changed = beat.changes.find((change) => change.at !== null);
    const track = changed?.zone || trackOf(allZones(scene.zones), owner)?.id;
    return (track && this.find(track)) || this.player(scene, owner);
  }

  // -- things that happen

  /** @param {string} tag @param {Record<string, any>} given @param {any} [inside] @returns {HTMLElement} */
  put(tag, given, inside) {
    const node = el(tag, given, inside);
    this.layer.append(node);
    return node;
  }

  /** A light around pieces, in the colour of the role. @param {HTMLElement[]} nodes @param {Beat} beat @param {number} ms */
  flash(nodes, beat, ms) {
    for (const node of nodes) {
      const box = this.places.get(node) || node.getBoundingClientRect();
      if (!box.width) continue;
      const round = node.matches(".token, .pawn, .die") ? "50%" : getComputedStyle(node).borderRadius;
      const style = {
        left: `${box.x - EDGE}px`,
        top: `${box.y - EDGE}px`,
        width: `${box.width + 2 * EDGE}px`,
        height: `${box.height + 2 * EDGE}px`,
        "border-radius": round,
      };
      this.put("i.flash", { class: `r-${beat.role}`, style }).animate(
        [{ opacity: 0, scale: "1.06" }, { opacity: 1, scale: "1", offset: 0.25 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }],
        { duration: ms, fill: "both", easing: "ease-out" },
      );
    }
  }

  /** A finger comes from the player and points at pieces. @param {Beat} beat @param {HTMLElement[]} nodes @param {Scene} scene @param {number} ms */
  point(beat, nodes, scene, ms) {
    this.flash(nodes, beat, ms);
    const from = this.player(scene, beat.seat);
    if (!from || !nodes.length) return;
    const [a, b] = [middle(from), between(nodes)];
    const turn = `${Math.atan2(b.y - a.y, b.x - a.x)}rad`;
    const back = (/** @type {number} */ far) => {
      const all = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      return { x: b.x + ((a.x - b.x) / all) * far, y: b.y + ((a.y - b.y) / all) * far };
    };
    const reach = Math.min(...nodes.map((node) => Math.min(node.offsetWidth, node.offsetHeight) / 2)) || 0;
    const finger = this.put("span.finger", {}, svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: FINGER })));
    finger.animate(
      [
        { translate: at(back(reach + 90)), rotate: turn, opacity: 0 },
        { translate: at(back(reach + 14)), rotate: turn, opacity: 1, offset: 0.4 },
        { translate: at(back(reach + 26)), rotate: turn, offset: 0.6 },
        { translate: at(back(reach + 14)), rotate: turn, opacity: 1, offset: 0.8 },
        { translate: at(back(reach + 14)), rotate: turn, opacity: 0 },
      ],
      { duration: ms, fill: "both", easing: "ease-out" },
    );
  }

  /** @param {Beat} beat @param {HTMLElement[]} nodes @param {number} ms */
  turn(beat, nodes, ms) {
    const duration = Math.min(TURN, ms * 0.7);
    for (const node of nodes)
      node.animate([{ scale: "0 1" }, { scale: "0 1", offset: 0.5 }, { scale: "1 1" }], { duration, easing: "ease-out" });
    this.later(duration, () => this.flash(nodes, beat, ms - duration));
  }

  /** The striker leans, a stroke of the brush crosses to the target, and the target recoils.
   * @param {Beat} beat @param {HTMLElement[]} nodes @param {Scene} scene @param {number} ms */
  strike(beat, nodes, scene, ms) {
    const { from, to, target } = this.line(beat, nodes, scene);
    this.flash(nodes, beat, ms);
    if (!target) return;
    const duration = Math.min(STRIKE, ms * 0.6);
    this.lean(beat, nodes, scene, from, to, duration);
    this.slash(beat, from, to, duration);
    this.later(duration / 2, () => {
      this.put("i.impact", { class: `r-${beat.role}`, style: { left: `${to.x}px`, top: `${to.y}px` } }).animate(
        [{ scale: ".2", opacity: 0 }, { scale: "1", opacity: 1, offset: 0.3 }, { scale: "1.5", opacity: 0 }],
        { duration: ms - duration / 2, fill: "both", easing: "ease-out" },
      );
      shake(target, from, to, duration);
    });
  }

  /** The blow stops dry: a shield over the pieces that stop it, or between the two. @param {Beat} beat @param {HTMLElement[]} nodes @param {Scene} scene @param {number} ms */
  block(beat, nodes, scene, ms) {
    this.flash(nodes, beat, ms);
    const sides = [beat.seat, beat.target].flatMap((seat) => (seat === null ? [] : (this.player(scene, seat) ?? [])));
    if (!nodes.length && !sides.length) return;
    const { x, y } = between(nodes.length ? nodes : sides);
    this.put("span.shield", { style: { left: `${x}px`, top: `${y}px` } }, icon("defense")).animate(
      [{ opacity: 0, scale: "1.8" }, { opacity: 1, scale: "1", offset: 0.2 }, { opacity: 1, scale: "1", offset: 0.75 }, { opacity: 0, scale: "1" }],
      { duration: ms, fill: "both", easing: "cubic-bezier(.3, 0, .2, 1)" },
    );
  }

  /** Where a blow comes from and goes to. @param {Beat} beat @param {HTMLElement[]} nodes @param {Scene} scene */
  line(beat, nodes, scene) {
    const pawn = this.player(scene, beat.seat);
    const target = this.player(scene, beat.target);
    const own = pawn && !pawn.matches(".pawn") && nodes.length ? nodes : pawn ? [pawn] : nodes;
    const from = own.length ? between(own) : { x: 0, y: 0 };
    const to = target ? middle(target) : from;
    return { from, to, target: target && target !== own[0] ? target : null };
  }

  /** @param {Beat} beat @param {HTMLElement[]} nodes @param {Scene} scene @param {Spot} from @param {Spot} to @param {number} duration */
  lean(beat, nodes, scene, from, to, duration) {
    const player = this.player(scene, beat.seat);
    const figure = player?.querySelector(".fig");
    const { x, y } = towards(from, to, LEAN);
    for (const node of [...nodes, ...(figure && player?.matches(".pawn, .person") ? [figure] : [])])
      node.animate([{ translate: "0" }, { translate: `${-x / 3}px ${-y / 3}px`, offset: 0.25 }, { translate: `${x}px ${y}px`, offset: 0.5 }, { translate: "0" }], {
        duration,
        easing: "ease-in-out",
      });
  }

  /** A stroke of the brush. @param {Beat} beat @param {Spot} from @param {Spot} to @param {number} duration */
  slash(beat, from, to, duration) {
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const turn = `${Math.atan2(to.y - from.y, to.x - from.x)}rad`;
    const style = { left: `${from.x}px`, top: `${from.y}px`, width: `${far}px`, rotate: turn };
    this.put("i.slash", { class: `r-${beat.role}`, style }).animate(
      [
        { clipPath: "inset(-20px 100% -20px 0)", opacity: 0.9 },
        { clipPath: "inset(-20px 0 -20px 0)", opacity: 0.9, offset: 0.45 },
        { clipPath: "inset(-20px 0 -20px 60%)", opacity: 0 },
      ],
      { duration: duration * 1.6, fill: "both", easing: "ease-in" },
    );
  }

  /** Points fly to where they count. @param {Beat} beat @param {HTMLElement[]} nodes @param {Scene} scene @param {number} ms */
  fly(beat, nodes, scene, ms) {
    const to = this.goal(scene, beat);
    if (!to || beat.amount === null || !to.getBoundingClientRect().width) return;
    const loses = beat.kind === "lose";
    const from = nodes.length ? between(nodes) : middle(this.stage.querySelector(".at.centre") || to);
    const end = middle(to);
    const number = this.put(`b.flying.${loses ? "hurts" : "wins"}`, {}, `${loses ? "\u2212" : "+"}${beat.amount}`);
    number.animate(
      [
        { translate: at(from), opacity: 0, scale: ".5" },
        { translate: at(from, 16), opacity: 1, scale: "1.5", offset: 0.25 },
        { translate: at(from, 16), opacity: 1, scale: "1.3", offset: 0.45 },
        { translate: at(end), opacity: 1, scale: "1", offset: 0.8 },
        { translate: at(end), opacity: 0, scale: ".8" },
      ],
      { duration: Math.min(ms, 2 * FLIGHT), fill: "both", easing: "ease-in-out" },
    );
    if (loses) this.later(Math.min(ms, 2 * FLIGHT) * 0.7, () => shake(to, from, end, STRIKE / 2));
  }

  /** Tracks move step by step. @param {Zone[]} moving @param {Scene} before @param {Scene} after @param {number} ms */
  tick(moving, before, after, ms) {
    if (!moving.length) return;
    const now = new Map(allZones(after.zones).map((zone) => [zone.id, zone.at ?? 0]));
    const most = Math.max(...moving.map((zone) => Math.abs((now.get(zone.id) ?? 0) - (zone.at ?? 0))));
    const steps = Math.min(TICKS, most);
    for (let i = 1; i <= steps; i++)
      this.later(ms * (0.5 + (0.4 * i) / steps), () => {
        const between = moving.map((zone) => ({
          ...zone,
          at: Math.round((zone.at ?? 0) + (((now.get(zone.id) ?? 0) - (zone.at ?? 0)) * i) / steps),
        }));
        this.redraw(withTracks(after, between), moving);
        ring("tick");
      });
  }

  /** Draw some zones anew; everything else stays, and goes on moving. @param {Scene} scene @param {Zone[]} zones */
  redraw(scene, zones) {
    const drawn = Object.values(new Stage(scene).places).flat();
    for (const { id } of zones) {
      const name = `[data-zone="${CSS.escape(id)}"]`;
      const fresh = drawn.map((node) => (node.matches(name) ? node : node.querySelector(name))).find(Boolean);
      const old = document.querySelector(`#page ${name}`);
      if (fresh && old) old.replaceWith(fresh);
    }
  }

  /** Dice roll over the board; the verdict is below them. @param {Beat} beat @param {number} ms */
  roll(beat, ms) {
    const board = this.stage.querySelector(".at.centre") || this.stage;
    const box = board.getBoundingClientRect();
    const dice = beat.values.map((face) => el("i.die", { class: `d-${face}` }, el("span", {}, face.toUpperCase())));
    const style = { left: `${box.x + box.width / 2}px`, top: `${Math.max(60, box.y + box.height / 6)}px` };
    const faces = el("span", { class: beat.role === "ward" ? "wards" : "" }, dice);
    const tray = this.put("div.tray", { style }, [faces, beat.text && el("p", {}, beat.text)]);
    if (calm()) return;
    tumble(dice, ms * 0.55);
    tray.querySelector("p")?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], ms * 0.6);
  }

  /** A pause, with a few words over the board. @param {Beat} beat */
  banner(beat) {
    const board = this.stage.querySelector(".at.centre") || this.stage;
    const spot = middle(board);
    if (!beat.text) return;
    const style = { left: `${spot.x}px`, top: `${spot.y}px` };
    this.put("p.stop", { style }, beat.text).animate([{ opacity: 0, scale: ".94" }, { opacity: 1, scale: "1" }], {
      duration: 220,
      easing: "ease-out",
    });
  }

  /** Copies of pieces as they were: a card before it turns, and pieces that leave. @param {Beat} beat @returns {(() => void)[]} */
  afterimages(beat) {
    const turned = beat.kind === "turn" ? this.nodes(beat) : [];
    const gone = beat.changes.flatMap((change) => (change.gone && this.find(change.gone)) || []);
    const images = [...turned.map((node) => this.image(node, true)), ...gone.map((node) => this.image(node, false))];
    return images.filter((image) => image !== null);
  }

  /** @param {HTMLElement} node @param {boolean} turns */
  image(node, turns) {
    const box = node.getBoundingClientRect();
    const zone = node.closest("[data-zone]")?.getAttribute("data-zone");
    if (!box.width || !zone) return null;
    const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
    for (const each of [copy, ...copy.querySelectorAll("[data-id]")]) each.removeAttribute("data-id");
    copy.inert = true;
    return () => {
      const now = turns && node.dataset.id ? this.find(node.dataset.id) : null;
      const home = now?.parentElement || this.find(zone);
      if (!home) return;
      home.append(copy);
      Object.assign(copy.style, { position: "absolute", left: "0", top: "0", margin: "0", width: `${box.width}px`, height: `${box.height}px`, zIndex: "4" });
      const here = copy.getBoundingClientRect();
      Object.assign(copy.style, { left: `${box.x - here.x}px`, top: `${box.y - here.y}px` });
      const end = turns ? { scale: "0 1" } : { opacity: 0, scale: ".9" };
      copy
        .animate([{ scale: "1 1", opacity: 1 }, end], { duration: turns ? TURN / 2 : 260, easing: "ease-in", fill: "forwards" })
        .finished.finally(() => copy.remove())
        .catch(() => {});
    };
  }

  /** @param {number} ms @param {() => void} does */
  later(ms, does) {
    this.timers.push(setTimeout(does, ms));
  }
}

/** The points of a player. @param {Zone[]} zones @param {number | null} seat */
const trackOf = (zones, seat) =>
  zones.find((zone) => zone.layout === "track" && zone.meter !== "gauge" && zone.owner === seat);

/** Whether a beat lays cards. @param {Beat} beat */
const isCard = (beat) => beat.changes.some((change) => change.piece?.shape === "card");

/** The tracks that a beat moves, as they stood. @param {Scene} scene @param {Beat} beat */
const tracksOf = (scene, beat) =>
  allZones(scene.zones).filter(({ id, at: was }) =>
    beat.changes.some((change) => change.zone === id && change.at !== null && change.at !== was),
  );

/** The Scene with some tracks as given. @param {Scene} scene @param {Zone[]} tracks @returns {Scene} */
function withTracks(scene, tracks) {
  const stands = new Map(tracks.map((zone) => [zone.id, zone.at]));
  /** @type {(zone: Zone) => Zone} */
  const zone = (each) => ({ ...each, at: stands.has(each.id) ? (stands.get(each.id) ?? null) : each.at, zones: each.zones.map(zone) });
  return { ...scene, zones: scene.zones.map(zone) };
}

/** @param {Spot} from @param {Spot} to @param {number} by */
function towards(from, to, by) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: ((to.x - from.x) / far) * by, y: ((to.y - from.y) / far) * by };
}

/** @param {Element} node @param {Spot} from @param {Spot} to @param {number} duration */
function shake(node, from, to, duration) {
  const { x, y } = towards(from, to, RECOIL);
  node.animate(
    [{ translate: "0" }, { translate: `${x}px ${y}px` }, { translate: `${-x / 2}px ${-y / 2}px` }, { translate: "0" }],
    { duration, easing: "ease-out" },
  );
}

/** @param {Element[]} nodes @param {number} ms */
function fade(nodes, ms) {
  for (const node of nodes)
    node.animate([{ opacity: 1, filter: "none" }, { opacity: 0.3, filter: "grayscale(1)" }], { duration: ms, fill: "forwards", easing: "ease-out" });
}

/** Three tumbles; the dice settle from left to right. @param {Element[]} dice @param {number} ms */
function tumble(dice, ms) {
  dice.forEach((node, i) => {
    const duration = ms * (0.6 + (0.4 * (i + 1)) / dice.length);
    node.animate(
      [
        { translate: "-60px -34px", rotate: "-540deg" },
        { translate: "-30px 0", rotate: "-360deg" },
        { translate: "-16px -14px", rotate: "-220deg" },
        { translate: "-6px 0", rotate: "-120deg" },
        { translate: "0 -4px", rotate: "-40deg" },
        { translate: "0", rotate: "0deg" },
      ],
      { duration, easing: "ease-out" },
    );
    node.querySelector("span")?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration });
  });
}
