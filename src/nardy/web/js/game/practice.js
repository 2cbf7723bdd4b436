// A board without a room: one position, and a turn made on it. The server says what is legal.

import { ask } from "../api.js";
import { Board } from "../board/board.js";
import { announce } from "../live_region.js";
import { h } from "../dom.js";
import { onSettings } from "../settings.js";
import { spoken, t } from "../words.js";
import { targetsOf, usedOf } from "./checkers/legal_moves.js";
import { Play } from "./play.js";
import { placeName, placeWord } from "./narration/notation.js";

/** Facts of a room that a board without one lacks. */
const QUIET = {
  rematch: null,
  declined: null,
  claim: null,
  is_over: false,
  watchers: [],
  visitors: 0,
  pace: null,
  tournament: null,
  session: null,
};
const PHONE = matchMedia("(max-width: 599px) and (orientation: portrait)");

/**
 * Callbacks of the page around the board.
 * @typedef {object} Wants
 * @property {(act: string, moves: {from: number, to: number}[]) => void} act A turn confirmed, or another act.
 * @property {(verdict: import("../protocol.js").MoveVerdict) => void} refuse
 * @property {() => void} show The turn has changed.
 * @property {(place: number) => number | undefined} [means] Where a checker that cannot move is meant to go; without it, as far as the first die.
 */

export class Practice {
  /** @param {Wants} wants @param {{tall?: boolean}} [look] */
  constructor(wants, { tall = true } = {}) {
    this.wants = wants;
    this.mayBeTall = tall;
    this.box = h("div", { class: "boardbox" });
    /** Set with the first position. */
    this.board = /** @type {Board} */ (/** @type {unknown} */ (undefined));
    this.play = /** @type {Play} */ (/** @type {unknown} */ (undefined));
    /** The place chosen before a checker was lifted. @type {number | null | undefined} */
    this.before = undefined;
    this.off = onSettings(() => this.rebuild());
    PHONE.addEventListener("change", this.rebuild);
  }

  close() {
    this.off();
    PHONE.removeEventListener("change", this.rebuild);
  }

  /** Show a position by its text. @param {string} text */
  async open(text) {
    await this.lay(await ask(`/api/position?text=${encodeURIComponent(text)}`));
  }

  /** Show a position as the server sent it. @param {import("../protocol.js").Board} told */
  async lay({ laws, view, nodes }) {
    const nobody = { name: "", is_bot: false, is_here: true, id: null, rating: null, avatar: "", is_program: false };
    // Empty tips: no hash chain is made or sent.
    const dice = { commitment: "", white: "", black: "" };
    const facts = { id: "", laws, length: 0, white: nobody, black: nobody, you: view.to_act, clock: null, dice, next: null, ...QUIET };
    const play = new Play(
      "",
      { send: (message) => this.answer(play, message) },
      {
        tell: async () => this.build(),
        show: () => this.show(),
        time: () => {},
        refuse: (verdict) => this.wants.refuse(verdict),
        fail: () => {},
        more: () => {},
      },
    );
    this.play = play;
    play.updates.push({ type: "update", room: "", version: 1, since: 0, events: [], clocks: null, view, nodes, facts });
    await play.run();
    if (view.phase === "turn") this.board.dice.tumble();
  }

  /** Answer a message as a room would. @param {Play} play @param {import("../protocol.js").ToServer} message */
  async answer(play, message) {
    if (message.type === "act") return this.wants.act(message.act, message.moves ?? []);
    if (message.type !== "ask" && message.type !== "explore") return undefined;
    const asked = { position: play.view.position, moves: message.moves };
    if (message.type === "ask") {
      const verdict = await ask("/api/position/verdict", asked);
      // Another position may have been opened during the request.
      return play === this.play ? this.wants.refuse(verdict) : undefined;
    }
    const nodes = await ask("/api/position/nodes", asked);
    return play === this.play ? play.hear({ type: "explored", id: message.id, nodes }) : undefined;
  }

  rebuild = () => {
    if (!this.board || this.play.telling) return;
    this.build();
    this.show();
  };

  build() {
    const { play } = this;
    const { laws, below } = play;
    const hadFocus = this.box.contains(document.activeElement);
    const parallel = laws.direction === "parallel";
    const label = t("board.name", { game: laws.name[spoken()] });
    this.board = new Board(
      { tall: this.mayBeTall && PHONE.matches, parallel, below: below === "white" ? "w" : "b", label },
      {
        lift: (place) => this.lift(place),
        tap: (place) => this.tap(place),
        drop: (from, to) => this.drop(from, to),
        press: (what) => this.press(what),
        key: (key) => this.key(key),
        name: (place) => this.name(place),
      },
    );
    this.box.replaceChildren(this.board.svg);
    this.board.checkers.show(play.checkers, { animate: false });
    // The focus was lost with the nodes of the board before.
    if (hadFocus) this.board.keyboard?.go(24);
  }

  // Input

  /** @param {number} place */
  lift(place) {
    const { play } = this;
    if (!play.moving || !play.checkers.mine[place] || place === 0) return false;
    this.before = play.chosen;
    if (!this.target(place)) this.choose(place);
    return true;
  }

  /** The chosen checker's target at a place. @param {number | null} place */
  target(place) {
    return this.play.targets.find((target) => target.place === place);
  }

  /** @param {number | null} place */
  choose(place) {
    this.play.chosen = place;
    this.marks();
  }

