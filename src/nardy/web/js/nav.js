// The ways to the pages beside the board.

import { h, icon } from "./dom.js";
import { t } from "./words.js";

/** A link within the page. @param {(path: string) => void} go */
export const follow = (go) => (/** @type {MouseEvent} */ event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(/** @type {HTMLAnchorElement} */ (event.currentTarget).pathname);
};

/** @param {(path: string) => void} go */
export const nav = (go) =>
  h(
    "nav",
    { class: "ways" },
    way(go, "/tournaments", "cup", t("tournaments")),
    way(go, "/leaders", "rank", t("leaders")),
    way(go, "/player/me", "list", t("profile")),
    way(go, "/learn", "cap", t("library")),
  );

/** @param {(path: string) => void} go @param {string} href @param {import("./dom.js").Icon} name @param {string} word */
const way = (go, href, name, word) =>
  h("a", { href, class: "btn quiet", title: word, onclick: follow(go) }, icon(name), h("span", {}, word));

/** Say in the head of the page where one is. */
export function here() {
  for (const link of document.querySelectorAll(".ways a")) {
    // A tournament is one of the tournaments; somebody else's games are not mine.
    const path = /** @type {HTMLAnchorElement} */ (link).pathname.replace(/s$/, "");
    link.toggleAttribute("aria-current", location.pathname.startsWith(path));
    if (link.hasAttribute("aria-current")) link.setAttribute("aria-current", "page");
  }
}
