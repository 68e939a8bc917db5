/** A new table: the form is built from what the games say about themselves. */
import { clockChosen, clockFields } from "./clockform.js";
import { ask, byId, el } from "./dom.js";
import { crest } from "./icons.js";
import { BELTS, myName, remember, sitDown, today } from "./start.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").Option} Option */

export class TableForm {
  /** @param {GameInfo[]} games */
  constructor(games) {
    this.games = games;
    this.box = /** @type {HTMLDialogElement} */ (byId("ask"));
    this.second = "";
    this.everybody = false;
    this.game = games[0];
    /** What seats chose before the form was opened. @type {Record<string, Record<string, any>>} */
    this.chosen = {};
  }

  /** @param {string} id the game, or the first one @param {string} second who sits on the second seat, if not a bot
   * @param {boolean} open whether it is for everybody in the hall */
  open(id = "", second = "", open = false) {
    this.second = second;
    this.everybody = open;
    const fits = this.games.filter((game) => !second || game.seats[game.seats.length - 1] > 1);
    this.game = this.games.find((game) => game.id === id) || fits[0] || this.games[0];
    this.draw();
    this.box.classList.add("wide");
    this.box.showModal();
  }

  draw() {
    const { game } = this;
    const choice = el(
      "select",
      {
        id: "f-game",
        onchange: () => {
          this.game = this.games[choice.selectedIndex];
          this.draw();
        },
      },
      this.games.map((each) => el("option", { value: each.id, selected: each === game }, each.title)),
    );
    const count = el(
      "select",
      { id: "f-seats", onchange: () => this.seats(Number(count.value)) },
      game.seats.map((n) => el("option", { value: n, selected: n === game.default_seats }, String(n))),
    );
    this.places = el("div.places");
    this.fault = el("p.fault", { role: "alert" });
    this.box.replaceChildren(
      el(
        "form",
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.submit();
          },
        },
        el("h2", {}, "New table"),
        el(
          "div.pairs",
          {},
          el("label", { for: "f-game" }, "Game"),
          choice,
          game.seats.length > 1 && [el("label", { for: "f-seats" }, "Seats"), count],
          el("label", { for: "f-assists" }, "Hints"),
          el(
            "select",
            { id: "f-assists", name: "assists" },
            el("option", { value: "allowed" }, "allowed"),
            el("option", { value: "forbidden" }, "forbidden"),
          ),
          game.seats[game.seats.length - 1] > 1 && [
            el("label", { for: "f-open" }, "Free seats"),
            el(
              "select",
              { id: "f-open", name: "open" },
              el("option", { value: "" }, "for whom you invite"),
              el("option", { value: "open", selected: this.everybody }, "for everybody in the hall"),
            ),
          ],
          clockFields(game.seats[game.seats.length - 1] === 1),
          game.daily && [
            el("label", { for: "f-deal" }, "Deal"),
            el(
              "select",
              { id: "f-deal", name: "deal" },
              el("option", { value: "" }, "by chance"),
              el("option", { value: today() }, "challenge of the day"),
            ),
          ],
        ),
        this.places,
        game.options.length > 0 &&
          el(
            "details",
            {},
            el("summary", {}, el("h3", {}, "Options")),
            el(
              "div.options",
              {},
              game.options.map((each) => this.option(each)),
            ),
          ),
        this.fault,
        el(
          "div.ways",
          {},
          el("button.btn.primary", { type: "submit" }, "Open the table"),
          el("button.btn", { type: "button", onclick: () => this.box.close() }, "Not now"),
        ),
      ),
    );
    this.seats(game.default_seats);
  }

  /** @param {number} n */
  seats(n) {
    const who = [
      ["me", "you, at this screen"],
      ["human", "somebody you invite"],
      ...this.game.agents.map(({ name, line }) => [
        name,
        `bot: ${name}${line ? `, ${line.split(";")[0]}` : ""}`,
      ]),
    ];
    this.places.replaceChildren(
      ...Array.from({ length: n }, (_, seat) => {
        const chosen = seat === 0 ? "me" : (seat === 1 && this.second) || this.game.opponent;
        const letter = "ABCDEF"[seat];
        return el(
          "fieldset.place",
          {},
          el("legend", {}, crest(seat), `Seat ${letter}`),
          el(
            "select",
            { name: "who", "aria-label": `Who sits on seat ${letter}` },
            who.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
          ),
          el("input", {
            name: "called",
            maxlength: 24,
            value: seat === 0 ? myName() : BELTS[seat],
            "aria-label": `Name on seat ${letter}`,
          }),
          this.game.seat_options.map((each) =>
            el(
              "label.seatopt",
              {},
              el("span", {}, `${each.name}`),
              this.input(this.preset(each, letter), `seat ${letter}: ${each.text}`, true),
            ),
          ),
        );
      }),
    );
    import("./choosers.js").then(({ friendlier }) => friendlier(this));
  }

  /** @param {Option} option @param {string} letter */
  preset(option, letter) {
    return { ...option, default: this.chosen[letter]?.[option.name] ?? option.default };
  }

  /** @param {Option} option */
  option(option) {
    const id = `o-${option.name}`;
    const field = this.input(option, "");
    field.id = id;
    return el(
      "div.option",
      {},
      el("label", { for: id }, option.text),
      field,
      el(
        "a",
        { href: `/rules/${this.game.id}#${option.clause}`, target: "_blank", rel: "noopener" },
        option.clause,
      ),
    );
  }

  /** @param {Option} option @param {string} label @param {boolean} [seat] */
  input(option, label, seat = false) {
    const given = {
      name: seat ? `seat.${option.name}` : option.name,
      "aria-label": label || null,
      "data-kind": option.kind,
    };
    if (option.kind === "bool") return el("input", { ...given, type: "checkbox", checked: option.default });
    if (option.kind === "choice")
      return el(
        "select",
        given,
        option.choices.map((value) =>
          el("option", { value, selected: value === option.default }, value.replaceAll("_", " ")),
        ),
      );
    if (option.kind === "int") {
      const low = Math.min(option.low, ...Object.values(option.also));
      return el("input", {
        ...given,
        type: "number",
        min: low,
        max: option.high,
        value: option.default,
        title: option.values,
      });
    }
    return el("input", { ...given, value: option.default, autocomplete: "off" });
  }

  /** The table as the form stands. */
  wanted() {
    const form = /** @type {HTMLFormElement} */ (this.box.querySelector("form"));
    const all = (/** @type {string} */ name) =>
      /** @type {any[]} */ ([...form.querySelectorAll(`[name="${name}"]`)]);
    /** @type {Record<string, any>} */
    const options = {};
    for (const option of this.game.options) {
      const value = read(all(option.name)[0]);
      if (value !== option.default) options[option.name] = value;
    }
    /** @type {Record<string, any>} */
    const choices = {};
    for (const option of this.game.seat_options) {
      all(`seat.${option.name}`).forEach((field, seat) => {
        if (read(field) !== option.default) (choices["ABCDEF"[seat]] ??= {})[option.name] = read(field);
      });
    }
    const sitting = all("who").map((field) => field.value);
    const names = all("called").map((field, seat) => field.value.trim() || BELTS[seat]);
    const open = all("open")[0]?.value === "open" && sitting.includes("human");
    const daily = all("deal")[0]?.value || "";
    const assists = all("assists")[0].value === "allowed";
    const seats = sitting.length;
    const table = { game: this.game.id, seats, options, choices, sitting, names, daily, assists, open };
    return { ...table, ...clockChosen(form) };
  }

  async submit() {
    try {
      const wanted = this.wanted();
      const { sitting, names } = wanted;
      if (sitting[0] === "me" && names[0] !== BELTS[0]) remember("name", names[0]);
      await sitDown(wanted);
    } catch (error) {
      this.fault.textContent = /** @type {Error} */ (error).message;
    }
  }
}

/** @param {any} field */
function read(field) {
  if (field.type === "checkbox") return field.checked;
  return field.dataset.kind === "int" ? Number(field.value) : field.value;
}
