/** Which room a Scene takes place in. */

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Zone} Zone */

/** Zones and the zones within. @param {Zone[]} zones @returns {Zone[]} */
export const everywhere = (zones) => zones.flatMap((zone) => [zone, ...everywhere(zone.zones)]);

/** The room of a scene that names none: by what stands in it; who sits alone is on the road. @param {Zone[]} zones @returns {string} */
function furnished(zones) {
  const all = everywhere(zones);
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
