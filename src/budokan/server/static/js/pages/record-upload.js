/** Records from a file: dropped on the page or chosen. */
import { dialog, el } from "../lib/dom.js";

/** Send a record; returns the URL of its replay. @param {Blob} file */
async function sent(file) {
  const headers = { "Content-Type": "text/plain" };
  const answer = await fetch("/api/replays", { method: "POST", headers, body: file }).catch(() => null);
  if (!answer) throw new Error("The hall cannot accept this file. A record has at most 256 kB.");
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.error || `The hall answered ${answer.status}.`);
  return `/replay/${told.id}`;
}

/** The place to drop a record. */
export function dropPlace() {
  const fault = el("p.fault", { role: "alert" });
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    fault.textContent = "";
    try {
      location.href = await sent(file);
    } catch (error) {
      fault.textContent = /** @type {Error} */ (error).message;
      input.value = "";
    }
  };
  const input = el("input", {
    type: "file",
    accept: ".match,.txt,text/plain",
    onchange: () => take(input.files?.[0]),
  });
  const place = el(
    "label.drop",
    {
      ondragover: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        place.classList.add("over");
      },
      ondragleave: () => place.classList.remove("over"),
      ondrop: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        place.classList.remove("over");
        take(event.dataTransfer?.files[0]);
      },
    },
    el("b", {}, "Drop a record here, or choose a file"),
    input,
  );
  return [
    el("p", {}, "The record of a finished match becomes a replay. Anyone with the link can open it."),
    place,
    fault,
  ];
}

/** The same in a dialog. */
export function openRecord() {
  const box = dialog(
    "Open a record",
    ...dropPlace(),
    el("div.ways", {}, el("button.btn", { type: "button", onclick: () => box.close() }, "Close")),
  );
}
