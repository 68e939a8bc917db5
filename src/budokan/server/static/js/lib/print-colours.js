/** Whether cards have the colours of the print where these are known: yellow steps, red attacks and defences. */
import { remember, remembered } from "./memory.js";

export const printed = () => remembered("faces") === "print";

/** @param {boolean} on */
export function usePrint(on) {
  remember("faces", on ? "print" : "house");
  document.documentElement.dataset.faces = on ? "print" : "house";
}
