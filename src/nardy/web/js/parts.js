// Parts of the page that not everybody opens bring their own words and their own styles.

import { h } from "./dom.js";
import { learn } from "./words.js";

/** Have the words and the styles of a part before it is shown. @param {string} part */
export const open = (part) => Promise.all([learn(part), styled(part)]);

/** @param {string} part */
function styled(part) {
  const href = new URL(`../css/${part}.css`, import.meta.url).pathname;
  if (document.querySelector(`link[href="${href}"], link[data-part="${part}"]`)) return undefined;
  return new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })));
}
