// A game against a bot without the club: its state follows from its events, and it speaks to the page as the club does.

import { GOING_ON, afterTurn, exploded, explodes, isVoid } from "../engine/after_turn.js";
import { adviceOf } from "./advice.js";
import { chosen } from "../engine/levels.js";
import { MOST_NODES, other, viewOf } from "./view.js";
import { turnText } from "./turn_text.js";

/** @import { Act, DieMove, GameEvent, GameResult, Happened, Person, Seat, ToClient, ToServer, Update } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("../engine/engine.js").Position} Position */
/** What is kept of a game. @typedef {{id: string, game: string, level: string, seat: Seat, begun: number, is_over: boolean, events: Happened[]}} OfflineGame */

/** Points by which an offer may fall short of what a bot expects. */
const EPSILON = 1e-4;

export class OfflineRoom {
  /** @param {OfflineGame} kept @param {LoadedGame} game @param {{tell: (message: ToClient) => void, keep: () => Promise<void>}} wants */
  constructor(kept, game, { tell, keep }) {
    this.kept = kept;
    this.game = game;
    this.tell = tell;
    this.keep = keep;
    this.position = game.start();
    /** @type {"opening" | "roll" | "turn" | "over"} */
    this.phase = "opening";
    /** The player who rolls or moves. @type {Seat} */
    this.turn = "white";
    /** @type {number[]} */
    this.roll = [];
    /** @type {GameResult | null} */
    this.result = null;
    for (const { event } of kept.events) this.apply(event);
  }

  get version() {
    return this.kept.events.length;
  }

  get bot() {
    return other(this.kept.seat);
  }

  /** Begin the game, or go on with it: the bot acts until the player must. */
  async run() {
    if (!this.version) this.add({ kind: "started", position: this.game.game.start_text, version: 1 });
    while (this.phase === "opening") this.add({ kind: "rolled-off", white: die(), black: die() });
    while (this.phase !== "over" && (this.turn === this.bot || this.mustDance())) {
      if (this.phase === "roll" && explodes(this.game, this.position)) {
        this.add({ kind: "acted", player: this.turn, act: "bomb" });
        // Shown by itself: a turn is replayed from the checkers that the page has seen.
        await this.publish();
      }
      if (this.phase === "roll") this.add({ kind: "rolled", player: this.turn, dice: sorted([die(), die()]) });
      if (this.phase === "turn") this.play(this.turn === this.bot ? this.choose() : []);
      await this.publish();
    }
    await this.publish();
  }

  /** Whether the turn due has no legal move. */
  mustDance() {
    return this.phase === "turn" && !this.nodes([])[0].moves.length;
  }

  choose() {
    return chosen(this.game, this.position, this.roll, this.kept.level).moves;
  }

  /** Keep the game, then show it: what the page has shown is never lost. @param {ToClient} [answer] What is told before. */
  async publish(answer) {
    await this.keep();
    if (answer) this.tell(answer);
    this.tell(this.update(this.shown));
    this.shown = this.version;
  }

  shown = 0;
  /** The last act that was kept and told so. */
  done = "";

  /** Answer a message of the page. @param {ToServer} message */
  async hear(message) {
    if (message.type === "watch") {
      this.shown = this.version;
      this.tell(this.update(message.since ?? 0));
      return this.run();
    }
    if (message.type === "act") return this.act(message);
    if (message.type === "explore") this.tell({ type: "explored", id: message.id, nodes: this.nodes(message.moves) });
    if (message.type === "ask") this.tell(this.game.verdict(message.id, this.position, this.roll, message.moves));
    if (message.type === "hint") this.tell(this.advised(message.id));
    return undefined;
  }

  /** @param {Act} act */
  async act({ id, act, version, moves = [] }) {
    if (version !== this.version || this.turn === this.bot || this.phase === "over") return this.refuse(id, "stale");
    const player = this.turn;
    const size = /^resign:(.+)/.exec(act)?.[1] ?? "";
    if (act === "roll") {
      if (this.phase === "turn") return this.refuse(id, "already-rolled");
      this.add({ kind: "rolled", player, dice: sorted([die(), die()]) });
    } else if (act === "play") {
      if (this.phase === "roll") return this.refuse(id, "not-rolled");
      if (!this.game.moved(this.position, this.roll, moves)?.isOver) return this.refuse(id, "longest-play");
      this.play(moves);
    } else if (act === "bomb" && this.view().acts.includes(act)) this.add({ kind: "acted", player, act });
    else if (Object.hasOwn(this.view().losses[player], size)) this.resign(player, size);
    else return this.refuse(id, "message");
    await this.publish({ type: "done", id, version: this.version });
    this.done = id;
    return this.run();
  }

  /** The bot agrees to a loss that is worth what it expects to win. @param {Seat} player @param {string} size */
  resign(player, size) {
    const points = this.game.game.sizes[size];
    const expected =
      this.phase === "turn" ? -this.game.ranked(this.position, this.roll, 0)[0].equity : -this.game.value(this.position, 0).equity;
    this.add({ kind: "resigned", player, size });
    this.add({ kind: "acted", player: this.bot, act: points >= expected - EPSILON ? "accept" : "refuse" });
  }

  /** @param {string} id @param {string} law */
  refuse(id, law) {
    this.tell({ type: "refused", id, law, reason: law, says: this.game.game.words[law] ?? {} });
  }

