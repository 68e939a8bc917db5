/** The rules page: the text with an anchor for every clause, and every value with its source. */
import { ask, bar, byId, el, fail, heads } from "../lib/dom.js";
import { mark, render, spelled } from "../lib/markdown.js";
import { finder } from "./rules-search.js";

const MEANS = /** @type {Record<string, string>} */ ({
  rulebook: "stated in print",
  derived: "follows from the print",
  found: "from a public source",
  designed: "our reconstruction",
  own: "from your cards",
});
const FEW = 4; // longer sections start folded

/** The name of a column. @param {any[]} rows @param {string} field */
const labelOf = (rows, field) => rows.find((row) => field in row.values)?.values[field].label || field;

/** The clause that states a value, or what its owner says of it. @param {{clause: string, note: string}} value */
const stated = ({ clause, note }) =>
  clause ? [" ", el("a.ref", { href: `#${clause}` }, clause)] : note ? [" ", el("small", {}, note)] : [];

/** Whose values these are, and the way to enter others. @param {any} rules */
function ownCards({ id, cards }) {
  if (!cards)
    return el("p", {}, "Do you own the printed game? ", el("a", { href: `/cards/${id}` }, "Your own cards"), " are entered once and then played with.");
  return el(
    "p.theirs",
    {},
    mark("own"),
    " These are the values of ",
    el("b", {}, cards.title),
    ". ",
    el("a", { href: `/cards/${id}/${cards.hash}` }, "Look at the cards"),
    " · ",
    el("a", { href: `/api/cards/${id}/${cards.hash}/file`, download: `${id}.toml` }, "Download"),
    " · ",
    el("a", { href: `/rules/${id}#values` }, "Our values"),
  );
}

/** Told at once, as the values stand at the end. @param {any} rules */
const whose = ({ cards }) =>
  el(
    "p.whose",
    {},
    mark("own"),
    " Your table plays with the cards ",
    el("b", {}, cards.title),
    ". What the text says of single cards is about ours; ",
    el("a", { href: "#values" }, "all values of yours"),
    " stand at the end.",
  );

/** @param {string} section @param {any[]} rows */
function components(section, rows) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row.values)))];
  return el(
    "details.parts",
    { open: rows.length <= FEW },
    el("summary", {}, el("h3", {}, section), ` ${rows.length}`),
    el(
      "div.wide",
      { tabindex: 0, role: "group", "aria-label": `Values: ${section}` },
      el(
        "table",
        {},
        heads(["key", ...fields.map((field) => labelOf(rows, field))]),
        el(
          "tbody",
          {},
          rows.map((row) =>
            el(
              "tr",
              { id: `${section}-${row.key}` },
              el("th", { scope: "row" }, row.key),
              fields.map((field) => {
                const value = row.values[field];
                return el("td", { title: value?.note || null }, value && [spelled(value.value), " ", mark(value.source), stated(value)].flat());
              }),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Show the clause named in the URL. */
function goTo() {
  for (const old of document.querySelectorAll(".clause.here, tr.here")) old.classList.remove("here");
  const goal = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!goal) return;
  const fold = goal.closest("details");
  if (fold) fold.open = true;
  goal.classList.add("here");
  goal.tabIndex = -1;
  goal.scrollIntoView({ block: "center" });
  goal.focus({ preventScroll: true });
}

/** The headings of a text, folded on a narrow screen. @param {HTMLElement} text */
function contents(text) {
  const wide = matchMedia("(min-width: 901px)").matches;
  const heads = [...text.querySelectorAll("h2")].map((head) =>
    el("li", {}, el("a", { href: `#${head.id}` }, head.textContent || "")),
  );
  return el(
    "nav",
    { "aria-label": "Contents" },
    el("details", { open: wide }, el("summary", {}, "Contents"), el("ul", {}, heads)),
  );
}

async function open() {
  const game = location.pathname.split("/")[2];
  byId("page").className = "rules";
  byId("page").replaceChildren(bar([]));
  const own = new URLSearchParams(location.search).get("cards");
  const rules = await ask(`/api/rules/${encodeURIComponent(game)}${own ? `?cards=${encodeURIComponent(own)}` : ""}`);
  document.title = `${rules.title} rules · Budokan`;
  const text = el("article.text", {}, render(rules.markdown));
  if (rules.cards) text.querySelector("h1")?.after(whose(rules));
  const sections = new Map();
  for (const row of rules.components) sections.set(row.section, [...(sections.get(row.section) || []), row]);
  text.append(
    el("h2", { id: "values" }, "All values and their sources"),
    ownCards(rules),
    el(
      "p.legend",
      {},
      Object.entries(MEANS).filter(([source]) => source !== "own" || rules.cards).map(([source, words]) => el("span", {}, mark(source), ` ${source}: ${words}`)),
    ),
    ...[...sections].map(([section, rows]) => components(section, rows)),
  );
  byId("page").replaceChildren(
    bar(
      [el("span.sep", {}, "/"), el("span.serif.here", {}, `${rules.title} rules`)],
      [
        rules.guide && el("a.btn.small", { href: `/learn/${rules.id}` }, "Learn"),
        el("a.btn.small", { href: `/cards/${rules.id}` }, "Your own cards"),
      ],
    ),
    el("div.cols", {}, el("div.toc", {}, finder(rules), contents(text)), el("main", {}, text)),
  );
  goTo();
  addEventListener("hashchange", goTo);
}

open().catch(fail);
