/** The clock of a new table, and what happens when a player is away. */
import { el } from "../lib/dom.js";

/** kind, seconds, increment, words @type {[string, number, number, string][]} */
const CLOCKS = [
  ["none", 0, 0, "none"],
  ["turn", 60, 0, "1 minute a turn"],
  ["turn", 180, 0, "3 minutes a turn"],
  ["match", 300, 5, "5 min a match +5 s a turn"],
  ["match", 600, 0, "10 minutes a match"],
  ["match", 1800, 10, "30 min a match +10 s a turn"],
  ["turn", 86_400, 0, "1 day a turn"],
  ["turn", 259_200, 0, "3 days a turn"],
];

/** The list of clocks; a player alone is not offered a clock per turn. @param {boolean} alone */
export function clockField(alone) {
  const offered = CLOCKS.filter(([kind]) => !alone || kind !== "turn");
  const clock = el(
    "select",
    { id: "f-clock", onchange: () => timed(clock) },
    offered.map(([kind, seconds, more, words]) =>
      el("option", { value: `${kind} ${seconds} ${more}` }, words),
    ),
  );
  return clock;
}

/** What happens when a player is late. */
export const absentField = () =>
  el(
    "select",
    { id: "f-absent" },
    el("option", { value: "claim" }, "others may claim a win"),
    el("option", { value: "bot" }, "a bot takes over"),
    el("option", { value: "wait" }, "everybody waits"),
  );

/** With a clock, running out of time must have a consequence. @param {HTMLSelectElement} clock */
function timed(clock) {
  const absent = /** @type {HTMLSelectElement | null} */ (clock.form?.querySelector("#f-absent"));
  const wait = /** @type {HTMLOptionElement | null} */ (absent?.querySelector('[value="wait"]'));
  if (!absent || !wait) return;
  wait.disabled = clock.selectedIndex > 0;
  if (wait.disabled && absent.value === "wait") absent.value = "claim";
}

/** The chosen clock, as the request sends it. @param {HTMLFormElement} form */
export function clockChosen(form) {
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLSelectElement | null} */ (form.querySelector(`#f-${name}`));
  const [kind, seconds, increment] = (field("clock")?.value || "none 0 0").split(" ");
  return {
    clock: { kind, seconds: Number(seconds), increment: Number(increment) },
    when_absent: field("absent")?.value || "claim",
  };
}
