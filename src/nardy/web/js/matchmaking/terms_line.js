// The terms of a game between people, in a line.

import { clockWord } from "../game/layout/clock_words.js";
import { lengthWord } from "../new_game/terms.js";
import { t } from "../words.js";

/** @param {{name: string, length: number, clock: string | null, rated: boolean}} wish */
export const termsLine = ({ name, length, clock, rated }) =>
  [name, lengthWord(String(length)), clockWord(clock), t(rated ? "terms.rated" : "search.casual")].join(" · ");
