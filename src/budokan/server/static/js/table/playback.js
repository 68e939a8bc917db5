/** Shows frames in order: what happened is played first, and never lags far behind the table. */
import { LENGTHS, pace } from "../lib/pace.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

const MANY = 2; // waiting frames that hurry the beats
const LAG = 6000; // milliseconds of beats to come; more are left out
const ASKED = 4000; // milliseconds of beats while the viewer's clock runs

/** @typedef {import("./beats.js").Page & {last: () => SceneMessage | null, show: (message: SceneMessage) => void, rests: () => void}} Page */

export class Playback {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** The frames to show; the first one's beats are being played. @type {SceneMessage[]} */
    this.frames = [];
    this.playing = false;
    this.skipped = false;
    /** @type {import("./beats.js").Performance | null} */
    this.performance = null;
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
  }

  /** @param {SceneMessage} message */
  hear(message) {
    const newest = this.frames.at(-1);
    if (newest && newest.ply === message.ply && newest.view === message.view) this.frames.pop();
    this.frames.push(message);
    if (this.playing) this.hurry();
    else this.run();
  }

  async run() {
    this.playing = true;
    try {
      while (this.frames.length) {
        if (this.isWorthPlaying(this.frames[0])) await this.play(this.frames[0]);
        this.page.show(/** @type {SceneMessage} */ (this.frames.shift()));
      }
    } finally {
      this.playing = false; // also after a fault, so that the next frame is shown
    }
    this.page.rests();
  }

  /** Whether a frame has beats that belong on the Scene on the screen. The viewer's own draft is shown at once: they know it.
   * @param {SceneMessage} message */
  isWorthPlaying({ scene, view, ply, draft_length }) {
    const last = this.page.last();
    const { since = -1, beats = [] } = scene.happened || {};
    const fits = last && last.view === view && last.ply === since && ply !== since;
    return fits && beats.length > 0 && !draft_length && pace() !== "off" && !document.hidden;
  }

  /** @param {SceneMessage} message */
  async play({ scene, table }) {
    this.skipped = false;
    const { Performance } = await import("./beats.js");
    const last = this.page.last();
    if (this.skipped || !last) return;
    const most = table.clock && scene.choices.length ? ASKED : Infinity;
    this.performance = new Performance(this.page, last.scene, scene.happened?.beats || [], { most });
    this.hurry();
    await this.performance.run();
    this.performance = null;
  }

  /** More frames wait: play faster, or go to the newest. */
  hurry() {
    const { performance } = this;
    if (!performance || pace() === "step") return;
    const waiting = this.frames.slice(1);
    if (!waiting.length) return;
    if (waiting.length >= MANY) performance.speed = Math.min(performance.speed, LENGTHS.fast);
    const beats = waiting.flatMap(({ scene }) => scene.happened?.beats || []);
    const lag = performance.rest + beats.reduce((sum, beat) => sum + beat.ms, 0) * performance.speed;
    if (lag > LAG) this.skip();
  }

  /** Show the newest frame now. */
  skip() {
    this.skipped = true;
    this.frames.splice(0, this.frames.length - 1);
    this.performance?.stop();
  }

  /** Go on by one beat if they wait for that, else skip them all. */
  advance() {
    if (pace() === "step") this.performance?.advance();
    else this.skip();
  }
}
