/** A card in full: its face large, its values in words with their sources, and why it cannot be played. */
import { dialog, el } from "../lib/dom.js";
import { face, look } from "../draw/faces.js";
import { colour } from "../lib/icons.js";
import { sheet } from "../lib/stylesheet.js";
import { clauseLink } from "./rule-links.js";
import { forecast, said, spoken, title } from "../draw/piece-words.js";

/** @typedef {import("../lib/types.js").Piece} Piece */

/** The card as printed, without marks from the match. @param {Piece} piece */
function asPrinted(piece) {
  const plain = { ...piece, badge: "", step: 0, turned: false, marks: [] };
  const node = el("div", { class: look(plain), role: "img", "aria-label": spoken(plain) }, face(plain));
  if (piece.owner !== null) node.style.setProperty("--belt", colour(piece.owner));
  return node;
}

/** @param {Piece} piece */
function words(piece) {
  const [, ...parts] = said({ ...piece, designed: false });
  const now = forecast(piece.preview);
  return el(
    "ul",
    {},
    [...parts, now && `now: ${now}`, piece.designed && "our reconstruction, not printed"]
      .filter(Boolean)
      .map((part) => el("li", {}, title(/** @type {string} */ (part)))),
  );
}

/** @param {Piece} piece @param {import("./pick.js").Picker} picker */
export async function open(piece, picker) {
  await sheet("fullface");
  const refused = picker.refusal(piece.id);
  const game = picker.scene?.game || "";
  const box = dialog(
    said(piece)[0],
    asPrinted(piece),
    refused && el("p.wait", {}, refused.text, " ", refused.clause && clauseLink(game, refused.clause)),
    words(piece),
    el(
      "div.ways",
      {},
      el("button.btn.small", { type: "button", autofocus: true, onclick: () => box.close() }, "Close"),
      picker.more(piece.id),
    ),
  );
  box.classList.add("full");
  const closed = new AbortController();
  box.addEventListener("click", (event) => event.target === box && box.close(), { signal: closed.signal });
  box.addEventListener(
    "close",
    () => {
      closed.abort();
      picker.find(piece.id)?.focus({ preventScroll: true }); // it may have been redrawn
    },
    { once: true },
  );
}
