// The main navigation.

import { address, isStatic, linkTo } from "./address.js";
import { h, icon } from "./dom.js";
import { t } from "./words.js";

/** A click handler that follows a link without loading the page anew. @param {(path: string) => void} go */
export const follow = (go) => (/** @type {MouseEvent} */ event) => {
  // With these keys the browser opens the link in another tab or window.
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { pathname, hash } = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  go(hash.startsWith("#/") ? hash.slice(1) : pathname);
};

/** @param {(path: string) => void} go */
export const nav = (go) =>
  h(
    "nav",
    { class: "nav-links" },
    ...(isStatic
      ? [way(go, "/board", "list", t("board.link"))]
      : [
          way(go, "/tournaments", "cup", t("tournaments")),
          way(go, "/leaders", "rank", t("leaders")),
          way(go, "/player/me", "list", t("profile")),
          way(go, "/puzzles", "bulb", t("puzzles.title")),
        ]),
    way(go, "/learn", "cap", t("library")),
  );

/** @param {(path: string) => void} go @param {string} href @param {import("./dom.js").Icon} name @param {string} word */
const way = (go, href, name, word) =>
  h("a", { href: linkTo(href), class: "btn quiet", title: word, onclick: follow(go) }, icon(name), h("span", {}, word));

/** Mark the current page in the navigation. */
export function here() {
  for (const link of document.querySelectorAll(".nav-links a")) {
    // /tournament/x belongs to /tournaments, but /player/x does not belong to /player/me.
    const { pathname, hash } = /** @type {HTMLAnchorElement} */ (link);
    const path = (hash.startsWith("#/") ? hash.slice(1) : pathname).replace(/s$/, "");
    link.toggleAttribute("aria-current", address().pathname.startsWith(path));
    if (link.hasAttribute("aria-current")) link.setAttribute("aria-current", "page");
  }
}
