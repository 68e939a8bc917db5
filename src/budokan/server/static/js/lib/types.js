/** The Scene as it travels, for the type checker; the words are those of kit/scene.py.
 *
 * @typedef {{label: string, value: number}} Part
 * @typedef {{give: number | null, take: number | null, note: string, alarm: string, sum: Part[]}} Preview
 * @typedef {{text: string, clause: string}} Refused
 * @typedef {{value: string, role: string, label: string}} Corner
 * @typedef {{to: string, value: string, role: string}} Arrow
 * @typedef {{id: string, shape: string, face: string, name: string, kind: string, text: string,
 *   corners: Corner[], arrows: Arrow[], steps: Arrow[], designed: boolean, badge: string, marks: string[],
 *   owner: number | null, spot: string, facing: number | null, turned: boolean, mirrored: boolean,
 *   step: number, preview: Preview | null, refused: Refused | null}} Piece
 * @typedef {{square: number, face: string, role: string, line: boolean}} TrackMark
 * @typedef {{id: string, layout: string, title: string, owner: number | null, pieces: Piece[],
 *   zones: Zone[], place: string, spot: string, kind: string, note: string, step: number,
 *   chips: Corner[], marks: string[], preview: Preview | null, refused: Refused | null,
 *   count: number | null, cells: string[], width: number, room: string, at: number | null,
 *   length: number, track: TrackMark[], threat: number, gain: number, designed: boolean}} Zone
 * @typedef {{start: string, end: string, role: string, step: number, label: string, shown_for: string}} Line
 * @typedef {{cells: string[], roles: string[], bars: [string, number][], strong: boolean}} Fact
 * @typedef {{title: string, form: string, head: string[], rows: Fact[], note: string}} Facts
 * @typedef {{id: string, label: string, primary: boolean, preview: Preview | null, refused: Refused | null}} Button
 * @typedef {{action: string, label: string, paths: string[][], preview: Preview | null}} Choice
 * @typedef {{game: string, viewer: number, acting: number[], prompt: {question: string, note: string},
 *   zones: Zone[], choices: Choice[], buttons: Button[], lines: Line[], facts: Facts[],
 *   phases: string[], phase: number, status: string, summary: string, result: string}} Scene
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
