// The profile of a player: ratings, rating graph, opponents, tournaments, games.

import { ask } from "../api.js";
import { avatar } from "../avatars/drawing.js";
import { h } from "../dom.js";
import { once } from "../forms.js";
import { clockWord } from "../game/layout/clock_words.js";
import { changeText, ratingText } from "../game/layout/rating_words.js";
import { follow } from "../nav.js";
import { has, named, nounOf, spoken, t } from "../words.js";
import { errorSection } from "./error_profile.js";
import { ratingGraph, scoreBar } from "./rating_graph.js";
import { aboutBot } from "./bot_profile.js";
import { scoresSection } from "./scores.js";

/** @import { LadderRecord, PastGame, Profile, Rival } from "../protocol.js" */
/** @typedef {(path: string) => void} Go */

/** @param {string} id @param {Go} go */
export async function profilePage(id, go) {
  /** @type {[Profile | null, import("../protocol.js").History | null]} */
  const [profile, history] = await Promise.all([ask(`/api/players/${id}`), ask(`/api/players/${id}/games`)]).catch((error) => {
    if (error.status === 404) return [null, null];
    throw error;
  });
  /** @type {import("../protocol.js").YourGame[]} */
  const mine = profile?.is_you ? await ask("/api/mine").catch(() => []) : [];
  if (!profile?.id || !history) return nobody(id, go);
  const about = profile.is_bot ? await aboutBot(profile, go) : await aboutPerson(profile, go);
  return h(
    "div",
    { class: "profile" },
    h("header", { class: "who" }, avatar(profile, 96), h("div", {}, h("h1", { tabindex: -1 }, called(profile)), ...about)),
    profile?.is_you ? brought(go) : null,
    mine.length ? running(mine, go) : null,
    profile.ladders.length
      ? ladders(profile)
      : h("p", { class: "panel none muted" }, t(profile.is_you ? "profile.unrated.you" : "profile.unrated")),
    profile.is_bot ? null : errorSection(profile.is_you ? "me" : profile.id, called(profile), go),
    profile.scores.length ? scoresSection(profile.scores) : null,
    profile.rivals.length ? rivals(profile.rivals, go) : null,
    cups(profile.id, go),
    history.games.length ? games(profile.id, history, go) : profile.is_bot ? null : noGames(go),
  );
}

/** @param {{name: string, is_bot?: boolean}} one */
const called = ({ name, is_bot: isBot }) => (isBot && has(`bot.${name}`) ? t(`bot.${name}`) : named(name));

/** The line below a player's name. @param {Profile} profile @param {Go} go */
async function aboutPerson(profile, go) {
  const since = new Intl.DateTimeFormat(spoken(), { dateStyle: "long" }).format(profile.since);
  return [
    h(
      "p",
      { class: "muted sm" },
      [
        t("profile.since", { date: since }),
        profile.program_of ? t("profile.program", { name: profile.program_of }) : "",
        profile.is_you ? t("profile.you") : "",
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    profile.is_you
      ? h(
          "button",
          { class: "linkish", onclick: async () => (await import("../avatars/sheet.js")).pictureSheet(profile, () => go("/player/me")) },
          t("profile.picture"),
        )
      : null,
    profile.is_you
      ? h("p", {}, h("a", { href: "/friends", onclick: follow(go) }, t("friends")))
      : await (await import("../matchmaking/person.js")).aboutPlayer(profile.id, go),
  ];
}

/** The way to matches of other programs. @param {Go} go */
const brought = (go) => h("p", {}, h("a", { class: "btn", href: "/matches", onclick: follow(go) }, t("profile.matches")));

/** The user's running games, and whose turn it is. @param {import("../protocol.js").YourGame[]} mine @param {Go} go */
function running(mine, go) {
  const row = (/** @type {import("../protocol.js").YourGame} */ { room, name, avatar: picture, laws, clock, is_your_turn }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `/play/${room}`, onclick: follow(go) }, laws.name[spoken()])),
      h("td", {}, name ? h("span", { class: "named" }, avatar({ name, avatar: picture }, 24), named(name)) : t("nobody")),
      h("td", { class: "wide muted" }, clockWord(clock)),
      h(
        "td",
        {},
        h("span", { class: is_your_turn ? "outcome won" : "muted" }, name ? t(is_your_turn ? "strip.yours" : "lobby.theirs") : "–"),
      ),
    );
  const head = [
    ["profile.game", ""],
    ["leaders.player", ""],
    ["profile.clock", "wide"],
    ["profile.whose", ""],
  ];
  return h(
    "section",
    {},
    h("h2", {}, t("profile.running")),
    h("div", { class: "panel tablebox" }, h("table", {}, heads(head), h("tbody", {}, ...mine.map(row)))),
  );
}

