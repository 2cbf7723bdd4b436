// Pages of tournaments: the list, one tournament, a new one. They are updated when the server says that something has changed.

import { h } from "../dom.js";
import { Live } from "../live.js";
import { open } from "../parts.js";

/** @typedef {(path: string) => void} Go */
/** A page, and how to update it. @typedef {{element: HTMLElement, renew?: () => Promise<void>, renewTalk?: () => Promise<void> | undefined}} Shown */

/** Milliseconds within which changes lead to one request. */
const A_MOMENT = 500;

/** The page of an address under /tournament. @param {string} path @param {Go} go */
export async function tournamentsPage(path, go) {
  await Promise.all([open("players"), open("tournaments")]);
  const [, kind, one = "", of = ""] = path.split("/").map(decodeURIComponent);
  const shown = await shownAt(kind, one, of, go);
  const title = shown.element.querySelector("h1");
  setTimeout(() => title?.focus({ preventScroll: true }));
  const stop = shown.renew ? follow(kind === "tournament" ? one : "", shown.renew, shown.renewTalk) : () => {};
  return {
    element: h("main", { class: "players tournaments", id: "page" }, shown.element),
    title: `${title?.textContent} · nardy`,
    close: stop,
  };
}

/** @param {string} kind @param {string} one @param {string} of The private group of a new tournament. @param {Go} go @returns {Promise<Shown>} */
async function shownAt(kind, one, of, go) {
  if (kind === "tournament") return (await import("./tournament.js")).tournamentPage(one, go);
  if (one === "new") return (await import("./new_tournament.js")).announcePage(go, of);
  return (await import("./list.js")).listPage(go);
}

/** Update the page after changes, and after a lost connection. @param {string} tournament @param {() => Promise<void>} renew @param {Shown["renewTalk"]} renewTalk */
function follow(tournament, renew, renewTalk) {
  let due = 0;
  const soon = () => {
    if (!due) due = setTimeout(() => ((due = 0), renew().catch(() => {})), A_MOMENT);
  };
  const read = () => void renewTalk?.()?.catch(() => {});
  let wasCut = false;
  const live = new Live({
    hear: (message) => message.type === "followed" && (message.is_talk ? read() : soon()),
    state: (isOpen) => {
      if (isOpen && wasCut) soon(), read();
      wasCut = !isOpen;
    },
    hello: () => [{ type: "follow", tournament }],
  });
  return () => (clearTimeout(due), live.close());
}
