// Where puzzles come from: the club's of a game, or mistakes of one's own.

import { ask } from "../api.js";
import { spoken, t } from "../words.js";
import { againWord, changed, rounded } from "./words.js";

/** @import { Board, MistakeVerdict, PuzzleVerdict } from "../protocol.js" */

/** A puzzle as the page shows it. @typedef {{id: string, board: Board, clue: Record<string, string>, about: string[], task: string}} Shown */
/**
 * A source of puzzles.
 * @typedef {object} Source
 * @property {(which: string) => Promise<Shown | null>} get Null where nothing is left.
 * @property {(id: string, moves: {from: number, to: number}[]) => Promise<{verdict: PuzzleVerdict | MistakeVerdict, more: string}>} answer
 */

/** Rated puzzles of a game. @param {string} game @returns {Source} */
export const puzzlesOf = (game) => ({
  async get(which) {
    const told = await ask(`/api/puzzles/${game}/${which}`);
    const about = [
      told.is_daily ? t("puzzles.of.today") : "",
      t("puzzles.rating", { rating: rounded(told.rating) }),
      told.is_tried ? t("puzzles.tried") : "",
    ];
    return { id: told.id, board: told.board, clue: told.clue, about: about.filter(Boolean), task: t("puzzles.task") };
  },
  async answer(id, moves) {
    const verdict = await ask(`/api/puzzles/${game}/${id}`, { moves });
    return { verdict, more: ratingWord(verdict) };
  },
});

/** @param {PuzzleVerdict} verdict */
const ratingWord = ({ counted, rating, change }) =>
  counted ? t("puzzles.rated", { rating: rounded(rating), change: changed(change) }) : t("puzzles.uncounted");

/** Mistakes of one's own that are due. @returns {Source} */
export const ownMistakes = () => {
  /** The last one that was shown: whoever skips it gets the next. */
  let last = "";
  return {
    async get() {
      const told = await ask(`/api/mistakes?after=${last}`);
      if (!told) return null;
      last = told.id;
      const about = [told.board.laws.name[spoken()], t("puzzles.mistakes.left", { n: told.due })];
      return { id: told.id, board: told.board, clue: told.clue, about, task: t("puzzles.mistakes.task", { turn: told.played }) };
    },
    async answer(id, moves) {
      /** @type {MistakeVerdict} */
      const verdict = await ask(`/api/mistakes/${id}`, { moves });
      return { verdict, more: againWord(verdict.again, Date.now()) };
    },
  };
};
