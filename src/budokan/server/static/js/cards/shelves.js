/** All components on shelves, one for each section: faces as on the table, slips where there is none. */
import { neighbour } from "../lib/arrow-keys.js";
import { el } from "../lib/dom.js";
import { grid } from "../draw/boards.js";
import { nameField } from "./draft.js";
import { figure } from "../lib/icons.js";
import { face, look } from "../draw/faces.js";
import { spoken } from "../draw/piece-words.js";
import { track } from "../draw/tracks.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./types.js").CardSection} CardSection */
/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Zone} Zone */
/** @typedef {{group: string, pieces: Piece[], tracks: {title: string, zone: Zone}[], board: Zone | null}} Faces */

const FEW = 4; // values on a slip
/** Whether a piece shows more than its back or an empty place. @param {Piece} piece */
const hasFace = (piece) => piece.component !== "" && piece.shape !== "slot" && piece.face !== "";

/** What is drawn of each component, in the order of the album. @param {Zone[]} zones @returns {Map<string, Faces>} */
export function facesOf(zones) {
  const found = /** @type {Map<string, Faces>} */ (new Map());
  const at = (/** @type {string} */ where, /** @type {string} */ group) => {
    const known = found.get(where) || { group, pieces: [], tracks: [], board: null };
    found.set(where, known);
    return known;
  };
  const walk = (/** @type {Zone} */ zone, /** @type {string} */ group, /** @type {string} */ above) => {
    for (const piece of zone.pieces.filter(hasFace)) at(piece.component, group).pieces.push(piece);
    const owner = zone.pieces.find(hasFace)?.component || above;
    if (owner && zone.layout === "grid") at(owner, group).board = zone;
    for (const inner of zone.zones) {
      if (inner.layout === "track" && owner) at(owner, group).tracks.push({ title: zone.title, zone: inner });
      walk(inner, group, owner);
    }
  };
  for (const zone of zones) walk(zone, zone.title, "");
  return found;
}

/** The face of a component as on the table. @param {Faces} faces */
export function drawn({ pieces, tracks, board }) {
  if (board) return [el("span.zone.z-grid", {}, grid(QUIET, board))];
  const [first, ...rest] = pieces.map(single);
  const columns = tracks.map(({ title, zone }) =>
    el("span.limb", {}, el("span", {}, title), track({ ...zone, title })),
  );
  return [
    first,
    rest.length > 0 && el("span.rest", {}, rest.slice(0, 12)),
    columns.length > 0 && el("span.columns", {}, columns),
  ];
}

/** A piece; a fighter is drawn without the disc it stands on. @param {Piece} piece */
const single = (piece) =>
  piece.shape === "pawn"
    ? el("span.fighter-of", {}, figure(piece.motif), el("b", {}, piece.name))
    : el("span", { class: look(piece) }, face(piece));

/** A stage on which nothing can be picked. @type {any} */
const QUIET = { points: new Set(), piece: single };

/** The sections: what has a face or can be added to comes before plain lists. @param {Draft} draft */
function facesFirst(draft) {
  const faces = facesOf(draft.now.zones);
  const isPlain = (/** @type {CardSection} */ section) =>
    !section.open && !draft.keys(section).some((key) => faces.has(`${section.name}.${key}`));
  const { sections } = draft.form;
  return [...sections.filter((each) => !isPlain(each)), ...sections.filter(isPlain)];
}

