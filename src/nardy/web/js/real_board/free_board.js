// A board on which a turn is made as people make it on wood: freely. The judge looks at it afterwards.

import { Board } from "../board/board.js";
import { BAR, OFF } from "../board/geometry.js";
import { checkersOf, moved } from "../game/checkers/counts.js";
import { h } from "../dom.js";
import { spoken, t } from "../words.js";

/** @import { Board as Told } from "../protocol.js" */

export class FreeBoard {
  /** @param {() => void} changed The turn has changed. */
  constructor(changed) {
    this.changed = changed;
    this.box = h("div", { class: "boardbox" });
    /** @type {{from: number, to: number}[]} */
    this.moves = [];
    /** The place of the chosen checker. @type {number | null} */
    this.chosen = null;
    this.told = /** @type {Told} */ (/** @type {unknown} */ (null));
  }

  /** Show a position; a turn may be made if one is due. @param {Told} told */
  lay(told) {
    this.told = told;
    this.moves = [];
    this.chosen = null;
    this.draw();
  }

  get isDue() {
    return this.told.view.phase === "turn";
  }

  /** The turn as text. */
  get text() {
    const place = (/** @type {number} */ n) => (n === BAR ? "bar" : n === OFF ? "off" : String(n));
    return this.moves.map(({ from, to }) => `${place(from)}/${place(to)}`).join(" ") || "(no move)";
  }

  /** The checkers after the moves so far. */
  get checkers() {
    const { laws, view } = this.told;
    return this.moves.reduce((checkers, move) => moved(checkers, move, laws), checkersOf(view, view.to_act));
  }

  draw() {
    const { laws, view } = this.told;
    const had = this.box.contains(document.activeElement);
    const here = this.board?.keyboard?.here;
    const look = {
      tall: false,
      parallel: laws.direction === "parallel",
      below: /** @type {"w" | "b"} */ (view.to_act === "white" ? "w" : "b"),
      label: t("board.name", { game: laws.name[spoken()] }),
    };
    const board = new Board(look, {
      lift: (place) => this.isDue && place !== OFF && this.checkers.mine[place] > 0,
      tap: (place) => this.tap(place),
      drop: (from, to) => this.go(from, to),
      press: () => {},
      key: () => false,
      name: (place) => this.name(place),
    });
    this.board = board;
    board.checkers.show(this.checkers, { animate: false });
    if (this.chosen !== null) board.origins(new Set([this.chosen]));
    board.keyboard?.rename();
    this.box.replaceChildren(board.svg);
    if (had && here !== undefined) board.keyboard?.go(here);
  }

  /** @param {number | null} place */
  tap(place) {
    if (!this.isDue || place === null) return;
    if (this.chosen !== null && this.chosen !== place) return void this.go(this.chosen, place);
    this.chosen = this.chosen === place || !this.checkers.mine[place] || place === OFF ? null : place;
    this.draw();
  }

  /** @param {number} from @param {number | null} to */
  go(from, to) {
    if (!this.isDue || to === null || to === from || to === BAR || !this.checkers.mine[from]) return false;
    this.moves.push({ from, to });
    this.chosen = null;
    this.draw();
    this.changed();
    return true;
  }

  undo() {
    this.moves.pop();
    this.chosen = null;
    this.draw();
    this.changed();
  }

  /** @param {number} place @returns {string} */
  name(place) {
    const { mine, theirs } = this.checkers;
    const there = place % BAR ? (this.board?.checkers.frame.facing(place) ?? place) : place;
    const counts = [
      mine[place] ? t("place.yours", { mine: mine[place] }) : "",
      theirs[there] ? t("place.theirs", { theirs: theirs[there] }) : "",
    ].filter(Boolean);
    const where = place === BAR ? t("place.bar") : place === OFF ? t("place.off") : String(place);
    return [where, ...(counts.length ? counts : [t("place.empty")])].join(", ");
  }
}
