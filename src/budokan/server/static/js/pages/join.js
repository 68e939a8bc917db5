/** A link that adds this device to another one's visitor: nothing happens until they say yes here. */
import { ask, bar, byId, el, fail, once } from "../lib/dom.js";
import { hallLinks } from "./match-list.js";

const main = el("main.list.yours");
const code = location.hash.slice(1);

/** @param {boolean} merge whether matches and cards of this device pass on */
async function join(merge) {
  const { matches } = await ask("/api/you/devices/join", { code, merge });
  history.replaceState(null, "", "/you/join"); // the code is used up
  main.replaceChildren(
    el("h1", { tabindex: -1 }, "This device is yours now"),
    el("p", {}, matches ? `It brought along ${matches === 1 ? "one match" : `${matches} matches`}.` : "It holds the same seats as your other device."),
    el("p", {}, el("a.btn.primary", { href: "/matches" }, "Your matches"), " ", el("a.btn", { href: "/you" }, "Your data")),
  );
  main.querySelector("h1").focus();
}

/** @param {{matches: number, cards: number, deals: number}} told what this device has already */
function question({ matches, cards, deals }) {
  const own = matches + cards + deals > 0;
  const tick = el("input", { type: "checkbox", id: "merge" });
  const yes = el("button.btn.primary", { type: "button", onclick: (/** @type {Event} */ event) => once(event, () => join(own && tick.checked)) }, "Yes, add this device");
  return [
    el("h1", { tabindex: -1 }, "Add this device?"),
    el("p", {}, "It will hold the same seats as the device on which the link was made. ", el("b", {}, "Say yes only if you made the link yourself"), ": the person who made it can then play for you, and sees what you see."),
    own && el("p.tick", {}, tick, el("label", { for: "merge" }, "This device has matches or cards of its own. They become those of both devices.")),
    el("div.ways", {}, yes, el("a.btn", { href: "/" }, "No, to the hall")),
  ];
}

async function open() {
  if (!code) {
    main.replaceChildren(
      el("h1", {}, "This link is not complete"),
      el("p", {}, "Open the whole link, or make a new one under ", el("a", { href: "/you" }, "Your data"), " on your other device."),
    );
    return;
  }
  const told = await ask("/api/you");
  main.replaceChildren(...question(told).filter(Boolean));
}

byId("page").replaceChildren(bar([hallLinks("/you")]), main);
open().catch(fail);