export class Shelves {
  /** @param {Draft} draft @param {(section: CardSection, key: string) => void} chosen
   * @param {(section: CardSection) => void} adding */
  constructor(draft, chosen, adding) {
    this.draft = draft;
    this.chosen = chosen;
    this.adding = adding;
    this.at = "";
    /** @type {Map<string, {drawn: string, node: any}>} */
    this.tiles = new Map();
    this.shelves = facesFirst(draft).map((section) => this.shelf(section));
    this.node = el(
      "div.shelves",
      { onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) },
      this.shelves.map(({ node }) => node),
    );
  }

  /** @param {CardSection} section */
  shelf(section) {
    const count = el("small");
    const held = el("div.items");
    const add =
      section.open &&
      el(
        "button.btn.add",
        { type: "button", "data-add": section.name, onclick: () => this.adding(section) },
        "Add a new one",
        el("span.vh", {}, ` to ${section.title}`),
      );
    const node = el(
      "section.shelf",
      { id: `shelf-${section.name}`, "aria-label": section.title },
      el("div.top", {}, el("h2", {}, section.title, " ", count), add),
      section.help && el("p.say", {}, section.help),
      held,
    );
    return { section, node, held, count };
  }

  /** Draw what has changed. */
  update() {
    const faces = facesOf(this.draft.now.zones);
    for (const { section, held, count } of this.shelves) {
      const keys = this.draft.keys(section);
      const there = keys.filter((key) => this.draft.status(section, key) !== "dropped").length;
      count.textContent = section.open ? `${there} of at most ${section.most}` : "";
      const ordered = inOrder(keys, section, faces);
      const nodes = ordered.flatMap(({ key, head }) => [
        ...(head ? [this.heading(section, head)] : []),
        this.tile(section, key, faces.get(`${section.name}.${key}`)),
      ]);
      held.classList.toggle("slips", !keys.some((key) => faces.has(`${section.name}.${key}`)));
      fill(held, nodes);
    }
    this.reach();
  }

  /** The title of a group on a shelf. @param {CardSection} section @param {string} words */
  heading(section, words) {
    return this.same(`${section.name} > ${words}`, words, () => el("h3.group", {}, words));
  }

  /** An element, made anew only when it would look different. @param {string} id @param {string} looks
   * @param {() => any} make */
  same(id, looks, make) {
    const known = this.tiles.get(id);
    if (known?.drawn === looks) return known.node;
    const node = make();
    this.tiles.set(id, { drawn: looks, node });
    return node;
  }

  /** @param {CardSection} section @param {string} key @param {Faces | undefined} faces */
  tile(section, key, faces) {
    const where = `${section.name}.${key}`;
    const status = this.draft.status(section, key);
    const found = this.draft.faultsAt(where);
    const bad = found.filter((fault) => !fault.warning).length;
    const name = this.draft.name(section, key);
    const current = where === this.at;
    const words = faces ? "" : this.summary(section, key, status);
    const looks = JSON.stringify([faces, status, bad, name, current, words]);
    return this.same(where, looks, () => {
      const told = [
        faces ? spoken(faces.pieces[0]) : name,
        status,
        bad > 0 && `${bad} fault${bad > 1 ? "s" : ""}`,
      ];
      const mark = (/** @type {string} */ look, /** @type {string} */ text) => el(`span.tag.${look}`, {}, text);
      return el(
        "div.item",
        { class: [faces ? "faced" : "plain", status && `is-${status}`, current && "current"].filter(Boolean).join(" ") },
        el(
          "button.pick",
          {
            type: "button",
            tabindex: -1,
            "data-where": where,
            "aria-label": told.filter(Boolean).join(", "),
            "aria-current": current ? "true" : null,
            onclick: (/** @type {MouseEvent} */ event) => this.click(event, section, key),
          },
          faces ? drawn(faces) : [el("b", {}, name), words && el("small", {}, words)],
        ),
        el(
          "span.tags",
          { "aria-hidden": "true" },
          status && mark(status, status),
          bad > 0 && mark("bad", bad > 1 ? `${bad} faults` : "1 fault"),
        ),
      );
    });
  }

  /** The first values of a component without a face. @param {CardSection} section @param {string} key @param {string} status */
  summary(section, key, status) {
    if (status === "dropped") return "left out";
    return section.fields
      .filter((field) => field.name !== nameField(section))
      .map((field) => ({ field, value: this.draft.value(section, key, field.name) }))
      .filter(({ value }) => value && value.text.length < 24)
      .slice(0, FEW)
      .map(({ field, value }) => `${field.label} ${String(value?.value)}`)
      .join(", ");
  }

  /** @param {MouseEvent} event @param {CardSection} section @param {string} key */
  click(event, section, key) {
    this.chosen(section, key);
    const clicked = /** @type {Element} */ (event.target).textContent?.trim() || "";
    this.pointed(clicked);
  }

  /** What was clicked on a face; set by the page. @type {(text: string) => void} */
  pointed = () => {};

  /** Mark the component that is being changed. @param {string} where */
  mark(where) {
    this.at = where;
    this.update();
  }

  /** @returns {any[]} */
  all() {
    return [...this.node.querySelectorAll(".pick")];
  }

  /** Let Tab stop once on every shelf. */
  reach() {
    const held = document.activeElement;
    for (const { held: shelf } of this.shelves) {
      const all = [...shelf.querySelectorAll(".pick")];
      const one = all.find((each) => each === held) || all.find((each) => each.hasAttribute("aria-current")) || all[0];
      for (const each of all) each.setAttribute("tabindex", each === one ? "0" : "-1");
    }
  }

  /** @param {string} where @returns {any} */
  find(where) {
    return this.node.querySelector(`.pick[data-where="${CSS.escape(where)}"]`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const from = /** @type {Element} */ (event.target).closest(".pick");
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const goal = neighbour(this.all(), from, event.key);
    if (!goal) return;
    event.preventDefault();
    goal.focus();
    this.reach();
  }
}

/** Keys in the order of the album, each group with its title if there are several.
 * @param {string[]} keys @param {CardSection} section @param {Map<string, Faces>} faces */
function inOrder(keys, section, faces) {
  const place = [...faces.keys()];
  const at = (/** @type {string} */ key) => place.indexOf(`${section.name}.${key}`);
  const shown = keys.filter((key) => at(key) >= 0).sort((a, b) => at(a) - at(b));
  const groups = shown.map((key) => faces.get(`${section.name}.${key}`)?.group || "");
  const several = new Set(groups).size > 1 && new Set(groups).size < groups.length;
  const heads = shown.map((key, i) => ({ key, head: several && groups[i] !== groups[i - 1] ? groups[i] : "" }));
  return [...heads, ...keys.filter((key) => at(key) < 0).map((key) => ({ key, head: "" }))];
}

/** Fill an element; if nothing moved, nothing is touched, and the focus stays. @param {any} box @param {any[]} nodes */
function fill(box, nodes) {
  const now = [...box.children];
  if (now.length === nodes.length && now.every((node, i) => node === nodes[i])) return;
  const where = /** @type {HTMLElement | null} */ (box.contains(document.activeElement) ? document.activeElement : null)?.dataset.where;
  box.replaceChildren(...nodes);
  if (where) box.querySelector(`.pick[data-where="${CSS.escape(where)}"]`)?.focus({ preventScroll: true });
}
