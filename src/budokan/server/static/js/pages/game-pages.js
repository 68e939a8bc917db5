/** Extra pages of games: builders and galleries. */

/** @type {Record<string, {href: string, label: string}>} */
export const EXTRAS = {
  dojo_duel: { href: "/deck", label: "Deck builder" },
  martial_art: { href: "/fighters", label: "Fighters" },
  master_udo: { href: "/masters", label: "Masters" },
};
