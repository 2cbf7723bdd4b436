// The lobby: the user's games, open games, and games to watch.

import { avatar } from "./avatars/drawing.js";
import { star } from "./board/shapes.js";
import { h, renew, s } from "./dom.js";
import { clockWord } from "./game/layout/clock_words.js";
import { ratingWord } from "./game/layout/rating_words.js";
import { follow } from "./nav.js";
import { named, spoken, t } from "./words.js";

const FEW = 4;

/** @typedef {{name: string, is_bot?: boolean, avatar?: string}} Person */
/** @import { Laws, RunningGame as Running, Seek, YourGame as Mine } from "./protocol.js" */

/** @param {HTMLElement} box @param {{seeks: Seek[], games: Running[], mine: Mine[], pools?: import("./protocol.js").PoolFacts[]}} told @param {(path: string) => void} go @param {() => void} seek @param {string} [empty] The text where nobody waits. */
export function showLobby(box, { seeks, games, mine, pools = [] }, go, seek, empty = t("lobby.empty")) {
  const tap = async (/** @type {Seek} */ one) => (await import("./matchmaking/sit_down.js")).sitDown(one, go, seek);
  const waiting = seeks.map((one) =>
    row(
      one.room,
      [one],
      [one.is_yours ? t("you") : one.name, ratingWord(one.rating)],
      one.laws,
      [
        one.is_program ? t("strip.program") : "",
        one.is_rated ? t("terms.rated") : "",
        one.length ? t("terms.match", { n: one.length }) : one.laws.stake === "money" ? t("terms.money") : "",
        clockWord(one.clock),
      ],
      () => tap(one),
    ),
  );
  const ours = mine.map((one) =>
    row(
      one.room,
      one.name ? [one] : [],
      [named(one.name) || t("nobody")],
      one.laws,
      [one.name ? t(one.is_rematch ? "lobby.again" : one.is_your_turn ? "strip.yours" : "lobby.theirs") : ""],
      () => go(`/play/${one.room}`),
      one.is_your_turn ? "dot" : "dot off",
    ),
  );
  const others = games.map((one) =>
    row(
      one.room,
      [one.white, one.black],
      [`${name(one.white)} – ${name(one.black)}`],
      one.laws,
      [one.eyes ? t("lobby.eyes", { n: one.eyes }) : ""],
      () => go(`/play/${one.room}`),
      "dot off",
      "seek pair",
    ),
  );
  const list = (/** @type {string} */ name, /** @type {Element[]} */ rows) => {
    const shown = box.querySelector(`.${name}`) ?? h("ul", { class: name });
    renew(shown, rows);
    return shown;
  };
  const part = (/** @type {string} */ title, /** @type {string} */ name, /** @type {Element[]} */ rows) =>
    rows.length ? [h("header", {}, h("h2", {}, title)), list(name, rows)] : [];
  const searching = box.querySelector(".searching") ?? h("ul", { class: "searching" });
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  if (pools.length) import("./matchmaking/pool_rows.js").then(({ poolRows }) => poolRows(searching, pools, go));
  // A short list leaves room for a decoration.
  const quiet = waiting.length + ours.length + others.length < FEW;
  renew(box, [
    ...part(t("lobby.mine"), "lobby-mine", ours),
    h(
      "header",
      {},
      h("h2", {}, t("lobby.title")),
      h("a", { href: "/friends", onclick: follow(go) }, t("friends")),
      h("button", { class: "linkish", onclick: seek }, t("lobby.new")),
    ),
    ...(pools.length ? [searching] : []),
    ...(waiting.length ? [list("lobby-seeks", waiting)] : pools.length ? [] : [h("p", { class: "muted" }, empty)]),
    ...part(t("lobby.games"), "lobby-games", others),
    ...(quiet ? [s("svg", { viewBox: "-50 -50 100 100", class: "quiet-star", "aria-hidden": "true" }, star(0, 0, 44))] : []),
  ]);
  // The row of the focus may read otherwise now.
  if (!focused?.isConnected) /** @type {HTMLElement | null} */ (box.querySelector(`[data-room="${focused?.dataset.room}"]`))?.focus();
}

/** @param {Person} person */
const name = (person) => (person.is_bot ? t(`bot.${person.name}`) : named(person.name));

/** @param {string} room @param {Person[]} people @param {string[]} who A name, and the rating. @param {Laws} laws @param {string[]} more @param {() => void} does */
function row(room, people, [who, rating], laws, more, does, dot = "dot", kind = "seek") {
  return h(
    "li",
    {},
    h(
      "button",
      { class: kind, "data-room": room, onclick: does },
      h("span", { class: dot }),
      h("b", {}, ...people.map((one) => avatar(one, 24)), " ", who, rating ? h("span", { class: "rating muted num" }, rating) : null),
      h("span", {}, laws.name[spoken()]),
      h("span", { class: "muted num" }, more.filter(Boolean).join(" · ")),
    ),
  );
}
