/** Plays the beats of a move: each changes the Scene on the screen, shows and sounds what happens, and lasts a moment. */
import { sheet } from "../lib/stylesheet.js";
import { LENGTHS, pace } from "../lib/pace.js";
import { Effects } from "./effects.js";
import { calm, glide, piecePlaces } from "./motion.js";

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").Beat} Beat */
/** @typedef {import("../lib/types.js").Change} Change */

const LONGEST = 2000; // milliseconds of an animation

/** The Scene with the changes of a beat. Same as kit/scene.py. @param {Scene} scene @param {Beat} beat @returns {Scene} */
export const applyBeat = (scene, beat) =>
  beat.changes.reduce((now, change) => ({ ...now, zones: now.zones.map((zone) => changed(zone, change)) }), scene);

/** @param {Zone} zone @param {Change} change @returns {Zone} */
function changed(zone, change) {
  const gone = change.piece ? change.piece.id : change.gone;
  const hit = zone.id === change.zone;
  const place = zone.pieces.findIndex((piece) => piece.id === gone);
  const pieces = zone.pieces.filter((piece) => piece.id !== gone);
  if (hit && change.piece) pieces.splice(place < 0 ? pieces.length : place, 0, change.piece);
  const at = hit && change.at !== null ? change.at : zone.at;
  return { ...zone, pieces, zones: zone.zones.map((inner) => changed(inner, change)), at };
}

/** A Scene with all zones and pieces changed. @param {Scene} scene @param {Partial<Zone>} zones @returns {Scene} */
function without(scene, zones) {
  /** @type {(each: Zone) => Zone} */
  const zone = (each) => ({
    ...each,
    ...zones,
    refused: null,
    preview: null,
    zones: each.zones.map(zone),
    pieces: each.pieces.map((piece) => ({ ...piece, refused: null, preview: null })),
  });
  return { ...scene, choices: [], buttons: [], zones: scene.zones.map(zone) };
}

/** A Scene to look at: nothing can be picked. @param {Scene} scene */
export const still = (scene) => without(scene, {});

/** A Scene on which something happens: what was forecast is past. @param {Scene} scene @returns {Scene} */
const past = (scene) => ({ ...without(scene, { threat: 0, gain: 0 }), lines: [] });

/** The beats between two Scenes of a replay, where a move and what it reveals are separate steps.
 * @param {Scene} before @param {Scene} after @returns {Beat[]} */
export function newBeats({ happened: old }, { happened: now }) {
  if (!now) return [];
  return old && old.since === now.since ? now.beats.slice(old.beats.length) : now.beats;
}

/** What the page does for the beats: draw a Scene, and say what happens.
 * @typedef {{stage: HTMLElement, lay: (scene: Scene) => void, say: (text: string) => void}} Page */

export class Performance {
  /** @param {Page} page @param {Scene} scene the one on the screen @param {Beat[]} beats
   * @param {{most?: number, times?: number}} [limits] milliseconds for all of them; how many times faster */
  constructor(page, scene, beats, { most = Infinity, times = 1 } = {}) {
    this.page = page;
    this.scene = past(scene);
    this.beats = beats;
    this.at = 0;
    this.over = false;
    this.speed = LENGTHS[pace()] / times;
    this.speed *= Math.min(1, most / (this.rest || 1));
    this.go = () => {}; // ends the present beat
  }

  /** Milliseconds that are still to come. */
  get rest() {
    return this.beats.slice(this.at).reduce((sum, beat) => sum + beat.ms, 0) * this.speed;
  }

  /** Play; resolves after the last beat, or when it is cut short. */
  async run() {
    const { stage } = this.page;
    await sheet("beats");
    if (this.over) return;
    this.effects = new Effects(stage);
    stage.dataset.playing = "";
    this.page.lay(this.scene);
    for (const beat of this.beats) {
      this.at += 1;
      stage.dataset.beat = `${this.at}/${this.beats.length}`;
      stage.dataset.kind = beat.kind;
      await this.play(beat);
      if (this.over) return;
    }
    this.stop();
  }

  /** @param {Beat} beat */
  async play(beat) {
    const { stage, lay, say } = this.page;
    const before = this.scene;
    this.scene = applyBeat(before, beat);
    const places = piecePlaces(stage);
    const ms = beat.ms * this.speed;
    const act = /** @type {Effects} */ (this.effects).prepare(beat, before, this.scene, Math.min(ms, LONGEST));
    if (beat.changes.length) lay(act.first);
    say(beat.text);
    act.aim();
    if (beat.changes.length) glide(stage, places, Math.min(1, this.speed));
    act.show();
    if (calm() && !beat.text) return;
    await this.wait(ms);
  }

  /** @param {number} ms @returns {Promise<void>} */
  wait(ms) {
    return new Promise((resolve) => {
      const timer = pace() === "step" ? 0 : setTimeout(resolve, ms);
      this.go = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Go on by one beat if they wait for that, else end. */
  advance() {
    if (pace() === "step") this.go();
    else this.stop();
  }

  /** End now. */
  stop() {
    if (this.over) return;
    this.over = true;
    this.effects?.end();
    for (const name of ["playing", "beat", "kind"]) delete this.page.stage.dataset[name];
    this.go();
  }
}
