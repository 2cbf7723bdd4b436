// The scene on the board: marks, dice, cube, bomb, the button in the middle.

import { t } from "../../words.js";
import { usedOf } from "../checkers/legal_moves.js";
import { pendingAction } from "../actions/pending.js";
import { askedOf } from "./asked_words.js";

const OFFERS = ["double", "beaver", "raccoon"];

/** @typedef {import("../page.js").GamePage} GamePage */

/** @param {GamePage} page */
export function layScene(page) {
  page.board.checkers.show(page.play.checkers);
  layMarks(page);
  layDice(page);
  page.board.furnish(furniture(page, pendingAction(page).act === "roll" ? t("act.roll") : ""));
}

/** @param {GamePage} page */
export function layMarks({ play, board, lastTurn }) {
  if (!board) return;
  board.marks.clear();
  const { seat, points } = lastTurn.last;
  const facing = board.checkers.frame.facing;
  const seen = points.filter((n) => n > 0 && n < 25).map((n) => (seat === play.below ? n : facing(n)));
  board.marks.last(play.moving && play.moments.length > 1 ? [] : seen);
  board.origins(new Set([...play.origins]));
  const targets = play.targets;
  board.marks.choose(play.moving ? play.chosen : null, targets, play.origins.has(25));
  if (board.pointer) board.pointer.targets = targets;
  board.keyboard?.rename();
}

/** @param {GamePage} page */
function layDice({ play, board, lastTurn }) {
  const { view } = play;
  /** @param {string} seat @returns {"w" | "b"} */
  const side = (seat) => (seat === "white" ? "w" : "b");
  if (view.phase === "turn") {
    const used = play.moving && play.node ? usedOf(play.dice, play.node.dice) : [];
    board.dice.show([{ values: play.dice, used, side: side(view.to_act), right: view.to_act === play.below }]);
  } else if (view.phase === "roll" && lastTurn.throws.length > 1) board.dice.show([]);
  else if (OFFERS.includes(view.offer ?? "")) board.dice.show([]);
  else board.dice.show(lastTurn.throws.map(({ seat, values }) => ({ values, used: [], side: side(seat), right: seat === play.below })));
}

/** Cube, bomb, and the text of the button. @param {GamePage} page @param {string} button */
export function furniture(page, button) {
  const { view, below } = page.play;
  /** @param {string | null} seat @returns {"mine" | "theirs" | "middle"} */
  const where = (seat) => (seat === below ? "mine" : seat === "white" || seat === "black" ? "theirs" : "middle");
  const offered = OFFERS.includes(view.offer ?? "");
  const cube =
    view.cube &&
    (offered
      ? { value: view.cube.value * 2, where: where(view.to_act), offered }
      : { value: view.cube.value, where: where(view.cube.owner) });
  const bomb = view.bomb && { where: where(view.bomb), live: page.play.due && view.acts.includes("bomb") };
  return { cube, bomb, button, asked: askedOf(page) };
}
