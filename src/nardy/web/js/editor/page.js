// The position editor: set up by hand or as text, try turns, ask a bot, copy a link.

import { address, isStatic, linkTo } from "../address.js";
import { ask } from "../api.js";
import { Board } from "../board/board.js";
import { openWhy } from "../coach/why.js";
import { announce } from "../live_region.js";
import { h, icon } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { keepFocus } from "../focus.js";
import { checkersOf } from "../game/checkers/counts.js";
import { Practice } from "../game/practice.js";
import { pick } from "../choice_buttons.js";
import { follow } from "../nav.js";
import { playOnButton } from "../new_game/play_on_button.js";
import { open } from "../parts.js";
import { ways } from "../review/number_words.js";
import { shareLink } from "../share_link.js";
import { settings, still } from "../settings.js";
import { learn, spoken, t } from "../words.js";
import { evaluationOf } from "./evaluation.js";
import { judgeSection } from "./judge.js";
import { brushed, kept, positionText } from "./position.js";

const START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31";

/** @import { Board as Told, Candidate, ListedGame } from "../protocol.js" */
/** @typedef {import("../board/checkers.js").CheckerCounts} CheckerCounts */
/** @typedef {{go: (path: string) => void, isHere: () => boolean}} Wants */

/** @param {Wants} wants */
export async function editorPage(wants) {
  const [games] = await Promise.all([ask("/api/games"), open("game"), open("editor"), openWhy(), learn("laws")]);
  const page = new EditorPage(games, wants);
  const asked = address().searchParams.get("text");
  const usual = games.find(({ id }) => id === settings.game);
  const start = usual ? page.start(usual) : START;
  await page.read(asked ?? start);
  if (asked === null || page.told) return page;
  // A text that is no position stays to be mended, beside a board that can be used.
  const words = page.state.textContent ?? "";
  await page.read(start);
  page.text.value = asked;
  page.fail(words);
  return page;
}

export class EditorPage {
  /** @param {ListedGame[]} games @param {Wants} wants */
  constructor(games, wants) {
    this.games = games;
    this.wants = wants;
    /** The last valid position as the server sees it; set with the first one, like the checkers. */
    this.told = /** @type {Told} */ (/** @type {unknown} */ (null));
    /** What a tap does: try a turn, add a checker, or remove one. @type {"try" | import("./position.js").Brush} */
    this.brush = "try";
    this.checkers = /** @type {CheckerCounts} */ (/** @type {unknown} */ (null));
    this.dice = [0, 0];
    this.asked = 0;
    /** The position that a bot evaluates; empty: none. */
    this.judged = "";
    this.practice = new Practice(
      { act: () => this.practice.undo(true), refuse: (verdict) => this.refuse(verdict), show: () => this.tried() },
      { tall: false },
    );
    this.box = h("div", { class: "boardbox" });
    this.note = h("p", { class: "note", role: "status" });
    this.brushes = h("div", { class: "brushes" });
    this.panel = h("section", { class: "panel setup", "aria-label": t("editor.title") });
    this.text = h("textarea", {
      class: "field",
      id: "position-text",
      rows: 3,
      spellcheck: "false",
      maxlength: 2000,
      onchange: () => this.read(this.text.value),
    });
    this.state = h("p", { class: "state", role: "status" });
    this.evaluation = h("section", { class: "panel evaluation", "aria-label": t("editor.evaluation"), hidden: true });
    const link = h("button", { class: "btn", onclick: () => this.copy() }, icon("link"), t("editor.copy"));
    const judge = h("button", { class: "btn act", onclick: () => this.judge() }, t("editor.judge"));
    const on = playOnButton(() => this.told.view.position, this.wants.go);
    const bring = isStatic ? "" : h("a", { class: "btn quiet", href: "/matches", onclick: follow(this.wants.go) }, t("editor.bring"));
    const real = isStatic ? "" : h("a", { class: "btn quiet", href: "/real-board", onclick: follow(this.wants.go) }, t("editor.real"));
    this.element = h(
      "main",
      { class: "editor", id: "page" },
      h("div", { class: "middle" }, this.box, this.note, this.brushes),
      h(
        "div",
        { class: "side" },
        this.panel,
        h("section", { class: "panel setup" }, h("label", { for: "position-text" }, t("editor.text")), this.text, this.state),
        h("div", { class: "row" }, judge, link),
        h("div", { class: "row wrap" }, on, bring, real),
        isStatic ? "" : judgeSection(() => this.told.view.position),
        this.evaluation,
      ),
    );
  }

  close() {
    this.judged = "";
    this.practice.close();
  }

  /** The start position of a game, as text. @param {import("../protocol.js").Laws} laws */
  start(laws) {
    const checkers = { mine: laws.start, theirs: laws.start, minePinned: [], theirsPinned: [] };
    return positionText(checkers, { game: laws.text, side: "white", dice: [], more: [], checkers: laws.checkers });
  }

