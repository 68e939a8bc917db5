/** After the match: whether the deal was fair, checked here and by the hall. */
import { remembered } from "./fair-deal.js";
import { ask, el } from "../lib/dom.js";

/** @typedef {{result: string, text: string, commitment: string, seed: string, bits: string[]}} FairnessCheck */

/** @param {string} text */
async function sha256(text) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The browser's own check: whether it agrees, and its findings in sentences.
 * @param {FairnessCheck} told @param {import("./fair-deal.js").DealMemory | undefined} kept
 * @returns {Promise<{agrees: boolean, lines: string[]}>} */
async function own(told, kept) {
  if (!kept?.sat)
    return { agrees: true, lines: ["This browser did not sit here before the deal, so this is the hall's own answer."] };
  const lines = [];
  let agrees = kept.commitment === told.commitment;
  if (!agrees) lines.push("The hall showed you another commitment before the deal.");
  else if (!globalThis.crypto?.subtle)
    lines.push("Browsers compute no hashes over plain http, so only the hall checks the seed.");
  else {
    agrees = (await sha256(told.seed)) === kept.commitment;
    lines.push(
      agrees
        ? "Your browser agrees: the seed matches the hash you were shown."
        : "Your browser disagrees: the seed does not match the hash you were shown.",
    );
  }
  const mixed = told.bits.includes(kept.bits);
  lines.push(mixed ? "The bits you gave are in the record." : "The bits you gave are not in the record.");
  return { agrees: agrees && mixed, lines };
}

/** The button that checks the deal, and its answer; useful once the match is over.
 * @param {string} id */
export function dealCheck(id) {
  const answer = el("div.verdict", { "aria-live": "polite" });
  const button = el("button.btn.small", { type: "button", onclick: () => check() }, "Check the deal");
  const box = el("section.deal", { hidden: true }, el("h2", {}, "Fair deal"), button, answer);

  async function check() {
    const kept = remembered(id);
    const given = kept?.sat ? `?commitment=${kept.commitment}&bits=${kept.bits}` : "";
    answer.replaceChildren(el("p.say", {}, "The hall is computing every draw again …"));
    try {
      const told = await ask(`/api/tables/${id}/verify${given}`);
      const { agrees, lines } = await own(told, kept);
      const words = agrees
        ? [told.text, ...lines]
        : ["The deal was not fair.", ...lines, `The hall says: ${told.text}`];
      answer.dataset.result = agrees ? told.result : "unfair";
      answer.replaceChildren(
        ...words.map((line, i) => el(i ? "p.say" : "p", {}, i ? line : el("b", {}, line))),
      );
    } catch (error) {
      answer.replaceChildren(el("p.say", {}, /** @type {Error} */ (error).message));
    }
  }

  return {
    box,
    /** @param {boolean} over */
    show(over) {
      if (!over || !box.hidden) return;
      box.hidden = false;
      if (new URLSearchParams(location.search).has("check")) check();
    },
  };
}
