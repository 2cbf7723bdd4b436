// Showing what happened, event by event, so that the eye can follow; any act of the hand hurries it.

import { announce } from "../board/keys.js";
import { flipped, menOf, moved } from "./men.js";
import { sentence } from "./speech.js";

/** A turn's next checker starts before the one before it has landed. */
const OVERLAP = 60;

export class Replay {
  /** @param {import("./page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.hurried = false;
    /** @type {() => void} */
    this.wake = () => {};
    /** Dice on the board: whose, and what they show. @type {{seat: "white" | "black", values: number[]}[]} */
    this.throws = [];
    /** Points of the turn played last, by the numbers of who played it. @type {{seat: string, points: number[]}} */
    this.last = { seat: "white", points: [] };
  }

  /** Nothing is waited for any more, until the events are told. */
  hurry() {
    this.hurried = true;
    this.wake();
  }

  /** @param {number} ms */
  pause(ms) {
    if (this.hurried || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => (clearTimeout(timer), resolve(undefined));
    });
  }

  /** Tell events that followed the moment on the screen. @param {any[]} events */
  async tell(events) {
    this.hurried = document.hidden;
    for (const { event } of events) await this.one(event);
    this.hurried = false;
  }

  /** What lies on the board after events that nobody needs to see again. @param {any[]} events */
  recall(events) {
    for (const { event } of events) {
      if (event.kind === "started") this.throws = [];
      if (event.kind === "rolled-off") this.throws = rolledOff(event);
      if (event.kind === "rolled") this.throws = [rolled(event)];
      if (event.kind === "played") this.played(event);
    }
  }

  /** @param {any} event */
  async one(event) {
    const { play, board } = this.page;
    const said = sentence(event, play.me, (seat) => this.page.name(seat));
    if (said) announce(said);
    switch (event.kind) {
      case "started":
        this.throws = [];
        this.last.points = [];
        break;
      case "rolled-off":
        this.throws = rolledOff(event);
        this.dice();
        await this.pause(board.dice.tumble() + 700);
        break;
      case "rolled":
        this.throws = [rolled(event)];
        this.dice();
        await this.pause(board.dice.tumble() + 120);
        break;
      case "played":
        await this.turn(event);
        break;
      default:
        await this.pause(300);
    }
  }

  /** @param {any} event */
  async turn(event) {
    const { play, board } = this.page;
    this.played(event);
    if (!event.moves.length) return this.pause(1100);
    if (event.player === play.me && !play.flip && play.moments.length > 1) return undefined;
    let men = menOf(play.view, event.player);
    const isMine = event.player === play.below;
    this.page.marks();
    for (const [from, to] of event.moves) {
      men = moved(men, { from, to }, play.laws);
      await this.pause(board.checkers.show(isMine ? men : flipped(men)) - OVERLAP);
    }
    // What comes next in the same update starts from here.
    const seat = event.player;
    const other = seat === "white" ? "black" : "white";
    play.view = { ...play.view, [seat]: men.mine, [other]: men.theirs, [`${seat}_pinned`]: men.minePinned, [`${other}_pinned`]: men.theirsPinned };
    return this.pause(OVERLAP + 120);
  }

  /** @param {any} event */
  played(event) {
    // Where the roll-off's own dice are played, they are now the starter's.
    if (this.throws.length > 1) this.throws = [{ seat: event.player, values: this.throws.flatMap(({ values }) => values).sort((a, b) => b - a) }];
    if (this.page.board) this.dice();
    this.last = { seat: event.player, points: ends(event.moves) };
    if (event.player === this.page.play.me) this.throws = [];
  }

  dice() {
    const { play, board } = this.page;
    board.dice.show(this.throws.map(({ seat, values }) => ({ values, used: [], side: seat === "white" ? "w" : "b", right: seat === play.below })));
    board.furnish(this.page.furniture(""));
  }
}

/** Where checkers set out and where they came to rest. @param {[number, number][]} moves */
function ends(moves) {
  const [origins, landings] = [moves.map(([from]) => from), moves.map(([, to]) => to)];
  for (const place of [...landings]) {
    const on = origins.indexOf(place);
    if (on < 0) continue;
    origins.splice(on, 1);
    landings.splice(landings.indexOf(place), 1);
  }
  return [...origins, ...landings];
}

/** @param {any} event @returns {{seat: "white" | "black", values: number[]}[]} */
const rolledOff = (event) => [
  { seat: "white", values: [event.white] },
  { seat: "black", values: [event.black] },
];

/** @param {any} event @returns {{seat: "white" | "black", values: number[]}} */
function rolled({ player, dice: [high, low] }) {
  return { seat: player, values: high === low ? [high, high, high, high] : [high, low] };
}
