/** Open tables: a list that stays up to date while it is visible. */
import { ask, el, leave, once } from "../lib/dom.js";
import { named } from "../lib/badge.js";
import { crest } from "../lib/icons.js";

/** @typedef {import("../lib/types.js").CardsName} CardsName */
/** @typedef {{id: string, game: string, title: string, options: string[], clock: string,
 *   seats: {name: string, who: string}[], since: string, mine: boolean,
 *   cards: CardsName | null}} OpenTable */

const EVERY = 4000; // milliseconds between two updates

export class OpenTables {
  /** @param {() => void} setUp opens the form for a new open table */
  constructor(setUp) {
    this.list = el("div.open");
    this.count = el("p.vh", { role: "status" });
    this.shown = "";
    this.many = 0;
    this.box = el(
      "section.tables.sheet",
      { "aria-labelledby": "open-tables" },
      el("h2", { id: "open-tables" }, "Open tables"),
      this.list,
      this.count,
      el("button.btn", { type: "button", "data-open": true, onclick: setUp }, "Open a table"),
    );
    this.look();
    setInterval(() => this.look(), EVERY);
    document.addEventListener("visibilitychange", () => this.look());
  }

  async look() {
    if (document.hidden) return;
    const found = await ask("/api/tables/open").catch(() => null);
    if (found) this.show(found);
  }

  /** Redraw the list only if it changed; keeps the focus and announces only the count. @param {OpenTable[]} tables */
  show(tables) {
    const key = JSON.stringify(tables.map((table) => [table, since(table.since)]));
    if (key === this.shown) return;
    if (this.shown && tables.length !== this.many) this.count.textContent = `Open tables: ${tables.length || "none"}`;
    this.many = tables.length;
    this.shown = key;
    const focus = this.list.contains(document.activeElement) && document.activeElement?.getAttribute("aria-label");
    this.list.replaceChildren(
      ...(tables.length
        ? tables.map((table) => this.line(table))
        : [el("p", {}, "No open tables right now. Open one, and anyone in the hall can sit down.")]),
    );
    if (focus) this.list.querySelector(`[aria-label="${CSS.escape(focus)}"]`)?.focus();
  }

  /** @param {OpenTable} table */
  line(table) {
    const free = table.seats.filter(({ who }) => who === "free").length;
    const there = table.seats.filter(({ who }) => who !== "free");
    const told = [
      `${free} seat${free === 1 ? "" : "s"} free`,
      table.clock,
      ...table.options,
      since(table.since),
    ].filter(Boolean);
    return el(
      "div.tr",
      { "data-game": table.game },
      el(
        "span.seats",
        { "aria-hidden": "true" },
        table.seats.map(({ who }, seat) => (who === "free" ? el("i.free") : crest(seat))),
      ),
      el("b", {}, table.title),
      el(
        "span",
        { title: told.join(" · ") },
        there.flatMap(({ name, who }, i) => [i > 0 && ", ", named(name, who)]),
        ` · ${told.join(" · ")}`,
        table.cards && [" · cards: ", el("a", { href: `/cards/${table.game}/${table.cards.hash}` }, table.cards.title)],
      ),
      table.mine
        ? [
            el("a.btn.small", { href: `/table/${table.id}`, "aria-label": actionLabel(table, "To the table") }, "To the table"),
            this.button(table, "Withdraw", () => this.withdraw(table)),
          ]
        : this.button(table, "Sit down", () => this.sit(table)),
    );
  }

  /** @param {OpenTable} table @param {string} name @param {() => Promise<void>} doing */
  button(table, name, doing) {
    const act = (/** @type {Event} */ event) => once(event, doing).then(() => this.look());
    return el(
      "button.btn.small",
      { type: "button", "data-sit": table.id, "aria-label": actionLabel(table, name), onclick: act },
      name,
    );
  }

  /** @param {OpenTable} table */
  async sit(table) {
    await ask(`/api/tables/${table.id}/sit`, {});
    await leave(`/table/${table.id}`);
  }

  /** @param {OpenTable} table */
  async withdraw(table) {
    await ask(`/api/tables/${table.id}/offer`, { open: false });
  }
}

/** The label of a button for screen readers: the action and the table. @param {OpenTable} table @param {string} does */
const actionLabel = (table, does) => `${does}: ${table.title}, ${table.seats.filter(({ who }) => who !== "free").map(({ name }) => name).join(", ")}`;

/** @param {string} at */
function since(at) {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 60000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `for ${minutes} min`;
  return `for ${Math.round(minutes / 60)} h`;
}
