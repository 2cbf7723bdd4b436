// The board of a trial: the worker knows the game, so it answers what a room would.

import { Practice } from "../game/practice.js";

/** @import { MoveVerdict, Node, ToServer } from "../protocol.js" */
/** @typedef {import("../game/play.js").Play} Play */

export class TrialBoard extends Practice {
  /** @param {import("../game/practice.js").Wants & {ask: (wants: "nodes" | "verdict", moves: import("../protocol.js").DieMove[]) => Promise<unknown>, back: () => void}} wants */
  constructor(wants) {
    super(wants, { tall: false });
    this.asks = wants.ask;
    this.back = wants.back;
  }

  /** Answer a message as a room would. @param {Play} play @param {ToServer} message */
  async answer(play, message) {
    if (message.type === "act") return this.wants.act(message.act, message.moves ?? []);
    if (message.type !== "ask" && message.type !== "explore") return undefined;
    const told = await this.asks(message.type === "ask" ? "verdict" : "nodes", message.moves);
    // Another position may have been laid meanwhile.
    if (play !== this.play) return undefined;
    if (message.type === "ask") return this.wants.refuse(/** @type {MoveVerdict} */ (told));
    return play.hear({ type: "explored", id: message.id, nodes: /** @type {Node[]} */ (told) });
  }

  /** Whether moves of the turn can be undone. */
  get isBegun() {
    return this.play.moments.length > 1;
  }

  /** Undo the last move, or all; before the first one the act before it. */
  undo(all = false) {
    if (all || this.isBegun) super.undo(all);
    else this.back();
  }

  /** Show the board from the other side, or as it was. */
  flip() {
    this.play.flip = !this.play.flip;
    this.rebuild();
  }
}
