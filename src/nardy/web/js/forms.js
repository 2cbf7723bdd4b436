// Forms: labelled fields, one button, and what is wrong in a line under it.

import { h } from "./dom.js";
import { t } from "./words.js";

/** @param {string} key @param {import("./dom.js").Attributes} attributes */
export function field(key, attributes) {
  const id = `field-${key.replaceAll(".", "-")}`;
  return h(
    "div",
    { class: "labelled" },
    h("label", { for: id }, t(key)),
    h("input", { class: "field", id, required: true, ...attributes }),
  );
}

/** @param {HTMLElement} labelled */
export const value = (labelled) => labelled.querySelector("input")?.value ?? "";

/** @param {string} key */
export const hint = (key) => h("p", { class: "muted sm" }, t(key));

/** Fields with one button; what is refused stands under it. @param {string} key @param {HTMLElement[]} fields @param {() => Promise<void>} act */
export function form(key, fields, act) {
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { class: "btn act" }, t(key));
  // Who opens a form wants to write: the sheet's first field and not its way out is where one begins.
  fields
    .map((field) => field.querySelector("input"))
    .find(Boolean)
    ?.setAttribute("autofocus", "");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const wrong = fields.map((field) => field.querySelector("input")).find((input) => input && missing(input));
    if (wrong) return (problem.textContent = missing(wrong)), wrong.focus();
    button.disabled = true;
    problem.textContent = "";
    await act().catch((/** @type {Error} */ error) => (problem.textContent = error.message));
    button.disabled = false;
    return undefined;
  };
  // The browser's own bubbles are in its language, gone in a moment, and not read out by all.
  return h("form", { class: "form", novalidate: true, onsubmit: submit }, ...fields, button, problem);
}

/** What a field still lacks, in words; '' where nothing. @param {HTMLInputElement} input */
function missing(input) {
  const { required, value, minLength, labels } = input;
  if (required && input.type !== "checkbox" && !value.trim()) return t("form.missing", { field: labels?.[0]?.textContent });
  if (value && value.length < minLength) return t("form.short", { field: labels?.[0]?.textContent, n: minLength, got: value.length });
  return "";
}
