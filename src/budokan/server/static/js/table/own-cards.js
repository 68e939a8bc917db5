/** What the invited are told before they sit down at a table with cards of somebody's own. Loaded when there are such. */
import { dialog, el } from "../lib/dom.js";

/** Resolves when the visitor sits down. @param {string} game @param {{hash: string, title: string}} cards
 * @returns {Promise<void>} */
export function agree(game, { hash, title }) {
  return new Promise((sits) => {
    const stays = new AbortController();
    const sit = () => {
      stays.abort();
      box.close();
      sits();
    };
    const box = dialog(
      "You are invited",
      el("p", {}, "This table is played with cards of its own: ", el("b", {}, title), "."),
      el(
        "p",
        {},
        el("a", { href: `/cards/${game}/${hash}`, target: "_blank", rel: "noopener" }, "Look at them"),
        " · ",
        el("a", { href: `/api/cards/${game}/${hash}/file`, download: `${game}.toml` }, "Download them"),
      ),
      el(
        "div.ways",
        {},
        el("button.btn.primary", { type: "button", autofocus: true, "data-do": "sit", onclick: sit }, "Sit down"),
        el("a.btn", { href: "/" }, "Not now"),
      ),
    );
    box.addEventListener("cancel", (event) => event.preventDefault(), { signal: stays.signal }); // one of the two ways
  });
}
