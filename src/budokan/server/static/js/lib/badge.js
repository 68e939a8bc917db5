/** The badge of a bot: its belt as a small knot, with words for screen readers. */
import { el } from "./dom.js";

/** Opponents, from the gentlest to the strongest. */
export const BELTS = ["white", "yellow", "green", "blue", "brown", "black"];

/** @param {string} agent */
export const botWords = (agent) => (BELTS.includes(agent) ? `${agent} belt bot` : `bot: ${agent}`);

/** @param {string} who 'person' or the name of an agent; people have no badge */
export function badge(who) {
  if (["person", "record", "free", "pupil"].includes(who)) return null;
  return el(`i.knot.belt-${BELTS.includes(who) ? who : "none"}`, { title: botWords(who) }, el("b.vh", {}, ` (${botWords(who)})`));
}

/** A name, with the badge of a bot. @param {string} name @param {string} [who] */
export const named = (name, who = "person") => el("span.named-one", {}, name, badge(who));

/** Put a badge beside the names of bots on a table. @param {Element} stage @param {string[]} players */
export function markBots(stage, players) {
  players.forEach((who, seat) => {
    for (const name of stage.querySelectorAll(`[data-seat="${seat}"] :is(.sn, .whose, h2) > b:not(:has(+ .knot))`)) {
      const mark = badge(who);
      if (mark) name.after(mark);
    }
  });
}
