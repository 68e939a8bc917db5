/** The sheet beside the table: clauses, values with their sources, and a link to all rules. */
import { ask, el, fail } from "../lib/dom.js";
import { inline, mark, spelled } from "../lib/markdown.js";
import { sheet } from "../lib/stylesheet.js";

/** @typedef {{title: string, clauses: Record<string, string>, verbs: Record<string, string[]>, components: any[]}} Rules */

const MOST = 6; // clauses that only mention a piece
/** @type {Map<string, Promise<Rules>>} */
const known = new Map();
const box = el("dialog.side.sheet", { "aria-label": "From the rules" });
/** @type {Element | null} */
let from = null;
let playing = "";

box.addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const goal = /** @type {Element} */ (event.target);
  const link = goal.closest("a.ref");
  if (link) {
    event.preventDefault();
    open(playing, { clauses: [(link.getAttribute("href") || "#").split("#")[1]] });
  } else if (goal === box) box.close(); // the backdrop
});
box.addEventListener("close", () => {
  if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
});

/** @param {string} game @returns {Promise<Rules>} */
function rulesOf(game) {
  const asked = known.get(game) || ask(`/api/rules/${encodeURIComponent(game)}`);
  known.set(game, asked);
  asked.catch(() => known.delete(game));
  return asked;
}

/** A pattern for a name: whole words, also in the plural. @param {string} name */
const named = (name) =>
  new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(s|es)?(?![\\w-])`, "i");

/** The clauses of an action, by the longest verb that it starts with. @param {Rules} rules @param {string} action */
function cites(rules, action) {
  const verbs = Object.keys(rules.verbs).filter((verb) => `${action} `.startsWith(`${verb} `));
  return verbs.sort((a, b) => b.length - a.length).flatMap((verb, i) => (i ? [] : rules.verbs[verb]));
}

/** @param {Rules} rules @param {import("./rule-links.js").Wanted} wanted */
function found(rules, { clauses = [], actions = [], name = "", else: other = [] }) {
  const of = (/** @type {string[]} */ given) => given.flatMap((action) => cites(rules, action));
  const first = [...new Set([...clauses, ...of(actions)])].filter((clause) => rules.clauses[clause]);
  const pattern = name && named(name);
  const mention = pattern
    ? Object.keys(rules.clauses).filter(
        (clause) => !first.includes(clause) && pattern.test(rules.clauses[clause]),
      )
    : [];
  const nothing = !first.length && !mention.length;
  return { first: nothing ? [...new Set(of(other))] : first, mention: mention.slice(0, MOST) };
}

/** @param {Rules} rules @param {string[]} list */
const listed = (rules, list) =>
  el(
    "ul",
    {},
    list.map((clause) =>
      el(
        "li.clause",
        {},
        el("a.num", { href: `/rules/${playing}#${clause}`, target: "_blank", rel: "noopener" }, clause),
        el("span", {}, inline(rules.clauses[clause])),
      ),
    ),
  );

/** The values of a piece, each with its source. @param {Rules} rules @param {string} name */
function values(rules, name) {
  const key = name.toLowerCase();
  const row = rules.components.find((each) =>
    [each.key, each.values.name?.value].some((word) => String(word ?? "").toLowerCase() === key),
  );
  if (!row) return null;
  return el(
    "dl.values",
    {},
    Object.entries(row.values).flatMap(([field, { value, source }]) => [
      el("dt", {}, field.replaceAll("_", " ")),
      el("dd", {}, spelled(value), " ", mark(source)),
    ]),
  );
}

/** @param {string} game @param {import("./rule-links.js").Wanted} wanted */
export async function open(game, wanted) {
  try {
    const [rules] = await Promise.all([rulesOf(game), sheet("clauses")]);
    playing = game;
    const { first, mention } = found(rules, wanted);
    const where = [...first, ...mention][0];
    const parts = [
      el("h2", { tabindex: -1, autofocus: true }, wanted.heading || wanted.name || "What the rules say"),
      first.length > 0 && listed(rules, first),
      wanted.name && values(rules, wanted.name),
      mention.length > 0 && el("h3", {}, "More about it"),
      mention.length > 0 && listed(rules, mention),
      !where && el("p", {}, "No single clause is about this. The full rules explain it."),
      el(
        "span.ways",
        {},
        el(
          "a.btn.small",
          { href: `/rules/${game}${where ? `#${where}` : ""}`, target: "_blank", rel: "noopener" },
          "Open the rules",
        ),
        el("button.btn.small", { type: "button", onclick: () => box.close() }, "Close"),
      ),
    ];
    box.replaceChildren(...parts.filter(Boolean));
    if (box.open) return box.querySelector("h2").focus();
    from = document.activeElement;
    document.body.append(box);
    box.showModal();
  } catch (error) {
    fail(error);
  }
}
