// A sheet opens over the page and closes again. The browser's own dialog keeps focus and Escape right.

import { h } from "./dom.js";
import { open } from "./parts.js";
import { t } from "./words.js";

await open("sheets");

/** @param {string} title @param {...(Node | string | null)} content */
export function sheet(title, ...content) {
  const dialog = secretSheet(title, ...content);
  // A text selection that is dragged out of the sheet ends in a click on the backdrop, too.
  let isBeside = false;
  dialog.addEventListener("pointerdown", ({ target }) => (isBeside = target === dialog));
  dialog.addEventListener("click", ({ target }) => target === dialog && isBeside && dialog.close());
  return dialog;
}

/** A sheet with something that is shown once, which a press beside it does not close. @param {string} title @param {...(Node | string | null)} content */
export function secretSheet(title, ...content) {
  const id = `sheet-${title.length}-${Date.now()}`;
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": id, onclose: () => dialog.remove() },
    h("header", {}, h("h2", { id }, title), h("button", { class: "btn quiet", onclick: () => dialog.close() }, t("close"))),
    h("div", { class: "content", tabindex: 0, role: "group", "aria-labelledby": id }, ...content),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
