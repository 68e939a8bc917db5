/** The values of a component as fields: steppers, lists, text, and little languages with their words. */
import { el } from "../lib/dom.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./types.js").CardField} CardField */
/** @typedef {import("./types.js").CardSection} CardSection */
/** @typedef {import("./types.js").CardValue} CardValue */
/** @typedef {{value: any, text: string} | undefined} Shown */
/** @typedef {{node: any, inputs: any[], show: (value: Shown) => void}} Control */

const LONG = 44; // letters of a value that need more than a line
const NOT_SHOWN = "not shown";

/** One value: its label, its control, where it comes from, and its faults. */
export class FieldLine {
  /** @param {Draft} draft @param {CardSection} section @param {string} key @param {CardField} field */
  constructor(draft, section, key, field) {
    this.draft = draft;
    this.section = section;
    this.key = key;
    this.field = field;
    this.where = `${section.name}.${key}.${field.name}`;
    this.id = `v-${section.name}-${key}-${field.name}`.replace(/[^\w-]/g, "_");
    this.origin = el("span.origin", { id: `${this.id}-origin` });
    this.faults = el("span.faults", { id: `${this.id}-faults` });
    this.back = el("button.link-like.back", { type: "button", onclick: () => this.reset() });
    this.away = el(
      "button.btn.small.away",
      { type: "button", onclick: () => this.toggle() },
      "Not shown",
    );
    this.control = this.pick();
    this.node = this.draw();
    this.update();
  }

  /** The value now; of a value with a change on its way, what was typed. @returns {CardValue | undefined} */
  get value() {
    return this.draft.value(this.section, this.key, this.field.name);
  }

  get isAway() {
    return this.value === undefined && this.field.optional;
  }

  /** What the field shows: the value, the text that could not be read, or what a new component usually has. @returns {Shown} */
  get shown() {
    const unread = this.draft.unread.get(this.where);
    if (unread) return { value: undefined, text: unread.text || "" };
    if (this.value || this.field.optional || !this.field.usual) return this.value;
    return { value: plain(this.field.usual), text: this.field.usual };
  }

  /** @returns {Control} */
  pick() {
    const { kind, words, choices } = this.field;
    const value = this.shown?.value;
    const fits = (/** @type {string} */ type) => value === undefined || typeof value === type;
    if (this.draft.unread.has(this.where)) return this.written();
    if (kind === "fixed") return this.fixed();
    if (kind === "number" && fits("number")) return this.number();
    if (kind === "flag" && fits("boolean")) return this.flag();
    if (kind === "choice" && fits("string")) return this.choice();
    if (kind === "text" && fits("string") && !words.length) return this.text();
    if (kind === "list" && choices.length && isListOf(value, choices)) return this.ticks();
    return this.written();
  }

  /** @param {any} value */
  set(value, typing = false) {
    this.draft.edit({ where: this.where, does: "set", value }, typing);
  }

  reset() {
    this.draft.unread.delete(this.where);
    this.draft.edit({ where: this.where, does: "reset" });
    this.first()?.focus();
  }

  /** Take an optional value away, or show it again. */
  toggle() {
    if (!this.isAway) {
      this.draft.unread.delete(this.where);
      const isNew = !this.draft.ours(this.section, this.key)?.values[this.field.name];
      if (isNew) this.draft.edit({ where: this.where, does: "reset" });
      else this.set(NOT_SHOWN);
      return;
    }
    const ours = this.draft.ours(this.section, this.key)?.values[this.field.name];
    if (ours) this.draft.edit({ where: this.where, does: "reset" });
    else this.set(this.start());
  }

  /** A value to begin with. */
  start() {
    const { kind, low, high, choices, usual } = this.field;
    if (usual) return plain(usual);
    if (kind === "number") return Math.min(high, Math.max(low, 0));
    if (kind === "flag") return false;
    if (kind === "choice") return choices[0];
    return kind === "text" ? "" : kind === "table" ? {} : [];
  }

  first() {
    return this.control.inputs.find((each) => !each.disabled);
  }

  // -- controls ---------------------------------------------------------------------------------

  given() {
    return { id: this.id, "aria-describedby": `${this.id}-origin ${this.id}-help ${this.id}-faults` };
  }

