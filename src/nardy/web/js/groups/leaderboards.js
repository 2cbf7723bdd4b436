// Leaderboards of a private group: its members by rating.

import { avatar } from "../avatars/drawing.js";
import { h } from "../dom.js";
import { ratingText } from "../game/layout/rating_words.js";
import { follow } from "../nav.js";
import { named, spoken, t } from "../words.js";

/** @typedef {import("../protocol.js").GroupLadder} Ladder */

/** @param {Ladder[]} ladders @param {(path: string) => void} go */
export const leaderboardsOf = (ladders, go) =>
  h(
    "section",
    {},
    h("h2", {}, t("leaders")),
    ...(ladders.length ? ladders.map((one) => ladder(one, go)) : [h("p", { class: "panel none muted" }, t("group.unrated"))]),
  );

/** @param {Ladder} one @param {(path: string) => void} go */
function ladder({ name, pace, leaders }, go) {
  const row = (/** @type {import("../protocol.js").Leader} */ one) => {
    const { rank, player, rating, matches, is_provisional: open } = one;
    return h(
      "tr",
      {},
      h("td", { class: "right muted num" }, rank === null ? "–" : String(rank)),
      h(
        "th",
        { scope: "row" },
        h("a", { class: "named", href: `/player/${player}`, onclick: follow(go) }, avatar(one, 28), named(one.name)),
      ),
      h("td", { class: "right num muted" }, matches.toLocaleString(spoken())),
      h("td", { class: "right num" }, h("b", {}, ratingText({ value: rating, is_provisional: open }))),
    );
  };
  const head = [
    ["#", "right"],
    [t("leaders.player"), ""],
    [t("leaders.matches"), "right"],
    [t("leaders.rating"), "right"],
  ].map(([word, cls]) => h("th", { class: cls, scope: "col" }, word));
  return h(
    "div",
    { class: "panel tablebox" },
    h(
      "table",
      {},
      h("caption", {}, `${name[spoken()]} · ${t(`pace.${pace}`)}`),
      h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...leaders.map(row)),
    ),
  );
}
