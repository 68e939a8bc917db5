/** The room of a Scene: the drawing under its board. */

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Zone} Zone */

/** Zones and the zones within. @param {Zone[]} zones @returns {Zone[]} */
export const allZones = (zones) => zones.flatMap((zone) => [zone, ...allZones(zone.zones)]);

/** The room of a Scene without a board of its own, as on the way to a fight: by the layouts in it. @param {Zone[]} zones @returns {string} */
function furnished(zones) {
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

/** The zone everything lies around. @param {Scene} scene */
export const boardOf = (scene) =>
  scene.zones.find((zone) => zone.room) || scene.zones.find((zone) => zone.owner === null) || null;

/** Where a Scene takes place. @param {Scene} scene */
export const roomOf = (scene) => boardOf(scene)?.room || furnished(scene.zones);