/** The page of an unknown player, or of a user without games. @param {string} id @param {Go} go */
const nobody = (id, go) =>
  h(
    "div",
    { class: "profile" },
    h("h1", { tabindex: -1 }, t(id === "me" ? "profile" : "profile.nobody")),
    id === "me" ? brought(go) : null,
    id === "me" ? noGames(go) : h("p", {}, h("a", { href: "/leaders", onclick: follow(go) }, t("leaders"))),
  );

/** @param {Go} go */
const noGames = (go) =>
  h(
    "div",
    { class: "panel none" },
    h("p", {}, t("profile.nogames")),
    h("a", { class: "btn act", href: "/", onclick: follow(go) }, t("play")),
  );

/** The ratings of a player, one shown. @param {Profile} profile */
function ladders(profile) {
  const box = h("div", { "aria-live": "polite" });
  const chips = profile.ladders.map((one) =>
    h("button", { class: "chip tall", onclick: () => show(one) }, `${one.name[spoken()]} · ${t(`pace.${one.pace}`)}`),
  );
  const show = (/** @type {LadderRecord} */ one) => {
    chips.forEach((chip, i) => chip.setAttribute("aria-pressed", String(profile.ladders[i] === one)));
    box.replaceChildren(
      facts(one, profile.is_bot),
      graph(profile.id, one),
      profile.is_bot
        ? ""
        : h(
            "p",
            { class: "muted sm" },
            t("profile.strength", { strength: Math.round(one.strength), deviation: Math.round(one.deviation) }),
          ),
    );
  };
  show(profile.ladders[0]);
  return h(
    "section",
    { class: "panel ladder" },
    h("h2", { class: "spoken" }, t("profile.ratings")),
    h("div", { class: "chips", role: "group", "aria-label": t("profile.ratings") }, ...chips),
    box,
  );
}

/** The facts of a ladder: rating, rank, share won, streak. @param {LadderRecord} one @param {boolean} [isBot] */
function facts(one, isBot) {
  const share = ((one.won + one.drawn / 2) / one.matches).toLocaleString(spoken(), { style: "percent" });
  const rank = isBot ? t("house.norank") : one.rank ? t("profile.of", { n: one.ranked }) : t("profile.provisional", { n: one.matches });
  const streak = Math.abs(one.streak);
  const row = [
    [ratingText({ value: one.rating, is_provisional: one.is_provisional }), t("profile.peak", { rating: Math.round(one.peak) })],
    [one.rank ? one.rank.toLocaleString(spoken()) : "–", rank],
    [share, t("profile.won", { n: one.matches })],
    [
      streak.toLocaleString(spoken()),
      `${nounOf(one.streak < 0 ? "lostrow" : "wonrow", streak)}${one.longest > one.streak ? `, ${t("profile.longest", { n: one.longest })}` : ""}`,
    ],
  ];
  return h(
    "dl",
    { class: "facts" },
    ...row.map(([number, word]) => h("div", {}, h("dt", { class: "xs muted" }, word), h("dd", { class: "num" }, number))),
  );
}

/** @param {string} id @param {LadderRecord} one */
function graph(id, one) {
  const box = h("div", { class: "graphbox" });
  ask(`/api/players/${id}/ratings/${one.game}/${one.pace}`).then(
    (marks) => marks.length && box.replaceChildren(ratingGraph(marks)),
    () => {},
  );
  return box;
}

/** @param {Rival[]} told @param {Go} go */
function rivals(told, go) {
  const row = (/** @type {Rival} */ { player, name, avatar: picture, won, drawn, lost, change }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, person(player, { name, avatar: picture, is_bot: player === null }, go)),
      h("td", { class: "wide" }, scoreBar(won, drawn, lost)),
      h(
        "td",
        { class: "right num" },
        [won, lost].map((n) => n.toLocaleString(spoken())).join(" : "),
        drawn ? h("span", { class: "muted sm" }, ` ${t("profile.drawn", { n: drawn })}`) : null,
      ),
      h("td", { class: "right num muted" }, change ? changeText(change) : ""),
    );
  const head = [
    ["leaders.player", ""],
    ["profile.share", "wide"],
    ["profile.score", "right"],
    ["leaders.rating", "right"],
  ];
  return h(
    "section",
    {},
    h("h2", {}, t("profile.against")),
    h("div", { class: "panel tablebox" }, h("table", {}, heads(head), h("tbody", {}, ...told.map(row)))),
  );
}

