/** After a match alone against bots: the next opponent. */
import { BELTS } from "../lib/badge.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

/** The belt to try next and why; null if there is none. @param {SceneMessage} message
 * @returns {{words: string, belt: string} | null} */
export function nextStep({ mine, table }) {
  const bots = table.players.filter((who) => who !== "person");
  const at = BELTS.indexOf(bots[0]);
  const alike = bots.every((who) => who === bots[0]);
  if (mine.length !== 1 || !bots.length || !alike || at < 0 || table.rematch) return null;
  const outcome = table.outcomes[mine[0]];
  const belt = outcome === "won" ? BELTS[at + 1] : outcome === "lost" ? BELTS[at - 1] : undefined;
  if (!belt) return outcome === "won" ? { words: "You beat the black belt. There is nobody above it here.", belt: "" } : null;
  const words = outcome === "won" ? `You beat ${BELTS[at]}; try ${belt}.` : `Was ${BELTS[at]} too strong? Practise against ${belt}.`;
  return { words, belt };
}
