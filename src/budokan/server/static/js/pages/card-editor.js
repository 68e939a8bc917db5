/** The card editor: the faces of a game's cards, the values of one of them, and the check of all. */
import { ask, bar, byId, dialog, el, fail, leave, once, tell } from "../lib/dom.js";
import { Draft, isAt, nameField } from "../cards/draft.js";
import { giveAway, keptCards, read, startFrom } from "../cards/files.js";
import { Panel } from "../cards/panel.js";
import { Shelves } from "../cards/shelves.js";
import { icon } from "../lib/icons.js";
import { printSwitch } from "../lib/print-colours.js";
import { sheet } from "../lib/stylesheet.js";

/** @typedef {import("../cards/types.js").CardSection} CardSection */
/** @typedef {import("../cards/types.js").CardFault} CardFault */
/** @typedef {import("../cards/types.js").CardForm} CardForm */

const NARROW = "(max-width: 900px)";
const SHEETS = /** @type {Record<string, string[]>} */ ({
  half: ["blows", "road", "combos"],
  blow: ["blows", "road", "combos"],
  skill: ["board", "body", "areas", "skills"],
  playing: ["table"],
  sides: ["duel"],
  hex: ["board", "body", "arena"],
  grid: ["table"],
});

class Editor {
  /** @param {Draft} draft @param {any[]} kept */
  constructor(draft, kept) {
    this.draft = draft;
    this.shelves = new Shelves(
      draft,
      (section, key) => this.choose(section, key),
      (section) => this.add(section, ""),
    );
    this.shelves.pointed = (text) => this.panel.point(matchMedia(NARROW).matches ? "" : text);
    this.panel = new Panel(draft, {
      copy: (section, key) => this.add(section, key),
      closed: () => this.closed(),
    });
    this.verdict = el("summary.verdict");
    this.list = el("ul.checks");
    this.checks = el("details.check", {}, this.verdict, el("div.sheet", {}, this.list));
    this.kept = el("span.kept");
    this.status = el("p.vh", { role: "status" });
    /** @type {any} */ this.titled = null;
    /** @type {any} */ this.sourced = null;
    this.undo = this.tool("undo", "Undo", () => draft.undo());
    this.redo = this.tool("redo", "Redo", () => draft.redo());
    this.saving = el(
      "button.btn",
      { type: "button", "data-do": "save", onclick: () => this.save().catch(fail) },
      "Save",
    );
    this.playing = el(
      "button.btn.primary",
      { type: "button", "data-do": "play", onclick: (/** @type {Event} */ event) => once(event, () => this.play()) },
      icon("play"),
      "Play",
      el("span.wide-only", {}, " with these"),
    );
    draft.changed = () => this.update();
    this.draw(kept);
  }

  /** @param {string} does @param {string} words @param {() => Promise<void>} doing */
  tool(does, words, doing) {
    return el(
      "button.tool",
      { type: "button", "data-do": does, "aria-label": words, title: words, onclick: () => doing().catch(fail) },
      icon("undo"),
    );
  }

  /** @param {any[]} kept */
  draw(kept) {
    const { form } = this.draft;
    const title = this.about("title", "Title", "Shown wherever a value of yours is shown");
    const source = this.about("source", "Source", "Such as the edition, or “the printed cards”");
    [this.titled, this.sourced] = [title.input, source.input];
    byId("page").replaceChildren(
      bar(
        [el("span.sep", {}, "/"), el("h1.here", {}, `${form.title}: your own cards`)],
        [el("a.to-rules", { href: `/rules/${form.game}` }, "Rules")],
      ),
      el(
        "main.cards-editor",
        {
          ondragover: (/** @type {Event} */ event) => event.preventDefault(),
          ondrop: (/** @type {DragEvent} */ event) => {
            event.preventDefault();
            read(this.draft, event.dataTransfer?.files[0]);
          },
        },
        el(
          "section.intro",
          { "aria-label": "The file" },
          el(
            "p.lead",
            {},
            "Do you own the printed game, or want to try values of your own? Enter what your cards say, and play with them here.",
          ),
          el(
            "details.file",
            { open: !matchMedia(NARROW).matches },
            el("summary", {}, "Title, source and file"),
            el("div.about", {}, title.node, source.node),
            el(
              "div.files",
              {},
              startFrom(this.draft, kept),
              form.game === "kenpo_masters" && printSwitch(),
              giveAway(this.draft, () => this.save()),
            ),
          ),
        ),
        el(
          "div.tools",
          { role: "toolbar", "aria-label": "Check and save" },
          this.checks,
          this.kept,
          this.undo,
          this.redo,
          this.saving,
          this.playing,
        ),
        el("div.bench", {}, this.shelves.node, this.panel.node),
      ),
      this.status,
    );
    document.addEventListener("click", (event) => {
      if (!this.checks.contains(/** @type {Node} */ (event.target))) this.checks.open = false;
    });
    addEventListener("keydown", (event) => this.key(event));
    this.update();
  }

