// The page of friends: challenges, whom the user follows, who is online, a search of players, what is shown to others.

import { ask } from "../api.js";
import { pick } from "../choice_buttons.js";
import { h } from "../dom.js";
import { announce } from "../live_region.js";
import { open } from "../parts.js";
import { t } from "../words.js";
import { challengeRows } from "./challenges.js";
import { personRow } from "./person.js";

/** @import { FriendsFacts, PersonLine } from "../protocol.js" */
/** @typedef {(path: string) => void} Go */

/** Milliseconds between requests about who is online. */
const PAUSE = 15_000;
/** Milliseconds after the last letter before players are searched. */
const TYPED = 250;
/** Letters from which names are searched. */
const LEAST = 2;
const AUDIENCES = ["nobody", "followed", "all"];

/** The page at /friends. @param {Go} go */
export async function friendsPage(go) {
  await Promise.all([open("players"), open("matchmaking")]);
  const lists = h("div", { class: "friend-lists" });
  const facts = await ask("/api/friends");
  const title = h("h1", { tabindex: -1 }, t("friends"));
  let shown = "";
  const show = (/** @type {FriendsFacts} */ told) => {
    // The focus stays in a list that has not changed.
    const now = JSON.stringify([told.followed, told.online, told.challenges]);
    if (now === shown) return;
    shown = now;
    lists.replaceChildren(...parts(told, go, look));
  };
  const look = () => ask("/api/friends").then(show, () => {});
  show(facts);
  const timer = setInterval(look, PAUSE);
  setTimeout(() => title.focus({ preventScroll: true }));
  return {
    element: h(
      "main",
      { class: "players friends", id: "page" },
      h("div", { class: "leaders" }, title, finder(go, look), lists, h("h2", {}, t("friends.choice")), ...choices(facts)),
    ),
    title: `${t("friends")} · nardy`,
    close: () => clearInterval(timer),
  };
}

/** @param {FriendsFacts} facts @param {Go} go @param {() => void} changed */
function parts({ followed, online, challenges }, go, changed) {
  const known = new Set(followed.map(({ id }) => id));
  const others = online.filter(({ id }) => !known.has(id));
  return [
    ...(challenges.length ? [h("h2", {}, t("challenges")), list(challengeRows(challenges, go, changed))] : []),
    h("h2", {}, t("friends.followed")),
    followed.length ? list(followed.map((one) => personRow(one, go, changed))) : h("p", { class: "panel none muted" }, t("friends.none")),
    h("h2", {}, t("friends.online")),
    others.length ? list(others.map((one) => personRow(one, go, changed))) : h("p", { class: "panel none muted" }, t("friends.alone")),
  ];
}

/** @param {HTMLElement[]} rows */
const list = (rows) => h("ul", { class: "panel people" }, ...rows);

/** The search of players by name. @param {Go} go @param {() => void} changed */
function finder(go, changed) {
  const found = h("div", {});
  let timer = 0;
  let asked = 0;
  /** Search, and focus the button of a row. */
  const look = async (focused = -1) => {
    const mine = ++asked;
    const part = field.value.trim();
    if (part.length < LEAST) return found.replaceChildren();
    /** @type {PersonLine[]} */
    let people = [];
    let problem = "";
    try {
      people = await ask(`/api/people?${new URLSearchParams({ name: part })}`);
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
    }
    if (mine !== asked) return;
    const words = problem || (people.length ? t("friends.found", { n: people.length }) : t("friends.nobody"));
    const row = (/** @type {PersonLine} */ one, /** @type {number} */ n) => personRow(one, go, () => (changed(), look(n)));
    found.replaceChildren(people.length ? list(people.map(row)) : h("p", { class: problem ? "problem" : "muted" }, words));
    announce(words);
    // The button that was pressed is gone with its row.
    /** @type {HTMLElement | null} */
    const again = found.querySelector(`li:nth-child(${focused + 1}) .quiet`);
    if (document.activeElement === document.body) again?.focus();
  };
  const field = h("input", {
    class: "field",
    id: "find-player",
    type: "search",
    maxlength: 24,
    autocomplete: "off",
    oninput: () => (clearTimeout(timer), (timer = window.setTimeout(() => look(), TYPED))),
  });
  return h("section", { class: "finder" }, h("label", { class: "label", for: "find-player" }, t("friends.find")), field, found);
}

/** What the user shows to others. @param {FriendsFacts} facts */
function choices({ choice }) {
  const kept = { ...choice };
  const problem = h("p", { class: "problem", role: "alert" });
  const save = () =>
    ask("/api/me/meeting", kept).then(
      () => (problem.textContent = ""),
      (error) => (problem.textContent = error.message),
    );
  const row = (/** @type {"seen_by" | "challenged_by"} */ key) =>
    pick(
      t(`friends.${key}`),
      AUDIENCES.map((one) => [one, t(`friends.to.${one}`)]),
      kept[key],
      (value) => ((kept[key] = /** @type {"nobody" | "followed" | "all"} */ (value)), save()),
    );
  return [h("div", { class: "panel choices" }, row("seen_by"), row("challenged_by"), problem)];
}
