/** The browser's part in a fair deal: it remembers the hall's commitment and gives random bits. */
import { ask, el } from "../lib/dom.js";

/** @typedef {{commitment: string, bits: string, sat: boolean}} DealMemory
 * @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

const KEY = "budokan.deals";
const MOST = 200; // tables to remember

/** The remembered deal of a table. @param {string} id @returns {DealMemory | undefined} */
export const remembered = (id) => all()[id];

/** @returns {Record<string, DealMemory>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}") || {};
  } catch {
    return {};
  }
}

/** @param {string} id @param {DealMemory} kept */
function remember(id, kept) {
  const { [id]: _, ...others } = all();
  const latest = Object.entries(others).slice(1 - MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...latest, [id, kept]])));
  } catch {
    // Without storage the match works as usual; the check at the end is then the hall's alone.
  }
}

/** 128 bits nobody else knows. */
const random = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Deal {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.line = el("div.deal", { hidden: true });
    this.told = "";
    /** @type {DealMemory | null} */
    this.given = null;
    /** @type {string | null} */
    this.asked = null;
  }

  /** The query that opens the connection: this browser's bits, given only after the hall has committed itself.
   * Retried if the hall cannot be reached. @returns {Promise<string>} */
  async query() {
    if (this.asked !== null) return this.asked;
    try {
      const { commitment, dealt } = await ask(`/api/tables/${this.id}/deal`);
      if (commitment && !dealt) {
        const kept = remembered(this.id);
        const given = kept && kept.commitment === commitment ? kept : { commitment, bits: random(), sat: false };
        this.given = given;
        remember(this.id, given); // before sending, so that a reload gives the same bits
      }
    } catch (error) {
      if (error instanceof TypeError) throw error;
    }
    this.asked = this.given ? `&bits=${this.given.bits}` : "";
    return this.asked;
  }

  /** Note that this browser has a seat, and show the commitment to the deal.
   * @param {SceneMessage} message */
  show({ table, mine, over }) {
    if (this.given && !this.given.sat && mine.length) {
      this.given.sat = true;
      remember(this.id, this.given);
    }
    const kept = this.given || remembered(this.id);
    const key = [table.commitment, table.shared, over, kept?.sat].join();
    if (key === this.told) return;
    this.told = key;
    const open = !!this.line.querySelector("details[open]");
    const what = table.commitment ? promise(table.commitment, kept, over, this.id, open) : shared(table.shared);
    this.line.hidden = !what;
    this.line.replaceChildren(...(what ? [what] : []));
  }
}

/** @param {boolean} is */
const shared = (is) => is && el("p.say", {}, "Shared deal: others play the same one, so no bits of players are mixed in.");

/** @param {string} commitment @param {DealMemory | undefined} kept @param {boolean} over @param {string} id
 * @param {boolean} open */
function promise(commitment, kept, over, id, open) {
  const changed = kept?.sat && kept.commitment !== commitment;
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [
    el("dt", {}, name),
    el("dd", {}, el("code", {}, value)),
  ];
  return el(
    "details",
    { open },
    el("summary", {}, "Fair deal ", el("code", {}, `${commitment.slice(0, 8)}…`)),
    changed && el("p.say", { role: "alert" }, "This is not the commitment you were first shown."),
    el(
      "p.say",
      {},
      "The hall drew its seed before anyone sat down, and this is the seed's hash. The players' bits are mixed in; everything is shown at the end.",
    ),
    el(
      "dl",
      {},
      row("Commitment", commitment),
      changed && row("First shown", kept.commitment),
      kept?.sat && row("Your bits", kept.bits),
    ),
    over && el("a.btn.small", { href: `/replay/${id}?check` }, "Check the deal"),
  );
}
