/** Links into the rules: a clause number opens its text beside the table. */
import { el } from "../lib/dom.js";

const CLAUSE = /\b([A-Z]{2}-[A-Z]?\d+)\b/;

/** What to look up: clauses, actions, names of pieces, and a sentence if nothing is found.
 * @typedef {{clauses?: string[], actions?: string[], name?: string, heading?: string, else?: string[]}} Wanted */

/** Open the rule sheet. @param {string} game @param {Wanted} wanted */
export const lookUp = (game, wanted) =>
  import("./rule-sheet.js").then((sheet) => sheet.open(game, wanted));

/** A clause number that opens its text; also a link to the rules page.
 * @param {string} game @param {string} clause @param {string} [label] */
export const clauseLink = (game, clause, label = clause) =>
  el(
    "a.ref",
    {
      href: `/rules/${game}#${clause}`,
      "aria-label": `${clause}, what the rules say`,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        lookUp(game, { clauses: [clause] });
      },
    },
    label,
  );

/** Several clause numbers. @param {string} game @param {string[]} found */
export const clauses = (game, found) =>
  found.length > 0 && el("span.refs", {}, found.map((clause) => [clauseLink(game, clause), " "]));

/** A sentence in which clause numbers are links. @param {string} game @param {string} text */
export const linked = (game, text) =>
  text.split(CLAUSE).map((part) => (CLAUSE.test(part) && game ? clauseLink(game, part) : part));
