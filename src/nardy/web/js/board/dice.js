// Dice on the board: rolled, played, swapped.

import { s } from "../dom.js";
import { paced, sound, still } from "../settings.js";
import { middle } from "./geometry.js";
import { die, pips } from "./shapes.js";

/** @typedef {{values: number[], used: boolean[], side: "w" | "b", right: boolean}} Throw */

export class Dice {
  /** @param {import("./geometry.js").Geometry} g */
  constructor(g) {
    this.g = g;
    this.layer = s("g", { class: "dice", "aria-hidden": "true" });
    this.shown = "";
  }

  /** Show some throws: one player's roll, or one die each in the roll-off. @param {Throw[]} throws */
  show(throws) {
    const key = JSON.stringify(throws);
    if (key === this.shown) return;
    this.shown = key;
    this.layer.replaceChildren(...throws.map((thrown) => this.draw(thrown)));
  }

  /** @param {Throw} thrown */
  draw({ values, used, side, right }) {
    const { g } = this;
    const many = values.length > 4;
    const size = many ? 36 : g.die;
    const gap = many ? Math.min(42, 340 / values.length) : values.length > 2 ? g.die + 6 : g.die + 12;
    const x = right ? middle(g).right : middle(g).left;
    return s(
      "g",
      { class: right ? "throw mine" : "throw", transform: `translate(${x} ${g.H / 2})` },
      ...values.map((value, i) => {
        const at = s("g", { transform: `translate(${((i - (values.length - 1) / 2) * gap).toFixed(1)} 0)` });
        at.append(die(value, side, size, used[i] ?? false));
        return at;
      }),
    );
  }

  /** Animate the throw of the dice shown: two frames of other faces, then their own. Returns milliseconds. */
  tumble() {
    sound("roll");
    if (still()) return 80;
    this.layer.querySelectorAll(".die").forEach((node, i) => {
      const turn = i % 2 ? -1 : 1;
      node.animate(
        [
          { transform: `translate(${30 * turn}px,-26px) rotate(${-70 * turn}deg)`, opacity: 0.2 },
          { transform: `translate(${8 * turn}px,6px) rotate(${24 * turn}deg)`, opacity: 1, offset: 0.6 },
          { transform: "none", opacity: 1 },
        ],
        { duration: paced(420), easing: "cubic-bezier(.2,.8,.3,1)" },
      );
      const face = node.querySelector(".pips");
      const size = this.g.die;
      if (!face) return;
      const own = [...face.children];
      for (const [at, value] of [
        [0, 1 + ((i * 2 + 2) % 6)],
        [paced(140), 1 + ((i * 3 + 4) % 6)],
      ])
        setTimeout(() => face.replaceChildren(...pips(value, size)), at);
      setTimeout(() => face.replaceChildren(...own), paced(250));
    });
    return paced(420);
  }
}
