/** The room of a Scene: the drawing under its board. */

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Zone} Zone */

/** Zones, including those inside them. @param {Zone[]} zones @returns {Zone[]} */
export const allZones = (zones) => zones.flatMap((zone) => [zone, ...allZones(zone.zones)]);

/** The room of a Scene without a board, such as the way to a fight: chosen by its layouts. @param {Zone[]} zones @returns {string} */
function roomByLayout(zones) {
  const all = allZones(zones);
  if (all.some((zone) => zone.layout === "hex")) return "body";
  if (
    all.some((zone) => zone.layout === "overlap") ||
    !zones.some((zone) => zone.layout === "panel" && zone.owner !== null)
  )
    return "road";
  return all.some((zone) => zone.layout === "grid" && zone.pieces.some((piece) => piece.shape === "pawn"))
    ? "ring"
    : "";
}

/** The zone in the middle: the board. @param {Scene} scene */
export const boardOf = (scene) =>
  scene.zones.find((zone) => zone.room) || scene.zones.find((zone) => zone.owner === null) || null;

/** The room of a Scene. @param {Scene} scene */
export const roomOf = (scene) => boardOf(scene)?.room || roomByLayout(scene.zones);
