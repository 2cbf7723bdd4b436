// Variations of a review: turns that are tried on its board, how they go on after each roll, and notes.

import { isStatic } from "../address.js";
import { ask } from "../api.js";
import { explain } from "../coach/why.js";
import { h } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { isAct } from "./decision.js";
import { Notebook } from "./notebook.js";
import { browserStorage, SavedReview } from "./saved.js";
import { Trying } from "./trying.js";
import { isUploaded } from "./uploaded.js";

/** @import { View } from "../protocol.js" */
/** @typedef {import("./decision.js").Decision} Decision */
/** @typedef {import("./saved.js").Tried} Tried */
/** @typedef {{show: () => void, decision: () => Decision}} Wants */

/** The club's notes to a room; null for a game that it does not know, and for uploaded matches. @param {string} room @returns {import("./saved.js").NoteStore | null} */
const clubNotes = (room) =>
  isStatic || room.startsWith("own-") || isUploaded(room)
    ? null
    : { list: () => ask(`/api/rooms/${room}/notes`), keep: (note) => ask(`/api/rooms/${room}/notes`, note) };

export class Variations {
  /** @param {string} room @param {HTMLDivElement} box Where the board of the review stands. @param {Wants} wants */
  constructor(room, box, wants) {
    this.wants = wants;
    this.closed = false;
    /** The turn that is looked at. @type {Tried | null} */
    this.looked = null;
    /** Where it was made, if that is not the decision. @type {View | null} */
    this.view = null;
    /** The turn that the next one goes on from. @type {Tried | null} */
    this.under = null;
    this.saved = new SavedReview(room, browserStorage(), clubNotes(room));
    this.trying = new Trying(box, { done: (one) => this.keep(one), left: () => wants.show() });
    const goOn = isStatic ? null : (/** @type {Tried} */ one, /** @type {[number, number]} */ roll) => this.goOn(one, roll);
    this.notebook = new Notebook(this.saved, { look: (one) => this.look(one), goOn, changed: () => this.show() });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.notebook.rows.after(this.problem);
    this.saved.open().then(() => this.closed || (this.number > 0 && wants.show()));
  }

  /** Of the decision that is shown; 0 before the first. */
  number = 0;

  get isOn() {
    return this.trying.isOn;
  }

  close() {
    this.closed = true;
    this.trying.close();
    if (this.saved.unsent.size) this.saved.send();
  }

  /** The notebook of a decision. @param {number} number */
  lay(number) {
    this.number = number;
    this.notebook.show(number, this.looked);
  }

  /** Another decision or candidate is shown. */
  forget() {
    this.looked = this.view = this.under = null;
    this.problem.textContent = "";
  }

  /** What the board shows beside the decision: the moment of the turn that is looked at. @param {Decision} one @returns {Decision} */
  moment(one) {
    return this.view ? /** @type {Decision} */ (/** @type {unknown} */ ({ ...this.view, player: this.view.to_act })) : one;
  }

  /** The arrows of the turn that is looked at, beside the played one; null if none is. @param {Decision} one @returns {import("./decision_board.js").Arrow[] | null} */
  arrows(one) {
    if (!this.looked) return null;
    const played = isAct(one) || this.view ? undefined : one.choices[one.chosen];
    /** @type {import("./decision_board.js").Arrow[]} */
    const before = played ? [{ moves: played.moves, kind: "was" }] : [];
    return [...before, { moves: this.looked.moves, kind: "best" }];
  }

  /** Try a turn at the decision. @param {string} position */
  begin(position) {
    this.forget();
    this.trying.begin(position);
  }

  /** Go on from a turn with a roll of the other player. @param {Tried} one @param {[number, number]} roll */
  async goOn(one, roll) {
    const { number, position } = this.wants.decision();
    this.problem.textContent = "";
    try {
      const told = await ask("/api/position/after", { position: one.position || position, turn: one.turn, roll });
      if (this.closed || number !== this.number) return;
      this.looked = this.view = null;
      this.under = one;
      await this.trying.lay(told);
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
    }
    this.show();
  }

  /** @param {Tried} one */
  keep(one) {
    const { under } = this;
    const own = under ? { ...one, position: this.trying.position } : one;
    this.look(this.saved.add(this.number, own, under));
  }

  /** Show a turn, and what it is worth. @param {Tried} one */
  async look(one) {
    const { number, position } = this.wants.decision();
    const told = one.position ? await ask(`/api/position?text=${encodeURIComponent(one.position)}`).catch(() => null) : null;
    if (this.closed || number !== this.number || (one.position && !told)) return;
    this.under = null;
    this.looked = one;
    this.view = told?.view ?? null;
    if (this.trying.isOn) this.trying.leave();
    else this.show();
    if (one.loss === null && !isStatic) await this.value(number, one, one.position || position);
  }

  /** Ask what a turn loses that was kept without its value. @param {number} number @param {Tried} one @param {string} position */
  async value(number, one, position) {
    try {
      const told = await explain({ position, turn: one.turn });
      this.saved.value(number, one, told.is_best ? 0 : told.loss);
    } catch (error) {
      const { law, message } = /** @type {import("../api.js").Refusal} */ (error);
      this.problem.textContent = (await fairPlay(law, message))?.[0] ?? message;
    }
    if (!this.closed) this.notebook.layRows();
  }

  show() {
    this.looked = this.has(this.looked) ? this.looked : null;
    if (!this.looked) this.view = null;
    this.wants.show();
  }

  /** Whether a turn is kept still. @param {Tried | null} one @returns {boolean} */
  has(one, all = this.saved.tried(this.number)) {
    return Boolean(one) && all.some((other) => other === one || (other.replies && this.has(one, other.replies)));
  }
}
