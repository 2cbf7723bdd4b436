// Notes and turns that were tried: kept at the club for their writer alone, and in this browser while the club is away.

/** @import { DecisionNote, TriedTurn } from "../protocol.js" */
/**
 * A turn that was tried, what it loses against the best where that is known, and the turns that go on from it.
 * @typedef {{turn: string, moves: [number, number][], loss: number | null, position?: string, replies?: Tried[]}} Tried
 */
/** `unsent` are the decisions of which the club has not heard. @typedef {{notes: Record<string, string>, tried: Record<string, Tried[]>, unsent?: number[]}} Saved */
/** What keeps notes beside this browser. @typedef {{list: () => Promise<DecisionNote[]>, keep: (note: DecisionNote) => Promise<unknown>}} NoteStore */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Kept */

const KEY = "nardy.review.";
/** Characters of a note. */
export const LONGEST = 2000;
/** Milliseconds without a change before the club is told. */
const REST = 800;

/** The storage of this browser; null where it is blocked, and then all lasts as long as the page. @returns {Kept | null} */
export function browserStorage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export class SavedReview {
  /** @param {string} room @param {Kept | null} [storage] @param {NoteStore | null} [club] */
  constructor(room, storage = browserStorage(), club = null) {
    this.key = KEY + room;
    this.storage = storage;
    this.club = club;
    this.saved = this.read();
    /** Decisions of which the club has not heard. @type {Set<number>} */
    this.unsent = unsentOf(this.saved);
    /** Decisions that changed here, and that the storage does not have yet. @type {Set<number>} */
    this.changed = new Set();
    this.isAtClub = false;
    this.timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  }

  /** @returns {Saved} */
  read() {
    try {
      const { notes = {}, tried = {}, unsent } = JSON.parse(this.storage?.getItem(this.key) ?? "{}");
      return { notes, tried, unsent };
    } catch {
      // Without storage all lasts as long as the page.
      return { notes: {}, tried: {} };
    }
  }

  /** Take over what other tabs have kept meanwhile, but for decisions that changed here. */
  merge() {
    const stored = this.read();
    const unsent = unsentOf(stored);
    for (const number of new Set([...numbersOf(this.saved), ...numbersOf(stored), ...this.unsent, ...unsent])) {
      if (this.changed.has(number)) continue;
      this.put(number, stored.notes[number] ?? "", adopted(stored.tried[number] ?? [], this.tried(number)));
      if (unsent.has(number)) this.unsent.add(number);
      else this.unsent.delete(number);
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
    this.merge();
    this.put(number, text.slice(0, LONGEST), this.tried(number));
    this.change(number);
  }

  /** Add a turn once, below another or first of its line. @param {number} number @param {Tried} one @param {Tried | null} [under] @returns {Tried} The turn as it is kept. */
  add(number, one, under = null) {
    this.merge();
    const beside = under ? (under.replies ?? []) : this.tried(number);
    const before = beside.find((other) => isSame(other, one));
    const kept = { ...one, ...(before?.replies ? { replies: before.replies } : {}) };
    const all = [...beside.filter((other) => other !== before), kept];
    if (under) under.replies = all;
    this.put(number, this.note(number), under ? this.tried(number) : all);
    this.change(number);
    return kept;
  }

  /** Take a turn away, and all that goes on from it. @param {number} number @param {Tried} one */
  remove(number, one) {
    this.merge();
    this.put(number, this.note(number), without(this.tried(number), one));
    this.change(number);
  }

  /** What a turn loses, which the club does not keep. @param {number} number @param {Tried} one @param {number | null} loss */
  value(number, one, loss) {
    this.merge();
    one.loss = loss;
    this.keep(number);
  }

  /** @param {number} number @param {string} note @param {Tried[]} tried */
  put(number, note, tried) {
    if (note.trim()) this.saved.notes[number] = note;
    else delete this.saved.notes[number];
    if (tried.length) this.saved.tried[number] = tried;
    else delete this.saved.tried[number];
  }

  /** @param {number} number */
  change(number) {
    this.unsent.add(number);
    this.keep(number);
    if (!this.club) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), REST);
  }

  /** Store these decisions, which changed. @param {number[]} numbers */
  keep(...numbers) {
    for (const number of numbers) this.changed.add(number);
    const { notes, tried } = this.saved;
    try {
      if (Object.keys(notes).length || Object.keys(tried).length || (this.club && this.unsent.size))
        this.storage?.setItem(this.key, JSON.stringify({ notes, tried, unsent: [...this.unsent] }));
      else this.storage?.removeItem(this.key);
      if (this.storage) this.changed.clear();
    } catch {
      // The storage is full or closed.
    }
  }

  /** Bring what the club keeps, and tell it what it has not heard. */
  async open() {
    if (!this.club) return;
    const told = await this.club.list().catch(() => null);
    this.isAtClub = Boolean(told);
    if (!told) return;
    this.take(told);
    await this.send();
  }

  /** Take over the club's notes, but for decisions of which it has not heard. @param {DecisionNote[]} told */
  take(told) {
    this.merge();
    const gone = numbersOf(this.saved).filter((number) => !this.unsent.has(number) && !told.some((one) => one.number === number));
    for (const number of gone) this.put(number, "", []);
    const taken = told.filter(({ number }) => !this.unsent.has(number));
    for (const { number, note, tried } of taken) this.put(number, note, valued(tried, this.tried(number)));
    this.keep(...gone, ...taken.map(({ number }) => number));
  }

  /** Tell the club what it has not heard. */
  async send() {
    clearTimeout(this.timer);
    for (const number of [...this.unsent]) {
      const note = { number, note: this.note(number), tried: bare(this.tried(number)) };
      const text = JSON.stringify(note);
      const isKept = await this.club?.keep(note).then(
        () => true,
        () => false,
      );
      this.isAtClub = Boolean(isKept);
      this.merge();
      // It may have changed meanwhile; then the next time tells it.
      if (!isKept || JSON.stringify({ number, note: this.note(number), tried: bare(this.tried(number)) }) !== text) continue;
      this.unsent.delete(number);
      this.keep(number);
    }
  }
}

