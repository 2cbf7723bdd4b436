// Forms: labelled fields, one button, and a line for errors.

import { h } from "./dom.js";
import { t } from "./words.js";

/** @import { Attributes } from "./dom.js" */

/** @param {string} key @param {Attributes} attributes */
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

/** Do something once at a time: its button waits, and the line below says what went wrong. @param {HTMLButtonElement} button @param {HTMLElement} problem @param {() => Promise<unknown>} act */
export async function once(button, problem, act) {
  const hadFocus = document.activeElement === button;
  button.disabled = true;
  problem.textContent = "";
  await act().catch((/** @type {Error} */ error) => (problem.textContent = error.message));
  button.disabled = false;
  // Browsers take the focus from a disabled button.
  if (hadFocus && document.activeElement === document.body) button.focus();
}

/** A button that asks for confirmation: the first press changes its label, the second acts. @param {Attributes} attributes @param {string} word @param {string} question @param {(button: HTMLButtonElement) => unknown} act */
export function sure(attributes, word, question, act) {
  const button = h("button", { ...attributes, onclick: press }, word);
  function press() {
    if (button.textContent === question) return act(button);
    button.textContent = question;
    button.ariaLabel = `${attributes["aria-label"]}: ${question}`;
  }
  return button;
}

/** A form with one button; its errors are shown below. @param {string} key @param {HTMLElement[]} fields @param {() => Promise<void>} act */
export function form(key, fields, act) {
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { class: "btn act" }, t(key));
  // The focus goes to the first field, not to the close button of the sheet.
  fields
    .map((field) => field.querySelector("input"))
    .find(Boolean)
    ?.setAttribute("autofocus", "");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const wrong = fields.map((field) => field.querySelector("input")).find((input) => input && missing(input));
    if (wrong) return (problem.textContent = missing(wrong)), wrong.focus();
    const filled = /** @type {HTMLFormElement} */ (event.target);
    await once(button, problem, async () => (await act(), settle(filled)));
    return undefined;
  };
  // The browser's own messages are in the browser's language, vanish, and are not always read out.
  return h("form", { class: "form", novalidate: true, onsubmit: submit }, ...fields, button, problem);
}

/** What stands in a form is saved: nothing of it counts as changed (unsaved.js). @param {HTMLFormElement} form */
function settle(form) {
  for (const one of form.querySelectorAll("input, textarea"))
    Object.assign(one, {
      defaultValue: /** @type {HTMLInputElement} */ (one).value,
      defaultChecked: /** @type {HTMLInputElement} */ (one).checked,
    });
  for (const one of form.querySelectorAll("option")) one.defaultSelected = one.selected;
  form.reset();
}

/** The error of a field in words; '' if it is valid. @param {HTMLInputElement} input */
function missing(input) {
  const { required, value, minLength, labels } = input;
  if (required && input.type !== "checkbox" && !value.trim()) return t("form.missing", { field: labels?.[0]?.textContent });
  if (value && value.length < minLength) return t("form.short", { field: labels?.[0]?.textContent, n: minLength, got: value.length });
  return "";
}
