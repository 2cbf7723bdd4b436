// What would be lost where a page is laid anew: the user is asked before.

import { h } from "./dom.js";
import { t } from "./words.js";

/** Fields of forms that the user has changed, a clock that was begun, and checkers moved on a real board. */
const BEGUN = ":is(form, .real-form) :is(:user-valid, :user-invalid), .real-clock .half, .real-turn + .btn + .row > :enabled:first-child";

/** Whether a page may be laid anew: nothing would be lost, or the user says so. @param {Element} page @returns {Promise<boolean>} */
export async function mayLose(page) {
  if (!page.querySelector(BEGUN)) return true;
  const { sheet } = await import("./sheet.js");
  return new Promise((done) => {
    const go = () => (done(true), dialog.close());
    const dialog = sheet(
      t("unsaved"),
      h("p", {}, t("unsaved.is")),
      h(
        "div",
        { class: "row wrap" },
        h("button", { class: "btn act", onclick: () => dialog.close() }, t("unsaved.stay")),
        h("button", { class: "btn", onclick: go }, t("unsaved.go")),
      ),
    );
    dialog.addEventListener("close", () => done(false));
  });
}
