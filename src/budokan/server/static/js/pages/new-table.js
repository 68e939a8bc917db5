/** The form for a new table, built from the games' descriptions. An invitation asks for game and clock. */
import { badge, botWords } from "../lib/badge.js";
import { absentField, clockChosen, clockField } from "./clock-form.js";
import { dialog, el } from "../lib/dom.js";
import { crest } from "../lib/icons.js";
import { remember } from "../lib/memory.js";
import { bots, GUEST, myName, sitDown, today } from "../table/sit-down.js";

/** @typedef {import("../lib/types.js").GameInfo} GameInfo */
/** @typedef {import("../lib/types.js").Option} Option */

const SEATS = "ABCDEF";
/** Who may take the free seats. @type {[string, string][]} */
const FREE = [
  ["", "for people you invite"],
  ["open", "for everybody in the hall"],
];

/** The possible numbers of players. @param {GameInfo} game */
const most = (game) => game.seats[game.seats.length - 1];

/** A list to choose from. @param {string} name @param {[string, string][]} rows @param {string} [chosen] */
const field = (name, rows, chosen = rows[0][0]) =>
  el(
    "select",
    { id: `f-${name}` },
    rows.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
  );

/** @param {string} who */
const isPerson = (who) => ["me", "human"].includes(who);

/** @param {string} title @param {any[]} parts */
const fold = (title, ...parts) => el("details", {}, el("summary", {}, el("h3", {}, title)), parts);

/** @param {string} words @param {HTMLElement} of */
const labelled = (words, of) => [el("label", { for: of.id }, words), of];

