// Replay: events shown one by one, at a pace that can be followed; any input hurries it. Loaded
// when the first event is shown.

import { announce } from "../../live_region.js";
import { paced } from "../../settings.js";
import { flipped, checkersOf, moved } from "../checkers/counts.js";
import { sentence } from "./event_sentences.js";

/** @import { GameEvent, Happened, Played } from "../../protocol.js" */

/** Milliseconds by which the next checker of a turn starts before the last one has landed. */
const OVERLAP = 60;

export class Replay {
  /** @param {import("../page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.hurried = false;
    /** Whether the checkers after the events so far are unknown here. */
    this.isLost = false;
    /** @type {() => void} */
    this.wake = () => {};
  }

  /** Skip the pauses until these events are shown. */
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

  /** Show events that followed the position on the screen. @param {Happened[]} events */
  async tell(events) {
    this.hurried = document.hidden;
    this.isLost = false;
    for (const { event } of events) await this.one(event);
    this.hurried = false;
  }

  /** @param {GameEvent} event */
  async one(event) {
    const { play, board } = this.page;
    const said = sentence(event, play.me, (seat) => this.page.name(seat), play.laws);
    if (said) announce(said);
    this.page.lastTurn.take(event);
    // The position after these comes with the update, once its events are shown.
    this.isLost ||= ["started", "taken-back", "bomb"].includes("act" in event ? event.act : event.kind);
    switch (event.kind) {
      case "started":
        break;
      case "rolled-off":
        this.dice();
        await this.pause(board.dice.tumble() + paced(700));
        break;
      case "rolled":
        this.dice();
        await this.pause(board.dice.tumble() + paced(120));
        break;
      case "played":
        await this.turn(event);
        break;
      default:
        await this.pause(paced(300));
    }
  }

  /** @param {Played} event */
  async turn(event) {
    const { play, board } = this.page;
    this.dice();
    this.page.lastTurn.gone(event);
    if (!event.moves.length) return this.pause(Math.max(400, paced(1100)));
    // A move from a place that is empty by a stale position would be drawn wrongly.
    if (this.isLost) return undefined;
    let checkers = checkersOf(play.view, event.player);
    const isMine = event.player === play.below;
    // The user's own turn stands on the board.
    const stands = event.player === play.me && !play.flip && play.moments.length > 1;
    if (!stands) this.page.marks();
    for (const [from, to] of event.moves) {
      checkers = moved(checkers, { from, to }, play.laws);
      if (!stands) await this.pause(board.checkers.show(isMine ? checkers : flipped(checkers)) - paced(OVERLAP));
    }
    // The next events of the same update start from here.
    const seat = event.player;
    const other = seat === "white" ? "black" : "white";
    play.view = {
      ...play.view,
      [seat]: checkers.mine,
      [other]: checkers.theirs,
      [`${seat}_pinned`]: checkers.minePinned,
      [`${other}_pinned`]: checkers.theirsPinned,
    };
    return stands ? undefined : this.pause(paced(OVERLAP + 120));
  }

  dice() {
    const { play, board } = this.page;
    board.dice.show(
      this.page.lastTurn.throws.map(({ seat, values }) => ({
        values,
        used: [],
        side: seat === "white" ? "w" : "b",
        right: seat === play.below,
      })),
    );
    board.furnish(this.page.furniture(""));
    this.page.layMain();
  }
}
