/** The subset of Markdown used by the rules: headings, lists, tables, emphasis, clauses. */
import { el, heads } from "./dom.js";

const INLINE = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\)|\b[A-Z]{2,3}-[A-Z]?\d+\b)/;
const CLAUSE = /^\*\*([A-Z]+-[A-Z]?\d+)\*\* (.*)$/s;
const CONDUCT = /^([A-Z]+-[A-Z]?\d+): (.*)$/s;

/** Words with emphasis, code, links and clause numbers. @param {string} text @returns {any[]} */
export function inline(text) {
  return text
    .split(INLINE)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("**")) return el("strong", {}, inline(part.slice(2, -2)));
      if (part.startsWith("`")) return el("code", {}, part.slice(1, -1));
      if (part.length > 2 && part.startsWith("*") && part.endsWith("*"))
        return el("em", {}, inline(part.slice(1, -1)));
      const link = part.match(/^\[([^\]]+)\]\(([^)]+)\)$/);
      if (link) return /^(https?:|[#/.])/.test(link[2]) ? el("a", { href: link[2] }, link[1]) : link[1];
      if (/^[A-Z]{2,3}-[A-Z]?\d+$/.test(part)) return el("a.ref", { href: `#${part}` }, part);
      return part;
    });
}

/** @param {string} words */
const slug = (words) =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** @param {string} item */
function listItem(item) {
  const clause = item.match(CLAUSE) || item.match(CONDUCT);
  if (!clause) return el("li", {}, inline(item));
  return el(
    "li.clause",
    { id: clause[1] },
    el("a.num", { href: `#${clause[1]}` }, clause[1]),
    el("span", {}, inline(clause[2])),
  );
}

/** A mark for the source of a value; a hollow ring means our own, a diamond somebody else's. @param {string} source */
export const mark = (source) =>
  el("i.src", { class: source, role: "img", "aria-label": source, title: source });

/** A value in words. @param {any} value @returns {string} */
export function spelled(value) {
  if (Array.isArray(value)) return value.map(spelled).join(", ") || "none";
  if (typeof value !== "object" || value === null) return String(value);
  return (
    Object.entries(value)
      .map(([key, each]) => `${key} ${spelled(each)}`)
      .join(", ") || "none"
  );
}

const SOURCES = ["rulebook", "derived", "found", "designed"];

/** @param {string[]} lines */
function table(lines) {
  const cells = (/** @type {string} */ line) =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim());
  const [head, , ...rows] = lines.map(cells);
  const cell = (/** @type {string} */ text) =>
    SOURCES.includes(text) ? [mark(text), ` ${text}`] : inline(text);
  return el(
    "div.wide",
    { tabindex: 0, role: "group", "aria-label": `Table: ${head.join(", ")}` },
    el(
      "table",
      {},
      heads(head.map((text) => text && inline(text))),
      el(
        "tbody",
        {},
        rows.map((row) =>
          el(
            "tr",
            {},
            row.map((text) => el("td", {}, cell(text))),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} source @returns {any[]} */
export function render(source) {
  const lines = source.split("\n");
  const out = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    const take = (/** @type {(line: string) => boolean} */ more) => {
      const from = i;
      while (i < lines.length && more(lines[i])) i++;
      return lines.slice(from, i);
    };
    const heading = line.match(/^(#{1,4}) (.*)$/);
    if (!line.trim()) i++;
    else if (heading) {
      out.push(el(`h${heading[1].length}`, { id: slug(heading[2]) }, inline(heading[2])));
      i++;
    } else if (line.startsWith("|")) out.push(table(take((next) => next.startsWith("|"))));
    else if (line.startsWith("```")) {
      i++;
      out.push(el("pre", {}, take((next) => !next.startsWith("```")).join("\n")));
      i++;
    } else if (/^(- |\d+\. )/.test(line)) {
      const items = take((next) => /^(- |\d+\. |  )/.test(next))
        .join("\n")
        .split(/\n(?=- |\d+\. )/)
        .map((item) => item.replace(/^(- |\d+\. )/, "").replace(/\n\s+/g, " "));
      out.push(el(line.startsWith("-") ? "ul" : "ol", {}, items.map(listItem)));
    } else
      out.push(
        el(
          "p",
          {},
          inline(take((next) => next.trim() !== "" && !/^(#|\||- |\d+\. |```)/.test(next)).join(" ")),
        ),
      );
  }
  return out;
}
