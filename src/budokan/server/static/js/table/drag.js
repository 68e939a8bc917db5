/** Dragging a lit piece to the place where it goes; dropped anywhere else, it goes back. */

const FAR = 8; // pixels until a press is a drag
const HOLD = 200; // milliseconds a finger rests before it drags; sooner, it scrolls
const BACK = 180; // milliseconds

/** @typedef {{may: () => boolean, began: () => void}} Page whether anything may be dragged; called when it is */
/** @typedef {{node: HTMLElement, id: string, x: number, y: number, armed: boolean}} Grip */

export class Drag {
  /** @param {HTMLElement} root @param {import("./pick.js").Picker} picker
   * @param {Page} page */
  constructor(root, picker, page) {
    this.picker = picker;
    this.page = page;
    /** @type {Grip | null} */
    this.grip = null;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.arming = undefined;
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("dragstart", (event) => event.preventDefault());
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.lift(event));
    addEventListener("pointercancel", () => this.end(true));
    addEventListener("touchmove", (event) => this.ghost && event.cancelable && event.preventDefault(), { passive: false });
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.end(true);
    const node = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button.piece.lit"));
    if (!node || event.button !== 0 || !event.isPrimary || !this.page.may()) return;
    const grip = { node, id: node.dataset.id || "", x: event.x, y: event.y, armed: event.pointerType !== "touch" };
    this.grip = grip;
    this.arming = setTimeout(() => (grip.armed = true), HOLD);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { grip } = this;
    if (!grip || !event.isPrimary) return;
    const [x, y] = [event.x - grip.x, event.y - grip.y];
    if (!this.ghost && Math.hypot(x, y) > FAR) {
      if (grip.armed && grip.node.isConnected && this.page.may()) this.begin(grip);
      else this.end(true);
    }
    if (this.ghost) this.ghost.style.translate = `${x}px ${y}px`;
  }

  /** @param {Grip} grip */
  begin({ node, id }) {
    this.page.began();
    this.picker.hold(id);
    const box = node.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (node.cloneNode(true));
    ghost.removeAttribute("data-id");
    ghost.classList.remove("lit", "picked", "pointed");
    ghost.classList.add("ghosted");
    ghost.inert = true;
    Object.assign(ghost.style, { width: `${box.width}px`, height: `${box.height}px`, left: "0", top: "0" });
    node.closest(".stage")?.append(ghost);
    const here = ghost.getBoundingClientRect();
    Object.assign(ghost.style, { left: `${box.x - here.x}px`, top: `${box.y - here.y}px` });
    node.classList.add("dragged");
    this.ghost = ghost;
  }

  /** @param {PointerEvent} event */
  lift(event) {
    const { grip } = this;
    if (!grip || !this.ghost) return this.end(true);
    const place = this.placeAt(event, grip);
    this.end(!place);
    if (place) this.picker.put(place);
    else this.picker.letGo();
  }

  /** The path that a drop means; null if it means none. @param {PointerEvent} event @param {Grip} grip */
  placeAt({ x, y }, grip) {
    const { held, places } = this.picker;
    const under = document.elementsFromPoint(x, y);
    for (const top of under)
      for (let node = /** @type {HTMLElement | null} */ (top); node; node = node.parentElement) {
        const found = [node.dataset?.id, node.dataset?.zone, node.dataset?.cell].find((id) => id && places.has(id));
        if (found) return [...held, found];
      }
    const home = grip.node.closest("[data-zone]");
    const outside = under[0]?.closest(".stage") && !under.some((node) => node === home || home?.contains(node));
    return !places.size && outside ? held : null; // a card that needs no place goes anywhere
  }

  /** @param {boolean} back whether the piece returns */
  end(back) {
    clearTimeout(this.arming);
    this.grip?.node.classList.remove("dragged");
    this.grip = null;
    const { ghost } = this;
    this.ghost = null;
    if (!ghost) return;
    if (!back || matchMedia("(prefers-reduced-motion: reduce)").matches) return ghost.remove();
    ghost
      .animate([{}, { translate: "0" }], { duration: BACK, easing: "ease-out" })
      .finished.finally(() => ghost.remove())
      .catch(() => {});
  }
}
