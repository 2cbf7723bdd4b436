// The choice of a clock: presets from a minute to days a turn, and one's own values.

import { h } from "../dom.js";
import { t } from "../words.js";
import { pick } from "../choice_buttons.js";
import { MOST, ownClock, ownFields } from "./own_clock.js";
import { CLOCKS, clockChoice } from "./terms.js";

/** The value of the button for one's own values. */
const OWN = "own";

/** @param {string} now @param {(clock: string) => void} set */
export function clockPicker(now, set) {
  const own = { ...ownFields(now) };
  const fields = h("div", { class: "own-clock" });
  const problem = h("p", { class: "problem", role: "status" });
  const tell = () => {
    const clock = ownClock(own);
    problem.textContent = clock ? "" : t("clock.own.wrong", MOST);
    if (clock) set(clock);
  };
  const field = (/** @type {keyof typeof own} */ key) => {
    const input = h("input", {
      class: "field num",
      id: `own-clock-${key}`,
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: MOST[key],
      value: own[key],
      oninput: () => ((own[key] = input.valueAsNumber), tell()),
    });
    return h("div", {}, h("label", { for: input.id }, t(`clock.own.${key}`)), input);
  };
  fields.append(...["minutes", "seconds", "days"].map((key) => field(/** @type {keyof typeof own} */ (key))));
  const isOwn = !CLOCKS.includes(now);
  fields.hidden = !isOwn;
  const row = pick(
    t("friend.clock"),
    [...CLOCKS.map((clock) => /** @type {[string, string]} */ ([clock, clockChoice(clock)])), [OWN, t("clock.own")]],
    isOwn ? OWN : now,
    (value) => {
      fields.hidden = value !== OWN;
      problem.textContent = "";
      if (value === OWN) tell();
      else set(value);
    },
  );
  row.append(fields, problem);
  return row;
}
