// The form for a club's name and description.

import { h } from "../dom.js";
import { t } from "../words.js";

/** @param {string} word The button's label. @param {{name: string, about: string}} now @param {(texts: {name: string, about: string}) => Promise<void>} does */
export function groupForm(word, now, does) {
  const name = h("input", { class: "field", id: "group-name", value: now.name, maxlength: 24, required: true, autocomplete: "off" });
  const about = h("input", { class: "field", id: "group-about", value: now.about, maxlength: 200, autocomplete: "off" });
  const problem = h("p", { class: "problem", role: "alert" });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    does({ name: name.value, about: about.value }).catch((error) => (problem.textContent = error.message));
  };
  return h(
    "form",
    { class: "panel plan form", onsubmit: send },
    h("div", {}, h("label", { for: "group-name" }, t("groups.name")), name),
    h("div", {}, h("label", { for: "group-about" }, t("groups.about")), about),
    h("button", { class: "btn act" }, t(word)),
    problem,
  );
}
