// Tournaments: the list, one of them, and a new one. What changes is heard, and asked for anew.

import { h } from "../dom.js";
import { Live } from "../live.js";
import { open } from "../parts.js";

/** @typedef {(path: string) => void} Go */
/** A page within the page: what it shows, and how it is brought up to date. @typedef {{element: HTMLElement, renew?: () => Promise<void>}} Shown */

/** Milliseconds in which changes are told of together. */
const A_MOMENT = 500;

/** What an address under /tournament shows. @param {string} path @param {Go} go */
export async function tournamentsPage(path, go) {
  await Promise.all([open("players"), open("tournaments")]);
  const [, kind, one = "", of = ""] = path.split("/").map(decodeURIComponent);
  const shown = await shownAt(kind, one, of, go);
  const title = shown.element.querySelector("h1");
  setTimeout(() => title?.focus({ preventScroll: true }));
  const stop = shown.renew ? follow(kind === "tournament" ? one : "", shown.renew) : () => {};
  return {
    element: h("main", { class: "players tournaments", id: "page" }, shown.element),
    title: `${title?.textContent} · nardy`,
    close: stop,
  };
}

/** @param {string} kind @param {string} one @param {string} of The club by invitation in which a new one is held. @param {Go} go @returns {Promise<Shown>} */
async function shownAt(kind, one, of, go) {
  if (kind === "tournament") return (await import("./tournament.js")).tournamentPage(one, go);
  if (one === "new") return (await import("./new_tournament.js")).announcePage(go, of);
  return (await import("./list.js")).listPage(go);
}

/** Hear of changes; what was missed while the connection was lost is asked for too. @param {string} tournament @param {() => Promise<void>} renew */
function follow(tournament, renew) {
  let due = 0;
  const soon = () => {
    if (!due) due = setTimeout(() => ((due = 0), renew().catch(() => {})), A_MOMENT);
  };
  let wasCut = false;
  const live = new Live({
    hear: ({ type }) => type === "followed" && soon(),
    state: (isOpen) => {
      if (isOpen && wasCut) soon();
      wasCut = !isOpen;
    },
    hello: () => [{ type: "follow", tournament }],
  });
  return () => (clearTimeout(due), live.close());
}
