// First advice on a game, as the pages of the documentation have it.

import { h } from "../dom.js";
import { has, learn, t } from "../words.js";

/** Tags of sources, such as "(S0 text 3)", and links to pages of other games. */
const TAG = / \((?:S\d|[A-Z]{2,3})(?:[ ,;][^)]*)?\)/g;
const LINK = /\[([^\]]+)\]\([\w-]+\)/g;

/** The section, or nothing where there is no advice. @param {string} text A game as text, with its options. @param {"h2" | "h3"} [heading] */
export async function adviceSection(text, heading = "h3") {
  await learn("advice");
  const [game] = text.split(",");
  const keys = [...Array(20).keys()].map((n) => `advice.${game}.${n + 1}`).filter(has);
  if (!keys.length) return null;
  const says = (/** @type {string} */ key) => t(key).replace(TAG, "").replace(LINK, "$1");
  const intro = `advice.${game}.intro`;
  return h(
    "section",
    { class: "rule advice" },
    h(heading, {}, t("advice.title")),
    has(intro) ? h("p", {}, says(intro)) : null,
    h("ol", {}, ...keys.map((key) => h("li", {}, says(key)))),
  );
}
