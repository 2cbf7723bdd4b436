// The board: what it shows, and its input by pointer and keyboard.

import { s } from "../dom.js";
import { settings } from "../settings.js";
import { Checkers } from "./checkers.js";
import { Dice } from "./dice.js";
import { TALL, WIDE, middle } from "./geometry.js";
import { PointerInput } from "./pointer_input.js";
import { KeyboardInput } from "./keyboard_input.js";
import { Marks } from "./marks.js";
import { bomb, cube } from "./shapes.js";
import { caption, answers } from "./asked.js";
import { background } from "./background.js";

/** An offered cube lies in the half of the player who must answer. @typedef {{value: number, where: "mine" | "theirs" | "middle", offered?: boolean}} CubeAt */
/**
 * Callbacks of the page.
 * @typedef {object} Wants
 * @property {(place: number) => boolean} lift Whether the checker may be lifted.
 * @property {(place: number | null, byPointer?: boolean) => void} tap
 * @property {(from: number, to: number | null) => boolean} drop Whether it was played.
 * @property {(what: string) => void} press The dice, the bomb, the button, or an answer to the cube.
 * @property {(key: string) => boolean} key Whether the key was used.
 * @property {(place: number) => string} name The accessible name of a place.
 */
/**
 * @typedef {object} Look
 * @property {boolean} tall
 * @property {boolean} parallel
 * @property {"w" | "b"} below The color of the player below.
 * @property {string} label
 */

export class Board {
  /** @param {Look} look @param {Wants | null} wants */
  constructor(look, wants) {
    const g = (this.g = look.tall ? TALL : WIDE);
    this.look = look;
    /** The label of a point on this board. @type {(n: number) => string} */
    this.number = String;
    // In parallel games both move the same way round, so only a contrary game may be mirrored.
    this.mirror = settings.home === "left" && !look.parallel;
    const facing = (/** @type {number} */ n) => (look.parallel ? (n <= 12 ? n + 12 : n - 12) : 25 - n);
    this.checkers = new Checkers({ g, mirror: this.mirror, facing, light: look.below === "w" ? "mine" : "theirs" });
    this.dice = new Dice(g);
    this.marks = new Marks(this.checkers);
    this.extras = s("g", { class: "extras" });
    this.svg = s(
      "svg",
      { class: `board ${g.name}`, viewBox: `0 0 ${g.W} ${g.H}`, role: wants ? "application" : "img", "aria-label": look.label },
      background(g, { mirror: this.mirror, parallel: look.parallel }),
      this.marks.below,
      this.checkers.layer,
      this.marks.above,
      this.dice.layer,
      this.extras,
      this.marks.arrows,
      this.checkers.counts,
    );
    if (wants) {
      this.keyboard = new KeyboardInput(this, wants);
      this.pointer = new PointerInput(this, wants);
    }
  }

  /** Highlight the numbers of points from which a checker can move. @param {Set<number>} places */
  origins(places) {
    for (const node of this.svg.querySelectorAll(".no"))
      node.classList.toggle("can", places.has(Number(/** @type {SVGElement} */ (node).dataset.no)));
  }

  /** Set the labels of points. @param {(n: number) => string} name */
  numbers(name) {
    this.number = name;
    for (const node of this.svg.querySelectorAll(".no")) node.textContent = name(Number(/** @type {SVGElement} */ (node).dataset.no));
  }

  /**
   * Show cube, bomb, the button in the middle of the board, what is asked, and the answers to an offered cube.
   * @param {{cube: CubeAt | null, bomb: {where: "mine" | "theirs" | "middle", live: boolean} | null, button: string, asked?: import("./asked.js").Asked | null}} extras
   */
  furnish({ cube: at, bomb: fuse, button, asked = null }) {
    const { g } = this;
    const x = middle(g).bar;
    const parts = [];
    const middleY = g.H / 2 - (asked ? g.captionUp : 0);
    this.dice.layer.setAttribute("transform", `translate(0 ${middleY - g.H / 2})`);
    if (asked) parts.push(caption(g, asked), ...answers(g, asked));
    if (at) {
      const y = at.where === "mine" ? g.H - g.rim - 40 : at.where === "theirs" ? g.rim + 40 : g.H / 2 + (fuse ? 34 : 0);
      const half = at.where === "mine" ? middle(g).right : middle(g).left;
      const place = at.offered ? `translate(${half} ${middleY}) scale(${asked ? 1.1 : 1.3})` : `translate(${x} ${y})`;
      parts.push(s("g", { transform: place }, cube(at.value === 1 ? 64 : at.value)));
    }
    if (fuse) {
      const y = fuse.where === "mine" ? g.H - g.rim - 100 : fuse.where === "theirs" ? g.rim + 100 : g.H / 2 - 26;
      parts.push(s("g", { transform: `translate(${x - 2} ${y})`, class: fuse.live ? "live" : "", "data-press": "bomb" }, bomb()));
    }
    if (button) {
      const width = Math.max(150, 40 + button.length * 15);
      parts.push(
        s(
          "g",
          { class: "onboard", "data-press": "button", transform: `translate(${middle(g).right} ${middleY})` },
          s("rect", { x: -width / 2, y: -31, width, height: 62, rx: 31 }),
          s("text", { y: 8.5 }, button),
        ),
      );
    }
    this.extras.replaceChildren(...parts);
    // Dice or the button in the middle of a half hide its inlay.
    this.svg.classList.toggle("right-taken", Boolean(button || asked?.right) || this.dice.shown.includes('"right":true'));
    this.svg.classList.toggle("left-taken", asked?.right === false || this.dice.shown.includes('"right":false'));
  }
}

/**
 * A board without input, with a position that shows what happens in a game, or its start: small for cards, or large.
 * @param {{start: number[], direction: string, has_cube: boolean, has_bomb: boolean, scene?: import("../protocol.js").GameScene | null}} laws
 */
export function picture({ start, direction, has_cube, has_bomb, scene }, mini = true) {
  const parallel = direction === "parallel";
  const facing = (/** @type {number} */ n) => (parallel ? (n <= 12 ? n + 12 : n - 12) : 25 - n);
  const checkers = new Checkers({ g: WIDE, mirror: false, facing, light: "mine" }, mini);
  const [mine, theirs] = scene ? [scene.white, scene.black] : [start, start];
  checkers.show({ mine, theirs, minePinned: scene?.white_pinned ?? [], theirsPinned: scene?.black_pinned ?? [] }, { animate: false });
  const at = middle(WIDE);
  return s(
    "svg",
    { class: mini ? "board mini" : "board", viewBox: `0 0 ${WIDE.W} ${WIDE.H}`, "aria-hidden": "true" },
    background(WIDE, { mini, parallel }),
    checkers.layer,
    checkers.counts,
    has_cube && s("g", { transform: `translate(${at.bar} ${at.y + (has_bomb ? 34 : 0)})` }, cube(64)),
    has_bomb && s("g", { transform: `translate(${at.bar - 2} ${at.y - 26})` }, bomb()),
  );
}
