// A room as this browser sees it: the state of the server, and the turn being made.

import { fresh } from "../live.js";
import { sound } from "../settings.js";
import { RoomChain } from "../provable_dice/room_chain.js";
import { originsOf, targetsOf } from "./checkers/legal_moves.js";
import { turnTime } from "./layout/clock_words.js";
import { checkersOf, moved } from "./checkers/counts.js";

/** @import { Clocks, DieMove, Happened, MoveVerdict, Refused, RoomFacts, Seat, ToClient, ToServer, Update, View } from "../protocol.js" */

/** @typedef {import("./checkers/legal_moves.js").Choice} Choice */
/** @typedef {import("../board/checkers.js").CheckerCounts} CheckerCounts */
/** @typedef {{checkers: CheckerCounts, nodes: import("./checkers/legal_moves.js").Node[], at: number, made: Choice[], asked?: string}} Moment A state within a turn. */

/** Both clocks, when they were received, and the time of a whole turn in correspondence games. @typedef {Clocks & {at: number, turn: number}} ToldClocks */

/**
 * Callbacks of the page.
 * @typedef {object} Wants
 * @property {(update: Update, isFirst: boolean) => Promise<void>} tell Show the events of an update, then the position after them.
 * @property {() => void} show Show the current state.
 * @property {() => void} time Show the clocks.
 * @property {(verdict: MoveVerdict) => void} refuse
 * @property {(refused: Refused) => void} fail
 * @property {(message: ToClient) => unknown} more Handle any other message; true if it was handled.
 */

export class Play {
  /** @param {string} room @param {{send: (message: ToServer) => void}} live @param {Wants} wants */
  constructor(room, live, wants) {
    this.room = room;
    this.live = live;
    this.wants = wants;
    /** All events of the room, without what was taken back. @type {Happened[]} */
    this.events = [];
    /** @type {View} */
    // @ts-expect-error Set with the first update.
    this.view = null;
    /** @type {RoomFacts} */
    // @ts-expect-error Set with the first update.
    this.facts = null;
    /** Both clocks as received. @type {ToldClocks | null} */
    this.clocks = null;
    this.version = 0;
    /** The states of the turn so far; the first is its start. @type {Moment[]} */
    this.moments = [];
    /** @type {number | null} */
    this.chosen = null;
    /** Whether the smaller die is played first. */
    this.swapped = false;
    /** The act that was sent and not answered; empty: none. */
    this.sent = "";
    this.flip = false;
    /** Whether to roll as soon as it is the player's turn. */
    this.ahead = false;
    /** Whether the player asked for a rematch. */
    this.asksAgain = false;
    /** The size to resign with as soon as it is the player's turn; empty: none. */
    this.resigns = "";
    /** When the game can be claimed from an absent player; null while they are here. @type {number | null} */
    this.claimAt = null;
    /** Moves to restore once more of the graph is known. @type {DieMove[]} */
    this.left = [];
    /** @type {Update[]} */
    this.updates = [];
    this.telling = false;
    /** Asked before a turn is sent; true keeps it back (tutor.js). @type {((moves: DieMove[]) => boolean) | null} */
    this.holdsBack = null;
    this.roomChain = new RoomChain(this);
    /** What was told of the dice (provable_dice/compare.js). @type {[import("../protocol.js").DiceFacts, boolean][]} */
    this.told = [];
  }

  /** The user's seat; null for a spectator. @returns {"white" | "black" | null} */
  get me() {
    return this.facts?.you ?? null;
  }

  /** The seat drawn below. @returns {"white" | "black"} */
  get below() {
    const seat = this.me ?? "white";
    return this.flip ? (seat === "white" ? "black" : "white") : seat;
  }

  get laws() {
    return this.facts.laws;
  }

  /** Whether this browser plays without the club, so that nobody has committed to the dice. */
  get isOffline() {
    return !this.facts.dice.commitment;
  }

  /** Whether both seats are taken. */
  get full() {
    return Boolean(this.facts.white && this.facts.black);
  }

  /** Whether the user must act now. */
  get due() {
    return this.me !== null && this.full && this.view?.to_act === this.me && this.view.phase !== "over";
  }

