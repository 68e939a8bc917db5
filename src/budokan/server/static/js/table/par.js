/** The solver's result on the same deal, in games that have a solver. */
import { ask, el, pause } from "../lib/dom.js";

const DELAY = 1000; // milliseconds between requests for the solver's result

let par = "";
/** @type {Promise<string> | undefined} */
let asking;

/** Requested once, shown when it is known. @param {string} id of the table */
export function parLine(id) {
  const line = el("p.par", { "aria-live": "polite" }, par || "Par: the solver plays this deal …");
  if (!par)
    (asking ||= soughtPar(id)).then((text) => {
      par = text;
      line.textContent = text;
    });
  return line;
}

/** Poll until the solver is done. @param {string} id @returns {Promise<string>} */
async function soughtPar(id) {
  for (;;) {
    const told = await ask(`/api/tables/${id}/par`).then(
      (answer) => answer.par,
      (error) => `No par: ${error.message}`,
    );
    if (told) return told;
    await pause(DELAY);
  }
}
