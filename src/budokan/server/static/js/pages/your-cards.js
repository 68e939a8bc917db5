/** A visitor's card files: play with them, edit, download and remove them. */
import { ask, el, fail } from "../lib/dom.js";
import { moment } from "./match-list.js";

/** @typedef {{game: string, hash: string, title: string, created: string, house: boolean}} CardLine */

/** Fill the section. @param {any} box */
export async function yourCards(box) {
  const [mine, games] = await Promise.all([ask("/api/cards"), ask("/api/games")]);
  const titles = new Map(games.map((/** @type {any} */ game) => [game.id, game.title]));
  draw(box, mine, titles);
}

/** @param {any} box @param {CardLine[]} mine @param {Map<string, string>} titles */
function draw(box, mine, titles) {
  const remove = async (/** @type {CardLine} */ each) => {
    const answer = await fetch(`/api/cards/${each.game}/${each.hash}`, { method: "DELETE" });
    if (!answer.ok) throw new Error((await answer.json()).error);
    draw(box, await answer.json(), titles);
    box.querySelector("h2").focus();
  };
  box.hidden = false;
  box.replaceChildren(
    el("h2", { id: "your-cards", tabindex: -1 }, "Your cards"),
    mine.length
      ? el("ul.cards", {}, mine.map((each) => line(each, titles.get(each.game) || each.game, () => remove(each).catch(fail))))
      : el("p", {}, "None yet. Do you own one of the games in print? Enter what its cards say, and play with them."),
    el(
      "nav.enter",
      { "aria-label": "Enter cards" },
      el("span", {}, mine.length ? "Enter more cards:" : "Enter the cards of"),
      [...titles].map(([id, title]) => el("a", { href: `/cards/${id}` }, title)),
    ),
  );
}

/** @param {CardLine} each @param {string} game @param {() => void} remove */
const line = ({ game: id, hash, title, created, house }, game, remove) =>
  el(
    "li.sheet",
    { "data-cards": hash },
    el("a.main", { href: `/cards/${id}/${hash}` }, el("b", {}, title), el("span", {}, game)),
    house && el("p.told", {}, "Offered by this hall to everybody."),
    el(
      "p.foot",
      {},
      moment(created),
      el("a", { href: `/?new=${id}&cards=${hash}`, "aria-label": `Play with ${title}` }, "Play"),
      el("a", { href: `/cards/${id}/${hash}`, "aria-label": `Edit ${title}` }, "Edit"),
      el("a", { href: `/api/cards/${id}/${hash}/file`, download: `${id}.toml`, "aria-label": `Download ${title}` }, "Download"),
      !house && el("button.plain", { type: "button", "aria-label": `Remove ${title}`, onclick: remove }, "Remove"),
    ),
  );
