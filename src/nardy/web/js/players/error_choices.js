// Who sees one's error rates, and whether the club reviews finished games by itself.

import { ask } from "../api.js";
import { pick } from "../choice_buttons.js";
import { h } from "../dom.js";
import { announce } from "../live_region.js";
import { t } from "../words.js";

/** @import { ErrorChoice, ErrorProfile } from "../protocol.js" */

/** @type {ErrorChoice["shown_to"][]} */
const AUDIENCES = ["me", "friends", "all"];

/** The owner's choices. @param {ErrorProfile} profile */
export function errorChoices({ shown_to: shownTo, is_automatic: isAutomatic, waiting }) {
  /** @type {ErrorChoice} */
  const choice = { shown_to: shownTo, is_automatic: isAutomatic };
  const problem = h("p", { class: "problem", role: "alert" });
  const save = (/** @type {Partial<ErrorChoice>} */ change) => {
    Object.assign(choice, change);
    problem.textContent = "";
    ask("/api/me/errors", choice).then(
      () => announce(t("errors.saved")),
      (/** @type {Error} */ error) => (problem.textContent = error.message),
    );
  };
  const box = h("input", {
    type: "checkbox",
    checked: isAutomatic,
    onchange: (/** @type {Event & {target: HTMLInputElement}} */ { target }) => save({ is_automatic: target.checked }),
  });
  return h(
    "div",
    { class: "error-choices panel" },
    pick(
      t("errors.shown"),
      AUDIENCES.map((one) => [one, t(`errors.shown.${one}`)]),
      shownTo,
      (value) => save({ shown_to: /** @type {ErrorChoice["shown_to"]} */ (value) }),
    ),
    h("label", { class: "check" }, box, h("span", {}, t("errors.automatic"))),
    h("p", { class: "muted sm" }, t("errors.automatic.is"), waiting ? ` ${t("errors.waiting", { n: waiting })}` : ""),
    problem,
  );
}
