// A sheet opens over the page and closes again. The browser's own dialog keeps focus and Escape right.

import { h } from "./dom.js";
import { open } from "./parts.js";
import { t } from "./words.js";

await open("sheets");

/** @param {string} title @param {...(Node | string | null)} content */
export function sheet(title, ...content) {
  const id = `sheet-${title.length}-${Date.now()}`;
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": id, onclose: () => dialog.remove() },
    h("header", {}, h("h2", { id }, title), h("button", { class: "btn quiet", onclick: () => dialog.close() }, t("close"))),
    h("div", { class: "content", tabindex: 0, role: "group", "aria-labelledby": id }, ...content),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