/** The tournaments of a player; empty where there are none. @param {string} id @param {Go} go */
function cups(id, go) {
  const box = h("section", { class: "entered" });
  const place = (/** @type {import("../protocol.js").PlayerTournament} */ { rank, of, is_over }) =>
    rank === null ? (is_over ? t("profile.unplaced") : t("profile.playing")) : t("profile.place", { n: rank, of });
  const row = (/** @type {import("../protocol.js").PlayerTournament} */ one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `/tournament/${one.id}`, onclick: follow(go) }, one.name)),
      h("td", { class: "wide" }, one.game[spoken()]),
      h("td", { class: "right num" }, place(one)),
    );
  const show = (/** @type {import("../protocol.js").PlayerTournament[]} */ told) =>
    told.length &&
    box.replaceChildren(
      h("h2", {}, t("tournaments")),
      h("div", { class: "panel tablebox" }, h("table", {}, h("tbody", {}, ...told.map(row)))),
    );
  ask(`/api/players/${id}/tournaments`).then(show, () => {});
  return box;
}

/** @param {string[][]} columns */
const heads = (columns) => h("thead", {}, h("tr", {}, ...columns.map(([key, cls]) => h("th", { class: cls, scope: "col" }, t(key)))));

/** The opponent of a game. @param {PastGame} one */
const rival = (one) => ({ name: one.opponent, avatar: one.avatar, is_bot: one.opponent_id === null });

/** @param {string | null} id @param {{name: string, avatar?: string, is_bot: boolean}} one @param {Go} go */
function person(id, one, go) {
  return h("a", { class: "named", href: `/player/${id ?? `bot:${one.name}`}`, onclick: follow(go) }, avatar(one, 24), called(one));
}

/** @param {string} id @param {import("../protocol.js").History} first @param {Go} go */
function games(id, first, go) {
  const rows = h("tbody", {});
  const problem = h("p", { class: "problem", role: "alert" });
  const more = h("button", { class: "btn wide", onclick: () => once(more, problem, load) }, t("profile.more"));
  let { before } = first;
  const add = (/** @type {import("../protocol.js").History} */ history) => {
    rows.append(...history.games.map((one) => past(one, go)));
    before = history.before;
    more.hidden = before === null;
  };
  const load = () => ask(`/api/players/${id}/games?before=${before}`).then(add);
  add(first);
  const head = [
    ["profile.ended", ""],
    ["profile.game", ""],
    ["leaders.player", "wide"],
    ["profile.result", ""],
    ["leaders.rating", "right"],
  ];
  return h(
    "section",
    {},
    h("h2", {}, t("profile.games")),
    h("div", { class: "panel tablebox" }, h("table", { class: "past" }, heads(head), rows)),
    more,
    problem,
  );
}

/** @param {PastGame} one @param {Go} go */
function past(one, go) {
  const { score } = one;
  const outcome = score === null ? "void" : score === 1 ? "won" : score === 0 ? "lost" : "drawn";
  const by = one.length ? `${one.mine.toLocaleString(spoken())} : ${one.theirs.toLocaleString(spoken())}` : (one.words?.[spoken()] ?? "");
  const day = new Intl.DateTimeFormat(spoken(), { day: "numeric", month: "short" }).format(one.ended_at);
  const terms = [
    one.pace ? t(`pace.${one.pace}`) : "",
    one.length ? t("terms.match", { n: one.length }) : "",
    one.is_rated ? "" : t("past.casual"),
  ]
    .filter(Boolean)
    .join(" · ");
  return h(
    "tr",
    {},
    h("td", { class: "muted num day" }, day),
    h(
      "td",
      {},
      h(
        "a",
        {
          href: `/play/${one.room}`,
          onclick: follow(go),
          "aria-label": t("profile.see", { game: one.name[spoken()], who: named(one.opponent), day }),
        },
        one.name[spoken()],
      ),
      h("span", { class: "muted sm below" }, terms),
      h("span", { class: "narrow sm below" }, person(one.opponent_id, rival(one), go)),
    ),
    h("td", { class: "wide" }, person(one.opponent_id, rival(one), go)),
    h(
      "td",
      {},
      h("span", { class: `outcome ${outcome}` }, t(`past.${outcome}`)),
      h("span", { class: "muted sm below" }, [by, one.on_time ? t("end.time") : ""].filter(Boolean).join(", ")),
    ),
    h("td", { class: "right num" }, one.change === null ? "" : changeText(one.change)),
  );
}
