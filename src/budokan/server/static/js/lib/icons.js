/** Small hand-drawn icons in a box of 24, and the sheet of symbols that all pages share. */
import { FIGURES } from "./figures.js";
import { known } from "./vocabulary.js";

/** @type {Record<string, string>} */
export const ICONS = {
  cards:
    '<path d="M8 5.6 18.6 3.4c.6-.1 1 .2 1.1.7L22 16.2c.1.6-.2 1-.7 1.1L17 18.2V9.6C17 7.6 16 6.6 14 6.6H8Z"/><path d="M3.2 8h10.6c.8 0 1.2.4 1.2 1.2v11.6c0 .8-.4 1.2-1.2 1.2H3.2C2.4 22 2 21.6 2 20.8V9.2C2 8.4 2.4 8 3.2 8Z"/>',
  undo: '<path d="M9.6 3 3 9.2 9.6 15.4V11.4C14.4 11.2 17.2 13 18.6 17.6 20.4 11 16.6 7 9.6 6.8Z"/>',
  hint: '<path d="M12 2.4C8 2.4 5 5.4 5 9.2 5 12 6.6 13.6 8 15.4V17.4H16V15.4C17.4 13.6 19 12 19 9.2 19 5.4 16 2.4 12 2.4ZM8.6 18.8h6.8L14.6 21.6H9.4Z"/>',
  help: '<path d="M7 8.4C7 5 9.2 2.8 12.4 2.8 15.4 2.8 17.6 4.8 17.6 7.8 17.6 10 16.2 11.4 14.8 12.6 13.8 13.4 13.4 14 13.4 15.4H10.4C10.4 12.8 11.2 11.8 12.6 10.6 13.8 9.6 14.4 8.8 14.4 7.8 14.4 6.6 13.6 5.8 12.4 5.8 11 5.8 10.2 6.8 10.2 8.4ZM10 18.2h3.8v3.6H10Z"/>',
  scroll:
    '<path fill-rule="evenodd" d="M5 3H19C20.2 3 21 3.8 21 5S20.2 7 19 7V17C20.2 17 21 17.8 21 19S20.2 21 19 21H5C3.8 21 3 20.2 3 19S3.8 17 5 17V7C3.8 7 3 6.2 3 5S3.8 3 5 3ZM8 9v1.6h8V9ZM8 13v1.6h6V13Z"/>',
  moon: '<path d="M14.8 2.6C9.6 3 5.8 7 5.8 12.2 5.8 17.6 10 21.4 15 21.4 17.4 21.4 19.4 20.6 21 19 14 19 10 14.8 10.4 9.6 10.6 6.6 12.2 4.2 14.8 2.6Z"/>',
  sound: '<path d="M3 9H7L12.4 4.4V19.6L7 15H3ZM15 8.4C17 10.4 17 13.6 15 15.6L16.4 17C19.2 14.2 19.2 9.8 16.4 7Z"/>',
  mute: '<path d="M3 9H7L12.4 4.4V19.6L7 15H3ZM15 9.4 16.2 8.2 18.4 10.6 20.6 8.2 21.8 9.4 19.6 11.8 21.8 14.2 20.6 15.4 18.4 13 16.2 15.4 15 14.2 17.2 11.8Z"/>',
  pace: '<path d="M3 5C7 7.200 10 9.400 12.400 12 10 14.600 7 16.800 3 19 5.400 14.400 5.400 9.600 3 5ZM11.600 5C15.600 7.200 18.600 9.400 21 12 18.600 14.600 15.600 16.800 11.600 19 14 14.400 14 9.600 11.600 5Z"/>',
  friends:
    '<path d="M8.4 4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2ZM16.6 6a2.9 2.9 0 1 1 0 5.8 2.9 2.9 0 0 1 0-5.8ZM2 20C2.2 15.2 4.6 12.8 8.4 12.8S14.6 15.2 14.8 20ZM16.4 20C16.4 17.2 15.8 15.2 14.8 13.6 19 12.6 21.8 14.8 22 20Z"/>',
  play: '<path d="M6 3.4C12 6 17 9 20.6 12 17 15 12 18 6 20.6 6.8 14.8 6.8 9.2 6 3.4Z"/>',
  pause: '<path d="M6 4c1.6.4 3 .4 4.4 0-.4 5.400-.4 10.600 0 16-1.400-.4-2.800-.4-4.400 0 .4-5.400.4-10.600 0-16ZM13.600 4c1.600.4 3 .4 4.400 0-.4 5.400-.4 10.600 0 16-1.400-.4-2.800-.4-4.400 0 .4-5.400.4-10.600 0-16Z"/>',
  first: '<path d="M5 4h2.6v16H5ZM19.4 4C15 7 11.4 9.4 8.8 12c2.6 2.6 6.2 5 10.6 8-.6-5.6-.6-10.4 0-16Z"/>',
  prev: '<path d="M17.4 3.4C12 6.6 8 9.2 5 12c3 2.8 7 5.4 12.4 8.6-.8-5.8-.8-11.4 0-17.2Z"/>',
  next: '<path d="M6.6 3.4C12 6.6 16 9.2 19 12c-3 2.8-7 5.4-12.4 8.6.8-5.8.8-11.4 0-17.2Z"/>',
  last: '<path d="M16.4 4H19v16h-2.6ZM4.6 4C9 7 12.6 9.4 15.2 12 12.6 14.6 9 17 4.6 20c.6-5.6.6-10.4 0-16Z"/>',
  punch:
    '<path d="M4 9.5C4 7.6 5.4 7 6.6 7.3 6.9 5.6 9 5.3 9.8 6.4 10.4 5 12.7 4.9 13.3 6.3 14.2 5.3 16 5.7 16.3 7.1L20 8.6V16l-3.4 1.4C15.6 19 13.4 19.6 11 19.4 6.6 19.2 4 16.4 4 13Z"/><path class="cut" d="M7.2 8v3.2M10.2 7.4v3.6M13.4 7.4v3.4M5.4 12.6h7.6"/>',
  kick: '<path d="M9.2 2.6 14.4 3.4C14 7.6 14.2 10.6 15 13.2 17.4 15 20 15.4 21 17.2 21.6 18.6 20.8 20 19 20H8.2C6.8 20 6.4 18.8 7 17.4 8.6 13 9.2 8 9.2 2.6Z"/><path class="cut" d="M7.4 17.4c4 .4 8-.2 10.8-1.6"/>',
  lock: '<path d="M3 8.6C6 4.6 11 4.4 13.4 7.8L11 10.2C9.8 8.4 7.6 8.6 6.2 10.6 5 12.4 5.6 15 8 15.8L7 19C2.6 18 .8 12 3 8.6Z"/><path d="M21 15.4C18 19.4 13 19.6 10.6 16.2L13 13.8C14.2 15.6 16.4 15.4 17.8 13.4 19 11.6 18.4 9 16 8.2L17 5C21.4 6 23.2 12 21 15.4Z"/>',
  headbutt:
    '<path d="M9 4.2A7 7 0 0 1 15.4 11C15.4 14.6 13 17 11.6 17.6V21H5.6V17C3.6 15.6 2.4 13.4 2.4 11A6.7 6.7 0 0 1 9 4.2Z"/><path d="M17.4 7 22 4.6 19.2 9ZM18 11.2l5 .2-5 2.2ZM16.6 15.6l4.2 3-5.2-.8Z"/>',
  move: '<path d="M8.4 2.6C11 2.4 12.2 5 11.8 8 11.6 10.2 10.4 11.6 8.8 11.8 6.8 12 5.6 10 5.6 7.4 5.6 4.8 6.6 2.8 8.4 2.6ZM6.6 13.2l4-.4c.4 2-.4 3.6-1.8 3.7-1.4.1-2.3-1.3-2.2-3.3Z"/><path d="M15.8 7.2C18 7.2 19 9.6 18.6 12.2 18.4 14.4 17.2 15.8 15.6 15.8 13.6 15.7 12.8 13.6 13 11.4 13.2 9 14.2 7.2 15.8 7.2ZM13.4 17.4l4.2.2c.2 2-.8 3.6-2.2 3.5-1.4 0-2.2-1.7-2-3.7Z"/>',
  defense:
    '<path d="M12 2.4 20 5C20.4 12 18 18.2 12 21.8 6 18.2 3.6 12 4 5Z"/><path class="cut" d="M7.2 8.6c3 1.6 6.6 1.6 9.6 0M8 13c2.6 1.4 5.4 1.4 8 0"/>',
  energy:
    '<path d="M13 1.8C14 6 19.6 8.6 19.6 14.4 19.6 19 16 22.2 12 22.2 8 22.2 4.4 19 4.4 14.8 4.4 11.8 6.2 9.8 7.2 7.4 8.4 8.6 8.8 9.6 9 11 11.2 8.8 12.8 5.8 13 1.8Z"/><path class="cut" d="M12 20c-2.6-.4-3.4-3.6-1-5.6 1.4 1.6 3.6 2.2 3.2 4.2"/>',
  heart:
    '<path d="M12 21C5 15.8 2 12 2.2 8.2 2.4 4.8 5 3 7.4 3.2 9.6 3.3 11 4.6 12 6.4 13 4.6 14.6 3.3 16.6 3.2 19.2 3.1 21.6 5 21.8 8.2 22 12 19 15.8 12 21Z"/>',
  sword:
    '<path d="M20.6 2.6C17 9 12.8 13.6 8.6 16.8L7 15.2C10.4 10.8 15 6.4 20.6 2.6ZM5 13.4 10.6 19 9.2 20.2 7.2 18.8 4.4 22 2 19.6 5.2 16.8 3.8 14.6Z"/>',
  coin: '<path fill-rule="evenodd" d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM8.6 8.6h6.8v6.8H8.6Z"/>',
  skull:
    '<path fill-rule="evenodd" d="M12 2.4C6.6 2.4 3.2 6 3.2 10.8 3.2 14 4.8 16 7 17.2V21H17V17.2C19.2 16 20.8 14 20.8 10.8 20.8 6 17.4 2.4 12 2.4ZM8.4 9.4a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Zm7.2 0a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4ZM12 14l1.4 2.6h-2.8Z"/>',
};