  /** @param {string} name @param {string} words @param {string} help */
  about(name, words, help) {
    const input = el("input", {
      id: `about-${name}`,
      maxlength: name === "title" ? 60 : 120,
      autocomplete: "off",
      placeholder: name === "title" ? "Your cards" : "",
      "aria-describedby": `about-${name}-help`,
      oninput: () => this.draft.edit({ where: `about.${name}`, does: "set", value: input.value }, true),
    });
    const node = el(
      "div",
      {},
      el("label", { for: input.id }, words),
      input,
      el("small", { id: `about-${name}-help` }, help),
    );
    return { node, input };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const typing = /** @type {Element} */ (event.target).matches("input, textarea, select");
    if (event.key === "Escape" && this.checks.open) this.checks.open = false;
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const does = { s: () => this.save(), z: () => this.draft.undo(), y: () => this.draft.redo() }[event.key];
    if (!does || (typing && event.key !== "s")) return;
    event.preventDefault();
    does().catch(fail);
  }

  // -- one component ----------------------------------------------------------------------------

  /** @param {CardSection} section @param {string} key */
  choose(section, key) {
    this.panel.open(section, key);
    this.shelves.mark(`${section.name}.${key}`);
    this.cover(true);
  }

  /** On a narrow screen the panel covers the page. @param {boolean} on */
  cover(on) {
    const covered = on && matchMedia(NARROW).matches;
    document.body.classList.toggle("covered", covered);
    for (const each of document.querySelectorAll("header.bar, .intro, .tools, .shelves"))
      each.toggleAttribute("inert", covered);
  }

  closed() {
    this.cover(false);
    const at = this.shelves.at;
    this.shelves.find(at)?.focus();
  }

  /** Go to the place of a fault. @param {string} where */
  go(where) {
    this.checks.open = false;
    for (const section of this.draft.form.sections)
      for (const key of this.draft.keys(section))
        if (isAt(where, `${section.name}.${key}`)) {
          this.choose(section, key);
          this.shelves.find(`${section.name}.${key}`)?.scrollIntoView({ block: "nearest" });
          this.panel.focus(where);
          return;
        }
    const about = byId(where.replace(/^about\.(\w+).*/, "about-$1"));
    if (about) return about.focus();
    const shelf = byId(`shelf-${where.split(".")[0]}`);
    shelf?.scrollIntoView();
    shelf?.querySelector("button")?.focus();
  }

