// A game on a real board: people throw and move by hand, and the page keeps the record and judges.

import { ask } from "../api.js";
import { pick } from "../choice_buttons.js";
import { h, icon } from "../dom.js";
import { announce } from "../live_region.js";
import { follow } from "../nav.js";
import { begins, gamesHere, LENGTHS, lengthWord } from "../new_game/terms.js";
import { open } from "../parts.js";
import { download } from "../review/share.js";
import { settings } from "../settings.js";
import { learn, spoken, t } from "../words.js";
import { FreeBoard } from "./free_board.js";
import { RealBoardRecord } from "./record.js";

/** @import { ListedGame, Seat } from "../protocol.js" */
/** @typedef {(path: string) => void} Go */

/** Acts without dice that a person may do when they are due. */
const ACTS = ["double", "take", "pass", "beaver", "raccoon", "accept", "refuse", "bomb"];
const ask_ = /** @type {import("./record.js").Ask} */ ((path, data) => ask(path, /** @type {never} */ (data)));

/** @param {{go: Go}} wants */
export async function realBoardPage({ go }) {
  const [games] = await Promise.all([gamesHere(), open("game"), open("editor"), open("real"), ...["order", "laws"].map(learn)]);
  const page = new RealBoardPage(games, go);
  return { element: page.element, title: `${t("real.title")} · nardy`, close: () => {} };
}

