/** The connection to the table: reconnects by itself, and always gets the newest Scene. */
import { mergeFrame } from "../lib/merge.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 3000;
const PATIENCE = 30_000; // milliseconds, the longest wait while the hall says it is busy
const RESTARTS = 1012; // the close code of a hall that is being restarted
const PROTOCOL = 3; // the version of the messages; the hall refuses any other
const FOR_GOOD = [4400, 4404]; // close codes after which a new attempt is useless
const LOST = "Connection lost. Trying again.";
const COMES_BACK = "The hall is restarting. Your table will come back.";

export class Link {
  /** @param {string} id @param {(message: any) => void} hear
   * @param {(trouble: string) => void} state called with what is wrong; '' if nothing is
   * @param {() => Promise<string>} query gives the end of the URL, before connecting */
  constructor(id, hear, state, query = async () => "") {
    this.id = id;
    this.hear = hear;
    this.state = state;
    this.query = query;
    this.opening = false;
    this.wait = FIRST_WAIT;
    this.ended = false;
    this.trouble = LOST;
    /** The hall's message before it closed the connection. @type {any} */
    this.error = null;
    /** The newest frame, which the next change belongs to. @type {import("../lib/types.js").SceneMessage | null} */
    this.frame = null;
    this.asked = false; // whether a whole frame is on its way
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
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${this.id}?protocol=${PROTOCOL}&differences=1${query}`);
    this.socket.onmessage = (event) => {
      const message = this.whole(JSON.parse(event.data));
      if (!message) return this.again();
      this.error = message.t === "error" ? message : null;
      if (this.error) return; // the close code decides what happens next
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

  /** A message with a whole frame instead of changes; null if there was a gap before it. @param {any} message */
  whole(message) {
    if (message.t === "scene") [this.frame, this.asked] = [message, false];
    if (message.t !== "change") return message;
    this.frame = mergeFrame(this.frame, message);
    return this.frame;
  }

  /** Ask for a whole frame, once until it comes. */
  again() {
    if (!this.asked) this.send({ t: "again" });
    this.asked = true;
  }

  /** Stop: the hall would refuse again. */
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
