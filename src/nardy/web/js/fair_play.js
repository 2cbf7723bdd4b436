// Refusals under the rule of fair play, with a link to the rule.

import { linkTo } from "./address.js";
import { h } from "./dom.js";
import { learn, t } from "./words.js";

const FAIR = /^(fair-|hint-rated$|hint-people$|hint-tournament$|eyes-player$)/;

/** The sentence and a link to the rule; null for other refusals. @param {string | undefined} law @param {string} says @returns {Promise<[string, HTMLElement] | null>} */
export async function fairPlay(law, says) {
  if (!law || !FAIR.test(law)) return null;
  await learn("fair");
  const words = law.startsWith("fair-") ? t(`fair.${law.slice("fair-".length)}`) : says;
  return [words, h("a", { href: linkTo("/learn#fair") }, t("fair.rule"))];
}
