// Why a game cannot be rated, and what can be played instead.

import { h } from "../dom.js";
import { sheet } from "../sheet.js";
import { learn, t } from "../words.js";

const LAWS = ["rated-account", "rated-place", "rated-pair"];

/**
 * Explain why a rated game was refused, with its alternatives. Other errors are thrown again.
 * @param {import("../api.js").Refusal} error @param {{unrated: () => unknown, signed: () => unknown}} ways What to do with a casual game, and after signing up.
 */
export async function explainRefusal(error, { unrated, signed }) {
  if (!LAWS.includes(error.law ?? "")) throw error;
  await learn("rated");
  const close = () => dialog.close();
  const account = h(
    "button",
    { class: "btn act", onclick: async () => (close(), (await import("../accounts/account.js")).accountSheet(signed)) },
    t("rated.account.make"),
  );
  const casual = h("button", { class: "btn", onclick: () => (close(), unrated()) }, t("rated.unrated"));
  const dialog = sheet(
    t("rated.refused"),
    h("p", {}, t(`why.${error.law}`)),
    h("div", { class: "row wrap" }, error.law === "rated-account" ? account : null, casual),
  );
}
