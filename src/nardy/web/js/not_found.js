// The page where there is nothing to show: why, and a link home. Loaded when it is needed.

import { linkTo } from "./address.js";
import { star } from "./board/shapes.js";
import { h, s } from "./dom.js";
import { follow } from "./nav.js";
import { t } from "./words.js";

/** @param {string} words @param {(path: string) => void} go */
export function lostPage(words, go) {
  const sentence = words.charAt(0).toLocaleUpperCase() + words.slice(1);
  const title = h("h1", { tabindex: -1 }, sentence);
  document.title = `${sentence} · nardy`;
  setTimeout(() => title.focus({ preventScroll: true }));
  return h(
    "main",
    { class: "lost", id: "page" },
    s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, star(0, 0, 44)),
    title,
    h("a", { class: "btn", href: linkTo("/"), onclick: follow(go) }, t("home")),
  );
}