  /** @returns {Control} */
  number() {
    const { low, high, label } = this.field;
    const send = (/** @type {boolean} */ typing) => {
      const number = Number(input.value);
      if (input.value.trim() !== "" && Number.isInteger(number)) this.set(number, typing);
      else this.draft.edit({ where: this.where, does: "write", text: input.value }, typing);
    };
    const by = (/** @type {number} */ step) => () => {
      const from = input.value.trim() === "" ? this.start() - step : Number(input.value);
      input.value = String(Math.min(high, Math.max(low, from + step)));
      send(false);
    };
    const input = el("input", {
      ...this.given(),
      type: "text",
      inputmode: low < 0 ? "text" : "numeric",
      autocomplete: "off",
      size: 4,
      oninput: () => send(true),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        by(step)();
      },
    });
    const button = (/** @type {number} */ step, /** @type {string} */ sign, /** @type {string} */ word) =>
      el("button.btn.by", { type: "button", "aria-label": `${word}: ${label}`, onclick: by(step) }, sign);
    const [less, more] = [button(-1, "−", "Less"), button(1, "+", "More")];
    const show = (/** @type {Shown} */ value) => {
      input.value = value ? String(value.value ?? value.text) : "";
      input.placeholder = this.field.optional ? "–" : "";
      less.disabled = value !== undefined && value.value <= low;
      more.disabled = value !== undefined && value.value >= high;
    };
    return { node: el("span.stepper", {}, less, input, more), inputs: [input], show };
  }

  /** @returns {Control} */
  text() {
    const input = el("input", {
      ...this.given(),
      type: "text",
      autocomplete: "off",
      maxlength: 200,
      oninput: () => this.set(input.value, true),
    });
    const show = (/** @type {Shown} */ value) => {
      input.value = value ? value.value : "";
    };
    return { node: input, inputs: [input], show };
  }

  /** @returns {Control} */
  flag() {
    const input = el("input", { ...this.given(), type: "checkbox", onchange: () => this.set(input.checked) });
    const word = el("span", { "aria-hidden": "true" });
    const show = (/** @type {Shown} */ value) => {
      input.checked = value?.value === true;
      word.textContent = input.checked ? "yes" : "no";
    };
    return { node: el("label.flag", {}, input, word), inputs: [input], show };
  }

  /** @returns {Control} */
  choice() {
    const select = el("select", { ...this.given(), onchange: () => this.set(select.value) });
    const show = (/** @type {Shown} */ value) => {
      const all = [...new Set([...(value ? [value.value] : [""]), ...this.field.choices])];
      const listed = value && this.field.choices.includes(value.value) ? this.field.choices : all;
      select.replaceChildren(
        ...listed.map((word) => el("option", { value: word, selected: word === value?.value }, word || "–")),
      );
    };
    return { node: select, inputs: [select], show };
  }

  /** Some of a few words, each pressed or not. @returns {Control} */
  ticks() {
    const { choices, label } = this.field;
    let on = /** @type {string[]} */ ([]);
    const draw = () => choices.forEach((word, i) => buttons[i].setAttribute("aria-pressed", String(on.includes(word))));
    const press = (/** @type {string} */ word) => {
      on = on.includes(word) ? on.filter((each) => each !== word) : [...on, word];
      draw();
      this.set(on);
    };
    const buttons = choices.map((word) =>
      el("button.btn.small", { type: "button", "data-tick": word, onclick: () => press(word) }, word),
    );
    const show = (/** @type {Shown} */ value) => {
      on = value?.value || [];
      draw();
    };
    return { node: el("div.ticks", { ...this.given(), role: "group", "aria-label": label }, buttons), inputs: buttons, show };
  }

  /** A value as text, with the words that may stand in it. @returns {Control} */
  written() {
    const area = el("textarea", {
      ...this.given(),
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      rows: 1,
      oninput: () => {
        grow(area);
        this.draft.edit({ where: this.where, does: "write", text: area.value }, true);
      },
    });
    const put = (/** @type {string} */ example) => {
      area.value = joined(area.value, example);
      grow(area);
      area.focus();
      this.draft.edit({ where: this.where, does: "write", text: area.value });
    };
    const words = this.field.words.map((word) =>
      el(
        "li",
        {},
        el(
          "button.btn.small",
          { type: "button", "data-word": word.name, title: word.example, onclick: () => put(word.example) },
          word.name,
        ),
        el("span", {}, word.help),
      ),
    );
    const list =
      words.length > 0 &&
      el(
        "details.words",
        {},
        el("summary", {}, `Words for this (${words.length})`),
        el("p", {}, "A click puts in an example, to be changed."),
        el("ul", {}, words),
      );
    const show = (/** @type {Shown} */ value) => {
      area.value = value ? value.text : "";
      grow(area);
    };
    return { node: el("div.written", {}, area, list), inputs: [area], show };
  }

  /** @returns {Control} */
  fixed() {
    const output = el("output", this.given());
    const show = (/** @type {Shown} */ value) => {
      output.textContent = value ? value.text : "–";
    };
    return { node: output, inputs: [output], show };
  }

  // -- drawing ----------------------------------------------------------------------------------

  draw() {
    const { label, help, kind, optional } = this.field;
    const wide = this.control.node.matches(".written, .ticks, input");
    return el(
      "div.value",
      { class: [`of-${kind}`, wide ? "wide" : ""].join(" "), "data-where": this.where },
      el(
        "div.about-it",
        {},
        el("label", { for: this.id }, label),
        el("span.help", { id: `${this.id}-help` }, help),
        el("span", {}, this.origin, kind !== "fixed" && [" ", this.back]),
      ),
      el("div.control", {}, this.control.node, optional && kind !== "fixed" && this.away),
      this.faults,
    );
  }

  /** Show the draft as it is now; what is being typed stays. */
  update() {
    const { value, isAway } = this;
    const faults = this.draft.faultsAt(this.where);
    const busy = this.control.inputs.includes(document.activeElement);
    if (!this.draft.pending(this.where) && !(busy && this.isTyped())) this.control.show(this.shown);
    const isNew = this.draft.theirs(this.section, this.key)?.added;
    const ours = this.draft.ours(this.section, this.key)?.values[this.field.name];
    const own = value?.source === "own" || (isAway && ours !== undefined) || this.draft.unread.has(this.where);
    this.node.classList.toggle("own", own);
    this.node.classList.toggle("gone", isAway);
    this.node.classList.toggle("bad", faults.some((fault) => !fault.warning));
    this.back.hidden = isNew || !own;
    this.back.setAttribute("aria-label", `${this.field.label}: back to ours${ours ? `, ${ours.text}` : ""}`);
    this.back.textContent = ours && ours.text.length < 9 ? `back to ours, ${ours.text}` : "back to ours";
    this.away.setAttribute("aria-pressed", String(isAway));
    this.away.setAttribute("aria-label", `${this.field.label}: not shown`);
    this.origin.replaceChildren(...this.source(value, isAway));
    for (const input of this.control.inputs)
      if (input.matches("input, select, textarea"))
        input.setAttribute("aria-invalid", String(faults.some((fault) => !fault.warning)));
    this.faults.replaceChildren(
      ...faults.map((fault) => el(`span.${fault.warning ? "warning" : "fault"}`, {}, fault.text)),
    );
  }

  /** Whether the field shows what was typed, and the answer means the same. */
  isTyped() {
    return this.field.kind !== "choice" && this.field.kind !== "flag" && !this.control.node.matches(".ticks");
  }

  /** Where the value comes from. @param {CardValue | undefined} value @param {boolean} isAway */
  source(value, isAway) {
    if (!value) return [isAway ? "not shown" : this.field.usual ? "as usual" : ""];
    const word = this.draft.form.sources[value.source] || value.source;
    const clause =
      value.clause && el("a", { href: `/rules/${this.draft.game}#${value.clause}` }, value.clause);
    return [el(`i.dot.${value.source}`, { "aria-hidden": "true" }), value.note ? `${word}: ${value.note}` : word, clause && " ", clause]
      .filter(Boolean);
  }
}

