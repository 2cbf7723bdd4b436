// A button that copies a secret which is shown only once, so that it never claims a copy that was not made.

import { h } from "../dom.js";
import { t } from "../words.js";

/** A button with these words; what cannot be copied is selected instead. @param {string} key @param {string} text @param {Element} shown The element with the text. */
export function copyButton(key, text, shown) {
  const copy = async () => {
    // Over plain http there is no clipboard; the selected text can still be copied by hand.
    getSelection()?.selectAllChildren(shown);
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = t(isCopied ? "friend.copied" : "account.copy.selected");
  };
  const button = h("button", { class: "btn", onclick: copy }, t(key));
  return button;
}
