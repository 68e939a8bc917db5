/** The types of messages, for the type checker; the parts of a Scene are in scene-types.js.
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
 * @typedef {import("./scene-types.js").BeatKind} BeatKind
 * @typedef {import("./scene-types.js").Change} Change
 * @typedef {import("./scene-types.js").Beat} Beat
 * @typedef {import("./scene-types.js").Happened} Happened
 * @typedef {import("./scene-types.js").Scene} Scene
 * @typedef {{kind: string, seconds: number, increment: number, left: number[], since: number[]}} ClockFacts
 * @typedef {{seat: number, at: number, reason: string, effect: string, automatic: boolean}} Claim
 * @typedef {{hash: string, title: string}} CardsName
 * @typedef {{agreed: number[], missing: number[], offered: boolean}} Showing
 * @typedef {{id: number, seat: number, waiting: number[], declined: number[]}} UndoRequest
 * @typedef {{id: string, game: string, title: string, seats: number, options: any, players: string[],
 *   waiting: number[], invites: {seat: number, url: string}[], can_concede: boolean, rematch: string,
 *   has_par: boolean, assists: boolean, outcomes: string[], origin: {match: string, step: number} | null,
 *   dealt: boolean, commitment: string, shared: boolean, seed: string, bits: string[], open: boolean,
 *   shared_deal: string, when_absent: string, clock: ClockFacts | null, away: number[], unnamed: number[],
 *   stand_ins: number[], claims: Claim[], can_undo: number[], undo_request: UndoRequest | null,
 *   showing: Showing | null, cards: CardsName | null}} TableFacts
 * @typedef {{t: "scene", ply: number, view: number, mine: number[], names: string[], scene: Scene,
 *   story: string[], story_length: number, draft_length: number, over: boolean, table: TableFacts,
 *   now: number, number: number}} SceneMessage
 * @typedef {{t: "change", ply?: number, view?: number, mine?: number[], names?: string[], scene?: any,
 *   story?: string[], story_length?: number, draft_length?: number, over?: boolean, table?: any,
 *   now: number, number: number}} ChangeMessage
 * @typedef {{entry: string, story: string[], scene: Scene, bot: boolean}} ReplayFrame
 * @typedef {{id: string, game: string, title: string, names: string[], view: number, mine: number[],
 *   over: boolean, uploaded: boolean, players: string[], origin: {match: string, step: number} | null,
 *   cards: CardsName | null}} ReplayFacts
 * @typedef {{frame: SceneMessage, say: string, cites: string[], point: string[], accept: string[], step: number,
 *   of: number, done: boolean}} LessonMessage
 * @typedef {{action: string, label: string, chance: number, margin: number, estimate: string, why: string}} Tip
 * @typedef {{t: "hint", ply: number, seat: number, heading: string, tips: Tip[], note: string}} HintMessage
 * @typedef {{name: string, default: any, kind: string, values: string, text: string, clause: string,
 *   secret: boolean, choices: string[], low: number, high: number, also: Record<string, number>}} Option
 * @typedef {{id: string, title: string, line: string, minutes: string, seats: number[], default_seats: number,
 *   daily: boolean, guide: boolean, rules: number, data: string, options: Option[], seat_options: Option[],
 *   agents: {name: string, line: string, label: string}[], opponent: string}} GameInfo
 */
export {};