/** Whether a value is a list of known words, or none yet. @param {any} value @param {string[]} words */
const isListOf = (value, words) =>
  value === undefined || (Array.isArray(value) && value.every((each) => words.includes(each)));

/** A value from TOML that is plain enough to be JSON as well. @param {string} text @returns {any} */
function plain(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Let a field be as high as its text. @param {any} area */
function grow(area) {
  const lines = area.value.split("\n").reduce((/** @type {number} */ n, /** @type {string} */ line) => n + 1 + Math.floor(line.length / LONG), 0);
  area.rows = Math.min(12, Math.max(1, lines));
}

/** A text with an example in it: its items join those of a list or table. @param {string} text @param {string} example */
export function joined(text, example) {
  const more = example.replace(/^[\w-]+\s*=\s*/, "").trim();
  const now = text.trim();
  const both = (/** @type {string} */ open, /** @type {string} */ shut) =>
    now.startsWith(open) && now.endsWith(shut) && more.startsWith(open) && more.endsWith(shut);
  const inner = (/** @type {string} */ whole) => whole.slice(1, -1).trim().replace(/,$/, "");
  if (both("[", "]")) return `[${[inner(now), inner(more)].filter(Boolean).join(", ")}]`;
  if (both("{", "}")) return `{ ${[inner(now), inner(more)].filter(Boolean).join(", ")} }`;
  if (now.startsWith("[") && now.endsWith("]") && more.startsWith("{"))
    return `[${[inner(now), more].filter(Boolean).join(", ")}]`;
  return more;
}
