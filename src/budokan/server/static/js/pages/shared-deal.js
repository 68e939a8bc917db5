/** A deal shared by several people, such as the daily challenge: play it, then compare results. */
import { linkRow } from "../lib/copy-link.js";
import { alarm, ask, bar, byId, el, fail, heads, pause } from "../lib/dom.js";
import { hallLinks, moment } from "./match-list.js";
import { remember } from "../lib/memory.js";
import { BELTS } from "../lib/badge.js";
import { myNameField, playSame, today } from "../table/sit-down.js";

/** @typedef {import("../lib/types.js").CardsName} CardsName */
/** @typedef {{name: string, outcome: string, score: number, result: string, facts: string, ended: string,
 *   table: string, mine: boolean}} DealResult */
/** @typedef {{id: string, game: string, title: string, day: string, seat: number, names: string[],
 *   players: string[], options: string[], since: string, people: number, table: string, state: string,
 *   results: DealResult[] | null, par: DealResult | null, fault: string, cards: CardsName | null}} SharedDeal */

const DELAY = 2000; // milliseconds between requests for par
const id = location.pathname.split("/")[2];
const main = el("main.list.same");

/** @param {() => Promise<any>} doing */
const orFail = (doing) => doing().catch(fail);

/** The opponents. @param {SharedDeal} deal */
function foes({ players, seat }) {
  const others = players.filter((_, each) => each !== seat);
  if (!others.length) return "alone";
  const kinds = [...new Set(others)].map((who) => {
    const n = others.filter((each) => each === who).length;
    if (!BELTS.includes(who)) return n > 1 ? `${n} of the house (${who})` : `the house (${who})`;
    return n > 1 ? `${n} ${who} belts` : `a ${who} belt`;
  });
  return `against ${kinds.join(" and ")}`;
}

