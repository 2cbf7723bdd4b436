// The judge in one's pocket: whether a turn that somebody made from this position was lawful.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { spoken, t } from "../words.js";

/** A field for a turn, and the verdict with the law's name and source. @param {() => string} position As position text, with its dice. */
export function judgeSection(position) {
  const answer = h("p", { class: "state", role: "status" });
  const turn = h("input", { class: "field", id: "judged-turn", maxlength: 200, placeholder: "13/7 8/7", autocomplete: "off" });
  const judge = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!turn.value.trim()) return turn.focus();
    try {
      const { law, says, source } = await ask("/api/real-board/verdict", { position: position(), turn: turn.value });
      answer.className = law ? "state problem" : "state good";
      answer.textContent = law ? `${t(`law.${law}`)}. ${says[spoken()] ?? says.en ?? ""} (${source})` : t("editor.lawful.yes");
    } catch (error) {
      answer.className = "state problem";
      answer.textContent = /** @type {Error} */ (error).message;
    }
    return undefined;
  };
  return h(
    "form",
    { class: "panel setup", onsubmit: judge },
    h("label", { for: "judged-turn" }, t("editor.lawful")),
    turn,
    h("button", { class: "btn" }, t("editor.lawful.ask")),
    answer,
  );
}