  /** Show the position of a text, if it is valid. @param {string} text */
  async read(text) {
    const asked = ++this.asked;
    this.text.value = text;
    try {
      const told = await ask(`/api/position?text=${encodeURIComponent(text)}`);
      // A later request may have been answered already.
      if (asked !== this.asked || !this.wants.isHere()) return;
      this.told = told;
      this.checkers = checkersOf(told.view, told.view.to_act);
      this.dice = told.view.roll.length === 2 ? told.view.roll : [0, 0];
      this.text.value = told.view.position;
      // The address is a link to this position, without an entry in the history for each edit.
      history.replaceState(history.state, "", linkTo(`/board?text=${encodeURIComponent(told.view.position)}`));
      document.title = `${told.laws.name[spoken()]} · nardy`;
      this.state.className = "state good";
      this.state.textContent = t("editor.good");
      this.forget();
      await this.show();
    } catch (error) {
      if (asked === this.asked) this.fail(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} words */
  fail(words) {
    this.state.className = "state problem";
    this.state.textContent = words;
    this.forget();
  }

  /** No evaluation stands beside another board. */
  forget() {
    this.judged = "";
    this.evaluation.hidden = true;
  }

  async show() {
    if (!this.told) return;
    keepFocus(this.panel, () => this.layPanel());
    keepFocus(this.brushes, () => this.layBrushes());
    this.note.textContent = t(this.brush === "try" ? (this.told.view.phase === "turn" ? "editor.try" : "editor.roll") : "editor.put");
    // While checkers are set up the board for turns is kept off the page.
    this.practice.box = this.brush === "try" ? this.box : h("div", {});
    if (this.brush === "try") {
      await this.practice.lay(this.told);
    } else this.layBoard();
  }

  /** The board for setting up checkers. */
  layBoard() {
    const { laws, view } = this.told;
    const label = t("board.name", { game: laws.name[spoken()] });
    const look = {
      tall: false,
      parallel: laws.direction === "parallel",
      below: /** @type {"w" | "b"} */ (view.to_act === "white" ? "w" : "b"),
      label,
    };
    const board = new Board(look, {
      lift: () => false,
      tap: (place) => this.tap(place),
      drop: () => false,
      press: () => {},
      key: () => false,
      name: (place) => this.name(place),
    });
    this.board = board;
    board.checkers.show(this.checkers, { animate: false });
    board.keyboard?.rename();
    this.box.replaceChildren(board.svg);
  }

  /** @param {number | null} place */
  tap(place) {
    if (place === null || this.brush === "try" || !this.board) return;
    const here = this.board.keyboard?.here;
    const had = this.box.contains(document.activeElement);
    this.checkers = brushed(this.checkers, place, this.brush, this.board.checkers.frame.facing, this.told.laws.checkers);
    this.layBoard();
    if (had && here !== undefined) this.board.keyboard?.go(here);
    announce(this.name(place));
    this.write();
  }

  /** @param {number} place @returns {string} */
  name(place) {
    const facing = this.board?.checkers.frame.facing;
    if (!this.checkers || !facing) return "";
    const there = place % 25 ? facing(place) : place;
    const counts = [
      this.checkers.mine[place] ? t("place.yours", { mine: this.checkers.mine[place] }) : "",
      this.checkers.theirs[there] ? t("place.theirs", { theirs: this.checkers.theirs[there] }) : "",
    ].filter(Boolean);
    return [
      place === 25 ? t("place.bar") : place === 0 ? t("place.off") : String(place),
      ...(counts.length ? counts : [t("place.empty")]),
    ].join(", ");
  }

  /** Update the text from the board. @param {{side?: "white" | "black"}} [change] */
  write({ side = this.told.view.to_act } = {}) {
    const { laws } = this.told;
    return this.read(
      positionText(this.checkers, { game: laws.text, side, dice: this.dice, more: kept(this.told.view.position), checkers: laws.checkers }),
    );
  }

  layPanel() {
    const { laws, view } = this.told;
    const game = h(
      "select",
      { class: "field", id: "editor-game", onchange: () => this.read(this.start(this.games.find(({ id }) => id === game.value) ?? laws)) },
      ...this.games.map((one) => h("option", { value: one.id, selected: one.id === laws.id }, one.name[spoken()])),
    );
    const die = (/** @type {number} */ n) => {
      const select = h(
        "select",
        { class: "field", "aria-label": t("editor.die", { n: n + 1 }), onchange: () => this.rolled(n, Number(select.value)) },
        ...[0, 1, 2, 3, 4, 5, 6].map((value) => h("option", { value, selected: this.dice[n] === value }, value ? String(value) : "–")),
      );
      return select;
    };
    this.panel.replaceChildren(
      h("h1", {}, laws.name[spoken()]),
      h("h2", {}, t("editor.title")),
      h("label", { for: "editor-game" }, t("friend.game")),
      game,
      pick(
        t("editor.side"),
        [
          ["white", t("seat.white")],
          ["black", t("seat.black")],
        ],
        view.to_act,
        (side) => this.flip(/** @type {"white" | "black"} */ (side)),
      ),
      h("h3", {}, t("editor.dice")),
      h("div", { class: "row" }, die(0), die(1)),
      h(
        "div",
        { class: "row wrap" },
        h("button", { class: "chip", onclick: () => this.read(this.start(laws)) }, t("editor.start")),
        h("button", { class: "chip", onclick: () => this.clear() }, t("editor.clear")),
      ),
    );
  }

  /** @param {number} n @param {number} value */
  rolled(n, value) {
    this.dice = this.dice.map((die, i) => (i === n ? value : value && (die || value)));
    this.write();
  }

  /** Let the other side act. @param {"white" | "black"} side */
  flip(side) {
    if (side === this.told.view.to_act) return;
    this.checkers = {
      mine: this.checkers.theirs,
      theirs: this.checkers.mine,
      minePinned: this.checkers.theirsPinned,
      theirsPinned: this.checkers.minePinned,
    };
    this.write({ side });
  }

  /** An empty board, to be filled. */
  clear() {
    this.checkers = { mine: Array(26).fill(0), theirs: Array(26).fill(0), minePinned: [], theirsPinned: [] };
    this.dice = [0, 0];
    this.brush = "mine";
    this.asked++; // an answer on its way would fill the board again
    this.forget();
    keepFocus(this.brushes, () => this.layBrushes());
    this.note.textContent = t("editor.put");
    this.layBoard();
    this.state.textContent = "";
  }

  layBrushes() {
    const { laws, view } = this.told;
    const [mine, theirs] = view.to_act === "white" ? ["white", "black"] : ["black", "white"];
    /** @type {[string, string][]} */
    const values = [
      ["try", t("editor.brush.try")],
      ["mine", t(`seat.${mine}`)],
      ["theirs", t(`seat.${theirs}`)],
      ["remove", t("editor.brush.remove")],
    ];
    if (laws.contact === "pin") values.splice(3, 0, ["pin", t("editor.brush.pin")]);
    this.brushes.replaceChildren(
      pick(t("editor.brush"), values, this.brush, (brush) => {
        this.brush = /** @type {"try" | import("./position.js").Brush} */ (brush);
        this.show();
      }),
    );
  }

  tried() {
    const { play } = this.practice;
    if (this.brush === "try" && play?.complete) this.note.textContent = t("editor.legal");
  }

  /** @param {import("../protocol.js").MoveVerdict} verdict */
  refuse(verdict) {
    if (!verdict.law) return;
    this.practice.board.marks.clear();
    this.practice.board.marks.refuse(verdict.move?.to ?? 0);
    const says = verdict.says[spoken()] ?? verdict.says.en;
    this.note.textContent = `${t(`law.${verdict.law}`)}. ${says} (${verdict.source})`;
  }

  async copy() {
    const said = await shareLink({ title: document.title, url: location.href });
    // Over plain http there is no clipboard, but the address of the page is the link.
    this.state.textContent = said === location.href ? t("editor.address") : said;
  }

  /** Ask for a bot's evaluation. */
  async judge() {
    const { position } = this.told.view;
    if (this.judged === position) return;
    this.judged = position;
    // Another position may be shown once the answer is here.
    const isAsked = () => this.judged === position;
    this.evaluation.hidden = false;
    this.evaluation.replaceChildren(
      h("p", { class: "muted", role: "status" }, t("editor.thinks")),
      h("progress", { "aria-label": t("editor.thinks") }),
    );
    this.look();
    try {
      const told = await ask("/api/position/evaluation", { position });
      if (isAsked()) this.evaluation.replaceChildren(...evaluationOf(told, (one) => this.point(one), position));
    } catch (error) {
      const { message, law } = /** @type {Error & {law?: string}} */ (error);
      const fair = await fairPlay(law, message);
      if (isAsked())
        this.evaluation.replaceChildren(
          h("p", { class: fair ? "" : "problem", role: "alert" }, fair ? fair[0] : message),
          ...(fair ? [h("p", { class: "sm" }, fair[1])] : []),
        );
    }
    if (!isAsked()) return;
    this.judged = "";
    this.look();
  }

  /** Scroll to the answer. */
  look() {
    this.evaluation.scrollIntoView({ block: "nearest", behavior: still() ? "instant" : "smooth" });
  }

  /** Show a turn of the evaluation by arrows. @param {Candidate} one */
  point({ moves }) {
    if (this.brush !== "try") return;
    this.practice.undo(true);
    for (const [from, to] of ways(moves)) this.practice.board.marks.arrow(from, to, "best");
  }
}
