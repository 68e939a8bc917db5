/** Dialogs of the table: help, and conceding. */
import { dialog, el } from "../lib/dom.js";
import { paceList } from "../lib/pace.js";
import { printSwitch } from "../lib/print-colours.js";
import { takeSingles, takesSingles } from "../lib/singles.js";
import { letters, useLetters } from "./keys.js";

/** Help: how to pick, and the keys. */
export function help() {
  const rows = [
    ["Tab", "question, then what may be picked, then the side"],
    ["Arrows", "from piece to piece"],
    ["Enter", "picks"],
    ["Space", "shows a card in full, as a long press does"],
    ["1 to 9", "picks the choice with that number"],
    ["Backspace", "takes back"],
    ["Any key", "skips what is being shown; so does a click"],
    ["?", "explains the piece"],
    ["H", "hint: the best moves, where the table allows it"],
  ];
  const single = el("input", { type: "checkbox", checked: letters(), onchange: () => useLetters(single.checked) });
  const only = el("input", { type: "checkbox", checked: takesSingles(), onchange: () => takeSingles(only.checked) });
  const box = dialog(
    "How to play here",
    el(
      "p",
      {},
      "You can pick anything that glows in gold. Click it, then the place it goes to, or a button in the prompt; or drag it there. A double click takes the first way on. Click a dashed piece to see why you cannot play it now.",
    ),
    el(
      "dl.keys",
      {},
      rows.flatMap(([key, does]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, does)]),
    ),
    el("label.check", {}, "Pace of what happens", paceList({})),
    el("label.check", {}, only, "Take single choices for me"),
    el("label.check", {}, single, "Use the single keys ?, H and 1 to 9"),
    document.querySelector(".room-ring") && printSwitch(),
    el("button.btn", { type: "button", autofocus: true, onclick: () => box.close() }, "Back to the table"),
  );
}

/** Ask whether the player really wants to give up. @param {boolean} alone @param {() => void} concede */
export function askConcede(alone, concede) {
  const box = dialog(
    "Concede this match?",
    el("p", {}, alone ? "The game ends here." : "The other side wins."),
    el(
      "div.ways",
      {},
      el(
        "button.btn.primary",
        {
          type: "button",
          onclick: () => {
            box.close();
            concede();
          },
        },
        "Concede",
      ),
      el("button.btn", { type: "button", onclick: () => box.close() }, "Play on"),
    ),
  );
}