  /** @param {DieMove[]} moves */
  play(moves) {
    const made = this.game.hitting(this.position, this.roll, moves);
    this.add({ kind: "played", player: this.turn, turn: turnText(made), moves: moves.map(({ from, to }) => [from, to]) });
  }

  /** @param {GameEvent} event */
  add(event) {
    this.apply(event);
    this.kept.events.push({ number: this.version + 1, at: Date.now(), event, note: null });
  }

  /** @param {GameEvent} event */
  apply(event) {
    if (event.kind === "rolled-off") this.open(event.white, event.black);
    if (event.kind === "rolled") Object.assign(this, { roll: [...event.dice], phase: "turn" });
    if (event.kind === "played") this.follow(event.moves.map(([from, to]) => ({ from, to })));
    if (event.kind === "resigned") this.offered = event.size;
    if (event.kind === "acted" && event.act === "bomb") this.position = exploded(this.game, this.position);
    if (event.kind === "acted" && event.act === "accept") this.end(event.player, this.game.game.sizes[this.offered], this.offered);
  }

  offered = "";

  /** @param {number} white @param {number} black */
  open(white, black) {
    const told = this.game.game.openings[`${white}${black}`];
    if (!told) return;
    const [seat, phase] = told;
    this.turn = seat;
    this.roll = phase === "turn" ? sorted([white, black]) : [];
    this.phase = this.roll.length ? "turn" : "roll";
  }

  /** @param {DieMove[]} moves */
  follow(moves) {
    const final = this.game.moved(this.position, this.roll, moves);
    if (!final) throw new Error("expected legal moves in the game kept by this browser, got others");
    const { outcome, position, again } = afterTurn(this.game, this.position, this.roll, { ...final, moves });
    if (outcome !== GOING_ON) {
      const points = this.game.game.points[outcome];
      const mover = this.turn;
      // The loser's checkers are shown as they stand.
      this.position = position;
      this.turn = other(mover);
      return this.end(points > 0 ? mover : points < 0 ? other(mover) : null, Math.abs(points), points ? "" : "mothers");
    }
    this.position = position;
    this.roll = [];
    // Leftover dice of the other player are a turn without a roll, and the roll follows it.
    this.phase = position.left?.length ? "turn" : "roll";
    if (again) return undefined;
    this.turn = other(this.turn);
    // Asked before the roll, as the rule book does: its list of events ends here, too.
    return isVoid(this.game, position) ? this.end(null, 0, "void") : undefined;
  }

  /** @param {Seat | null} winner @param {number} points @param {string} size Empty: the size with these points; without a winner the reason. */
  end(winner, points, size) {
    const { sizes, titles, laws, draws } = this.game.game;
    const name = winner ? size || (Object.keys(sizes).find((one) => sizes[one] === points) ?? "single") : "void";
    this.result = { winner, points, size: titles[name] ?? name, words: winner ? laws.results[name] : draws[size] };
    this.phase = "over";
    this.roll = [];
    this.kept.is_over = true;
  }

  /** The graph of the turn due, after some moves. @param {DieMove[]} made */
  nodes(made) {
    return this.phase === "turn" ? this.game.graph(this.position, this.roll, made, MOST_NODES) : [];
  }

  /** @param {string} id @returns {import("../protocol.js").Advised} */
  advised(id) {
    return { type: "advised", id, room: this.kept.id, version: this.version, ...adviceOf(this.game, this) };
  }

  /** The game as a file that nardy reads (formats/match_json.py), marked as played offline. */
  file() {
    const { seat, level, events } = this.kept;
    const names = { [seat]: "player", [this.bot]: this.game.tables.levels[level].bot };
    const head = { nardy: "match", version: 1, length: 0, players: [names.white, names.black], tags: [["Event", "played offline"]] };
    const lines = events.map(({ event }) => JSON.stringify(event)).join(",\n");
    return `${JSON.stringify(head).slice(0, -1)}, "events": [\n${lines}\n]}\n`;
  }

  /** @param {number} since @returns {Update} */
  update(since) {
    const { id, seat, level } = this.kept;
    const { laws } = this.game.game;
    const bot = person(this.game.tables.levels[level].bot, true);
    const me = person("", false);
    return {
      type: "update",
      room: id,
      since,
      version: this.version,
      events: this.kept.events.slice(since),
      view: this.view(),
      clocks: null,
      nodes: this.turn === seat ? this.nodes([]) : [],
      facts: {
        id,
        laws,
        length: 0,
        white: seat === "white" ? me : bot,
        black: seat === "white" ? bot : me,
        you: seat,
        clock: null,
        // Empty tips: no hash chain is made, since nobody could check it.
        dice: { commitment: "", white: "", black: "" },
        next: null,
        rematch: null,
        declined: null,
        claim: null,
        is_over: this.phase === "over",
        watchers: [],
        visitors: 0,
        pace: null,
        tournament: null,
      },
    };
  }

  view() {
    return viewOf(this.game, this);
  }
}

/** @param {string} name @param {boolean} isBot @returns {Person} */
const person = (name, isBot) => ({
  name,
  is_bot: isBot,
  is_here: true,
  id: isBot ? `bot:${name}` : "me",
  rating: null,
  avatar: "",
  is_program: false,
});

/** @param {[number, number]} dice @returns {[number, number]} */
const sorted = ([one, two]) => (one < two ? [two, one] : [one, two]);

/** A fair die: bytes that six does not divide evenly are thrown away. */
export function die() {
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 252) return (byte % 6) + 1;
  }
}
