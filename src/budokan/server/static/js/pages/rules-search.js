/** The search of the rules page: clauses and components that have all the words. */
import { el } from "../lib/dom.js";
import { spelled } from "../lib/markdown.js";

const MOST = 40; // results shown
const AROUND = 60; // letters shown before the first match

/** @typedef {{clauses: Record<string, string>, components: {section: string, key: string, values: Record<string, {value: any}>}[]}} Rules */
/** @typedef {{id: string, name: string, text: string}} Found */

/** A text without the marks of emphasis, links and tables. @param {string} text */
const plain = (text) => text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1").replace(/[*`|]/g, "");

/** Everything that can be found. @param {Rules} rules @returns {Found[]} */
const entries = (rules) => [
  ...Object.entries(rules.clauses).map(([id, text]) => ({ id, name: id, text: plain(text) })),
  ...rules.components.map(({ section, key, values }) => ({
    id: `${section}-${key}`,
    name: String(values.name?.value ?? key),
    text: Object.entries(values)
      .filter(([field]) => field !== "name")
      .map(([field, { value }]) => `${field} ${spelled(value)}`)
      .join(", "),
  })),
];

/** The text around the first match, which is marked. @param {string} text @param {string[]} words */
function excerpt(text, words) {
  const low = text.toLowerCase();
  const word = words.find((each) => low.includes(each)) || "";
  const at = low.indexOf(word);
  const from = at > AROUND ? text.lastIndexOf(" ", at - AROUND / 2) + 1 : 0;
  const end = at + word.length + 2 * AROUND;
  const to = end < text.length ? text.lastIndexOf(" ", end) : text.length;
  return [
    from ? "\u2026 " : "",
    text.slice(from, at),
    word && el("mark", {}, text.slice(at, at + word.length)),
    text.slice(at + word.length, to),
    to < text.length ? " \u2026" : "",
  ];
}

/** The search box and its results. @param {Rules} rules */
export function finder(rules) {
  const all = entries(rules);
  const told = el("p.found", { role: "status" });
  const list = el("ol.results");
  const box = el("input", { type: "search", id: "find", autocomplete: "off", oninput: () => search() });
  const search = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {Found} */ { name, text }) =>
      words.every((/** @type {string} */ word) => `${name} ${text}`.toLowerCase().includes(word));
    const found = words.length ? all.filter(fits) : [];
    const more = found.length > MOST ? `, the first ${MOST} are listed` : "";
    told.textContent = words.length ? `${found.length || "Nothing"} found${more}` : "";
    list.replaceChildren(
      ...found.slice(0, MOST).map(({ id, name, text }) =>
        el("li", {}, el("a", { href: `#${id}` }, el("b", {}, name), " ", excerpt(text, words))),
      ),
    );
  };
  box.value = new URLSearchParams(location.search).get("find") || "";
  search();
  const form = el(
    "form.finder",
    {
      role: "search",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        list.querySelector("a")?.click();
      },
    },
    el("label", { for: "find" }, "Find in the rules"),
    box,
    told,
    list,
  );
  return form;
}
