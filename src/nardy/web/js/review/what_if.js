// What if the score or the cube were another: the same position with other stakes, valued by the club.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { announce } from "../live_region.js";
import { percent, t } from "../words.js";
import { candidateTable } from "./candidates.js";
import { isAct } from "./decision.js";
import { signed } from "./number_words.js";
import { stakesOf, withStakes } from "./stakes.js";

/** @import { PositionEvaluation, Seat } from "../protocol.js" */
/** @typedef {import("./decision.js").Decision} Decision */
/** @typedef {import("./stakes.js").Stakes} Stakes */
/** @typedef {{name: (seat: Seat) => string, hasCube: boolean}} About */

const MOST_NEEDED = 15;
const CUBES = [2, 4, 8];

export class WhatIf {
  constructor() {
    /** @type {Decision | null} */
    this.one = null;
    /** @type {About} */
    this.about = { name: String, hasCube: false };
    this.fields = h("div", { class: "what-if-fields" });
    this.answer = h("div", { class: "what-if-answer candidates" });
    this.element = h("details", { class: "what-if" }, h("summary", {}, t("if.title")), this.fields, this.answer);
    this.element.addEventListener("toggle", () => this.element.open && this.lay());
  }

  /** Offer other stakes for a decision. @param {Decision} one @param {About} about */
  show(one, about) {
    this.about = about;
    if (one.position === this.one?.position) return;
    this.one = one;
    this.answer.replaceChildren();
    if (this.element.open) this.lay();
  }

  lay() {
    if (!this.one) return;
    const now = stakesOf(this.one.position);
    const [white, black] = now.needs ?? [0, 0];
    const points = [...Array(MOST_NEEDED).keys()].map((n) => /** @type {[string, string]} */ ([String(n + 1), String(n + 1)]));
    this.kind = select(
      t("if.score"),
      [
        ["money", t("if.money")],
        ["match", t("if.match")],
      ],
      now.needs ? "match" : "money",
      () => this.dress(),
    );
    this.needs = [white, black].map((need, n) =>
      select(
        t("if.needs", { who: this.about.name(n ? "black" : "white") }),
        points,
        String(Math.min(MOST_NEEDED, Math.ceil(need) || 5)),
        () => this.dress(),
      ),
    );
    this.crawford = h("input", { type: "checkbox", checked: Boolean(now.isCrawford) });
    this.crawfordRow = h("label", { class: "crawford" }, this.crawford, t("if.crawford"));
    this.cube = select(t("if.cube"), this.cubes(), `${now.value}${now.owner}`, () => {});
    const go = h("button", { class: "btn", onclick: () => this.ask() }, t("if.ask"));
    this.fields.replaceChildren(
      this.kind.row,
      ...this.needs.map(({ row }) => row),
      this.crawfordRow,
      this.about.hasCube ? this.cube.row : "",
      go,
    );
    this.dress();
  }

  /** @returns {[string, string][]} */
  cubes() {
    /** @type {[string, string][]} */
    const owned = CUBES.flatMap((value) =>
      /** @type {const} */ ([
        ["w", "white"],
        ["b", "black"],
      ]).map(
        ([owner, seat]) => /** @type {[string, string]} */ ([`${value}${owner}`, t("if.owner", { value, who: this.about.name(seat) })]),
      ),
    );
    return [["1", t("if.centre")], ...owned];
  }

  /** Show only what a score has. */
  dress() {
    const isMatch = this.kind?.field.value === "match";
    const needs = (this.needs ?? []).map(({ field }) => Number(field.value));
    for (const { row } of this.needs ?? []) row.hidden = !isMatch;
    if (this.crawfordRow) this.crawfordRow.hidden = !isMatch || needs.filter((need) => need === 1).length !== 1;
  }

  /** The stakes that are chosen. @returns {Stakes} */
  get stakes() {
    const cube = /^(\d+)([wb]?)$/.exec(this.cube?.field.value ?? "1");
    const isMatch = this.kind?.field.value === "match";
    const [white, black] = (this.needs ?? []).map(({ field }) => Number(field.value));
    const isCrawford = Boolean(this.crawford?.checked && !this.crawfordRow?.hidden);
    return {
      ...(isMatch ? { needs: [white, black], isCrawford } : {}),
      value: Number(cube?.[1] ?? 1),
      owner: /** @type {"" | "w" | "b"} */ (cube?.[2] ?? ""),
    };
  }

  async ask() {
    const { one } = this;
    if (!one) return;
    this.answer.replaceChildren(h("p", { class: "muted", role: "status" }, t("coach.thinks")));
    try {
      const told = await ask("/api/position/evaluation", { position: withStakes(one.position, this.stakes) });
      if (one === this.one) this.answer.replaceChildren(...(told.kind === "turns" ? turnsOf(told, one) : chancesOf(told)));
    } catch (error) {
      const { message, law } = /** @type {import("../api.js").Refusal} */ (error);
      const fair = await fairPlay(law, message);
      if (one === this.one)
        this.answer.replaceChildren(
          h("p", { class: fair ? "" : "problem", role: "alert" }, fair ? fair[0] : message, " ", fair?.[1] ?? ""),
        );
    }
  }
}

/** @param {PositionEvaluation} told @param {Decision} one @returns {(HTMLElement | string)[]} */
function turnsOf({ turns }, one) {
  const played = isAct(one) ? undefined : one.choices[one.chosen];
  // One turn may be written in several ways: its moves in any order.
  const key = (/** @type {[number, number][]} */ moves) => moves.map(String).sort().join();
  const chosen = turns.findIndex(({ turn, moves }) => turn === played?.turn || (played && key(moves) === key(played.moves)));
  announce(t("if.title"));
  return [
    candidateTable({ choices: turns, chosen }, -1, null),
    chosen < 0 ? h("p", { class: "muted sm" }, t("if.unlisted", { n: turns.length })) : "",
    h("p", { class: "muted xs" }, t("review.depth", { n: turns[0].plies })),
  ];
}

/** @param {PositionEvaluation} told @returns {HTMLElement[]} */
function chancesOf({ win, equity, cube }) {
  const says = t("editor.value", { win: percent(win), points: signed(equity) });
  return [h("p", {}, says), ...(cube ? [h("p", { class: "says" }, t(`advice.${cube.replace(/\W+/g, "-")}`))] : [])];
}

/** A field with its label. @param {string} label @param {[string, string][]} values @param {string} now @param {() => void} changed */
function select(label, values, now, changed) {
  const field = h(
    "select",
    { class: "field", onchange: changed },
    ...values.map(([value, word]) => h("option", { value, selected: value === now }, word)),
  );
  return { field, row: h("label", { class: "sm" }, label, field) };
}
