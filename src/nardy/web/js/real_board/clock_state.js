// The times of two players at a real board.

/** Kinds of clocks as the club writes them: 600+8 adds 8 seconds a turn, 240d12 leaves 12 seconds of each turn free. */
const CLOCK = /^(\d+)([+d])(\d+)$/;

export class ClockState {
  /** @param {string} control */
  constructor(control) {
    const [, seconds, kind, more] = CLOCK.exec(control) ?? ["", "600", "+", "8"];
    this.times = [Number(seconds) * 1000, Number(seconds) * 1000];
    this.increment = kind === "+" ? Number(more) * 1000 : 0;
    this.delay = kind === "d" ? Number(more) * 1000 : 0;
    /** Whose time runs; null while the clock stands. @type {number | null} */
    this.runs = null;
    this.since = 0;
    /** Whether somebody was told that a flag has fallen. */
    this.isTold = false;
  }

  /** Milliseconds that a player has left. @param {number} n @param {number} now */
  left(n, now) {
    return this.runs === n ? this.times[n] - Math.max(0, now - this.since - this.delay) : this.times[n];
  }

  /** @param {number} now */
  isFallen(now) {
    return [0, 1].some((n) => this.left(n, now) <= 0);
  }

  /** A player has done their turn: the other's time runs. @param {number} n @param {number} now */
  press(n, now) {
    if (this.isFallen(now) || (this.runs !== null && this.runs !== n)) return;
    const ran = this.runs === n;
    this.times[n] = this.left(n, now) + (ran ? this.increment : 0);
    this.runs = 1 - n;
    this.since = now;
  }

  /** Stop the clock; whoever presses next sets the other's time going. @param {number} now */
  pause(now) {
    if (this.runs === null) return;
    this.times[this.runs] = this.left(this.runs, now);
    this.runs = null;
  }
}

/** Minutes and seconds, with tenths in the last ten seconds. @param {number} left */
export function timeWord(left) {
  const tenths = Math.ceil(left / 100);
  if (tenths < 100) return (tenths / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
