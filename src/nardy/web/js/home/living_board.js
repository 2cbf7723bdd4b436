// A board that lives: a game that is played at the club now, or else a recorded one. Loaded after the first page.

import { ask } from "../api.js";
import { Board } from "../board/board.js";
import { h, icon } from "../dom.js";
import { checkersOf, flipped, moved } from "../game/checkers/counts.js";
import { follow } from "../nav.js";
import { still } from "../settings.js";
import { named, spoken, t } from "../words.js";

/** @import { ListedGame, Person, ShownTurn, WatchedGame } from "../protocol.js" */

/** Milliseconds between two looks at a game that is played now. */
const LOOK = 3000;
/** Milliseconds for a roll to be seen, for a move, between turns, and at the end. */
const PACE = { roll: 800, move: 480, turn: 700, end: 5000 };
/** The part of a recorded game that is skipped: its beginning looks like any other. */
const SKIPPED = 0.2;

export class LivingBoard {
  /** @param {HTMLElement} box @param {ListedGame} game @param {WatchedGame | null} watched @param {(path: string) => void} go */
  constructor(box, game, watched, go) {
    this.box = box;
    this.game = game;
    this.go = go;
    /** The game and the players that are shown. */
    this.shown = "";
    // Who wants no motion starts it by hand (WCAG 2.2.2).
    this.paused = still();
    /** Counts what has begun to be shown, so that what was before ends. */
    this.runs = 0;
    this.place = h("div", { class: "living-board" });
    this.says = h("p", { class: "living-says muted sm" });
    this.button = h("button", { class: "btn quiet ico", onclick: () => this.pause(!this.paused) });
    this.board = /** @type {Board} */ (/** @type {unknown} */ (undefined));
    this.show(watched);
    setTimeout(() => this.look(), LOOK);
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.paused = isPaused;
    this.label();
  }

  label() {
    const word = t(this.paused ? "living.play" : "living.pause");
    this.button.replaceChildren(icon(this.paused ? "after" : "pause"));
    Object.assign(this.button, { ariaLabel: word, title: word });
  }

  /** Look again at the club as long as the page is there. */
  async look() {
    if (!this.box.isConnected) return;
    if (!document.hidden && !this.paused)
      await ask("/api/front").then(
        ({ watched }) => this.show(watched),
        () => {},
      );
    setTimeout(() => this.look(), LOOK);
  }

  /** @param {WatchedGame | null} watched */
  show(watched) {
    if (watched) this.watch(watched);
    else if (!this.shown.startsWith("recorded")) this.replay();
  }

  /** A game of now. @param {WatchedGame} watched */
  watch({ game, view }) {
    const key = `${game.room} ${view.game}`;
    const isNew = this.shown !== key;
    if (isNew) this.build(key, game.laws);
    this.board.checkers.show(checkersOf(view, "white"), { animate: !isNew });
    const side = view.to_act === "white" ? "w" : "b";
    this.board.dice.show(view.dice.length ? [{ values: view.dice, used: [], side, right: view.to_act === "white" }] : []);
    const owner = view.cube?.owner;
    const where = owner ? (owner === "white" ? "mine" : "theirs") : "middle";
    this.board.furnish({ cube: view.cube && { value: view.cube.value, where }, bomb: null, button: "" });
    if (!isNew) return;
    const link = h("a", { href: `/play/${game.room}`, onclick: follow(this.go) }, t("living.watch"));
    this.says.replaceChildren(h("b", {}, `${who(game.white)} – ${who(game.black)}`), ` · ${game.laws.name[spoken()]} · `, link);
  }

  /** A recorded game, from its middle, again and again. */
  async replay() {
    this.build("recorded", this.game);
    this.says.replaceChildren(t("living.recorded", { game: this.game.name[spoken()] }));
    const run = this.runs;
    const told = await ask(`/api/recorded/${encodeURIComponent(this.game.id)}`).catch(() => null);
    if (!told) return;
    while (this.is(run)) await this.once(told.turns, run);
  }

  /** @param {ShownTurn[]} turns @param {number} run */
  async once(turns, run) {
    const first = Math.floor(turns.length * SKIPPED);
    const { start } = this.game;
    let checkers = { mine: start, theirs: start, minePinned: /** @type {number[]} */ ([]), theirsPinned: /** @type {number[]} */ ([]) };
    for (const [number, turn] of turns.entries()) {
      const isWhite = turn.seat === "white";
      const steps = turn.moves.map(([from, to]) => {
        checkers = after(checkers, { from, to }, isWhite, this.game);
        return checkers;
      });
      if (number < first) continue;
      if (number === first) this.board.checkers.show(checkers, { animate: false });
      else await this.turn(turn, steps, run);
      if (!this.is(run)) return;
    }
    await this.wait(PACE.end, run);
  }

  /** @param {ShownTurn} turn @param {import("../board/checkers.js").CheckerCounts[]} steps @param {number} run */
  async turn({ seat, dice }, steps, run) {
    const isWhite = seat === "white";
    await this.wait(PACE.turn, run);
    if (this.is(run)) this.board.dice.show([{ values: dice, used: [], side: isWhite ? "w" : "b", right: isWhite }]);
    await this.wait(PACE.roll, run);
    for (const step of steps) {
      if (!this.is(run)) return;
      this.board.checkers.show(step);
      await this.wait(PACE.move, run);
    }
  }

  /** Whether this is still what is shown. @param {number} run */
  is(run) {
    return this.runs === run && this.box.isConnected;
  }

  /** Wait, and on until somebody looks. @param {number} ms @param {number} run */
  async wait(ms, run) {
    do await new Promise((done) => setTimeout(done, ms));
    while ((this.paused || document.hidden) && this.is(run));
  }

  /** @param {string} key @param {import("../protocol.js").Laws} laws */
  build(key, laws) {
    this.runs++;
    this.shown = key;
    const label = t("living.label", { game: laws.name[spoken()] });
    this.board = new Board({ tall: false, parallel: laws.direction === "parallel", below: "w", label }, null);
    this.board.checkers.quiet = true;
    const start = "scene" in laws && this.game.scene ? this.game.scene : null;
    if (start) this.board.checkers.show(checkersOf(start, "white"), { animate: false });
    this.place.replaceChildren(this.board.svg);
    this.label();
    if (!this.place.isConnected) this.box.replaceChildren(this.place, h("div", { class: "row living-line" }, this.says, this.button));
  }
}

/** The counts after a move of either side, seen by White. @param {import("../board/checkers.js").CheckerCounts} checkers @param {{from: number, to: number}} move @param {boolean} isWhite @param {ListedGame} game */
const after = (checkers, move, isWhite, game) => (isWhite ? moved(checkers, move, game) : flipped(moved(flipped(checkers), move, game)));

/** @param {Person} person */
const who = (person) => (person.is_bot ? t(`bot.${person.name}`) : named(person.name));
