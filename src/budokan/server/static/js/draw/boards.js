/** Boards of cells: boxes on a table, squares of a ring, hexes of an arena. */
import { el } from "../lib/dom.js";
import { forecast } from "./piece-words.js";

/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("./zones.js").Stage} Stage */

/** The last word of an id: 7 of box.7, b3 of ring-b3. @param {string} cell */
const shortName = (cell) => (/^-?\d+,-?\d+$/.test(cell) ? cell : cell.split(/[.-]/).pop() || cell);

/** @param {Zone} zone */
const isFloor = (zone) => zone.pieces.some((piece) => piece.shape === "pawn" || piece.shape === "slot");

/** Boxes with tokens, or a floor to stand on. @param {Stage} stage @param {Zone} zone */
export function grid(stage, zone) {
  if (isFloor(zone) || zone.room === "ring") return floor(stage, zone);
  const cells = zone.cells.map((cell) => {
    const pieces = zone.pieces.filter((piece) => piece.spot === cell).map((piece) => stage.piece(piece));
    return el(
      "div.cell",
      { "data-cell": cell },
      el("b", {}, shortName(cell)),
      el("span.lying", {}, pieces),
      stage.points.has(cell) &&
        stage.goal(
          cell,
          `${cell.replace(/[.-]/g, " ")}, ${pieces.length || "no"} piece${pieces.length === 1 ? "" : "s"}`,
        ),
    );
  });
  return el(
    "div",
    { style: { "--columns": zone.width || 4 } },
    zone.title && el("span.label", {}, zone.title),
    el("div.cells", {}, cells),
  );
}

/** @param {Stage} stage @param {Zone} zone */
function floor(stage, zone) {
  const wide = zone.width || 3;
  const cells = zone.cells.map((cell, i) => {
    const woven = (Math.floor(i / wide) + (i % wide)) % 2 === 0;
    return square(stage, zone, cell, woven ? "weave" : "");
  });
  return el(
    "div.tatami",
    {
      role: "group",
      "aria-label": zone.title || "The ring",
      style: { "--columns": wide, "--rows": Math.ceil(zone.cells.length / wide) },
    },
    cells,
  );
}

/** The pieces on a cell; a slot is the target of a pick, else the cell itself. @param {Stage} stage @param {Zone} zone @param {string} cell @param {string} cls */
function square(stage, zone, cell, cls) {
  const here = zone.pieces.filter((piece) => piece.spot === cell);
  const slots = here.filter((piece) => piece.shape === "slot");
  const standing = here.filter((piece) => piece.shape !== "slot");
  const telling =
    slots.find((slot) => stage.points.has(slot.id) || slot.refused) || slots.find((slot) => slot.preview);
  const marks = slots.flatMap((slot) => [
    ...slot.marks.map((mark) => `is-${mark}`),
    ...(slot.kind ? [`k-${slot.kind}`] : []),
  ]);
  const name = [shortName(cell), ...standing.map((piece) => piece.name)].join(", ");
  const told = slots
    .map((slot) => forecast(slot.preview))
    .filter(Boolean)
    .join("; ");
  const goal =
    stage.points.has(cell) &&
    !(telling && stage.points.has(telling.id)) &&
    stage.goal(cell, name, told);
  return el(
    "div.cell",
    { "data-cell": cell, class: [cls, standing.length && "here", ...marks].filter(Boolean).join(" ") },
    el("i.tile", { "aria-hidden": "true" }),
    el("i.at-name", { "aria-hidden": "true" }, shortName(cell)),
    standing.map((piece) => stage.piece(piece)),
    telling && stage.piece({ ...telling, name: [name, telling.name].filter(Boolean).join(", ") }),
    goal,
  );
}

/** The lengths of the rows of a whole hexagon, else equal rows. @param {number} cells @param {number} longest */
function hexRows(cells, longest) {
  const least = Math.floor((longest + 1) / 2);
  const rows = [];
  for (let n = least; n < longest; n++) rows.push(n);
  for (let n = longest; n >= least; n--) rows.push(n);
  if (rows.reduce((sum, n) => sum + n, 0) === cells) return rows;
  return Array.from({ length: Math.ceil(cells / longest) }, (_, i) => Math.min(longest, cells - i * longest));
}

/** An arena of hexes on a platform. @param {Stage} stage @param {Zone} zone */
export function hexes(stage, zone) {
  const longest = zone.width || 7;
  const rows = hexRows(zone.cells.length, longest);
  let i = 0;
  const cells = rows.flatMap((count, y) =>
    Array.from({ length: count }, (_, x) => {
      const node = square(
        stage,
        zone,
        zone.cells[i],
        ["hex", (x + y) % 3 === 1 && "odd"].filter(Boolean).join(" "),
      );
      node.style.setProperty("--x", String(x + (longest - count) / 2));
      node.style.setProperty("--y", String(y));
      i += 1;
      return node;
    }),
  );
  return el(
    "div.arena",
    {
      role: "group",
      "aria-label": zone.title || "The arena",
      style: { "--longest": longest, "--rows": rows.length },
    },
    el("i.platform"),
    cells,
  );
}