/** Seat marks: a shape as well as a colour. */
export const CRESTS = [
  '<circle cx="12" cy="12" r="9"/>',
  '<path d="M12 1.5 22.5 12 12 22.5 1.5 12Z"/>',
  '<path d="M12 2 22.5 21H1.5Z"/>',
  '<path d="M3.5 3.5h17v17h-17Z"/>',
  '<path d="M12 1.5 21.5 7v10L12 22.5 2.5 17V7Z"/>',
  '<path d="M8.5 2h7v6.5H22v7h-6.5V22h-7v-6.5H2v-7h6.5Z"/>',
];

export const SUITS = {
  spades:
    "M12 2C15 7 21 9.6 21 14.5 21 18.5 16.4 19.6 13.4 16.8 13.6 19 14.2 20.6 15.6 22H8.4C9.8 20.6 10.4 19 10.6 16.8 7.6 19.6 3 18.5 3 14.5 3 9.6 9 7 12 2Z",
  hearts:
    "M12 21.5C5 15.8 2.2 12 2.4 8.2 2.6 4.8 5 3 7.4 3.2 9.6 3.3 11 4.6 12 6.4 13 4.6 14.6 3.3 16.6 3.2 19.2 3.1 21.4 5 21.6 8.2 21.8 12 19 15.8 12 21.5Z",
  diamonds: "M12 1.6C14.4 6 17 9.2 20.4 12 17 14.8 14.4 18 12 22.4 9.6 18 7 14.8 3.6 12 7 9.2 9.6 6 12 1.6Z",
  clubs:
    "M12 2.2A4.6 4.6 0 0 1 15.6 9.6 4.8 4.8 0 1 1 13.4 16.6C13.6 19 14.2 20.6 15.6 22H8.4C9.8 20.6 10.4 19 10.6 16.6A4.8 4.8 0 1 1 8.4 9.6 4.6 4.6 0 0 1 12 2.2Z",
};

