/** Strokes over the board: threats, sowing steps, pushes, aims. */

const NS = "http://www.w3.org/2000/svg";

/** @typedef {import("./types.js").Line} Line */

/** @param {string} name @param {Record<string, string | number>} given @param {string} [text] */
function svg(name, given, text = "") {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(given)) node.setAttribute(key, String(value));
  node.textContent = text;
  return node;
}

/** @param {Element} root @param {string} id */
const find = (root, id) => root.querySelector(`[data-zone="${CSS.escape(id)}"], [data-id="${CSS.escape(id)}"]:not(.goal), [data-cell="${CSS.escape(id)}"]`);

/** @param {HTMLElement} root @param {Line[]} lines */
export function drawLines(root, lines) {
  root.querySelector(":scope > svg.strokes")?.remove();
  if (!lines.length) return;
  const origin = root.getBoundingClientRect();
  const sheet = svg("svg", { class: "strokes", "aria-hidden": "true" });
  lines.forEach((line) => {
    const [from, to] = [find(root, line.start), find(root, line.end)];
    if (from && to) sheet.append(...stroke(line, from.getBoundingClientRect(), to.getBoundingClientRect(), origin));
  });
  root.append(sheet);
}

/** @param {Line} line @param {DOMRect} a @param {DOMRect} b @param {DOMRect} origin */
function stroke(line, a, b, origin) {
  const down = a.y <= b.y;
  const shift = down ? -34 : 34; // opposite strokes keep apart
  const x = (a.x + a.width / 2 + b.x + b.width / 2) / 2 - origin.x + shift;
  const [y0, y1] = down ? [a.bottom - origin.y - 6, b.top - origin.y + 6] : [a.top - origin.y + 6, b.bottom - origin.y - 6];
  const head = down ? -9 : 9;
  const group = svg("g", { class: `stroke ${line.role}` });
  group.append(svg("path", { d: `M${x} ${y0}L${x} ${y1}M${x - 6} ${y1 + head}L${x} ${y1}L${x + 6} ${y1 + head}` }));
  if (line.label) {
    const side = down ? -10 : 10;
    group.append(svg("text", { x: x + side, y: (y0 + y1) / 2 + 4, "text-anchor": down ? "end" : "start" }, line.label));
  }
  return [group];
}
