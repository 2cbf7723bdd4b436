// Who waits for an opponent: people who search, by number and by name where they wish it, and open boards.

import { ask } from "../api.js";
import { avatar } from "../avatars/drawing.js";
import { h, renew } from "../dom.js";
import { keepFocus } from "../focus.js";
import { ratingWord } from "../game/layout/rating_words.js";
import { spoken, t } from "../words.js";
import { termsLine } from "./terms_line.js";

/** @import { Lobby, PoolFacts, Seek } from "../protocol.js" */
/** @typedef {{search: (wish: import("./search.js").Wish) => void, sit: (room: string) => void, failed: (words: string) => void}} Does */

/** Show who waits in a box; rows that would not change stay. @param {HTMLElement} box @param {Pick<Lobby, "pools" | "seeks">} lobby @param {Does} does */
export function showWaiting(box, { pools = [], seeks }, does) {
  const mine = pools.filter((pool) => pool.is_yours);
  const others = pools.filter((pool) => !pool.is_yours);
  const boards = seeks.filter((one) => !one.is_yours);
  const rows = [...others.map((pool) => poolRow(pool, does)), ...boards.map((one) => boardRow(one, does))];
  const same = mine.filter((pool) => pool.waiting > 1);
  const list = box.querySelector("ul") ?? h("ul");
  keepFocus(box, () => {
    renew(list, rows);
    renew(box, [
      h("h3", {}, t("search.who")),
      ...same.map((pool) => h("p", {}, t("search.same", { n: pool.waiting - 1 }), ...names(pool))),
      ...(same.length || rows.length ? [] : [h("p", { class: "muted" }, t("search.alone"))]),
      ...(rows.length ? [list] : []),
    ]);
  });
}

/** @param {PoolFacts} pool @param {Does} does */
export function poolRow(pool, does) {
  const { laws, length, clock, is_rated: rated } = pool;
  const wish = { game: laws.text, name: laws.name[spoken()], length, clock, rated };
  // Pools of games with one name may differ in options.
  return row(
    { "data-game": laws.text },
    () => does.search(wish),
    [t("search.waiting", { n: pool.waiting }), ...names(pool)],
    termsLine(wish),
  );
}

/** @param {Seek} one @param {Does} does */
function boardRow(one, does) {
  const sit = () =>
    ask(`/api/rooms/${one.room}/seat`, {}).then(
      () => does.sit(one.room),
      (error) => does.failed(error.message),
    );
  const { laws, length, clock, is_rated: rated } = one;
  const who = [one.name, ratingWord(one.rating), one.is_program ? t("strip.program") : ""].filter(Boolean).join(" ");
  return row(
    { "data-room": one.room },
    sit,
    [avatar(one, 24), " ", who, " ", t("search.at")],
    termsLine({ name: laws.name[spoken()], length, clock, rated }),
  );
}

/** @param {import("../dom.js").Attributes} of What a row is about, so that no two are equal. @param {() => void} does @param {(Node | string)[]} who @param {string} terms */
const row = (of, does, who, terms) =>
  h("li", of, h("button", { class: "btn quiet waits", onclick: does }, h("b", {}, ...who), h("span", { class: "muted sm num" }, terms)));

/** Those who want to be seen. @param {PoolFacts} pool */
const names = ({ people }) => people.flatMap((one) => [" ", avatar(one, 24), " ", one.name]);
