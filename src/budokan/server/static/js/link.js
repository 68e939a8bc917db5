/** The line to the table: comes back by itself, and always gets the newest Scene. */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 3000;

export class Link {
  /** @param {string} id @param {(message: any) => void} hear @param {(open: boolean) => void} state */
  constructor(id, hear, state) {
    Object.assign(this, { id, hear, state });
    this.id = id;
    this.hear = hear;
    this.state = state;
    this.wait = FIRST_WAIT;
    this.ended = false;
    this.open();
    addEventListener("online", () => this.retry());
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${this.id}`);
    this.socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      this.wait = FIRST_WAIT;
      if (message.t === "error") this.ended = true;
      else this.state(true);
      this.hear(message);
    };
    this.socket.onclose = () => {
      if (this.ended) return;
      this.state(false);
      setTimeout(() => this.retry(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  retry() {
    if (!this.ended && this.socket && this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  /** @param {any} message */
  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
