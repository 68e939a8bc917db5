/** What the hall keeps of a visitor: see it, take it along, delete it; and the visitor's devices. */
import { alarm, ask, bar, byId, dialog, el, fail, leave, once } from "../lib/dom.js";
import { linkRow } from "../lib/copy-link.js";
import { qrPicture } from "../lib/qr.js";
import { hallLinks } from "./match-list.js";

/** @typedef {{id: string, label: string, added: string, seen: string, here: boolean}} DeviceLine */
/** @typedef {{matches: number, running: number, names: string[], cards: number, deals: number, shown: number,
 *   devices: DeviceLine[]}} YourData */

const main = el("main.list.yours");

/** @param {number} n @param {string} one @param {string} many */
const counted = (n, one, many) => `${["No", "One"][n] ?? n} ${n === 1 ? one : many}`;

/** A day in the reader's language. @param {string} at */
const day = (at) => el("time", { datetime: at }, new Date(`${at}T12:00`).toLocaleDateString([], { dateStyle: "medium" }));

/** Delete something at a URL. @param {string} url */
async function remove(url) {
  const answer = await fetch(url, { method: "DELETE" });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

/** @param {YourData} told */
const kept = ({ matches, running, names, cards, deals, shown }) =>
  el(
    "section",
    { "aria-labelledby": "kept" },
    el("h2", { id: "kept" }, "What the hall keeps of you"),
    el(
      "ul",
      {},
      el("li", {}, counted(matches, "match", "matches"), running > 0 && (matches === 1 ? ", still running" : `, ${running} of them running`), ". ", matches > 0 && el("a", { href: "/matches" }, "Your matches")),
      shown > 0 && el("li", {}, `${counted(shown, "finished match", "finished matches")} that you let everybody watch.`),
      el("li", {}, names.length ? `The names you gave at tables: ${names.join(", ")}.` : "No name that you gave at a table."),
      el("li", {}, counted(cards, "card file", "card files"), ". ", cards > 0 && el("a", { href: "/matches#cards" }, "Your cards")),
      deals > 0 && el("li", {}, `${counted(deals, "shared deal", "shared deals")} whose results you saw without playing.`),
      el("li", {}, "Your devices, as below: each a random mark in a cookie, of which the hall has only a hash."),
      el("li", {}, "Nothing else: no address, no e-mail, nothing about your machine."),
    ),
  );

/** @param {DeviceLine} device @param {boolean} alone */
const deviceLine = (device, alone) =>
  el(
    "li.sheet",
    { "data-device": device.id },
    el("p.what", {}, el("b", {}, device.label || "A device"), device.here && el("span.you", {}, "this one")),
    el("p.foot", {}, device.added && el("span", {}, "Added ", day(device.added)), el("span", {}, "Last here ", day(device.seen))),
    !alone &&
      el(
        "button.btn.small",
        {
          type: "button",
          "aria-label": `Revoke ${device.label || "a device"}${device.here ? ", this one" : ""}`,
          onclick: (/** @type {Event} */ event) => once(event, () => revoke(`/api/you/devices/${device.id}`, device.here)),
        },
        "Revoke",
      ),
  );

/** @param {string} url @param {boolean} [here] whether this device is revoked */
async function revoke(url, here = false) {
  await remove(url);
  if (here) return leave("/");
  await show();
  alarm("Done. What was revoked holds none of your seats any more.");
  byId("devices").focus();
}

/** @param {DeviceLine[]} devices */
const deviceList = (devices) => {
  const renew = devices.length > 1 ? "Revoke all others" : "Renew this device";
  return el(
    "section",
    { "aria-labelledby": "devices" },
    el("h2", { id: "devices", tabindex: -1 }, "Your devices"),
    el("p", {}, "Anybody with one of these devices can play for you. If you lose one, revoke it here: it holds none of your seats any more, and what is open on it closes. ", `If you fear that somebody has copied the cookie of this device, choose “${renew}”: you get a new cookie here, and all copies of the old one are worth nothing.`),
    el("ul.cards", {}, devices.map((device) => deviceLine(device, devices.length === 1))),
    el(
      "div.ways",
      {},
      el("button.btn", { type: "button", onclick: addDevice }, "Add another device"),
      el(
        "button.btn",
        { type: "button", onclick: (/** @type {Event} */ event) => once(event, () => revoke("/api/you/devices")) },
        renew,
      ),
    ),
  );
};

/** Ask for a name, then show the link that adds a device. */
function addDevice() {
  const label = el("input", { id: "label", maxlength: 24, autocomplete: "off", placeholder: "My phone" });
  const make = async () => {
    const { url } = await ask("/api/you/devices", { label: label.value.trim() });
    const box = dialog(
      "Add another device",
      el("p", {}, "Open this link on the other device within ten minutes, and say yes there. It works once. Give it to nobody else: who opens it can play for you."),
      qrPicture(url, "QR code: link for your other device"),
      linkRow(url, "Link for your other device"),
      el("div.ways", {}, el("button.btn", { type: "button", onclick: () => box.close() }, "Done")),
    );
  };
  const box = dialog(
    "Add another device",
    el(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          make().catch(fail);
        },
      },
      el("label", { for: "label" }, "What do you call it?"),
      label,
      el(
        "div.ways",
        {},
        el("button.btn.primary", {}, "Make a link"),
        el("button.btn", { type: "button", onclick: () => box.close() }, "Cancel"),
      ),
    ),
  );
}

const takeAlong = () =>
  el(
    "section",
    { "aria-labelledby": "take" },
    el("h2", { id: "take" }, "Take it along"),
    el("p", {}, "One file with all of it: your matches as records, your cards, names and devices. Of a match that still runs it has what you may know."),
    el("div.ways", {}, el("a.btn", { href: "/api/you/export", download: "budokan.json" }, "Download my data")),
  );

const deleteAll = () =>
  el(
    "section",
    { "aria-labelledby": "delete" },
    el("h2", { id: "delete" }, "Delete everything"),
    el("p", {}, "Your matches alone and against bots are deleted. Matches with other people stay for them, with “Somebody” in your place; in one that still runs a bot plays on for you, or it is given up, as its table says. Records that others have saved stay with them."),
    el("div.ways", {}, el("button.btn", { type: "button", onclick: askToDelete }, "Delete my data")),
  );

function askToDelete() {
  const erase = async () => {
    await ask("/api/you/erase", { confirm: "erase" });
    await leave("/you");
  };
  const box = dialog(
    "Delete everything?",
    el("p", {}, "This cannot be undone. All your devices become new visitors."),
    el(
      "div.ways",
      {},
      el("button.btn", { type: "button", onclick: () => box.close() }, "Keep my data"),
      el("button.btn.primary", { type: "button", onclick: (/** @type {Event} */ event) => once(event, erase) }, "Delete it all"),
    ),
  );
}

async function show() {
  /** @type {YourData} */
  const told = await ask("/api/you");
  const known = told.devices.length > 0;
  main.replaceChildren(
    el("h1", { tabindex: -1 }, "Your data"),
    el("p", {}, "You need no account here. The hall knows you by a random mark in a cookie of this browser."),
    ...(known
      ? [kept(told), deviceList(told.devices), takeAlong(), deleteAll()]
      : [el("p.nothing", {}, "The hall has nothing of you. It begins to keep something when you take a seat, set up a table, or send cards. ", el("a", { href: "/" }, "To the hall"))]),
  );
}

byId("page").replaceChildren(bar([hallLinks("/you")]), main);
show().catch(fail);
