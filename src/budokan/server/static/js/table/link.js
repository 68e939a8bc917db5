/** The connection to the table: reconnects by itself, and always gets the newest Scene. */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 3000;
const PATIENCE = 30_000; // the longest wait when the hall itself has said that it cannot now
const RESTARTS = 1012; // the close code of a hall that is being restarted
const PROTOCOL = 2; // which messages this page understands; the hall refuses any other number
const FOR_GOOD = [4400, 4404]; // how a hall closes a line that it would close again
const LOST = "Connection lost. Trying again.";
const COMES_BACK = "The hall restarts. Your table comes back.";

export class Link {
  /** @param {string} id @param {(message: any) => void} hear
   * @param {(trouble: string) => void} state what is wrong with the line; '' if nothing is
   * @param {() => Promise<string>} query what the address ends with; asked for first */
  constructor(id, hear, state, query = async () => "") {
    this.id = id;
    this.hear = hear;
    this.state = state;
    this.query = query;
    this.opening = false;
    this.wait = FIRST_WAIT;
    /** @type {HTMLElement | null} */
    this.box = null; // words beside the prompt; a table has none
    this.ended = false;
    this.trouble = LOST;
    /** What the hall said before it closed the line. @type {any} */
    this.error = null;
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
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${this.id}?protocol=${PROTOCOL}${query}`);
    this.socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      this.error = message.t === "error" ? message : null;
      if (this.error) return; // how the line is closed tells what it means
      this.wait = FIRST_WAIT;
      this.trouble = LOST;
      this.state("");
      this.hear(message);
    };
    this.socket.onclose = (event) => {
      if (this.ended) return;
      if (event.code === RESTARTS) this.trouble = COMES_BACK;
      if (this.error) this.trouble = `${this.error.text} Trying again.`;
      if (FOR_GOOD.includes(event.code)) this.end();
      else this.lost();
    };
  }

  /** The hall would say the same again. */
  end() {
    this.ended = true;
    this.hear(this.error || { t: "error", text: "The hall has closed this table to you." });
  }

  lost() {
    this.state(this.trouble);
    setTimeout(() => this.retry(), this.wait);
    this.wait = Math.min(this.wait * 2, this.error ? PATIENCE : LONGEST_WAIT);
  }

  retry() {
    if (!this.ended && (!this.socket || this.socket.readyState === WebSocket.CLOSED)) this.open();
  }

  /** @param {any} message */
  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
