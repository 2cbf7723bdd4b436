// A private group as its members see it: open games, running games, members.

import { ask } from "../api.js";
import { avatar } from "../avatars/drawing.js";
import { h, icon } from "../dom.js";
import { keepFocus } from "../focus.js";
import { sheet } from "../sheet.js";
import { Live } from "../live.js";
import { showLobby } from "../lobby.js";
import { follow } from "../nav.js";
import { pick } from "../choice_buttons.js";
import { named, spoken, t } from "../words.js";
import { groupForm } from "./group_form.js";
import { tournamentsOf } from "./tournaments.js";
import { leaderboardsOf } from "./leaderboards.js";

/** @typedef {import("../protocol.js").GroupFacts} Facts */
/** @typedef {(path: string) => void} Go */
/** The page of a club; `tell` runs a request and shows its error. @typedef {{at: At, go: Go, lay: (told: Facts) => void, tell: <T>(request: Promise<T>) => Promise<T | undefined>}} Page */
/** The group's address in the API. @typedef {`/api/groups/${string}`} At */

/** Milliseconds within which changes lead to one request. */
const A_MOMENT = 700;

/** @param {string} of @param {Go} go */
export async function groupPage(of, go) {
  const at = /** @type {const} */ (`/api/groups/${encodeURIComponent(of)}`);
  const [told, ladders, tournaments] = await Promise.all([ask(at), ask(`${at}/leaders`), tournamentsOf(of, at, go)]);
  const title = h("h1", { tabindex: -1 }, told.name);
  const acts = h("div", { class: "row wrap ways-out" });
  const lobby = h("section", { class: "panel lobby", "aria-label": t("lobby.title") });
  const people = h("section", {});
  const invitation = h("section", {});
  const problem = h("p", { class: "problem", role: "alert" });
  /** What each part was laid for. @type {Map<HTMLElement, string>} */
  const laid = new Map();
  /** Lay a part anew where its facts have changed: a press, the focus or a selected link may be in it. @param {HTMLElement} box @param {unknown} facts @param {() => Node[]} parts */
  const renewed = (box, facts, parts) => {
    const text = JSON.stringify(facts);
    if (laid.get(box) !== text) keepFocus(box, () => box.replaceChildren(...parts()));
    laid.set(box, text);
  };
  /** @type {Page} */
  const page = {
    at,
    go,
    lay: (now) => {
      const { role, name, about, members } = now;
      renewed(acts, [role, name, about], () => actsOf(now, page));
      showLobby(lobby, { seeks: now.seeks, games: now.games, mine: [] }, go, () => seek(now, go), t("group.quiet"));
      renewed(people, [role, members], () => membersOf(now, page));
      renewed(invitation, [role, now.invitation], () => invitationOf(now, page));
    },
    tell: (request) => {
      problem.textContent = "";
      return request.catch((error) => void (problem.textContent = error.message));
    },
  };
  page.lay(told);
  const element = h(
    "div",
    { class: "leaders" },
    title,
    h("p", { class: "muted" }, told.about),
    problem,
    h(
      "div",
      { class: "cupboard" },
      h("div", {}, lobby, tournaments.element, leaderboardsOf(ladders, go)),
      h("div", { class: "who-belongs" }, invitation, people),
    ),
    acts,
  );
  return { element, close: listen(page, tournaments.renew) };
}

/** Update the page when games and tournaments begin and end. @param {Page} page @param {() => Promise<void>} renewTournaments */
function listen({ at, lay }, renewTournaments) {
  let due = 0;
  const renew = () => ((due = 0), Promise.all([ask(at).then(lay), renewTournaments()]).catch(() => {}));
  const live = new Live({
    hear: ({ type }) => ["lobby", "followed"].includes(type) && !due && (due = setTimeout(renew, A_MOMENT)),
    state: () => {},
    hello: () => [{ type: "lobby" }, { type: "follow", tournament: "" }],
  });
  return () => (clearTimeout(due), live.close());
}

/** Offer a game to the members. @param {Facts} told @param {Go} go */
const seek = async (told, go) => (await import("../new_game/sheet.js")).newGameSheet(go, { against: "anyone", group: told.id });

/** @param {Facts} told @param {Page} page */
function actsOf(told, page) {
  const edit = () => {
    const dialog = sheet(
      t("group.edit"),
      groupForm("group.save", told, async (texts) => (await ask(`${page.at}/edit`, texts), dialog.close(), page.go(location.pathname))),
    );
  };
  return [
    told.role === "member" ? null : h("button", { class: "btn", onclick: edit }, t("group.edit")),
    h(
      "button",
      {
        class: "btn",
        onclick: () => sure("group.leave", told, () => page.tell(ask(`${page.at}/leave`, {})).then((left) => left && page.go("/clubs"))),
      },
      t("group.leave"),
    ),
    told.role === "owner"
      ? h(
          "button",
          {
            class: "btn",
            onclick: () => sure("group.end", told, () => page.tell(ask(`${page.at}/end`, {})).then((left) => left && page.go("/clubs"))),
          },
          t("group.end"),
        )
      : null,
  ].filter((one) => one !== null);
}

/** Confirm an act that cannot be undone. @param {string} what @param {Facts} told @param {() => void} does */
function sure(what, told, does) {
  const dialog = sheet(
    t(what),
    h("p", {}, t(`${what}.sure`, { name: told.name })),
    h("button", { class: "btn act", onclick: () => (dialog.close(), does()) }, t(what)),
  );
}

