/** Clicks and long presses on the table, also while it is redrawn. */

const LONG = 500; // milliseconds until a press explains the piece
const STRAY = 10; // pixels a finger may move during the press

/** @typedef {{pick: (id: string, twice: boolean) => void, explain: (id: string) => unknown, playing: () => boolean, advance: () => void}} Does */

/** @param {Event} event @returns {HTMLElement | null} */
const pieceAt = (event) => /** @type {Element} */ (event.target).closest("[data-id]");

export class Presses {
  /** @param {HTMLElement} root @param {Does} does */
  constructor(root, does) {
    this.does = does;
    /** @type {{node: HTMLElement, id: string, x: number, y: number} | null} */
    this.down = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.lasting = undefined;
    this.done = false; // the press has already acted, so its click does nothing
    this.early = false; // the press began while something was happening: it skips that, and picks nothing
    addEventListener("pointerdown", (event) => this.begin(event), true);
    addEventListener("pointerup", () => this.early && this.hurry(), true);
    addEventListener("pointercancel", () => {
      this.calm();
      this.early = false; // the finger scrolls
    });
    addEventListener("scroll", () => this.calm(), true);
    addEventListener("click", (event) => this.swallow(event), true);
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.stray(event));
    root.addEventListener("pointerup", (event) => this.lift(event));
    root.addEventListener("contextmenu", (event) => this.ask(event));
    root.addEventListener("click", (event) => {
      const node = pieceAt(event);
      if (node?.matches("button")) does.pick(node.dataset.id || "", event.detail > 1);
    });
  }

  calm() {
    clearTimeout(this.lasting);
  }

  /** @param {PointerEvent} event */
  begin(event) {
    this.calm();
    this.done = false;
    this.down = null;
    this.early = this.does.playing() && !!(/** @type {Element} */ (event.target).closest(".stage"));
  }

  hurry() {
    this.early = false;
    this.done = true;
    this.does.advance();
  }

  /** A long press explains the piece; not all browsers send a contextmenu event for it. @param {PointerEvent} event */
  press(event) {
    const node = pieceAt(event);
    if (!node || event.button !== 0 || this.early) return;
    const { id = "" } = node.dataset;
    this.down = { node, id, x: event.x, y: event.y };
    if (event.pointerType === "touch")
      this.lasting = setTimeout(() => {
        this.done = true;
        this.does.explain(id);
      }, LONG);
  }

  /** A piece is dragged: the press is no click. */
  drag() {
    this.calm();
    this.done = true;
    this.down = null;
  }

  /** @param {PointerEvent} event */
  stray(event) {
    if (this.down && Math.hypot(event.x - this.down.x, event.y - this.down.y) > STRAY) this.calm();
  }

  /** Browsers send no click if the pressed element is gone, except on touch screens. @param {PointerEvent} event */
  lift(event) {
    this.calm();
    const { node, id } = this.down || {};
    const now = pieceAt(event);
    if (!id || node?.isConnected || event.pointerType === "touch") return;
    if (now?.dataset.id !== id || !now.matches("button")) return;
    this.done = true;
    this.does.pick(id, event.detail > 1);
  }

  /** The secondary button, the menu key, or a long press where browsers report it. @param {Event} event */
  ask(event) {
    const node = pieceAt(event);
    if (!node) return;
    this.calm();
    event.preventDefault();
    if (!this.done && !this.early) this.does.explain(node.dataset.id || "");
  }

  /** @param {MouseEvent} event */
  swallow(event) {
    if (!this.done || !event.detail) return; // keys click without a press before
    this.done = false;
    event.stopPropagation();
    event.preventDefault();
  }
}