  /** Whether checkers can be moved by hand now. */
  get moving() {
    return this.due && this.view.phase === "turn" && !this.flip && !this.telling && !this.sent;
  }

  /** Whether the next roll can be asked for in advance. */
  get mayAhead() {
    return this.me !== null && this.full && !this.due && ["roll", "turn"].includes(this.view?.phase);
  }

  /** Whether the game can be claimed now. */
  get claimable() {
    return this.me !== null && !this.due && this.claimAt !== null && performance.now() >= this.claimAt && this.view.phase !== "over";
  }

  get moment() {
    return this.moments[this.moments.length - 1];
  }

  get node() {
    const { nodes, at } = this.moment ?? { nodes: [], at: 0 };
    return nodes[at];
  }

  /** The checkers as seen by the seat below; a turn that was sent stays as made until the answer. @returns {CheckerCounts} */
  get checkers() {
    const own = this.moving || (this.sent === "play" && !this.flip);
    return own && this.moment ? this.moment.checkers : checkersOf(this.view, this.below);
  }

  /** Whether the turn is complete. */
  get complete() {
    return this.moving && this.node && this.node.moves.length === 0;
  }

  /** The dice in the order in which they are played. @returns {number[]} */
  get dice() {
    const { dice, left } = this.view;
    const two = dice.length === 2 && dice[0] !== dice[1] && !left;
    return two && this.swapped ? [dice[1], dice[0]] : dice;
  }

  get origins() {
    return this.moving ? originsOf(this.node) : new Set();
  }

  /** Targets of the chosen checker. */
  get targets() {
    if (!this.moving || this.chosen === null) return [];
    const first = this.dice.find((die) => this.node.dice.includes(die)) ?? 0;
    return targetsOf(this.moment.nodes, this.moment.at, this.chosen, first);
  }

  /** Handle a message of the server. @param {ToClient} message */
  hear(message) {
    if (message.type === "update") this.update(message);
    if (message.type === "want") this.roomChain.reveal(message.number);
    if (message.type === "verdict") this.wants.refuse(message);
    if (message.type === "explored") this.explored(message);
    const isAnswered = this.wants.more(message);
    if (message.type === "refused" && !isAnswered) {
      this.sent = "";
      this.wants.fail(message);
    }
  }

  /** Queue an update. Clocks and claims count from now on, however long the events are shown. @param {Update} message */
  update(message) {
    const { clocks, facts, events } = message;
    // `performance.now` cannot jump, unlike the time of day when it is set.
    this.clocks = clocks && { ...clocks, at: performance.now(), turn: turnTime(facts.clock) };
    this.claimAt = facts.claim === null ? null : performance.now() + facts.claim;
    this.wants.time();
    this.told.push([facts.dice, facts.is_over]);
    this.roomChain.count(events);
    this.updates.push(message);
    this.run();
  }

  /** Show queued updates one after another. */
  async run() {
    if (this.telling) return;
    this.telling = true;
    const wasDue = this.due;
    try {
      for (let update = this.updates.shift(); update; update = this.updates.shift()) {
        // A new connection may repeat events that arrived by the one before.
        update.events = update.events.filter((happened) => happened.number > this.version);
        const isFirst = this.view === null;
        if (isFirst) this.take(update);
        // What cannot be shown, such as without a module, counts all the same.
        await this.wants.tell(update, isFirst).catch(reportError);
        if (!isFirst) this.take(update);
      }
    } finally {
      this.telling = false;
    }
    if (this.due && !wasDue) sound("turn");
    this.wants.show();
  }

  /** Make an update the current state. @param {Update} update */
  take({ view, facts, nodes, events, version }) {
    this.view = view;
    this.facts = facts;
    this.roomChain.commit();
    if (view.phase === "over") Object.assign(this, { ahead: false, resigns: "" });
    // What was taken back does not count any more (nardy/core/kept_events.py).
    for (const one of events) one.event.kind === "taken-back" ? (this.events.length -= one.event.events) : this.events.push(one);
    // Without new events the turn being made is kept.
    if (version === this.version && (this.moments.length || !nodes.length)) return;
    this.version = version;
    this.sent = "";
    this.chosen = null;
    this.swapped = false;
    this.moments = nodes.length ? [{ checkers: checkersOf(view, this.me ?? "white"), nodes, at: 0, made: [] }] : [];
    this.restore(this.due && this.room ? keptMoves(this.room, version) : []);
  }

