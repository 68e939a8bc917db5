/** The Scene as it travels. Written by tools/scene_types.py from kit/scene.py: do not edit.
 *
 * @typedef {"row" | "fan" | "pile" | "grid" | "hex" | "track" | "overlap" | "panel"} Layout
 * @typedef {"card" | "token" | "die" | "pawn" | "cube" | "slot"} Shape
 * @typedef {"hit" | "ward" | "gain" | "safe" | "plain"} Role
 * @typedef {"pending" | "covered" | "moved" | "hidden" | "spent" | "ghost" | "pairs" | "on" | "met" | "unmet"} Mark
 * @typedef {"far" | "left" | "centre" | "right" | "near" | "rail"} Place
 * @typedef {"f" | "fl" | "fr" | "l" | "r" | "b" | "stay"} Direction
 * @typedef {"threat" | "sow" | "push" | "aim"} LineRole
 * @typedef {"table" | "bars" | "tally" | "boxes" | "list"} FactForm
 * @typedef {"" | "table" | "lanes" | "ring" | "road" | "body"} Room
 * @typedef {"words" | "playing" | "sides" | "compass" | "half" | "blow" | "skill"} CardForm
 * @typedef {"gauge" | "score" | "health" | "damage"} Meter
 * @typedef {"" | "hits" | "stopped"} Fate
 * @typedef {"" | "punch" | "kick" | "lock" | "headbutt" | "move" | "defense" | "energy" | "heart" |
 *   "sword" | "coin" | "skull" | "undo" | "chi" | "rage"} Icon
 * @typedef {"" | "backfist" | "backkick" | "backround" | "bamboo" | "blaze" | "blitz" | "block" | "bow" |
 *   "boxer" | "breath" | "burst" | "calm" | "crane" | "drunken" | "fake" | "flying" | "focus" | "front" |
 *   "guard" | "guardian" | "harmony" | "high" | "jab" | "knee" | "light" | "mantis" | "mountain" | "parry" |
 *   "rest" | "reverse" | "river" | "root" | "round" | "shades" | "side" | "slip" | "spirit" | "stillwater" |
 *   "sumo" | "throw" | "thunder" | "tiger" | "turn" | "turtle" | "wall" | "wave" | "will"} Motif
 * @typedef {"point" | "play" | "turn" | "strike" | "block" | "miss" | "lose" | "gain" | "roll" | "step" |
 *   "move" | "draw" | "clear" | "stop"} BeatKind
 * @typedef {{label: string, value: number}} Part
 * @typedef {{give: number | null, take: number | null, gain: number | null, note: string, alarm: string,
 *   sum: Part[], fate: Fate}} Preview
 * @typedef {{text: string, clause: string}} Refused
 * @typedef {{value: string, role: Role, label: string, icon: Icon}} Corner
 * @typedef {{to: Direction, value: string, role: Role}} Arrow
 * @typedef {{id: string, shape: Shape, face: string, form: CardForm, motif: Motif, name: string,
 *   kind: string, condition: string, text: string, corners: Corner[], arrows: Arrow[], steps: Arrow[],
 *   designed: boolean, own: boolean, component: string, badge: string, copies: number, marks: Mark[],
 *   owner: number | null, spot: string, facing: number | null, turned: boolean, mirrored: boolean,
 *   step: number, preview: Preview | null, refused: Refused | null}} Piece
 * @typedef {{square: number, icon: Icon, role: Role, line: boolean}} TrackMark
 * @typedef {{id: string, layout: Layout, title: string, owner: number | null, pieces: Piece[],
 *   zones: Zone[], place: Place, spot: string, kind: string, motif: Motif, note: string, step: number,
 *   chips: Corner[], marks: Mark[], preview: Preview | null, refused: Refused | null, count: number | null,
 *   cells: string[], width: number, room: Room, meter: Meter, at: number | null, length: number,
 *   track: TrackMark[], threat: number, gain: number, designed: boolean, own: boolean}} Zone
 * @typedef {{start: string, end: string, role: LineRole, step: number, label: string, shown_for: string}} Line
 * @typedef {{cells: string[], roles: Role[], bars: [string, number][], strong: boolean}} Fact
 * @typedef {{title: string, form: FactForm, head: string[], rows: Fact[], note: string}} Facts
 * @typedef {{id: string, label: string, primary: boolean, preview: Preview | null, refused: Refused | null}} Button
 * @typedef {{question: string, note: string}} Prompt
 * @typedef {{action: string, label: string, paths: string[][], preview: Preview | null}} Choice
 * @typedef {{zone: string, piece: Piece | null, gone: string, at: number | null}} Change
 * @typedef {{kind: BeatKind, seat: number, target: number | null, text: string, amount: number | null,
 *   role: Role, pieces: string[], values: string[], changes: Change[], ms: number}} Beat
 * @typedef {{since: number, beats: Beat[], line: string}} Happened
 * @typedef {{game: string, viewer: number, acting: number[], prompt: Prompt, zones: Zone[],
 *   choices: Choice[], buttons: Button[], lines: Line[], facts: Facts[], happened: Happened | null,
 *   auto: string, phases: string[], phase: number, status: string, summary: string, result: string,
 *   cards: string}} Scene
 */
export {};
