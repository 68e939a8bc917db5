/** Small synthesized sounds: ring("card"). Silent until the visitor has touched the page. */
import { remember, remembered } from "./memory.js";

/** One stroke: when, how long and how loud, a tone that slides, a noise through a filter.
 * @typedef {{at?: number, last: number, loud: number, tone?: [number, number], wave?: OscillatorType, noise?: number}} Stroke */

/** Seconds and hertz; none lasts 300 ms. @type {Record<string, Stroke[]>} */
const SOUNDS = {
  card: [{ last: 0.09, loud: 0.16, noise: 3200 }],
  token: [
    { last: 0.05, loud: 0.22, tone: [1250, 860], wave: "triangle" },
    { last: 0.02, loud: 0.1, noise: 4200 },
  ],
  block: [
    { last: 0.09, loud: 0.4, tone: [430, 290], wave: "triangle" },
    { last: 0.03, loud: 0.18, noise: 1500 },
  ],
  hit: [
    { last: 0.24, loud: 0.6, tone: [150, 52] },
    { last: 0.05, loud: 0.22, noise: 520 },
  ],
  point: [{ last: 0.07, loud: 0.16, tone: [620, 700], wave: "triangle" }],
  turn_over: [
    { last: 0.07, loud: 0.14, noise: 2600 },
    { at: 0.17, last: 0.08, loud: 0.24, noise: 3600 },
  ],
  miss: [{ last: 0.2, loud: 0.12, noise: 900 }],
  tick: [{ last: 0.04, loud: 0.26, tone: [520, 470], wave: "triangle" }],
  gain: [
    { last: 0.14, loud: 0.2, tone: [880, 884], wave: "triangle" },
    { at: 0.09, last: 0.2, loud: 0.2, tone: [1320, 1324], wave: "triangle" },
  ],
  dice: [
    { last: 0.04, loud: 0.24, noise: 2300 },
    { at: 0.08, last: 0.04, loud: 0.2, noise: 1900 },
    { at: 0.15, last: 0.04, loud: 0.2, noise: 2500 },
    { at: 0.24, last: 0.05, loud: 0.26, noise: 1700 },
  ],
  step: [{ last: 0.08, loud: 0.3, tone: [210, 120] }],
  sweep: [{ last: 0.24, loud: 0.12, noise: 1600 }],
  gong: [
    { last: 0.3, loud: 0.3, tone: [196, 194] },
    { last: 0.26, loud: 0.1, tone: [523, 519] },
  ],
  turn: [
    { last: 0.29, loud: 0.2, tone: [1568, 1564] },
    { last: 0.16, loud: 0.07, tone: [4210, 4204] },
  ],
  refusal: [{ last: 0.06, loud: 0.22, noise: 850 }],
  win: [
    { last: 0.1, loud: 0.5, tone: [170, 70] },
    { at: 0.09, last: 0.1, loud: 0.5, tone: [170, 70] },
    { at: 0.18, last: 0.11, loud: 0.65, tone: [190, 60] },
  ],
};
const APART = 45; // milliseconds between two equal sounds
const SHOCK = 0.004; // seconds until a stroke is at its loudest

/** @type {AudioContext | null} */
let room = null;
/** @type {AudioBuffer | null} */
let hiss = null;
/** @type {Record<string, number>} */
const rung = {};

for (const gesture of ["pointerdown", "keydown"])
  addEventListener(gesture, () => sounding() && open(), { capture: true, passive: true });

/** Whether sounds are on: the visitor's choice, by default on where there is a mouse. */
export function sounding() {
  const chosen = remembered("sound");
  return chosen ? chosen === "on" : matchMedia("(pointer: fine) and (min-width: 700px)").matches;
}

/** Switch sounds on or off and remember it; returns whether they are on now. */
export function toggleSound() {
  const now = !sounding();
  remember("sound", now ? "on" : "off");
  if (now) {
    open();
    ring("token");
  }
  return now;
}

/** Start the audio: browsers allow it only after a gesture, and a phone call stops it until the next one. */
function open() {
  if (!room && "AudioContext" in window) room = new AudioContext();
  if (room && room.state !== "running") room.resume().catch(() => {}); // the next gesture tries again
}

/** Play a sound, if sounds are on and possible. @param {string} name */
export function ring(name) {
  const now = performance.now();
  if (!room || !SOUNDS[name] || !sounding() || now - (rung[name] ?? -APART) < APART) return;
  rung[name] = now;
  for (const stroke of SOUNDS[name]) strike(room, stroke);
}

/** @param {AudioContext} air @param {Stroke} stroke */
function strike(air, { at = 0, last, loud, tone, wave = "sine", noise }) {
  const start = air.currentTime + at;
  const volume = air.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + SHOCK);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + last);
  volume.connect(air.destination);
  if (tone) {
    const body = air.createOscillator();
    body.type = wave;
    body.frequency.setValueAtTime(tone[0], start);
    body.frequency.exponentialRampToValueAtTime(tone[1], start + last);
    body.connect(volume);
    body.start(start);
    body.stop(start + last);
  }
  if (noise) breath(air, volume, noise, start, last);
}

/** @param {AudioContext} air @param {AudioNode} into @param {number} pitch @param {number} start @param {number} last */
function breath(air, into, pitch, start, last) {
  if (!hiss) {
    hiss = air.createBuffer(1, air.sampleRate / 4, air.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = air.createBufferSource();
  const band = air.createBiquadFilter();
  source.buffer = hiss;
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(into);
  source.start(start, 0, last);
}