  /** Ask for the name of a new component. @param {CardSection} section @param {string} like the key of one to copy */
  add(section, like) {
    const name = el("input", { id: "new-name", maxlength: 40, autocomplete: "off", required: true });
    const keys = this.draft.keys(section);
    const from = el(
      "select",
      { id: "new-like" },
      el("option", { value: "" }, "nothing, with the usual values"),
      keys.map((key) => el("option", { value: key, selected: key === like }, this.draft.name(section, key))),
    );
    if (!like && keys.length) from.value = keys[0];
    const fault = el("p.fault", { role: "alert" });
    const make = async () => {
      const key = free(name.value, keys);
      if (!key) {
        fault.textContent = "Give it a name with some letters.";
        return;
      }
      const where = `${section.name}.${key}`;
      this.draft.edit({ where, does: "add", like: from.value });
      const called = nameField(section);
      if (called) this.draft.edit({ where: `${where}.${called}`, does: "set", value: name.value.trim() });
      await this.draft.settle();
      box.close();
      this.choose(section, key);
      this.panel.focus(where);
    };
    const form = el(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          make().catch(fail);
        },
      },
      el("label", { for: "new-name" }, "Name"),
      name,
      el("label", { for: "new-like" }, "Begin with the values of"),
      from,
      fault,
      el(
        "div.ways",
        {},
        el("button.btn.primary", { type: "submit", "data-do": "add" }, "Add it"),
        el("button.btn", { type: "button", onclick: () => box.close() }, "Not now"),
      ),
    );
    const box = dialog(`Add to ${section.title}`, form);
    box.classList.add("adding");
    name.focus();
  }

  // -- the whole --------------------------------------------------------------------------------

  update() {
    const { draft } = this;
    this.shelves.update();
    this.panel.update();
    for (const [input, value] of [[this.titled, draft.now.title], [this.sourced, draft.now.source]])
      if (input !== document.activeElement) input.value = value;
    this.judge();
    this.kept.textContent = draft.unsaved ? "Not saved yet" : draft.hash ? "Saved" : "";
    this.undo.disabled = draft.past.length === 0;
    this.redo.disabled = draft.future.length === 0;
    this.saving.disabled = !draft.unsaved;
  }

  /** Show the check of the whole file. */
  judge() {
    const { draft } = this;
    const [bad, odd] = [draft.faults, draft.warnings];
    const differ = odd.length && `${odd.length} ${odd.length > 1 ? "differ" : "differs"} from print`;
    const words = draft.fault
      ? draft.fault
      : bad.length
        ? `${bad.length} fault${bad.length > 1 ? "s" : ""}`
        : draft.isOurs
          ? "Our own cards"
          : "Can be played";
    this.verdict.className = `verdict ${draft.fault || bad.length ? "bad" : "good"}`;
    this.verdict.replaceChildren(
      el("b", {}, `${bad.length || draft.fault ? "✗" : "✓"} ${words}`),
      el("span", {}, bad.length ? bad[0].text : differ || ""),
    );
    this.list.replaceChildren(...bad.map((fault) => this.fault(fault)), ...odd.map((fault) => this.fault(fault)));
    if (!bad.length && !odd.length) this.list.replaceChildren(el("li", {}, "Nothing is wrong."));
    const told = [words, differ].filter(Boolean).join(", ");
    if (this.status.textContent !== told) this.status.textContent = told;
  }

  /** @param {CardFault} fault */
  fault(fault) {
    return el(
      `li.${fault.warning ? "odd" : "bad"}`,
      {},
      el("b", { "aria-hidden": "true" }, fault.warning ? "!" : "✗"),
      el(
        "span",
        {},
        el("span.vh", {}, fault.warning ? "Differs: " : "Fault: "),
        fault.where &&
          el("button.link-like", { type: "button", "data-goto": fault.where, onclick: () => this.go(fault.where) }, fault.where),
        " ",
        fault.text,
      ),
    );
  }

  /** Save in the hall; the page's address is that of the saved cards. @returns {Promise<string>} */
  async save() {
    await this.draft.settle();
    const [first] = this.draft.faults;
    if (first) {
      this.checks.open = true;
      throw new Error(`These cards cannot be saved yet. ${first.where}: ${first.text}`);
    }
    const fresh = this.draft.unsaved || !this.draft.hash;
    const hash = await this.draft.save();
    history.replaceState(null, "", `/cards/${this.draft.game}/${hash}`);
    if (fresh) tell("Saved in this hall. You find it again on the page “Your matches”, under “Your cards”, and at this page's address.");
    return hash;
  }

  /** The form of a new table, with these cards. */
  async play() {
    await this.draft.settle();
    const hash = this.draft.isOurs ? "" : await this.save();
    await leave(`/?new=${this.draft.game}${hash ? `&cards=${hash}` : ""}`);
  }
}

/** A key for a name that no component has. @param {string} name @param {string[]} keys */
export function free(name, keys) {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "")
    .slice(0, 30);
  if (!plain) return "";
  let [key, n] = [plain, 2];
  while (keys.includes(key)) key = `${plain}_${n++}`;
  return key;
}

/** Load the styles of the cards that are shown. @param {Draft} draft */
function styles(draft) {
  const before = document.querySelector('link[rel="stylesheet"][href$="/pages.css"]');
  const forms = new Set(JSON.stringify(draft.now.zones).match(/(?<="(form|layout)":")\w+/g));
  const wanted = [...forms].flatMap((form) => SHEETS[form] || []);
  return Promise.all([...new Set(wanted)].map((name) => sheet(name, before)));
}

async function open() {
  byId("page").className = "making";
  byId("page").replaceChildren(bar([]));
  const [, , game, hash = ""] = location.pathname.split("/");
  const [form, kept, file] = await Promise.all([
    ask(`/api/cards/${game}/form`),
    keptCards(),
    hash ? ask(`/api/cards/${game}/${hash}`) : { cards: "" },
  ]);
  const draft = new Draft(/** @type {CardForm} */ (form), hash);
  const back = await draft.begin(file.cards);
  await styles(draft);
  document.title = `${form.title}: your own cards · Budokan`;
  new Editor(draft, kept);
  if (back) tell("Your unsaved changes from last time are here again.");
}

open().catch(fail);
