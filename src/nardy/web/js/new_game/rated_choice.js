// The choice between rated and casual.

import { h } from "../dom.js";
import { change, settings } from "../settings.js";
import { learn, t } from "../words.js";
import { pick } from "../choice_buttons.js";

await learn("rated");

/** @typedef {"rated" | "botrated"} Kept */

let hasAccount = false;

/** Set whether the user has an account, which rated games need. @param {{role: string}} me */
export const rateFor = (me) => (hasAccount = Boolean(me.role));

/** Whether a game with this clock is to be rated. @param {string} clock @param {Kept} kept */
export const isRated = (clock, kept = "rated") => hasAccount && settings[kept] && Boolean(clock);

/** The button with which a guest makes an account; the choices made are kept. */
function account() {
  const open = async (/** @type {Event} */ event) => {
    const dialog = /** @type {HTMLElement} */ (event.currentTarget).closest("dialog");
    const { accountSheet } = await import("../accounts/account.js");
    dialog?.close();
    await accountSheet(() => dispatchEvent(new PopStateEvent("popstate")));
  };
  return h("button", { class: "linkish", type: "button", onclick: open }, t("rated.account.make"));
}

/** The choice, and a function to call when the clock has changed. @param {string} now The clock. @param {Kept} kept @param {() => void} changed */
export function ratedChoice(now, kept = "rated", changed = () => {}) {
  const box = h("div", { class: "rated" });
  const follow = (/** @type {string} */ clock) => {
    const row = pick(
      t("rated"),
      [
        ["", t("rated.no")],
        ["1", t("terms.rated")],
      ],
      isRated(clock, kept) ? "1" : "",
      (value) => (change({ [kept]: Boolean(value) }), changed()),
    );
    row.querySelectorAll("button")[1].disabled = !clock || !hasAccount;
    const why = !hasAccount ? "rated.account" : !clock ? "rated.clock" : kept === "rated" ? "rated.is" : "botrated.is";
    box.replaceChildren(row, h("p", { class: "muted sm" }, t(why)), ...(hasAccount ? [] : [h("p", {}, account())]));
  };
  follow(now);
  return { box, follow };
}
