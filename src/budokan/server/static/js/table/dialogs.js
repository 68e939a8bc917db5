/** Dialogs of the table: help, and conceding. */
import { dialog, el } from "../lib/dom.js";
import { letters, useLetters } from "./keys.js";

/** Help: how to pick, and the keys. */
export function help() {
  const rows = [
    ["Tab", "question, then what may be picked, then the side"],
    ["Arrows", "from piece to piece"],
    ["Enter", "picks"],
    ["Space", "shows a card in full, as a long press does"],
    ["Backspace", "takes back"],
    ["?", "explains the piece"],
    ["H", "hint: the best moves, where the table allows it"],
  ];
  const single = el("input", { type: "checkbox", checked: letters(), onchange: () => useLetters(single.checked) });
  const box = dialog(
    "How to play here",
    el(
      "p",
      {},
      "You can pick anything that glows in gold. Click it, then the place it goes to, or a button in the prompt. Click a dashed piece to see why you cannot play it now.",
    ),
    el(
      "dl.keys",
      {},
      rows.flatMap(([key, does]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, does)]),
    ),
    el("label.check", {}, single, "Use the single keys ? and H"),
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
