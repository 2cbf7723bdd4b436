// Notes and turns that were tried, kept by this browser with the review of a game.

/** A turn that was tried, and what it loses against the best. @typedef {{turn: string, moves: [number, number][], loss: number | null}} Tried */
/** @typedef {{notes: Record<string, string>, tried: Record<string, Tried[]>}} Saved */

const KEY = "nardy.review.";
/** Characters of a note. */
export const LONGEST = 2000;

export class SavedReview {
  /** @param {string} room @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} [storage] */
  constructor(room, storage = localStorage) {
    this.key = KEY + room;
    this.storage = storage;
    this.saved = this.read();
  }

  /** @returns {Saved} */
  read() {
    try {
      const { notes = {}, tried = {} } = JSON.parse(this.storage.getItem(this.key) ?? "{}");
      return { notes, tried };
    } catch {
      // Without storage all lasts as long as the page.
      return { notes: {}, tried: {} };
    }
  }

  /** The note of a decision, by its number. @param {number} number */
  note(number) {
    return this.saved.notes[number] ?? "";
  }

  /** Whether a decision has a note or a turn that was tried. @param {number} number */
  has(number) {
    return Boolean(this.note(number) || this.tried(number).length);
  }

  /** @param {number} number @returns {Tried[]} */
  tried(number) {
    return this.saved.tried[number] ?? [];
  }

  /** @param {number} number @param {string} text */
  write(number, text) {
    if (text.trim()) this.saved.notes[number] = text.slice(0, LONGEST);
    else delete this.saved.notes[number];
    this.keep();
  }

  /** Add a turn, once. @param {number} number @param {Tried} one */
  add(number, one) {
    this.saved.tried[number] = [...this.tried(number).filter(({ turn }) => turn !== one.turn), one];
    this.keep();
  }

  /** @param {number} number @param {string} turn */
  remove(number, turn) {
    const left = this.tried(number).filter((one) => one.turn !== turn);
    if (left.length) this.saved.tried[number] = left;
    else delete this.saved.tried[number];
    this.keep();
  }

  keep() {
    const { notes, tried } = this.saved;
    try {
      if (Object.keys(notes).length || Object.keys(tried).length) this.storage.setItem(this.key, JSON.stringify(this.saved));
      else this.storage.removeItem(this.key);
    } catch {
      // The storage is full or closed.
    }
  }
}
