// A game against a bot without the club: its state follows from its events, and it speaks to the page as the club does.

import { GOING_ON, afterTurn, exploded, explodes, isVoid } from "../engine/after_turn.js";
import { ENDINGS, due, told } from "../engine/cube.js";
import { adviceOf } from "./advice.js";
import { botAct, isEnough } from "./bot_acts.js";
import { chosen } from "../engine/levels.js";
import { MOST_NODES, other, viewOf } from "./view.js";
import { turnText } from "./turn_text.js";

/** @import { Act, DieMove, GameEvent, GameResult, Happened, Person, Seat, ToClient, ToServer, Update } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("../engine/engine.js").Position} Position */
/** What is kept of a game or a match; without a length it is a single game, without rules one without a cube. @typedef {{id: string, game: string, level: string, seat: Seat, begun: number, is_over: boolean, events: Happened[], length?: number, rules?: string}} OfflineGame */

export class OfflineRoom {
  /** @param {OfflineGame} kept @param {LoadedGame} game @param {{tell: (message: ToClient) => void, keep: () => Promise<void>}} wants */
  constructor(kept, game, { tell, keep }) {
    this.kept = kept;
    this.game = game;
    this.tell = tell;
    this.keep = keep;
    this.text = kept.rules ?? game.game.begins.single;
    this.laws = game.lawsOf(this.text);
    /** The cube, the score and what is due (kernel/act_layout.py). */
    this.state = this.laws.begin(kept.length ?? 0);
    this.position = game.start();
    /** The player who sees the position: who rolls or moves. @type {Seat} */
    this.turn = "white";
    /** @type {number[]} */
    this.roll = [];
    /** @type {GameResult | null} */
    this.result = null;
    for (const { event } of kept.events) this.apply(event);
  }

  get now() {
    return told(this.state);
  }

  get phase() {
    return this.now.phase;
  }

  /** What a view needs beside the checkers. @returns {import("./match_view.js").Stakes} */
  get stakes() {
    const { laws, state, text, isBlackFirst } = this;
    return { laws, state, text, isBlackFirst, hasCube: this.game.game.laws_of[text].has_cube };
  }

  /** The game with values by the cube and the score of this moment. */
  get valued() {
    return this.game.at(this.laws, this.state, this.position, this.turn);
  }

  /** Whether nothing more can be played. */
  get isOver() {
    return this.phase === "over" && !this.laws.acts(this.state).includes("next");
  }

  get version() {
    return this.kept.events.length;
  }

  get bot() {
    return other(this.kept.seat);
  }

  /** Begin the game, or go on with it: the bot acts until the player must. */
  async run() {
    if (!this.version) this.add({ kind: "started", position: this.view().position, version: 1 });
    while (this.phase === "opening") this.add({ kind: "rolled-off", white: die(), black: die() });
    while (this.phase !== "over" && (this.now.to_act === this.bot || this.mustDance())) {
      this.actForBot();
      await this.publish();
    }
    await this.publish();
  }

  /** What the bot does now; or a dance, which both players need not play. */
  actForBot() {
    const player = this.now.to_act;
    if (this.phase === "turn") return this.play(player === this.bot ? this.choose() : []);
    // Shown by itself: a turn is replayed from the checkers that the page has seen.
    if (this.phase === "roll" && explodes(this.valued, this.position)) return this.add({ kind: "acted", player, act: "bomb" });
    const act = this.phase === "roll" && !this.stakes.hasCube ? "roll" : botAct(this);
    return act === "roll" ? this.throwDice() : this.add({ kind: "acted", player, act });
  }

  throwDice() {
    this.add({ kind: "rolled", player: this.now.to_act, dice: sorted([die(), die()]) });
  }

  /** Whether the turn due has no legal move. */
  mustDance() {
    return this.phase === "turn" && !this.nodes([])[0].moves.length;
  }

  choose() {
    return chosen(this.valued, this.position, this.roll, this.kept.level).moves;
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
    const player = this.now.to_act;
    const isNext = act === "next" && this.phase === "over";
    if (version !== this.version || this.isOver || (player === this.bot && !isNext)) return this.refuse(id, "stale");
    const isBomb = act === "bomb" && this.view().acts.includes(act);
    const law = isBomb ? null : this.laws.law(this.state, act);
    if (law) return this.refuse(id, law === "unknown" ? "message" : law);
    const size = /^resign:(.+)/.exec(act)?.[1] ?? "";
    if (size && this.isInVain(size)) return this.refuse(id, "resigned");
    if (size && !Object.hasOwn(this.view().losses[player], size)) return this.refuse(id, "message");
    if (act === "play") {
      if (!this.game.moved(this.position, this.roll, moves)?.isOver) return this.refuse(id, "longest-play");
      this.play(moves);
    } else if (act === "roll") this.throwDice();
    else if (act === "next") this.next();
    else if (size) this.resign(player, size);
    else this.add({ kind: "acted", player, act });
    await this.publish({ type: "done", id, version: this.version });
    this.done = id;
    return this.run();
  }

  /** Begin the next game of the match. */
  next() {
    this.begin();
    this.add({ kind: "started", position: this.view().position, version: 1 });
  }

  /** Put the checkers up for the next game. */
  begin() {
    this.state = this.laws.after(this.state, "next");
    this.position = this.game.start();
    this.turn = this.now.to_act;
    this.isBlackFirst = this.phase === "roll" && this.turn === "black";
    this.roll = [];
    this.result = null;
  }

  /** Whether Black began this game without an opening roll, which position text says. */
  isBlackFirst = false;

