// What the club says about itself: its name in the header, an announcement on every page, a welcome on the first one.

import { ask } from "./api.js";
import { h, icon } from "./dom.js";
import { follow } from "./nav.js";
import { open } from "./parts.js";
import { t } from "./words.js";

/** @import { ClubAbout } from "./protocol.js" */

/** The announcement that the user has closed. */
const CLOSED = "nardy-announcement";

/** Show the words, also on pages that are shown later. @param {(path: string) => void} go */
export async function begin(go) {
  const [words] = await Promise.all([ask("/api/club").catch(() => null), open("notices")]);
  const header = document.querySelector("header.top");
  const place = document.querySelector(".place-of-page");
  if (!words || !header || !place) return;
  const dress = () => nameIn(header, words);
  const greet = () => welcomeIn(words, go);
  new MutationObserver(dress).observe(header, { childList: true });
  new MutationObserver(greet).observe(place, { childList: true });
  dress();
  greet();
  if (words.announcement && stored() !== words.announcement) header.after(announcement(words.announcement));
}

/** @param {Element} header @param {ClubAbout} words */
function nameIn(header, { name = "", logo: src = "" }) {
  const logo = header.querySelector(".logo");
  if (src) logo?.querySelector("svg")?.replaceWith(h("img", { src, alt: "", class: "club-logo" }));
  if (!name || !logo?.lastChild || logo.textContent === name) return;
  logo.lastChild.textContent = name;
  logo.setAttribute("aria-label", `${name}, ${t("home")}`);
}

/** @param {string} text */
function announcement(text) {
  const close = () => {
    // Without storage it comes back on the next visit.
    try {
      localStorage.setItem(CLOSED, text);
    } catch {}
    box.remove();
  };
  const box = h(
    "aside",
    { class: "club-says", "aria-label": t("club.announcement") },
    h("p", {}, text),
    h("button", { class: "btn quiet ico", "aria-label": t("close"), onclick: close }, icon("cross")),
  );
  return box;
}

function stored() {
  try {
    return localStorage.getItem(CLOSED);
  } catch {
    return null;
  }
}

/** @param {ClubAbout} words @param {(path: string) => void} go */
function welcomeIn({ welcome, rules }, go) {
  const home = document.querySelector("main.home");
  if (!home || home.querySelector(".club-welcome") || !(welcome || rules)) return;
  const link = rules ? h("p", {}, h("a", { href: "/rules", onclick: follow(go) }, t("club.rules"))) : null;
  const section = h("section", { class: "panel club-welcome", "aria-label": t("club.welcome") }, ...paragraphs(welcome ?? ""), link);
  const front = home.querySelector(".front");
  if (front) front.after(section);
  else home.append(section);
}

/** The page of the club's own rules. */
export async function rulesPage() {
  const [words] = await Promise.all([ask("/api/club"), open("notices")]);
  const text = words.rules ? paragraphs(words.rules) : [h("p", { class: "muted" }, t("club.rules.none"))];
  const element = h("main", { class: "club-rules", id: "page" }, h("h1", { tabindex: -1 }, t("club.rules")), ...text);
  return { element, title: `${t("club.rules")} · ${words.name || "nardy"}`, close: () => {} };
}

/** Plain text: an empty line separates paragraphs. @param {string} text */
const paragraphs = (text) =>
  text
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((part) => h("p", { class: "kept-lines" }, part));
