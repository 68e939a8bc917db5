/** A link to share: a field to read it, a button that copies it. */
import { dialog, el } from "./dom.js";

/** @param {string} url @param {string} label */
export function linkRow(url, label) {
  const field = el("input", { readonly: true, value: url, "aria-label": label });
  return el("div.link", {}, field, copier(field, "button.btn.small", "Copy link"));
}

const BY_HAND = "The browser does not allow copying. The text is selected, so you can copy it yourself.";

/** A button that copies a field, and a message with the outcome, inside the dialog so that it is read aloud.
 * @param {any} field @param {string} look @param {string} words */
export function copier(field, look, words) {
  const told = el("span.vh", { role: "status" });
  const copy = async () => {
    told.textContent = "";
    field.select();
    const done = await copyText(field.value);
    button.textContent = done ? "Copied" : words;
    told.className = done ? "vh" : "say";
    told.textContent = done ? "Copied." : BY_HAND;
    if (!done) field.focus();
  };
  const button = el(look, { type: "button", "data-do": "copy", onclick: copy }, words);
  return [button, told];
}

/** Copy a selected text; returns whether it worked. @param {string} text */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy"); // the clipboard API needs TLS
  }
}

/** A dialog with a link. @param {string} title @param {string} url @param {string} words */
export function share(title, url, words) {
  const box = dialog(
    title,
    el("p", {}, words),
    linkRow(url, "Link to this replay"),
    el("div.ways", {}, el("button.btn", { type: "button", onclick: () => box.close() }, "Done")),
  );
}
