/** Whether single choices are taken without being asked; the visitor's choice. */
import { remember, remembered } from "./memory.js";

export const takesSingles = () => remembered("single") !== "off";

/** @param {boolean} on */
export const takeSingles = (on) => remember("single", on ? "on" : "off");
