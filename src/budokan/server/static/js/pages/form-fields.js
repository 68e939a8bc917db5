/** Decks and fighters as fields of the new-table form, and whether the game accepts them. Loaded with the form. */
import { keptDecks } from "../games/saved-decks.js";
import { el } from "../lib/dom.js";
import { cited, gallery, Judge, own } from "../games/gallery.js";
import { sheet } from "../lib/stylesheet.js";

/** @typedef {import("./new-table.js").TableForm} TableForm */
/** @typedef {import("../lib/types.js").Piece} Piece */

const SHEETS = ["pieces", "cards", "body", "areas", "skills", "gallery", "fighters"];

/** Games with fields of their own. @type {Record<string, (form: TableForm) => Promise<void>>} */
const FIELDS = { dojo_duel: decks, martial_art: fighters, master_udo: masters };

/** Add the game's richer fields, and check after every change whether the game accepts the table.
 * @param {TableForm} form */
export async function enrich(form) {
  const game = form.game.id;
  useCards(form);
  checkOnChange(form);
  await FIELDS[game]?.(form).catch(() => {}); // the plain fields work as well
}

/** Galleries and checks are about the form's cards, and after it about the page's again. @param {TableForm} form */
function useCards(form) {
  const before = own.hash;
  own.hash = form.cards;
  if (before !== own.hash) form.form.closest("dialog")?.addEventListener("close", () => (own.hash = before), { once: true });
}

/** The cards of the table in a link. @param {TableForm} form */
const query = (form) => form.cards && `?cards=${form.cards}`;

/** Show the game's objection, if any, after every change of the form. @param {TableForm} form */
function checkOnChange(form) {
  const game = form.game.id;
  const judge = new Judge(game, (verdict) => {
    if (form.game.id === game) form.fault.replaceChildren(...(verdict.ok ? [] : cited(game, verdict.error)));
  });
  form.form.onchange = () => {
    const { seats, options, choices } = form.wanted();
    if (form.game.id === game) judge.ask({ seats, options, choices });
  };
}

/** All fields of a seat option. @param {TableForm} form @param {string} name @returns {any[]} */
const fieldsOf = (form, name) => [...form.places.querySelectorAll(`[name="seat.${name}"]`)];

/** Add an element next to a field, once. @param {Element} field @param {Element} more */
function beside(field, more) {
  const line = field.closest(".seatopt");
  if (!line?.parentElement?.querySelector(".build")) line?.after(more);
}

/** Replace the text field by a list of ready-made and saved decks. @param {TableForm} form */
async function decks(form) {
  const { zones } = await gallery("dojo_duel");
  const ready = zones.find((/** @type {any} */ zone) => zone.id === "decks").pieces;
  const kept = Object.entries(keptDecks());
  for (const field of fieldsOf(form, "deck").filter((each) => each.matches("input"))) {
    const known = [...ready.map((/** @type {Piece} */ deck) => deck.id), ...kept.map(([, text]) => text)];
    const option = (/** @type {string} */ value, /** @type {string} */ words) =>
      el("option", { value, selected: value === field.value }, words);
    const select = el(
      "select",
      { name: field.name, "data-kind": "text", "aria-label": field.getAttribute("aria-label") },
      !known.includes(field.value) && option(field.value, "the deck you built"),
      ready.map((/** @type {Piece} */ deck) => option(deck.id, deck.name)),
      kept.length > 0 && el("optgroup", { label: "Saved here" }, kept.map(([name, text]) => option(text, name))),
    );
    field.replaceWith(select);
    beside(select, el("a.build", { href: `/deck${query(form)}` }, "Build a deck"));
  }
}

/** Offer the fighters of a card file. @param {TableForm} form */
async function ownFighters(form) {
  const { zones } = await gallery("martial_art");
  for (const field of fieldsOf(form, "fighter")) {
    const option = (/** @type {any} */ { id, title }) => el("option", { value: id, selected: id === field.value }, title);
    field.replaceChildren(...[...field.options].filter(({ value }) => value === "any"), ...zones.map(option));
  }
}

/** Add a button that shows the fighters of all seats. @param {TableForm} form */
async function fighters(form) {
  if (form.cards) await ownFighters(form);
  fieldsOf(form, "fighter").forEach((field, seat) => {
    beside(
      field,
      el(
        "button.btn.build",
        { type: "button", "data-choose": "ABCDEF"[seat], onclick: () => look(form, seat) },
        "Choose by portrait",
      ),
    );
  });
}

/** @param {TableForm} form @param {number} seat */
async function look(form, seat) {
  const [{ Fighters }, { zones, facts }] = await Promise.all([
    import("../games/fighter-picker.js"),
    gallery("martial_art"),
    ...SHEETS.map((name) => sheet(name)),
  ]);
  const fields = fieldsOf(form, "fighter");
  const box = el("dialog.sheet.picking", { "aria-label": "Choose fighters", onclose: () => box.remove() });
  const shown = new Fighters(zones, {
    seats: fields.length,
    seat,
    chosen: fields.map((field) => field.value),
    options: () => form.wanted().options,
    facts,
  });
  const done = () => {
    fields.forEach((field, i) => {
      field.value = shown.chosen[i];
    });
    fields[seat].dispatchEvent(new Event("change", { bubbles: true }));
    box.close();
  };
  box.append(
    el(
      "div.head-of",
      {},
      el("h2", {}, "Choose fighters"),
      el("button.btn.primary", { type: "button", "data-done": true, onclick: done }, "Done"),
      el("button.btn", { type: "button", onclick: () => box.close() }, "Not now"),
    ),
    shown.box,
  );
  document.body.append(box);
  box.showModal();
}

/** Add a link to the gallery of masters. @param {TableForm} form */
async function masters(form) {
  const link = el("a.build", { href: `/masters${query(form)}` }, "See the masters");
  if (!form.places.querySelector(".build")) form.places.append(link);
}
