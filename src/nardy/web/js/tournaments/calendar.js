// The calendar: tournaments that repeat, and the times of a new one.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { once, sure } from "../forms.js";
import { spoken, t } from "../words.js";
import { moment, termsOf } from "./labels.js";

/** @import { ScheduleLine, ScheduleTimes } from "../protocol.js" */

/** The number of the last such weekday of a month. */
const LAST = 5;

/** Lay the calendar into its place. @param {HTMLElement} place @param {ScheduleLine[]} lines */
export function calendarIn(place, lines) {
  const problem = h("p", { class: "problem", role: "alert" });
  const end = (/** @type {HTMLButtonElement} */ button, /** @type {ScheduleLine} */ one) =>
    once(button, problem, async () => calendarIn(place, await ask(`/api/schedules/${one.id}/end`, {})));
  const rows = lines.map((one) =>
    h(
      "li",
      { class: "cuprow" },
      h("span", {}, h("b", {}, one.name), h("span", { class: "muted sm below" }, termsOf({ ...one, is_changed: false })), prizesOf(one)),
      h(
        "span",
        { class: "right" },
        h("span", {}, timesWord(one.times)),
        h("span", { class: "muted sm below" }, t("cup.next", { when: moment(one.next) })),
        one.is_yours
          ? sure(
              { class: "linkish", "aria-label": `${t("cup.repeats.end")}: ${one.name}` },
              t("cup.repeats.end"),
              t("cup.repeats.sure"),
              (button) => end(button, one),
            )
          : null,
      ),
    ),
  );
  place.replaceChildren(
    ...(rows.length ? [h("section", {}, h("h2", {}, t("cups.calendar")), h("ul", { class: "panel cuplist" }, ...rows), problem)] : []),
  );
}

/** @param {ScheduleLine} line */
const prizesOf = ({ prizes }) => (prizes ? h("span", { class: "sm below" }, t("cup.prizes.are", { prizes })) : null);

/** When it repeats: "every week: Saturday, 19:00". @param {ScheduleTimes} times */
export function timesWord({ every, weekday, hour, minute, number, zone }) {
  // 1 January 2024 was a Monday.
  const day = new Intl.DateTimeFormat(spoken(), { weekday: "long", timeZone: "UTC" }).format(Date.UTC(2024, 0, 1 + weekday));
  const clock = `${hour}:${String(minute).padStart(2, "0")}`;
  const where = zone === ownZone() ? "" : ` (${zone})`;
  const what = every === "week" ? t("cup.weekly", { day }) : t(number === LAST ? "cup.monthly.last" : "cup.monthly", { day, n: number });
  return `${what}, ${clock}${where}`;
}

/** The times of a tournament that begins first at a date of the form, such as 2026-11-28T19:00. @param {string} every @param {string} starts */
export function timesOf(every, starts) {
  const at = new Date(starts);
  const number = Math.ceil(at.getDate() / 7);
  return {
    every: /** @type {ScheduleTimes["every"]} */ (every),
    // JavaScript's week begins on Sunday.
    weekday: (at.getDay() + 6) % 7,
    hour: at.getHours(),
    minute: at.getMinutes(),
    number: Math.min(number, LAST),
    zone: ownZone(),
  };
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
