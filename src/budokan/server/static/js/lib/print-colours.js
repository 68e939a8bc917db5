/** Whether cards have the colours of the print where these are known: yellow steps, red attacks and defences. */
import { el } from "./dom.js";
import { remember, remembered } from "./memory.js";

/** @param {boolean} on */
function usePrint(on) {
  remember("faces", on ? "print" : "house");
  document.documentElement.dataset.faces = on ? "print" : "house";
}

export function printSwitch() {
  const print = el("input", {
    type: "checkbox",
    checked: remembered("faces") === "print",
    onchange: () => usePrint(print.checked),
  });
  return el("label.check", {}, print, "Cards in the colours of the print");
}
