// A position that is pasted anywhere but into a field or at a game opens on the board.

import { address } from "./address.js";
import { ask } from "./api.js";

/** Characters of a position in any notation (server/analysis/positions.py). */
const MOST_LETTERS = 2000;

/** Whether a text is a position in any notation. @param {string} text */
export async function isPosition(text) {
  const asked = text.trim();
  if (!asked || asked.length > MOST_LETTERS) return false;
  return ask(`/api/position?text=${encodeURIComponent(asked)}`).then(
    () => true,
    () => false,
  );
}

/** @param {string} text @param {(path: string) => void} go */
export async function pasted(text, go) {
  const { pathname } = address();
  if ((await isPosition(text)) && address().pathname === pathname) go(`/board?text=${encodeURIComponent(text.trim())}`);
}
