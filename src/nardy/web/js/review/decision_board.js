// The board of a decision: checkers, roll and cube before it, and arrows of the best and the played turn.

import { Board } from "../board/board.js";
import { checkersOf } from "../game/checkers/counts.js";
import { isAnswer } from "./cube_tables.js";
import { isAct } from "./decision.js";
import { ways } from "./number_words.js";

/** @import { Laws, Seat } from "../protocol.js" */
/** @typedef {import("./number_words.js").Decision} Decision */
/** A turn beside the played one: the best, or one that was chosen. @typedef {{moves: [number, number][], kind: "best" | "was"}} Arrow */

/** @param {{laws: Laws, one: Decision, below: Seat, label: string, arrows: Arrow[]}} shown */
export function decisionBoard({ laws, one, below, label, arrows }) {
  const board = new Board({ tall: false, parallel: laws.direction === "parallel", below: below === "white" ? "w" : "b", label }, null);
  board.checkers.show(checkersOf(one, below), { animate: false });
  const isMine = one.player === below;
  const facing = board.checkers.frame.facing;
  board.numbers((n) => String(isMine ? n : facing(n)));
  if (!isAct(one)) board.dice.show([{ values: one.dice, used: [], side: one.player === "white" ? "w" : "b", right: isMine }]);
  board.furnish({ cube: cubeAt(one, below), bomb: null, button: "" });
  for (const { moves, kind } of arrows) for (const [from, to] of ways(moves)) board.marks.arrow(from, to, kind, isMine ? "mine" : "theirs");
  return board.svg;
}

/** The arrows of a decision: the turn that is looked at, above the played one. @param {Decision} one @param {number} at The candidate looked at. @returns {Arrow[]} */
export function arrowsOf(one, at) {
  if (isAct(one)) return [];
  const [looked, played] = [one.choices[at], one.choices[one.chosen]];
  /** @type {Arrow[]} */
  const arrows = [];
  if (played && (one.chosen !== at || one.chosen > 0)) arrows.push({ moves: played.moves, kind: "was" });
  if (looked && (at !== one.chosen || !one.chosen)) arrows.push({ moves: looked.moves, kind: "best" });
  return arrows;
}

/** The place of the cube; an offered one lies before the player who answers. @param {Decision} one @param {Seat} below @returns {import("../board/board.js").CubeAt | null} */
function cubeAt(one, below) {
  if (!one.cube) return null;
  const { value, owner } = one.cube;
  const side = (/** @type {string | null} */ seat) => (seat === null ? "middle" : seat === below ? "mine" : "theirs");
  if (isAct(one) && isAnswer(one)) return { value: 2 * value, where: side(one.player), offered: true };
  return { value, where: side(owner) };
}