/** The suit that is drawn for a sign. @type {Record<string, keyof typeof SUITS | undefined>} */
export const SIGNS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };

/** The symbols that the page's drawings refer to; each is drawn at first use. */
function sheet() {
  const found = document.getElementById("ink");
  if (found) return found;
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.id = "ink";
  made.setAttribute("class", "defs");
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

/** @param {string} id @param {number} size @param {() => string} draw */
function symbol(id, size, draw) {
  if (!document.getElementById(id)) {
    sheet().insertAdjacentHTML(
      "beforeend",
      `<symbol id="${id}" viewBox="0 0 ${size} ${size}">${draw()}</symbol>`,
    );
  }
  return id;
}

/** @param {string} inner @param {string} cls @param {number} size */
function picture(inner, cls, size) {
  const holder = document.createElement("div");
  holder.innerHTML = `<svg class="${cls}" viewBox="0 0 ${size} ${size}" aria-hidden="true" focusable="false">${inner}</svg>`;
  return /** @type {SVGElement} */ (holder.firstChild);
}

/** @param {string} name */
export const icon = (name, cls = "ic") =>
  picture(`<use href="#${symbol(`i-${name}`, 24, () => known(ICONS, name, "help", "icon"))}"/>`, cls, 24);

/** @param {string} name */
export const figure = (name, cls = "fig") =>
  picture(`<use href="#${symbol(`p-${name}`, 200, known(FIGURES, name, "guard", "motif"))}"/>`, cls, 200);

/** The colour of a seat. @param {number} seat */
export const colour = (seat) => `var(--s${(seat % 6) + 1})`;

/** @param {number} seat */
export const crest = (seat) => picture(CRESTS[seat % 6], `crest s${(seat % 6) + 1}`, 24);

/** @param {string} name */
export const hasIcon = (name) => name in ICONS;

/** A drawing in a box of its own. @param {string} inner @param {string} cls @param {string} box */
export function view(inner, cls, box) {
  const made = picture(inner, cls, 1);
  made.setAttribute("viewBox", box);
  return made;
}

/** @param {string} inner */
export const drawing = (inner, cls = "", size = 200) => picture(inner, cls, size);