/** A date some days later, or earlier. @param {string} day @param {number} by */
function addDays(day, by) {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

/** The days before and after a challenge. @param {SharedDeal} deal */
function days({ game, day }) {
  const link = (/** @type {string} */ to, /** @type {string} */ rel, /** @type {string} */ words) =>
    el("a", { href: `/same/daily-${game}-${to}`, rel }, words);
  const now = today();
  return el(
    "nav.turn",
    { "aria-label": "Days" },
    link(addDays(day, -1), "prev", `Before: ${addDays(day, -1)}`),
    day < now && link(addDays(day, 1), "next", `After: ${addDays(day, 1)}`),
    day < now && link(now, "", "Today"),
  );
}

/** The buttons: play, continue, or look without playing. @param {SharedDeal} deal */
function acts(deal) {
  if (deal.state === "finished" || (deal.state === "waived" && deal.table)) return null;
  const field = myNameField();
  const begin = () =>
    orFail(() => {
      remember("name", field.value.trim());
      return playSame(deal.id);
    });
  const waive = () =>
    orFail(async () => {
      await ask(`/api/same/${deal.id}/waive`, {});
      alarm("You have looked at the results, so what you play now does not count.");
      await show();
    });
  return el(
    "div.named",
    {},
    deal.state !== "running" && [el("label", { for: "my-name" }, "Your name in the results"), field],
    el(
      "div.ways",
      {},
      deal.state === "running"
        ? el("a.btn.primary.big", { href: `/table/${deal.table}` }, "Play on")
        : el("button.btn.primary.big", { type: "button", "data-begin": true, onclick: begin }, "Play this deal"),
      deal.state !== "waived" &&
        el("button.btn.big", { type: "button", "data-waive": true, onclick: waive }, "See the results without playing"),
    ),
  );
}

/** @param {DealResult} each @param {string} [note] */
function row(each, note = "") {
  return el(
    "tr",
    { role: "row", class: each.mine ? "mine" : null },
    el("th", { scope: "row", role: "rowheader" }, each.name, each.mine && [" ", el("b.you", {}, "you")], note && el("small", {}, note)),
    el("td", { role: "cell" }, el("em", { class: each.outcome }, each.outcome)),
    el("td", { role: "cell" }, each.result, el("small", {}, each.facts)),
    el("td", { role: "cell" }, moment(each.ended), each.table && el("a", { href: `/replay/${each.table}`, "aria-label": `Replay of ${each.name}` }, "Replay")),
  );
}

/** A table of the results, best first, with par in its place. @param {SharedDeal} deal @param {DealResult[]} results */
function table(deal, results) {
  const rows = results.map((each) => ({ each, note: "" }));
  if (deal.par) rows.push({ each: deal.par, note: "par" });
  rows.sort((a, b) => b.each.score - a.each.score);
  return el(
    "div.wide",
    { tabindex: 0, role: "group", "aria-label": "Results" },
    el(
      "table",
      { role: "table" },
      heads(["who", el("span.vh", {}, "result"), "how", "when"]),
      el("tbody", {}, rows.map(({ each, note }) => row(each, note))),
    ),
  );
}

/** @param {SharedDeal} deal */
function results(deal) {
  if (!deal.results) {
    const n = deal.people;
    return el(
      "p",
      {},
      n ? `${n} ${n === 1 ? "person has" : "people have"} finished it.` : "Nobody has finished it yet.",
      " Results appear when you have finished it.",
    );
  }
  return el(
    "section",
    {},
    el("h2", {}, "Results"),
    deal.results.length || deal.par ? table(deal, deal.results) : el("p", {}, "No result counts yet."),
    !deal.par && el("p.note", { role: "status" }, deal.fault ? `No par: ${deal.fault}` : "Par: the house plays this deal …"),
  );
}

/** The rules of comparing, in words. @param {SharedDeal} deal */
function terms(deal) {
  const lines = [
    "Everybody gets the same deal and dice, and meets the same opponents.",
    deal.day
      ? `The first match that a visitor finishes counts, if it was begun on ${deal.day} (UTC).`
      : "Everybody has one table for it.",
    "You can watch other players once you have finished your own match. If you look first you can still play, but it does not count.",
    deal.day && "Only the challenge as it is dealt counts, without other options.",
  ];
  return el("ul.terms", {}, lines.filter(Boolean).map((line) => el("li", {}, line)));
}

async function show() {
  const deal = /** @type {SharedDeal} */ (await ask(`/api/same/${id}`));
  const title = deal.day ? `${deal.title}: challenge of ${deal.day}` : `${deal.title}: the same deal`;
  document.title = `${title} · Budokan`;
  const found = results(deal);
  const told = [foes(deal), ...deal.options].join(" · ");
  main.replaceChildren(
    ...[
      el("h1", {}, title),
      deal.day && days(deal),
      el("p.told", {}, `You play ${told}.`),
      deal.cards && el("p.told", {}, "With cards of its own: ", el("a", { href: `/cards/${deal.game}/${deal.cards.hash}` }, deal.cards.title), "."),
      deal.state === "waived" && el("p.note", {}, "You have looked at this deal, so your result does not count."),
      acts(deal),
      found,
      el("section", {}, el("h2", {}, "Offer it to others"), linkRow(location.href.split("#")[0], "Link to this deal")),
      terms(deal),
    ].filter(Boolean),
  );
  if (deal.results && !deal.par && !deal.fault) followPar(found);
}

/** Poll until par is known, then add it to the results without redrawing the page. @param {HTMLElement} found */
async function followPar(found) {
  for (;;) {
    await pause(DELAY);
    const deal = /** @type {SharedDeal | null} */ (await ask(`/api/same/${id}`).catch(() => null));
    if (!deal?.par && !deal?.fault) continue;
    found.replaceWith(results(deal));
    if (deal.par) alarm("Par is known.");
    return;
  }
}

byId("page").replaceChildren(bar([hallLinks(id.startsWith("daily-") ? "/daily" : "")]), main);
show().catch((error) => {
  main.replaceChildren(el("h1", {}, "The same deal"), el("p", {}, error.message), el("p", {}, el("a", { href: "/" }, "To the hall")));
});
