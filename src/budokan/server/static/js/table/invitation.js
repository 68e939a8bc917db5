/** The invitation to a table: one big link for each free seat, to copy, to share, or to scan. Loaded when there is one. */
import { copier } from "../lib/copy-link.js";
import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { qrPicture } from "../lib/qr.js";
import { offerRow } from "./sharing.js";

/** @typedef {import("../lib/types.js").SceneMessage} SceneMessage */

/** The links of a table; everything else is under More. @param {SceneMessage} message @param {boolean} more whether that is unfolded */
export function invitation({ table, names }, more) {
  const { invites, open, title } = table;
  const several = invites.length > 1;
  return [
    el("h2", {}, several ? "Invite your friends" : "Invite a friend"),
    el("p.say", {}, several ? "Each link is for one of them." : "Whoever opens this link first plays with you."),
    invites.map(({ seat, url }) => oneLink(url, several ? `Link for ${names[seat]}` : "Link", title)),
    el("details.more-ways", { open: open || more }, el("summary", {}, "More"), offerRow(table.id, open)),
  ].flat();
}

/** @param {string} url @param {string} label @param {string} game */
function oneLink(url, label, game) {
  const field = el("input", { readonly: true, value: url, "aria-label": label, onfocus: () => field.select() });
  const share = () => navigator.share({ title: `Budokan: ${game}`, text: `Play ${game} with me.`, url }).catch(() => {}); // they thought better of it
  return el(
    "div.way-in",
    {},
    qrPicture(url, `QR code: ${label.toLowerCase()}`),
    el(
      "div.link",
      {},
      field,
      copier(field, "button.btn.primary", "Copy link"),
      "share" in navigator && el("button.btn", { type: "button", "data-do": "share", onclick: share }, icon("friends"), "Share"),
    ),
  );
}
