/** The line to the table: comes back by itself, and always gets the newest Scene. */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 3000;
const RESTARTS = 1012; // the close code of a hall that is being restarted

export class Link {
  /** @param {string} id @param {(message: any) => void} hear @param {(open: boolean, restarts?: boolean) => void} state
   * @param {() => Promise<string>} query what the address ends with; asked for first */
  constructor(id, hear, state, query = async () => "") {
    Object.assign(this, { id, hear, state, query });
    this.id = id;
    this.hear = hear;
    this.state = state;
    this.query = query;
    this.opening = false;
    this.wait = FIRST_WAIT;
    /** @type {HTMLElement | null} */
    this.box = null; // words beside the prompt; a table has none
    this.ended = false;
    this.restarts = false;
    this.open();
    addEventListener("online", () => this.retry());
  }

  async open() {
    if (this.opening) return;
    this.opening = true;
    const query = await this.query().catch(() => null);
    this.opening = false;
    if (query === null) this.lost();
    else this.connect(query);
  }

  /** @param {string} query */
  connect(query) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${this.id}${query}`);
    this.socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      this.wait = FIRST_WAIT;
      this.restarts = false;
      if (message.t === "error") this.ended = true;
      else this.state(true);
      this.hear(message);
    };
    this.socket.onclose = (event) => {
      if (this.ended) return;
      this.restarts ||= event.code === RESTARTS;
      this.lost();
    };
  }

  lost() {
    this.state(false, this.restarts);
    setTimeout(() => this.retry(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  retry() {
    if (!this.ended && (!this.socket || this.socket.readyState === WebSocket.CLOSED)) this.open();
  }

  /** @param {any} message */
  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
