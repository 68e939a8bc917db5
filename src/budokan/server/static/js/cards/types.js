/** The messages about card files, for the type checker.
 *
 * @typedef {{where: string, text: string, warning: boolean}} CardFault
 * @typedef {{name: string, help: string, example: string}} CardWord
 * @typedef {{name: string, label: string, help: string, kind: string, low: number, high: number, choices: string[],
 *   optional: boolean, usual: string, words: CardWord[]}} CardField
 * @typedef {{value: any, text: string, source: string, clause: string, note: string}} CardValue
 * @typedef {{key: string, values: Record<string, CardValue>, added: boolean, dropped: boolean, away: string[],
 *   note: string}} CardRow
 * @typedef {{name: string, title: string, help: string, open: boolean, most: number, fields: CardField[],
 *   rows: CardRow[]}} CardSection
 * @typedef {{game: string, title: string, sources: Record<string, string>, sections: CardSection[]}} CardForm
 * @typedef {{cards: string, title: string, source: string, faults: CardFault[], unread: CardFault[],
 *   rows: Record<string, CardRow[]>, zones: Zone[], drawn: boolean}} CardAlbum
 * @typedef {{where: string, does: string, value?: any, text?: string, like?: string}} CardEdit
 * @typedef {import("../lib/types.js").Zone} Zone
 */
export {};