export class TableForm {
  /** @param {GameInfo[]} games */
  constructor(games) {
    this.games = games;
    this.second = "";
    this.everybody = false;
    this.game = games[0];
    /** Options of seats chosen before the form was opened. @type {Record<string, Record<string, any>>} */
    this.chosen = {};
    /** The hash of a card file; '' for our own cards. */
    this.cards = "";
    this.places = el("div.places");
    this.ownCards = el("div.own-cards");
    this.fault = el("p.fault", { role: "alert" });
    this.send = el("button.btn.primary", { type: "submit" }, "Open the table");
    this.form = el("form", {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.submit();
      },
    });
  }

  /** @param {string} id the game, or the first one @param {string} second the player of the second seat, if not a bot
   * @param {boolean} open whether the table is open to everybody in the hall */
  open(id = "", second = "", open = false) {
    this.second = second;
    this.everybody = open;
    if (this.invites) this.games = this.games.filter((game) => most(game) > 1);
    this.game = this.games.find((game) => game.id === id) || this.games[0];
    this.send.textContent = this.invites && !open ? "Get the link" : "Open the table";
    this.draw();
    const title = open ? "Open a table" : this.invites ? "Invite a friend" : "New table";
    dialog(title, this.form).classList.add("wide");
  }

  /** Whether somebody else is to take the second seat. */
  get invites() {
    return this.second === "human";
  }

  /** How many seats are offered first: two people at an invitation. */
  get usualSeats() {
    return this.invites ? this.game.seats.find((n) => n > 1) || 1 : this.game.default_seats;
  }

  draw() {
    const { game } = this;
    this.places.replaceChildren();
    this.places.dataset.game = game.id;
    this.fault.replaceChildren();
    const options = fold("Options", el("div.options", {}, game.options.map((each) => this.option(each))));
    const pairs = el("div.pairs", {}, this.otherPairs(game));
    const rest = [pairs, this.ownCards, this.places, game.options.length > 0 && options];
    this.form.replaceChildren(
      el("div.pairs", {}, this.mainPairs(game)),
      ...(this.invites ? [fold("More", ...rest)] : rest.filter(Boolean)),
      this.fault,
      el(
        "div.ways",
        {},
        this.send,
        el("button.btn", { type: "button", onclick: () => this.form.closest("dialog").close() }, "Not now"),
      ),
    );
    this.seats(this.usualSeats);
    import("./card-field.js").then(
      ({ cardField }) => cardField(this),
      () => {}, // our own cards are there as well
    );
  }

  /** The game and the clock, each with its label. @param {GameInfo} game */
  mainPairs(game) {
    const choice = field(
      "game",
      this.games.map((each) => [each.id, each.title]),
      game.id,
    );
    choice.addEventListener("change", () => {
      this.game = this.games[choice.selectedIndex];
      this.cards = "";
      this.draw();
      this.form.querySelector("#f-game").focus();
    });
    return [labelled("Game", choice), labelled("Clock", clockField(most(game) === 1))];
  }

  /** The other fields for the whole table. @param {GameInfo} game */
  otherPairs(game) {
    const alone = most(game) === 1;
    const sizes = game.seats.map((n) => /** @type {[string, string]} */ ([String(n), String(n)]));
    const count = field("seats", sizes, String(this.usualSeats));
    count.addEventListener("change", () => this.seats(Number(count.value)));
    return [
      game.seats.length > 1 && labelled("Seats", count),
      labelled("Hints", field("assists", [["allowed", "allowed"], ["forbidden", "forbidden"]])),
      !alone && labelled("Free seats", field("open", FREE, this.everybody ? "open" : "")),
      !alone && labelled("Late players", absentField()),
      game.daily && labelled("Deal", field("deal", [["", "by chance"], [today(), "challenge of the day"]])),
    ];
  }

  /** Set the number of seats; existing seats keep their values. @param {number} n */
  seats(n) {
    const there = [...this.places.querySelectorAll(".place")].slice(0, n);
    const fresh = Array.from({ length: n - there.length }, (_, i) => this.place(there.length + i));
    this.places.replaceChildren(...there, ...fresh);
    import("./form-fields.js").then(
      ({ enrich }) => enrich(this),
      () => {}, // the plain fields work as well
    );
  }

  /** The player of a seat, and that seat's options. @param {number} seat */
  place(seat) {
    const chosen = seat === 0 ? "me" : (seat === 1 && this.second) || this.game.opponent;
    const letter = SEATS[seat];
    const usual = (/** @type {string} */ sits) => (isPerson(sits) ? GUEST : "Name");
    const mark = el("span.mark", {}, !isPerson(chosen) && badge(chosen));
    const called = el("input", {
      name: "called",
      maxlength: 24,
      value: seat === 0 ? myName() : "",
      placeholder: usual(chosen),
      "aria-label": `Name on seat ${letter}`,
    });
    const who = el(
      "select",
      {
        name: "who",
        "aria-label": `Who sits on seat ${letter}`,
        onchange: () => {
          called.placeholder = usual(who.value);
          mark.replaceChildren(...[!isPerson(who.value) && badge(who.value)].filter(Boolean));
        },
      },
      this.sitters().map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
    );
    return el(
      "fieldset.place",
      {},
      el("legend", {}, crest(seat), `Seat ${letter}`, mark),
      who,
      called,
      this.game.seat_options.map((each) =>
        el(
          "label.seatopt",
          {},
          el("span", {}, each.name),
          this.input(this.preset(each, letter), `seat ${letter}: ${each.text}`, true),
        ),
      ),
    );
  }

  /** The kinds of players a seat can have, with labels. */
  sitters() {
    const house = bots(this.game).map((name) => [name, botWords(name)]);
    return [["me", "you, at this screen"], ["human", "somebody you invite"], ...house];
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
        required: true,
        min: low,
        max: option.high,
        value: option.default,
        title: option.values,
      });
    }
    return el("input", { ...given, value: option.default, autocomplete: "off" });
  }

  /** The table described by the form. */
  wanted() {
    const all = (/** @type {string} */ name) =>
      /** @type {any[]} */ ([...this.form.querySelectorAll(`[name="${name}"]`)]);
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
        if (read(field) !== option.default) (choices[SEATS[seat]] ??= {})[option.name] = read(field);
      });
    }
    const players = all("who").map((field) => field.value);
    const names = all("called").map((field) => field.value.trim());
    const chosen = (/** @type {string} */ name) => this.form.querySelector(`#f-${name}`)?.value || "";
    const open = chosen("open") === "open" && players.includes("human");
    const [daily, assists] = [chosen("deal"), chosen("assists") === "allowed"];
    const seats = players.length;
    const cards = this.cards;
    const table = { game: this.game.id, seats, options, choices, players, names, daily, assists, open, cards };
    return { ...table, ...clockChosen(this.form) };
  }

  async submit() {
    const wanted = this.wanted();
    const { players, names } = wanted;
    if (players[0] === "me") remember("name", names[0]);
    this.send.disabled = true;
    await sitDown(wanted).catch((error) => {
      this.fault.textContent = error.message;
    });
    this.send.disabled = false;
  }
}

/** @param {any} field */
function read(field) {
  if (field.type === "checkbox") return field.checked;
  return field.dataset.kind === "int" ? Number(field.value) : field.value;
}