/** @param {Facts} told @param {Page} page */
function membersOf(told, page) {
  const may = (/** @type {import("../protocol.js").GroupMember} */ one) =>
    !one.is_you && (told.role === "owner" || (told.role === "helper" && one.role === "member"));
  const row = (/** @type {import("../protocol.js").GroupMember} */ one) =>
    h(
      "li",
      { class: "belongs" },
      h("a", { class: "named", href: `/player/${one.player}`, onclick: follow(page.go) }, avatar(one, 28), named(one.name)),
      one.role === "member" ? null : h("span", { class: "tag" }, t(`group.${one.role}`)),
      one.is_you ? h("span", { class: "muted sm" }, t("leaders.you")) : null,
      h("span", { class: "grow" }),
      may(one)
        ? h(
            "button",
            { class: "btn quiet ico", "aria-label": t("group.about.member", { name: one.name }), onclick: () => decide(one, told, page) },
            icon("more"),
          )
        : null,
    );
  return [h("h2", {}, t("group.members")), h("ul", { class: "panel cuplist" }, ...told.members.map(row))];
}

/** The sheet that changes a member's role or removes them. @param {import("../protocol.js").GroupMember} one @param {Facts} told @param {Page} page */
function decide(one, told, page) {
  const send = (/** @type {string} */ role) => (
    dialog.close(), page.tell(ask(`${page.at}/members`, { player: one.player, role })).then((now) => now && page.lay(now))
  );
  const roles = told.role === "owner" ? ["owner", "helper", "member"].filter((role) => role !== one.role) : [];
  const dialog = sheet(
    named(one.name),
    ...roles.map((role) => h("button", { class: "btn wide", onclick: () => send(role) }, t(`group.make.${role}`))),
    h("button", { class: "btn wide", onclick: () => send("") }, t("group.remove")),
    h("p", { class: "muted sm" }, t("group.remove.is")),
  );
}

/** @param {Facts} told @param {Page} page */
function invitationOf({ invitation, role }, page) {
  if (!invitation) return role === "helper" ? hiddenInvitation(page) : [];
  const link = `${location.origin}/invited/${invitation.code}`;
  const field = h("input", { class: "field", readonly: true, value: link, "aria-label": t("group.link"), onfocus: () => field.select() });
  const copied = h("span", { class: "muted sm", role: "status" });
  const copy = () => navigator.clipboard?.writeText(link).then(() => (copied.textContent = t("group.copied")));
  const holds = [
    invitation.until
      ? t("group.until", { day: new Date(invitation.until).toLocaleDateString(spoken(), { day: "numeric", month: "long" }) })
      : t("group.forever"),
    invitation.uses === null ? "" : t("group.uses", { n: invitation.uses }),
  ]
    .filter(Boolean)
    .join(" · ");
  return [
    h("h2", {}, t("group.link")),
    h(
      "div",
      { class: "panel invitation" },
      field,
      invitation.role === "helper" ? h("p", {}, t("group.gives.helper")) : null,
      h("p", { class: "muted sm" }, holds),
      h(
        "div",
        { class: "row wrap" },
        navigator.clipboard ? h("button", { class: "btn", onclick: copy }, icon("link"), t("group.copy")) : null,
        h("button", { class: "btn", onclick: () => renewSheet(page, role === "owner") }, t("group.renew")),
        copied,
      ),
    ),
  ];
}

/** What a helper sees of an invitation that appoints helpers. @param {Page} page */
const hiddenInvitation = (page) => [
  h("h2", {}, t("group.link")),
  h(
    "div",
    { class: "panel invitation" },
    h("p", { class: "muted sm" }, t("group.hidden")),
    h("div", { class: "row wrap" }, h("button", { class: "btn", onclick: () => renewSheet(page, false) }, t("group.renew"))),
  ),
];

/** The sheet for a new invitation: for how long, for how many, and what it makes of them. @param {Page} page @param {boolean} appoints */
function renewSheet(page, appoints) {
  const wish = { days: "7", uses: "", role: /** @type {"member" | "helper"} */ ("member") };
  const role = pick(
    t("group.gives"),
    [
      ["member", t("group.member")],
      ["helper", t("group.helper")],
    ],
    wish.role,
    (value) => ((wish.role = /** @type {"member" | "helper"} */ (value)), (limits.hidden = value === "member")),
  );
  const limits = h("p", { class: "muted sm", hidden: true }, t("group.gives.limits"));
  const number = (/** @type {string} */ text) => (text ? Number(text) : null);
  const days = pick(
    t("group.days"),
    [
      ["1", t("group.day")],
      ["7", t("group.week")],
      ["30", t("group.month")],
      ["", t("group.forever")],
    ],
    wish.days,
    (value) => (wish.days = value),
  );
  const uses = pick(
    t("group.many"),
    [
      ["1", "1"],
      ["10", "10"],
      ["100", "100"],
      ["", t("group.all")],
    ],
    wish.uses,
    (value) => (wish.uses = value),
  );
  const renew = () => (
    dialog.close(),
    page
      .tell(ask(`${page.at}/invitation`, { days: number(wish.days), uses: number(wish.uses), role: wish.role }))
      .then((now) => now && page.lay(now))
  );
  const dialog = sheet(
    t("group.renew"),
    h("p", { class: "muted" }, t("group.renew.is")),
    appoints ? role : null,
    appoints ? limits : null,
    days,
    uses,
    h("button", { class: "btn act", onclick: renew }, t("group.renew")),
  );
}
