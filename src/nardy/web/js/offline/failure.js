// Failures of games in this browser, by a code that the page has words for.

/** `offline.error.*` in the words of the page has the first four. @typedef {"engine" | "storage" | "game" | "network" | "review" | "position" | "no-room" | "stale"} Code */

export class Failure extends Error {
  /** @param {Code} code @param {unknown} why For the log; of a position it is told to the user. */
  constructor(code, why) {
    super(said(why));
    this.code = code;
  }
}

/** The words of whatever was thrown, which may be nothing at all. @param {unknown} why */
const said = (why) => String(/** @type {Error | null | undefined} */ (why)?.message ?? why);

/** Any error as one of ours. @param {Code} code The code of an error that is not. @param {unknown} error */
export const failureOf = (code, error) => (error instanceof Failure ? error : new Failure(code, error));
