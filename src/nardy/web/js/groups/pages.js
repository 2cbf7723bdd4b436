// Pages of private groups: the user's groups, a new one, one group, an invitation.

import { ask } from "../api.js";
import { avatar } from "../avatars/drawing.js";
import { star } from "../board/shapes.js";
import { h, s } from "../dom.js";
import { follow } from "../nav.js";
import { open } from "../parts.js";
import { t } from "../words.js";
import { groupForm } from "./group_form.js";

/** @typedef {(path: string) => void} Go */
/** A page with its clean-up. @typedef {{element: HTMLElement, close?: () => void}} Shown */

/** The page of an address under /clubs, /club or /invited. @param {string} path @param {Go} go */
export async function groupsPage(path, go) {
  await Promise.all([open("players"), open("tournaments"), open("groups"), open("home")]);
  const [, kind, one = ""] = path.split("/").map(decodeURIComponent);
  const shown = await shownAt(kind, one, go);
  const title = shown.element.querySelector("h1");
  setTimeout(() => title?.focus({ preventScroll: true }));
  return {
    element: h("main", { class: "players groups", id: "page" }, shown.element),
    title: `${title?.textContent} · nardy`,
    close: shown.close ?? (() => {}),
  };
}

/** @param {string} kind @param {string} one @param {Go} go @returns {Promise<Shown>} */
async function shownAt(kind, one, go) {
  if (kind === "club") return (await import("./group.js")).groupPage(one, go);
  return { element: kind === "invited" ? await invitedPage(one, go) : await listPage(go) };
}

/** @param {Go} go */
async function listPage(go) {
  const [lines, me] = await Promise.all([ask("/api/groups"), ask("/api/me")]);
  return h(
    "div",
    { class: "leaders" },
    h("h1", { tabindex: -1 }, t("groups")),
    h("p", { class: "muted" }, t("groups.are")),
    lines.length
      ? h("ul", { class: "panel cuplist" }, ...lines.map((line) => row(line, go)))
      : h("p", { class: "panel none muted" }, t("groups.none")),
    h("h2", {}, t("groups.new")),
    me.role
      ? groupForm("groups.make", { name: "", about: "" }, async (texts) => go(`/club/${(await ask("/api/groups", texts)).circle}`))
      : h(
          "div",
          { class: "panel none" },
          h("p", { class: "muted" }, t("groups.account")),
          h(
            "button",
            { class: "btn", onclick: async () => (await import("../accounts/account.js")).accountSheet(() => go("/clubs")) },
            t("account"),
          ),
        ),
  );
}

/** @param {import("../protocol.js").GroupLine} line @param {Go} go */
const row = (line, go) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: "cuprow", href: `/club/${line.id}`, onclick: follow(go) },
      h("span", {}, h("b", {}, line.name), h("span", { class: "tag" }, t(`group.${line.role}`))),
      h("span", { class: "right muted sm num" }, t("group.count", { n: line.members })),
    ),
  );

/** @param {string} code @param {Go} go */
async function invitedPage(code, go) {
  const [told, me] = await Promise.all([ask(`/api/invitations/${encodeURIComponent(code)}`), ask("/api/me")]);
  const problem = h("p", { class: "problem", role: "alert" });
  const join = () =>
    ask(`/api/invitations/${encodeURIComponent(code)}`, {}).then(
      (joined) => go(`/club/${joined.circle}`),
      (error) => (problem.textContent = error.message),
    );
  return h(
    "div",
    { class: "panel letter" },
    s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, star(0, 0, 44)),
    h("p", { class: "muted" }, t("group.invites")),
    h("h1", { tabindex: -1 }, told.name),
    told.about ? h("p", {}, told.about) : null,
    h("p", { class: "muted" }, t("group.count", { n: told.members }), " · ", t("group.closed")),
    told.role === "helper" ? h("p", {}, t("group.gives.helper.you")) : null,
    h("button", { class: "btn act big", onclick: join }, t("group.join")),
    me.name ? h("p", { class: "muted sm named" }, avatar(me, 24), t("group.as", { name: me.name })) : null,
    problem,
  );
}
