// What a review tells of: turns, acts with the cube, and bombs.

/** @import { BombDecision, Reviewed, ReviewedDouble } from "../protocol.js" */
/** @typedef {Reviewed | ReviewedDouble | BombDecision} Decision */

/** Whether a decision is about the cube or the bomb. @param {Decision} one @returns {one is ReviewedDouble | BombDecision} */
export const isAct = (one) => "act" in one;
