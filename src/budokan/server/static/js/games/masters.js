/** The gallery of Master Udo: the masters, their attacks, and the two heroes. */
import { el, fail, heads, once } from "../lib/dom.js";
import { begin, cited, empty, gallery, legend, page, shown } from "./gallery.js";
import { figure, icon } from "../lib/icons.js";
import { originMark } from "../draw/piece-words.js";

/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {import("../lib/types.js").Facts} Facts */

const GAME = "master_udo";
const HEROES = ["udo", "kai"];

/** The chosen hero. */
const hero = () => /** @type {any} */ (document.querySelector('[name="hero"]:checked'))?.value || HEROES[0];

/** Start a match and challenge the chosen master.
 * @param {Event} event @param {Record<string, string>} options @param {string[]} first */
function play(event, options, first) {
  const chosen = { hero: hero(), ...options };
  return once(event, () => begin({ game: GAME, players: ["me"], options: chosen }, first));
}

/** @param {string} name @param {number} n */
const signs = (name, n) => Array.from({ length: n }, () => icon(name));

/** Hearts, with their owner if there are several bodies. @param {Zone[]} bodies */
const hearts = (bodies) =>
  el(
    "div.hearts",
    {},
    bodies.map((body) =>
      el(
        "div.body-of",
        { role: "group", "aria-label": body.title },
        bodies.length > 1 && el("small", {}, body.title),
        body.pieces.map(shown),
      ),
    ),
  );

/** @param {string[]} words */
const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

/** One master: name, reward, attacks to cover, and lessons. @param {Zone} zone */
function master(zone) {
  const [card] = zone.pieces;
  const [glory, attacks, , hard] = card.corners;
  const bodies = zone.zones.slice(0, -1);
  const teaches = zone.zones[zone.zones.length - 1];
  const routes = zone.chips.map((chip) => chip.value);
  return el(
    "article.master.sheet",
    { id: zone.id, "aria-labelledby": `name-${zone.id}` },
    el(
      "div.person-of",
      {},
      figure(card.motif, "fig big"),
      el(
        "div",
        {},
        el("h3", { id: `name-${zone.id}` }, zone.title, originMark(zone)),
        el("p.glory", {}, signs("coin", Number(glory.value)), ` ${glory.value} glory, ${hard.value}`),
        el("p.strikes", {}, signs("sword", Number(attacks.value)), ` ${attacks.value} ${attacks.label} a turn`),
        el("p.power", {}, zone.note),
      ),
    ),
    hearts(bodies),
    el("div.teaches", {}, el("h4", {}, teaches.title), teaches.pieces.map(shown)),
    el("p.say", {}, `On the ${listed(routes)} route${routes.length > 1 ? "s" : ""}.`),
    el(
      "button.btn.primary",
      {
        type: "button",
        "data-fight": zone.id,
        onclick: (/** @type {Event} */ event) => play(event, {}, [`fight ${zone.id}`]),
      },
      icon("play"),
      "Play against this one",
    ),
  );
}

/** @param {Zone} zone */
const row = (zone) => el("div.cards-row", { role: "group", "aria-label": zone.title }, zone.pieces.map(shown));

/** @param {Zone} zone */
const heroOf = (zone) =>
  el(
    "section",
    { id: `hero-${zone.id}` },
    el("h2", {}, zone.title),
    el("p.say", {}, zone.note),
    zone.zones.map((side) => [el("h3", {}, side.title), row(side)]),
  );

/** Facts as a table. @param {Facts} facts @param {(cells: string[]) => any} [more] */
function table(facts, more) {
  const cell = (/** @type {string} */ text, /** @type {number} */ i) =>
    i ? el("td", {}, text) : el("th", { scope: "row" }, text);
  return el(
    "section",
    {},
    el("h2", {}, facts.title),
    el(
      "div.wide",
      { tabindex: 0, role: "group", "aria-label": facts.title },
      el(
        "table.known",
        {},
        heads(more ? [...facts.head, "Walk it"] : facts.head),
        el(
          "tbody",
          {},
          facts.rows.map((fact) => el("tr", {}, fact.cells.map(cell), more && el("td", {}, more(fact.cells)))),
        ),
      ),
    ),
    facts.note && el("p.say", {}, cited(GAME, facts.note)),
  );
}

/** @param {string[]} cells */
const walk = ([route]) =>
  el(
    "button.btn",
    {
      type: "button",
      "data-route": route,
      onclick: (/** @type {Event} */ event) => play(event, { masters: route }, []),
    },
    `Play ${route}`,
  );

const choice = () =>
  el(
    "fieldset.heroes",
    {},
    el("legend", {}, "You are"),
    HEROES.map((name, i) =>
      el(
        "label",
        {},
        el("input", { type: "radio", name: "hero", value: name, checked: i === 0 }),
        el("span", {}, name.charAt(0).toUpperCase() + name.slice(1)),
      ),
    ),
  );

const LEAD = "Beat four different masters. Their coins are your glory and show how tough they are.";

async function open() {
  empty();
  const { zones, facts } = await gallery(GAME);
  const named = (/** @type {string} */ id) => zones.find((/** @type {Zone} */ zone) => zone.id === id);
  const masters = zones.filter((/** @type {Zone} */ zone) => !["attacks", ...HEROES].includes(zone.id));
  page(
    "Masters",
    GAME,
    el(
      "main.masters",
      {},
      el("div.lead", {}, el("div", {}, el("p.say", {}, LEAD), legend()), choice()),
      el("section", {}, el("h2", {}, "The masters"), el("div.all", {}, masters.map(master))),
      table(facts[0], walk),
      el(
        "section",
        {},
        el("h2", {}, "Their attacks"),
        el("p.say", {}, "All masters draw from the same attacks, one for each sword."),
        row(named("attacks")),
      ),
      HEROES.map((name) => heroOf(named(name))),
      table(facts[1]),
    ),
  );
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

open().catch(fail);