  /** Make the moves again that were made before the page was reloaded. @param {{from: number, to: number}[]} steps */
  restore(steps) {
    this.left = [...steps];
    while (this.left.length && this.node) {
      const [{ from, to }] = this.left.splice(0, 1);
      const choice = this.node.moves.find((one) => one.from === from && one.to === to);
      if (!choice) this.left = [];
      else this.play([choice]);
    }
  }

  /** Keep the moves of the turn for a reload; a board without a room has other positions by then. */
  keep() {
    if (this.room) keepMoves(this.room, this.version, this.steps(this.moment?.made ?? []));
  }

  /** Send an act. @param {string} act @param {{moves?: DieMove[]}} [more] */
  async act(act, more = {}) {
    if (this.sent) return;
    this.sent = act;
    this.ahead = false;
    // Read before the wait for the link: the act is meant for the position seen now.
    const { version } = this;
    this.wants.show();
    const link = act === "roll" ? await this.roomChain.link() : {};
    this.live.send({ type: "act", room: this.room, id: fresh(), version, act, ...more, ...link });
  }

  /** Move one checker along a route. @param {Choice[]} route */
  play(route) {
    for (const choice of route) {
      const { checkers, nodes, made } = this.moment;
      this.moments.push({ checkers: moved(checkers, choice, this.laws), nodes, at: choice.then ?? -1, made: [...made, choice] });
    }
    this.chosen = null;
    if (this.moment.at < 0) this.explore();
    this.keep();
  }

  /** Undo the last move, or all of them. @param {boolean} [all] */
  undo(all = false) {
    if (this.moments.length < 2 || this.sent) return false;
    this.moments.length = all ? 1 : this.moments.length - 1;
    this.chosen = null;
    this.left = [];
    this.keep();
    return true;
  }

  /** Ask for the graph after the moves made. */
  explore() {
    this.moment.asked = fresh();
    this.live.send({ type: "explore", room: this.room, id: this.moment.asked, moves: this.steps(this.moment.made) });
  }

  /** Take the graph after the moves made, unless they were undone. @param {import("../protocol.js").Explored} message */
  explored({ id, nodes }) {
    const moment = this.moments.find(({ asked }) => asked === id);
    if (!moment || moment.at >= 0) return;
    Object.assign(moment, { nodes, at: 0 });
    if (this.left.length && moment === this.moment) this.restore(this.left);
    this.wants.show();
  }

  confirm() {
    if (!this.complete) return;
    const moves = this.steps(this.moment.made);
    if (!this.holdsBack?.(moves)) this.act("play", { moves });
  }

  /** Ask the judge why a move is not legal. @param {number} from @param {number} to */
  why(from, to) {
    this.live.send({ type: "ask", room: this.room, id: fresh(), moves: [...this.steps(this.moment.made), { from, to }] });
  }

  /** @param {Choice[]} made */
  steps(made) {
    return made.map(({ from, to }) => ({ from, to }));
  }
}

/** The key in local storage for turns being made: {room: [version, moves]}. */
const KEPT = "nardy-turns";
/** Rooms whose turns are kept. */
const MOST_KEPT = 8;

/** @returns {Record<string, [number, {from: number, to: number}[]]>} */
function allKept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} room @param {number} version */
function keptMoves(room, version) {
  const [known, moves] = allKept()[room] ?? [];
  return known === version && Array.isArray(moves) ? moves : [];
}

/** @param {string} room @param {number} version @param {{from: number, to: number}[]} moves */
function keepMoves(room, version, moves) {
  const { [room]: _, ...others } = allKept();
  // Entries are in the order in which they were added, so the oldest are dropped.
  const latest = Object.entries(others).slice(1 - MOST_KEPT);
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(moves.length ? [...latest, [room, [version, moves]]] : latest)));
  } catch {
    // Without storage a reload loses them.
  }
}
