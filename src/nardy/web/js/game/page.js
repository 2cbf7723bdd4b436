// The page of a room: owns its parts, and lays them anew after each change.

import { Board } from "../board/board.js";
import { announce } from "../live_region.js";
import { h } from "../dom.js";
import { onSettings } from "../settings.js";
import { named, spoken, t } from "../words.js";
import { layMain } from "./actions/pending.js";
import { layActs, layFrame, layStrips, layTurns } from "./layout/frame.js";
import { BoardInput } from "./input/board_input.js";
import { Play } from "./play.js";
import { furniture, layMarks, layScene } from "./layout/board_scene.js";
import { numbering, placeName } from "./narration/notation.js";
import { LastTurn } from "./checkers/last_turn.js";

/** @import { Refused, ToServer, Update } from "../protocol.js" */

const PHONE = matchMedia("(max-width: 599px) and (orientation: portrait)");

export class GamePage {
  /** @param {string} room @param {{send: (message: ToServer) => void}} live @param {{again: (play: Play) => Promise<void>, sit: () => void, go: (path: string) => void}} wants */
  constructor(room, live, wants) {
    this.wants = wants;
    /** @type {Board} */
    // @ts-expect-error Set with the first update.
    this.board = undefined;
    /** Loaded with the first event to show. @type {import("./narration/replay.js").Replay | null} */
    this.replay = null;
    this.play = new Play(room, live, {
      tell: (update, isFirst) => this.tell(update, isFirst),
      show: () => this.show(),
      time: () => this.clockFace && layStrips(this),
      refuse: (verdict) => import("./narration/refusals.js").then(({ refuse }) => refuse(this, verdict)),
      fail: (refused) => this.fail(refused),
      more: (message) => this.lateParts?.hear(message),
    });
    this.lastTurn = new LastTurn(this.play);
    /** Loaded where the game has clocks. @type {typeof import("./layout/clock_face.js").clockFace | null} */
    this.clockFace = null;
    /** Loaded after the board is shown. @type {Awaited<ReturnType<typeof import("./late_parts.js").latePartsOf>> | null} */
    this.lateParts = null;
    /** Loaded when an earlier moment is looked at. @type {Awaited<ReturnType<typeof import("./past_board.js").pastOf>> | null} */
    this.past = null;
    this.input = new BoardInput(this);
    /** The last press of the main button: its action and time. @type {{act: string, at: number} | null} */
    this.pressed = null;
    /** When the board began to ask for an answer, in milliseconds of `performance.now`. */
    this.askedAt = 0;
    this.asks = "";
    /** Laws explained in this game already. @type {Set<string>} */
    this.explained = new Set();
    /** The result as announced, and whether its card was closed. */
    this.ended = "";
    this.isAside = false;
    this.isOver = false;
    /** The page was closed; nothing is shown any more. */
    this.isLeft = false;
    /** Screen or settings changed during a replay; the board is built anew after it. */
    this.isStale = false;
    /** The explanation that is open now. @type {HTMLElement | undefined} */
    this.why = undefined;
    this.info = h("section", { class: "info panel" });
    this.side = h("div", { class: "side" }, this.info);
    this.them = h("section", { class: "strip them" });
    this.me = h("section", { class: "strip me" });
    this.box = h("div", { class: "boardbox" });
    this.hint = h("p", { class: "hint" });
    this.turns = h("section", { class: "turnsbox", tabindex: 0, "aria-label": t("turns.title") });
    this.line = h("p", { class: "line num" });
    this.main = h("div", { class: "mainbox" });
    this.buttons = h("div", { class: "acts" });
    this.element = h(
      "main",
      { class: "game", id: "page" },
      this.side,
      this.them,
      this.box,
      this.me,
      this.line,
      this.turns,
      this.buttons,
      this.main,
    );
    this.element.addEventListener("pointerdown", ({ target }) => {
      if (this.play.telling) this.replay?.hurry();
      // A tap elsewhere ends a double tap.
      if (!this.main.contains(/** @type {Node} */ (target))) this.pressed = null;
    });
    this.off = [onSettings(() => this.rebuild())];
    PHONE.addEventListener("change", this.rebuild);
    this.expect();
  }

  /** An empty board until the first update. */
  expect() {
    const bare = new Board({ tall: PHONE.matches, parallel: false, below: "w", label: t("wait.board") }, null);
    this.box.replaceChildren(bare.svg, this.hint);
    this.turns.replaceChildren(h("p", { class: "muted sm lead", role: "status" }, t("wait.board")));
    for (const strip of [this.them, this.me]) strip.replaceChildren(h("span", { class: "muted", "aria-hidden": "true" }, "…"));
    this.main.replaceChildren(h("button", { class: "btn big wait", "aria-disabled": "true" }, t("wait.board")));
  }

  close() {
    this.isLeft = true;
    for (const stop of this.off) stop();
    this.lateParts?.close();
    PHONE.removeEventListener("change", this.rebuild);
  }