  /** @param {number | null} place */
  tap(place) {
    const { play } = this;
    const before = this.before === undefined ? play.chosen : this.before;
    this.before = undefined;
    if (!play.moving || place === null) return this.choose(null);
    const target = this.target(place);
    if (target) return this.go(target.route);
    if (before === place) {
      // A second tap on the same checker plays the left die.
      const first = play.targets.find(({ several }) => !several);
      return first ? this.go(first.route) : this.choose(null);
    }
    if (play.checkers.mine[place] && place) {
      if (play.origins.has(place)) return this.choose(place);
      play.why(place, this.wants.means?.(place) ?? Math.max(0, place - (play.node?.dice[0] ?? 0)));
    } else if (play.chosen !== null && place !== 25) play.why(play.chosen, place);
    return this.choose(null);
  }

  /** @param {number} from @param {number | null} to */
  drop(from, to) {
    this.before = undefined;
    this.play.chosen = from;
    const target = this.target(to);
    if (target) this.go(target.route);
    else if (to !== null && to !== from && to !== 25 && this.play.moving) this.play.why(from, to);
    if (!target) this.choose(null);
    return Boolean(target);
  }

  /** @param {import("./checkers/legal_moves.js").Choice[]} route */
  go(route) {
    const hit = route.find((choice) => choice.hits);
    this.play.play(route);
    this.show();
    if (hit) announce(t(this.play.laws.contact === "pin" ? "say.pin" : "say.hit", { place: placeWord(hit.to) }));
    if (this.play.complete) announce(t("say.complete"));
  }

  /** @param {string} what */
  press(what) {
    const { play } = this;
    if (what === "button") this.wants.act("roll", []);
    else if (what === "bomb" && play.view.acts.includes("bomb")) this.wants.act("bomb", []);
    else if (what === "dice" && play.complete) play.confirm();
    else if (what === "dice") this.swap();
  }

  /** Play the other die first. */
  swap() {
    const { play } = this;
    if (!play.moving || play.complete || play.view.dice.length !== 2) return;
    play.swapped = !play.swapped;
    this.show();
  }

  /** @param {string} key */
  key(key) {
    const { play } = this;
    const offered = (/** @type {string} */ act) => play.view.acts.includes(act) && this.wants.act(act, []);
    /** @type {Record<string, () => unknown>} */
    const does = {
      r: () => offered("roll"),
      d: () => offered("double"),
      s: () => this.swap(),
      u: () => this.undo(),
      c: () => play.confirm(),
      w: () => this.where(),
      p: () =>
        announce(
          [...Array(26).keys()]
            .reverse()
            .map((place) => this.name(place))
            .filter((name) => !name.endsWith(t("place.empty")))
            .join(". "),
        ),
    };
    does[key]?.();
    return key in does;
  }

  /** Undo the last move, or all. */
  undo(all = false) {
    this.play.sent = "";
    this.play.undo(all);
    this.show();
  }

  /** Read where the chosen checker can go, or every checker. */
  where() {
    const { play } = this;
    if (!play.moving) return announce(t("say.nowhere"));
    const from = play.chosen === null ? [...play.origins] : [play.chosen];
    const places = (/** @type {number} */ place) =>
      targetsOf(play.moment.nodes, play.moment.at, place)
        .map((target) => placeWord(target.place))
        .join(", ");
    return announce(from.map((place) => t("say.where", { from: placeWord(place), to: places(place) })).join(" ") || t("say.nowhere"));
  }

  // Output

  show() {
    const { play, board } = this;
    if (!board || play.telling) return;
    board.checkers.show(play.checkers);
    this.marks();
    const used = play.node ? usedOf(play.dice, play.node.dice) : [];
    board.dice.show(
      play.view.phase === "turn" ? [{ values: play.dice, used, side: play.view.to_act === "white" ? "w" : "b", right: true }] : [],
    );
    board.furnish({ cube: this.cube(), bomb: this.bomb(), button: play.view.phase === "roll" && !play.sent ? t("act.roll") : "" });
    this.wants.show();
  }

  marks() {
    const { play, board } = this;
    board.marks.clear();
    board.origins(/** @type {Set<number>} */ (play.origins));
    board.marks.choose(play.moving ? play.chosen : null, play.targets);
    if (board.pointer) board.pointer.targets = play.targets;
    board.keyboard?.rename();
  }

  /** @returns {import("../board/board.js").CubeAt | null} */
  cube() {
    const { view, below } = this.play;
    if (!view.cube) return null;
    const offered = ["double", "beaver", "raccoon"].includes(view.offer ?? "");
    const { value, owner } = view.cube;
    if (offered) return { value: value * 2, where: view.to_act === below ? "mine" : "theirs", offered };
    return { value, where: owner === null ? "middle" : owner === below ? "mine" : "theirs" };
  }

  /** Who has the bomb; null in games without one. @returns {Parameters<Board["furnish"]>[0]["bomb"]} */
  bomb() {
    const { view, below } = this.play;
    if (!view.bomb) return null;
    const where = view.bomb === below ? "mine" : view.bomb === "white" || view.bomb === "black" ? "theirs" : "middle";
    return { where, live: view.acts.includes("bomb") };
  }

  /** @param {number} place */
  name(place) {
    const { play, board } = this;
    if (!play.view || !board) return "";
    return placeName(place, {
      checkers: play.checkers,
      facing: board.checkers.frame.facing,
      head: play.laws.has_head,
      target: this.target(place),
      number: String(place),
    });
  }
}