/** All decisions with a note or a turn. @param {Saved} saved */
const numbersOf = ({ notes, tried }) => Object.keys({ ...notes, ...tried }).map(Number);

/** The decisions of which the club has not heard: all where nothing says so. @param {Saved} saved */
const unsentOf = (saved) => new Set(saved.unsent ?? numbersOf(saved));

/** @param {Pick<Tried, "turn" | "position">} one @param {Pick<Tried, "turn" | "position">} other */
const isSame = (one, other) => one.turn === other.turn && (one.position ?? "") === (other.position ?? "");

/** @param {Tried[]} all @param {Tried} gone @returns {Tried[]} */
const without = (all, gone) =>
  all
    .filter((one) => one !== gone)
    .map((one) => {
      if (one.replies) one.replies = without(one.replies, gone);
      return one;
    });

/** Turns as the club keeps them. @param {Tried[]} all @returns {TriedTurn[]} */
const bare = (all) =>
  all.map(({ turn, moves, position, replies }) => ({
    turn,
    moves,
    ...(position ? { position } : {}),
    ...(replies?.length ? { replies: bare(replies) } : {}),
  }));

/** Turns of the club with the values that this browser knows. @param {TriedTurn[]} all @param {Tried[]} known @returns {Tried[]} */
const valued = (all, known) =>
  all.map(({ replies, ...one }) => {
    const before = known.find((other) => isSame(other, one));
    return { ...one, loss: before?.loss ?? null, ...(replies?.length ? { replies: valued(replies, before?.replies ?? []) } : {}) };
  });

/** Turns of another tab, as the objects that the page holds already where it has the same turn. @param {Tried[]} all @param {Tried[]} own @returns {Tried[]} */
const adopted = (all, own) =>
  all.map((one) => {
    const mine = own.find((other) => isSame(other, one));
    if (!mine) return one;
    mine.loss = one.loss;
    if (one.replies) mine.replies = adopted(one.replies, mine.replies ?? []);
    else delete mine.replies;
    return mine;
  });
