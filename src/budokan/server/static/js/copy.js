/** A link to hand on: a field to read it, a button that copies it. */
import { el } from "./dom.js";

/** @param {string} url @param {string} label */
export function linkRow(url, label) {
  const field = el("input", { readonly: true, value: url, "aria-label": label });
  const copy = el(
    "button.btn.small",
    {
      type: "button",
      onclick: async () => {
        field.select();
        try {
          await navigator.clipboard.writeText(url);
        } catch {
          document.execCommand("copy");
        }
        copy.textContent = "Copied";
      },
    },
    "Copy link",
  );
  return el("div.link", {}, field, copy);
}

/** A dialog with a link. @param {HTMLDialogElement} box @param {string} title @param {string} url @param {string} words */
export function share(box, title, url, words) {
  box.replaceChildren(
    el("h2", {}, title),
    el("p", {}, words),
    linkRow(url, "Link to this replay"),
    el("div.ways", {}, el("button.btn", { type: "button", onclick: () => box.close() }, "Done")),
  );
  box.showModal();
}
