/** Messages as they travel, for the type checker; what a Scene is made of is in scene-types.js.
 *
 * @typedef {import("./scene-types.js").Layout} Layout
 * @typedef {import("./scene-types.js").CardForm} CardForm
 * @typedef {import("./scene-types.js").Meter} Meter
 * @typedef {import("./scene-types.js").Preview} Preview
 * @typedef {import("./scene-types.js").Refused} Refused
 * @typedef {import("./scene-types.js").Corner} Corner
 * @typedef {import("./scene-types.js").Arrow} Arrow
 * @typedef {import("./scene-types.js").Piece} Piece
 * @typedef {import("./scene-types.js").Zone} Zone
 * @typedef {import("./scene-types.js").Line} Line
 * @typedef {import("./scene-types.js").Facts} Facts
 * @typedef {import("./scene-types.js").Fact} Fact
 * @typedef {import("./scene-types.js").Button} Button
 * @typedef {import("./scene-types.js").Choice} Choice
 * @typedef {import("./scene-types.js").Effect} Effect
 * @typedef {import("./scene-types.js").Scene} Scene
 * @typedef {{kind: string, seconds: number, increment: number, left: number[], since: number[]}} ClockFacts
 * @typedef {{seat: number, at: number, why: string, does: string, auto: boolean}} Claim
 * @typedef {{t: "scene", now: number, ply: number, view: number, mine: number[], names: string[], scene: Scene,
 *   story: string[], told: number, drafted: number, over: boolean, table: {id: string, game: string, title: string,
 *   seats: number, waiting: number[], invites: {seat: number, url: string}[], sitting: string[], open: boolean, deal: string, can_concede: boolean, rematch: string, has_par: boolean, assists: boolean,
 *   outcomes: string[], dealt: boolean, commitment: string, shared: boolean,
 *   absent: string, clock: ClockFacts | null, away: number[], stands: number[], claims: Claim[],
 *   seed: string, bits: string[], origin: {match: string, step: number} | null}}} SceneMessage
 * @typedef {{entry: string, story: string[], scene: Scene, bot: boolean}} ReplayFrame
 * @typedef {{id: string, game: string, title: string, names: string[], view: number, mine: number[],
 *   over: boolean, uploaded: boolean, sitting: string[], origin: {match: string, step: number} | null}} ReplayFacts
 * @typedef {{frame: SceneMessage, say: string, cites: string[], point: string[], accept: string[], step: number,
 *   of: number, done: boolean}} LessonMessage
 * @typedef {{action: string, label: string, chance: number, margin: number, told: string, why: string}} Tip
 * @typedef {{t: "hint", ply: number, seat: number, heading: string, tips: Tip[], note: string}} HintMessage
 * @typedef {{name: string, default: any, values: string, clause: string, text: string, kind: string,
 *   choices: string[], low: number, high: number, also: Record<string, number>}} Option
 * @typedef {{id: string, title: string, line: string, minutes: string, seats: number[], default_seats: number,
 *   daily: boolean, guide: boolean, agents: {name: string, line: string}[], opponent: string, options: Option[], seat_options: Option[]}} GameInfo
 */
export {};
