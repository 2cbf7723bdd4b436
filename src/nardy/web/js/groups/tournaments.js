// Tournaments of a private group, seen and entered by its members only.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { follow } from "../nav.js";
import { row } from "../tournaments/list.js";
import { t } from "../words.js";

/** @param {string} of @param {`/api/groups/${string}`} at The group's address in the API. @param {(path: string) => void} go */
export async function tournamentsOf(of, at, go) {
  const box = h("div", {});
  const renew = async () => {
    const lines = await ask(`${at}/tournaments`);
    const rows = lines.map((line) => row(line, go));
    box.replaceChildren(
      rows.length ? h("ul", { class: "panel cuplist" }, ...rows) : h("p", { class: "panel none muted" }, t("group.cups.none")),
    );
  };
  const calendar = h("div", {});
  const schedules = await ask(`${at}/schedules`);
  if (schedules.length) (await import("../tournaments/calendar.js")).calendarIn(calendar, schedules);
  await renew();
  const head = h(
    "div",
    { class: "row wrap headed" },
    h("h2", {}, t("tournaments")),
    h("span", { class: "grow" }),
    h("a", { class: "linkish", href: `/tournaments/new/${encodeURIComponent(of)}`, onclick: follow(go) }, t("cup.new")),
  );
  return { element: h("section", {}, head, box, calendar), renew };
}