  /** @param {Update} update @param {boolean} isFirst */
  async tell(update, isFirst) {
    if (this.isLeft) return undefined;
    if (update.events.length) this.past?.end();
    if (update.clocks) this.clockFace ??= (await import("./layout/clock_face.js")).clockFace;
    if (isFirst) {
      // A game that has just begun is replayed from its first throw.
      const fresh = update.events.length < 4 && update.events.every((e) => e.event.kind !== "played");
      this.build();
      // Both players and the pending action are shown while the first throw is replayed.
      layFrame(this);
      layMain(this);
      layActs(this);
      if (!fresh) return this.lastTurn.recall(this.play.events);
    }
    this.replay ??= new (await import("./narration/replay.js")).Replay(this);
    await this.replay.tell(update.events);
    // The dice of a turn that was taken back are played again.
    if (update.events.at(-1)?.event.kind === "taken-back") this.lastTurn.throws = [{ seat: update.view.to_act, values: update.view.dice }];
    return undefined;
  }

  /** @param {import("../protocol.js").Seat} seat */
  name = (seat) => {
    if (seat === this.play.me) return t("you");
    const person = this.play.facts?.[seat];
    if (!person) return t("nobody");
    return person.is_bot ? t(`bot.${person.name}`) : named(person.name);
  };

  /** Build the board anew, for another screen, side or settings. */
  build() {
    const { play, input } = this;
    /** @type {ConstructorParameters<typeof Board>[0]} */
    const look = {
      tall: PHONE.matches,
      parallel: play.laws.direction === "parallel",
      below: play.below === "white" ? "w" : "b",
      label: t("board.name", { game: play.laws.name[spoken()] }),
    };
    // A new board must not take the keyboard from whoever plays by it.
    const place = this.box.contains(document.activeElement) ? this.board?.keyboard?.here : undefined;
    this.board = new Board(look, {
      lift: (place) => input.lift(place),
      tap: (place, byPointer) => input.tap(place, byPointer),
      drop: (from, to) => input.drop(from, to),
      press: (what) => input.press(what),
      key: (key) => input.key(key),
      name: this.placeName,
    });
    this.box.replaceChildren(this.board.svg, this.hint);
    this.board.checkers.show(play.checkers, { animate: false });
    this.board.numbers((n) => this.number(n));
    this.board.keyboard?.rename();
    if (place !== undefined) this.board.keyboard?.go(place);
    document.title = `${play.laws.name[spoken()]} · nardy`;
  }

  rebuild = () => {
    this.isStale = this.play.telling;
    if (!this.play.view || this.isStale) return;
    this.build();
    this.turns.ariaLabel = t("turns.title");
    layActs(this);
    this.show();
  };

  turnRound() {
    this.play.flip = !this.play.flip;
    this.rebuild();
  }

  show() {
    const { play } = this;
    if (!play.view || play.telling || !this.board || this.isLeft) return;
    if (this.isStale) return this.rebuild();
    layScene(this);
    layFrame(this);
    layMain(this);
    // The next game of a match ends the last one also where its card was closed.
    if (play.view.result || !play.full || this.isOver || this.box.querySelector(".end"))
      import("./layout/result_card.js").then(({ layEnd }) => layEnd(this));
    this.board.keyboard?.rename();
    this.past?.show();
    if (this.lateParts) this.lateParts.show();
    else this.join();
  }

  /** Load the late parts, once. */
  join = () => {
    this.join = async () => {};
    return import("./late_parts.js").then(async ({ latePartsOf }) => {
      const parts = await latePartsOf(this);
      if (this.isLeft) return parts.close();
      this.lateParts = parts;
      for (const message of this.lateParts.hello()) this.play.live.send(message);
      this.show();
    });
  };

  /** Show the board before an earlier turn, by the number of its event; without one, before the last. @param {number} [at] */
  async lookBack(at) {
    this.past ??= await (await import("./past_board.js")).pastOf(this);
    return this.past.open(at);
  }

  marks() {
    layMarks(this);
  }

  /** @param {string} button */
  furniture(button) {
    return furniture(this, button);
  }

  layMain() {
    layMain(this);
  }

  layActs() {
    layActs(this);
  }

  /** Show a card in place of the turns. @param {{card: HTMLElement, heading: HTMLElement}} about */
  explain({ card, heading }) {
    this.why = card;
    this.turns.replaceChildren(card);
    this.turns.classList.add("explains");
    heading.focus({ preventScroll: true });
  }

  closeWhy() {
    if (!this.why) return;
    this.why = undefined;
    this.turns.classList.remove("explains");
    this.board?.marks.clear();
    layTurns(this);
  }

  /** @param {Refused} refused */
  fail({ law, says }) {
    if (law === "stale") return;
    this.hint.textContent = says[spoken()] ?? says.en;
    announce(this.hint.textContent ?? "");
    import("../fair_play.js").then(async ({ fairPlay }) => {
      const fair = await fairPlay(law, this.hint.textContent ?? "");
      if (fair) this.hint.replaceChildren(fair[0], " ", fair[1]);
    });
    this.show();
  }

  /** The number of a point on this board. @param {number} n */
  number(n) {
    return numbering(this.play.below, this.play.laws)(n);
  }

  /** @param {number} place @returns {string} */
  placeName = (place) => {
    const { play, board } = this;
    if (!play.view || !board) return "";
    const target = play.targets.find((one) => one.place === place);
    return placeName(place, {
      checkers: play.checkers,
      facing: board.checkers.frame.facing,
      head: play.laws.has_head,
      target,
      number: this.number(place),
    });
  };
}
