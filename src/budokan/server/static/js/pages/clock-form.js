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

/** Label and field pairs for the form; a player alone is not offered a clock per turn. @param {boolean} alone */
export function clockFields(alone) {
  const offered = CLOCKS.filter(([kind]) => !alone || kind !== "turn");
  const clock = el(
    "select",
    { id: "f-clock" },
    offered.map(([kind, seconds, more, words]) =>
      el("option", { value: `${kind} ${seconds} ${more}` }, words),
    ),
  );
  const wait = el("option", { value: "wait" }, "everybody waits");
  const absent = el(
    "select",
    { id: "f-absent" },
    el("option", { value: "claim" }, "others may claim a win"),
    el("option", { value: "bot" }, "a bot takes over"),
    wait,
  );
  clock.addEventListener("change", () => {
    wait.disabled = clock.selectedIndex > 0; // running out of time must have a consequence
    if (wait.disabled && absent.value === "wait") absent.value = "claim";
  });
  return [
    el("label", { for: "f-clock" }, "Clock"),
    clock,
    !alone && [el("label", { for: "f-absent" }, "Late players"), absent],
  ];
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