  /** The bot agrees to a loss that is worth what it expects to win. @param {Seat} player @param {string} size */
  resign(player, size) {
    const act = isEnough(this, size) ? "accept" : "refuse";
    this.add({ kind: "resigned", player, size });
    this.add({ kind: "acted", player: this.bot, act });
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
    // A later game of the match; the page's own has begun already.
    if (event.kind === "started" && this.phase === "over") this.begin();
    if (event.kind === "rolled-off") this.open(event.white, event.black);
    if (event.kind === "rolled") this.does("roll", { roll: [...event.dice] });
    if (event.kind === "played") this.follow(event.moves.map(([from, to]) => ({ from, to })));
    if (event.kind === "resigned") this.does(`resign:${event.size}`);
    if (event.kind === "acted" && event.act === "bomb") this.position = exploded(this.game, this.position);
    else if (event.kind === "acted") this.does(event.act);
  }

  /** @param {string} act @param {{told?: [number, number], roll?: number[]}} [more] */
  does(act, { told = [0, 0], roll = this.roll } = {}) {
    this.state = this.laws.after(this.state, act, told);
    this.roll = this.phase === "over" ? [] : roll;
    if (this.phase === "over") this.end();
  }

  /** @param {number} white @param {number} black */
  open(white, black) {
    this.does("roll", { told: [white, black] });
    this.turn = this.now.to_act;
    if (this.phase === "turn") this.roll = sorted([white, black]);
  }

  /** @param {DieMove[]} moves */
  follow(moves) {
    const final = this.game.moved(this.position, this.roll, moves);
    if (!final) throw new Error("expected legal moves in the game kept by this browser, got others");
    const { outcome, position, again } = afterTurn(this.game, this.position, this.roll, { ...final, moves });
    const points = outcome === GOING_ON ? 0 : this.game.game.points[outcome];
    // The loser's checkers are shown as they stand.
    this.position = position;
    if (!again) this.turn = other(this.turn);
    let ending = outcome === GOING_ON ? ENDINGS.GOES_ON : points ? ENDINGS.WON : ENDINGS.VOID;
    // Asked before the roll, as the rule book does: its list of events ends here, too.
    if (ending === ENDINGS.GOES_ON && !again && isVoid(this.game, position)) ending = ENDINGS.VOID;
    this.draw = outcome === GOING_ON ? "void" : "mothers";
    this.does("play", { told: [ending, 2 * points], roll: [] });
    // Leftover dice of the other player are a turn without a roll, and the roll follows it.
    if (this.phase !== "over") this.state = due(this.state, this.turn, position.left?.length ? "turn" : "roll");
  }

  /** Why a game has no winner. */
  draw = "void";

  end() {
    const { titles, laws, draws } = this.game.game;
    const { winner, points, cube } = this.now;
    const size = this.laws.endedAs(this.state, this.sides) ?? "void";
    const words = winner ? laws.results[size] : draws[this.draw];
    this.result = { winner, points: points * cube.value, size: titles[size] ?? size, words };
    this.kept.is_over = this.isOver;
  }

  /** The checkers of both. @returns {Record<Seat, number[]>} */
  get sides() {
    const half = this.position.board.length / 2;
    const [mine, theirs] = [this.position.board.slice(0, half), this.position.board.slice(half)];
    return this.turn === "white" ? { white: mine, black: theirs } : { white: theirs, black: mine };
  }

  /** The graph of the turn due, after some moves. @param {DieMove[]} made */
  nodes(made) {
    return this.phase === "turn" ? this.game.graph(this.position, this.roll, made, MOST_NODES) : [];
  }

  /** @param {string} id @returns {import("../protocol.js").Advised} */
  advised(id) {
    return { type: "advised", id, room: this.kept.id, version: this.version, ...adviceOf(this.valued, this) };
  }

  /** The game as a file that nardy reads (formats/match_json.py), marked as played offline. */
  file() {
    const { seat, level, events } = this.kept;
    const names = { [seat]: "player", [this.bot]: this.game.tables.levels[level].bot };
    const head = {
      nardy: "match",
      version: 1,
      length: this.kept.length ?? 0,
      players: [names.white, names.black],
      tags: [["Event", "played offline"]],
    };
    const lines = events.map(({ event }) => JSON.stringify(event)).join(",\n");
    return `${JSON.stringify(head).slice(0, -1)}, "events": [\n${lines}\n]}\n`;
  }

  /** @param {number} since @returns {Update} */
  update(since) {
    const { id, seat, level, length = 0 } = this.kept;
    const laws = this.game.game.laws_of[this.text];
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
      nodes: this.now.to_act === seat ? this.nodes([]) : [],
      facts: {
        id,
        laws,
        length,
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
        is_over: this.isOver,
        watchers: [],
        visitors: 0,
        pace: null,
        tournament: null,
        session: null,
      },
    };
  }

  /** The sizes at which the player has offered to resign in this turn. */
  get resigned() {
    const now = this.kept.events.map(({ event }) => event);
    const turn = now.slice(now.findLastIndex(({ kind }) => kind === "played" || kind === "started") + 1);
    return turn.flatMap((event) => (event.kind === "resigned" ? [event.size] : []));
  }

  /** Whether a loss is no larger than one that was refused in this turn (core/legal_acts.py). @param {string} size */
  isInVain(size) {
    const { sizes } = this.game.game;
    return this.resigned.some((one) => sizes[size] <= sizes[one]);
  }

  view() {
    const view = viewOf(this.game, this);
    const { to_act } = view;
    if (view.phase === "over" || !this.resigned.length) return view;
    const losses = Object.entries(view.losses[to_act]).filter(([size]) => !this.isInVain(size));
    return {
      ...view,
      acts: view.acts.filter((act) => !this.isInVain(act.replace("resign:", ""))),
      losses: { ...view.losses, [to_act]: Object.fromEntries(losses) },
    };
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
