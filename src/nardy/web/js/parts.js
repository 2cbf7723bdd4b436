// Parts of the page load their words and styles when they are opened.

import { h } from "./dom.js";
import { learn } from "./words.js";

/** Load the words and styles of a part. @param {string} part */
export const open = (part) => Promise.all([learn(part), styled(part)]);

/** @param {string} part */
function styled(part) {
  const href = new URL(`../css/${part}.css`, import.meta.url).pathname;
  if (document.querySelector(`link[href="${href}"], link[data-part="${part}"]`)) return undefined;
  return new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })));
}