class RealBoardPage {
  /** @param {ListedGame[]} games @param {Go} go */
  constructor(games, go) {
    this.games = games.filter(({ house, rotation }) => !house && !rotation.length);
    this.go = go;
    this.record = RealBoardRecord.open(ask_);
    this.free = new FreeBoard(() => this.layPanel());
    /** The dice that are being entered. @type {number[]} */
    this.dice = [0, 0];
    /** Dice that the opponent has not confirmed yet. @type {number[] | null} */
    this.claimed = null;
    /** The turn that broke a law. @type {{turn: string, law: string, words: string} | null} */
    this.fault = null;
    /** Whether a request waits for its answer; a second press in that time does nothing. */
    this.isBusy = false;
    this.state = h("h2", { class: "real-state", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.panel = h("section", { class: "panel setup", "aria-label": t("real.title") });
    this.element = h("main", { class: "editor real", id: "page" });
    this.lay();
  }

  /** Show the board of the record; what was entered for the board before is dropped. */
  lay() {
    const had = this.panel.contains(document.activeElement);
    this.dice = [0, 0];
    this.claimed = this.fault = null;
    if (!this.record) {
      this.element.replaceChildren(this.form());
      return;
    }
    this.free.lay(this.record.board);
    this.element.replaceChildren(h("div", { class: "middle" }, this.free.box), h("div", { class: "side" }, this.panel));
    this.layPanel(had);
  }

  /** What is agreed before the first throw. */
  form() {
    const id = (/** @type {string} */ name) => `real-${name}`;
    const game = h(
      "select",
      { class: "field", id: id("game") },
      ...this.games.map((one) => h("option", { value: one.id, selected: one.id === settings.game }, one.name[spoken()])),
    );
    const names = ["white", "black"].map((seat) => h("input", { class: "field", id: id(seat), maxlength: 24, value: t(`seat.${seat}`) }));
    const wish = { length: 0, isBoth: false };
    const begin = () =>
      this.attempt(async () => {
        const chosen = this.games.find((one) => one.id === game.value) ?? this.games[0];
        const players = /** @type {[string, string]} */ (names.map((field) => field.value.trim() || "?"));
        this.record = await RealBoardRecord.begin({ game: begins(chosen), players, ...wish }, ask_);
        this.lay();
      });
    return h(
      "section",
      { class: "panel setup real-form" },
      h("h1", { tabindex: -1 }, t("real.title")),
      h("p", { class: "muted" }, t("real.is")),
      h("label", { for: id("game") }, t("friend.game")),
      game,
      ...names.flatMap((field, n) => [h("label", { for: field.id }, t(n ? "real.black" : "real.white")), field]),
      pick(
        t("real.length"),
        LENGTHS.map((length) => [length, lengthWord(length)]),
        "0",
        (length) => (wish.length = Number(length)),
      ),
      pick(
        t("real.enters"),
        [
          ["one", t("real.enters.one")],
          ["both", t("real.enters.both")],
        ],
        "one",
        (who) => (wish.isBoth = who === "both"),
      ),
      h("button", { class: "btn act big", onclick: begin }, t("real.begin")),
      h(
        "div",
        { class: "row wrap" },
        h("a", { class: "btn", href: "/clock", onclick: follow(this.go) }, t("real.clock")),
        h("a", { class: "btn", href: "/board", onclick: follow(this.go) }, t("real.judge")),
      ),
      this.problem,
    );
  }

  /** The name of a seat. @param {Seat} seat */
  name(seat) {
    return this.record?.kept.players[seat === "white" ? 0 : 1] ?? "";
  }

  layPanel(had = this.panel.contains(document.activeElement)) {
    const { record, free } = this;
    if (!record) return;
    const { view, laws } = record.board;
    const parts = this.fault
      ? this.faultParts(this.fault)
      : view.phase === "over"
        ? this.endParts()
        : view.phase === "turn"
          ? this.turnParts()
          : this.claimed
            ? this.confirmParts(this.claimed)
            : view.phase === "answer"
              ? []
              : this.throwParts();
    this.state.textContent = this.stateWord();
    const acts = view.phase === "over" || this.fault || this.claimed || free.moves.length ? [] : this.acts();
    this.panel.replaceChildren(
      h("h1", { class: "sm" }, laws.name[spoken()]),
      view.score ? h("p", { class: "muted" }, `${this.name("white")} ${view.score.white} : ${view.score.black} ${this.name("black")}`) : "",
      this.state,
      ...parts,
      acts.length ? h("div", { class: "row wrap" }, ...acts) : "",
      this.problem,
      this.foot(),
    );
    if (had) /** @type {HTMLElement | null} */ (this.panel.querySelector("button"))?.focus({ preventScroll: true });
  }

  stateWord() {
    const { view } = /** @type {RealBoardRecord} */ (this.record).board;
    const who = this.name(view.to_act);
    if (view.phase === "over") return view.result?.words[spoken()] ?? "";
    if (view.phase === "opening") return t("real.opening");
    if (view.phase === "answer") return t("real.answers", { who });
    return t(view.phase === "turn" ? "real.moves" : "real.throws", { who, dice: view.dice.join(", ") });
  }

  /** Enter a throw. */
  throwParts() {
    const isOpening = /** @type {RealBoardRecord} */ (this.record).board.view.phase === "opening";
    const die = (/** @type {number} */ n) =>
      pick(
        isOpening ? this.name(n ? "black" : "white") : t("real.die", { n: n + 1 }),
        [1, 2, 3, 4, 5, 6].map((value) => [String(value), String(value)]),
        String(this.dice[n]),
        (value) => {
          this.dice[n] = Number(value);
          enter.disabled = this.dice.includes(0);
        },
      );
    const enter = h("button", { class: "btn act big wide", disabled: this.dice.includes(0), onclick: () => this.enter() }, t("real.enter"));
    return [h("div", { class: "real-dice" }, die(0), die(1)), enter];
  }

  /** The throw stands, or the opponent looks at it first. */
  enter() {
    if (!this.record?.kept.isBoth) return this.thrown(this.dice);
    this.claimed = this.dice;
    return this.layPanel();
  }

  /** The opponent confirms a throw. @param {number[]} dice */
  confirmParts(dice) {
    const view = /** @type {RealBoardRecord} */ (this.record).board.view;
    const who = this.name(view.to_act === "white" ? "black" : "white");
    return [
      h("p", {}, t("real.confirms", { who, dice: dice.join(", ") })),
      h("button", { class: "btn act big wide", onclick: () => this.thrown(dice) }, t("real.right")),
      h("button", { class: "btn wide", onclick: () => this.lay() }, t("real.again")),
    ];
  }

  /** @param {number[]} dice */
  thrown(dice) {
    return this.attempt(async () => this.record?.act("throw", { dice }));
  }

  /** The turn that is made on the board. */
  turnParts() {
    const { free } = this;
    return [
      h("p", { class: "muted" }, t("real.move.so")),
      h("p", { class: "real-turn" }, free.moves.length ? free.text : "…"),
      h("button", { class: "btn act big wide", onclick: () => this.play(free.text, false) }, t("real.made")),
      h(
        "div",
        { class: "row wrap" },
        h("button", { class: "btn", disabled: !free.moves.length, onclick: () => free.undo() }, icon("undo"), t("real.undo")),
        free.moves.length ? "" : h("button", { class: "btn", onclick: () => this.cocked() }, t("real.cocked")),
      ),
    ];
  }

  /** Dice that did not lie flat: the throw is taken back. */
  cocked() {
    this.record?.back();
    announce(t("real.cocked.done"));
    this.lay();
  }

  /** A turn as it was made. @param {string} turn @param {boolean} isAccepted */
  async play(turn, isAccepted) {
    if (this.isBusy) return undefined;
    this.isBusy = true;
    this.problem.textContent = "";
    const { position } = /** @type {RealBoardRecord} */ (this.record).board.view;
    try {
      const { law, says, source } = await ask("/api/real-board/verdict", { position, turn });
      // The throw was taken back meanwhile.
      if (this.record?.board.view.position !== position) return undefined;
      // Only the opponent may let a turn stand that breaks a law.
      if (law && !isAccepted) this.fault = { turn, law, words: `${says[spoken()] ?? says.en ?? ""} (${source})` };
      else {
        await this.record.act("play", { turn, is_accepted: isAccepted });
        return this.lay();
      }
    } catch (error) {
      this.fault = null;
      this.problem.textContent = /** @type {Error} */ (error).message;
    } finally {
      this.isBusy = false;
    }
    return this.layPanel();
  }

  /** The law that a turn breaks, and what the opponent may do. @param {{turn: string, law: string, words: string}} fault */
  faultParts({ turn, law, words }) {
    const { view } = /** @type {RealBoardRecord} */ (this.record).board;
    const who = this.name(view.to_act === "white" ? "black" : "white");
    return [
      h("p", { class: "real-turn" }, turn),
      h("p", { class: "told bad", role: "alert" }, h("b", {}, t(`law.${law}`)), " ", words),
      h("button", { class: "btn act big wide", onclick: () => this.lay() }, t("real.redo")),
      h("button", { class: "btn wide", onclick: () => this.play(turn, true) }, t("real.stands", { who })),
    ];
  }

  endParts() {
    const { view } = /** @type {RealBoardRecord} */ (this.record).board;
    if (!view.acts.includes("next")) return [];
    const next = () => this.attempt(async () => this.record?.next());
    return [h("button", { class: "btn act big wide", onclick: next }, t("real.next"))];
  }

  /** Acts of the cube, and resignations. */
  acts() {
    const { view } = /** @type {RealBoardRecord} */ (this.record).board;
    const act = (/** @type {string} */ name, /** @type {string} */ word) =>
      h("button", { class: "btn", onclick: () => this.attempt(async () => this.record?.act(name)) }, word);
    const here = ACTS.filter((name) => view.acts.includes(name)).map((name) => act(name, t(`real.act.${name}`)));
    const sizes = view.acts.filter((name) => name.startsWith("resign:"));
    const losses = view.losses[view.to_act] ?? {};
    return [...here, ...sizes.map((name) => act(name, t("real.resign", { n: losses[name.slice("resign:".length)] ?? 1 })))];
  }

  /** What is always there: back, the file, another match. */
  foot() {
    const save = () => {
      const name = `nardy-real-board-${new Date().toISOString().slice(0, 10)}.json`;
      if (this.record) download(new Blob([this.record.file()], { type: "application/json" }), name);
    };
    const back = () => {
      this.record?.back();
      this.lay();
    };
    let isSure = false;
    const end = h("button", { class: "btn quiet" }, t("real.end"));
    end.addEventListener("click", () => {
      if (isSure) {
        this.record?.end();
        this.record = null;
        return this.lay();
      }
      isSure = true;
      end.textContent = t("real.end.sure");
      return undefined;
    });
    return h(
      "div",
      { class: "row wrap real-foot" },
      h("button", { class: "btn quiet", disabled: !this.record?.canGoBack, onclick: back }, icon("undo"), t("real.back")),
      h("button", { class: "btn quiet", onclick: save }, icon("save"), t("real.save")),
      end,
    );
  }

  /** Do something, show what came of it, and say what went wrong. @param {() => Promise<unknown>} does */
  async attempt(does) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem.textContent = "";
    try {
      await does();
      this.lay();
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
    } finally {
      this.isBusy = false;
    }
  }
}
