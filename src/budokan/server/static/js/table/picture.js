/** A picture of a position, to look at, to save and to share. Loaded when somebody asks for one. */
import { dialog, el, fail } from "../lib/dom.js";
import { sheet } from "../lib/stylesheet.js";

const SEATS = "ABCDEFGH";

/** The address of a picture. @param {string} table @param {"svg" | "png"} kind @param {number} view
 * @param {number} [step] without one, the present position */
function address(table, kind, view, step) {
  const given = new URLSearchParams({
    view: SEATS[view] || "spectator",
    theme: document.documentElement.dataset.theme || "light",
  });
  if (step !== undefined) given.set("step", String(step));
  return `/api/tables/${table}/picture.${kind}?${given}`;
}

/** Show the picture of a position as one viewer sees it.
 * @param {{table: string, game: string, title: string, view: number, step?: number}} wanted */
export async function showPicture({ table, game, title, view, step }) {
  await sheet("picture");
  const name = step === undefined ? game : `${game}-${step}`;
  const png = address(table, "png", view, step);
  const save = (/** @type {"svg" | "png"} */ kind) =>
    el("a.btn", { href: address(table, kind, view, step), download: `${name}.${kind}` }, `Save ${kind.toUpperCase()}`);
  const drawn = el("img.position", { src: address(table, "svg", view, step), alt: `${title}: the position as a picture` });
  drawn.addEventListener("error", () => fail(new Error("The picture could not be drawn. Try again in a moment.")));
  const box = dialog(
    "Picture",
    drawn,
    el(
      "div.ways",
      {},
      save("png"),
      save("svg"),
      canShare() && el("button.btn", { type: "button", "data-do": "share", onclick: () => send(png, `${name}.png`, title) }, "Share"),
      el("button.btn.primary", { type: "button", onclick: () => box.close() }, "Done"),
    ),
  );
  box.classList.add("picture");
}

/** Whether this browser can hand a picture to another program. */
const canShare = () =>
  !!navigator.canShare?.({ files: [new File([""], "picture.png", { type: "image/png" })] });

/** @param {string} url @param {string} name @param {string} title */
async function send(url, name, title) {
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error("The picture could not be drawn. Try again in a moment.");
    const file = new File([await answer.blob()], name, { type: "image/png" });
    await navigator.share({ files: [file], title: `Budokan: ${title}` });
  } catch (error) {
    if (!(error instanceof DOMException)) fail(error); // they thought better of it
  }
}
