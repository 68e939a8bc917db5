/** The end of a match: the result for the viewer, and what to do next. */
import { share } from "../lib/copy-link.js";
import { el, once } from "../lib/dom.js";
import { colour, figure, icon } from "../lib/icons.js";
import { sheet } from "../lib/stylesheet.js";
import { keyMoments } from "./key-moments.js";
import { letWatch } from "./let-watch.js";
import { nextStep } from "./next-step.js";
import { sameWay } from "./sharing.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

await sheet("finish", null); // only an end needs it, and not before

const MEANS = /** @type {Record<string, string>} */ ({
  lost: "The coach shows where it turned.",
});
/** How a player stands at the end. */
const STANCES = /** @type {Record<string, string>} */ ({ won: "crane", lost: "bow", drawn: "guard" });

/** The result from the viewer's side. @param {SceneMessage} message */
function meaning({ mine, table }) {
  if (!mine.length) return "You watched. The replay shows every hand.";
  return table.seats > 1 && mine.length === 1 ? MEANS[table.outcomes[mine[0]]] || "" : "";
}

/** Who won, as a picture: the winners stand, the others bow. @param {SceneMessage} message */
function picture({ table, names, scene }) {
  return el(
    "div.victors",
    { "aria-hidden": "true" },
    table.outcomes
      .map((outcome, seat) => ({ outcome, seat }))
      .sort((a, b) => Number(b.outcome === "won") - Number(a.outcome === "won"))
      .map(({ outcome, seat }) =>
        el(
          `figure.${outcome || "won"}`,
          { style: { "--belt": colour(seat) } },
          figure(STANCES[outcome] || "crane"),
          el("figcaption", {}, seat === scene.viewer ? "You" : names[seat]),
        ),
      ),
  );
}

/** What to try next. @param {SceneMessage} message @param {(belt: string) => Promise<void>} again */
function nextWay(message, again) {
  const next = nextStep(message);
  if (!next) return null;
  const go = (/** @type {Event} */ event) => once(event, () => again(next.belt));
  return el(
    "p.next",
    {},
    el("span", {}, `${next.words} `),
    next.belt && el("button.btn.small", { type: "button", onclick: go }, `Play ${next.belt}`),
  );
}

/** @param {string} id */
function shareAsk(id) {
  const words = "Anyone with this link can watch the whole match from every seat.";
  share("Share this match", `${location.origin}/replay/${id}`, words);
}

/** @param {SceneMessage} message @param {string} result @param {(belt?: string) => Promise<void>} again @param {any} par */
export function ending(message, result, again, par) {
  const { scene, mine, table } = message;
  return [
    picture(message),
    el("h2", { tabindex: -1, id: "question" }, result),
    el("p", {}, [meaning(message), scene.prompt.note].filter(Boolean).join(" ")),
    par,
    keyMoments(table.id),
    nextWay(message, again),
    el(
      "span.ways",
      {},
      mine.length > 0 &&
        el(
          "button.btn.primary",
          { type: "button", onclick: (/** @type {Event} */ event) => once(event, () => again()) },
          icon("undo"),
          table.rematch ? "Join the rematch" : "Rematch",
        ),
      el("a.btn", { href: `/replay/${table.id}` }, "Replay"),
      el("a.btn", { href: `/coach/${table.id}` }, "Coach"),
      el("button.btn", { type: "button", onclick: () => shareAsk(table.id) }, "Share"),
      sameWay(message),
      el("a.btn", { href: "/" }, "To the hall"),
    ),
    letWatch(message),
  ].filter(Boolean);
}
