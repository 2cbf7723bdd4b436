// Reading the board aloud, by keyboard. Loaded on first use.

import { announce } from "../../live_region.js";
import { learn, t } from "../../words.js";
import { pips } from "../checkers/counts.js";
import { placeWord } from "./notation.js";

await learn("aloud");

/** Read where the chosen checker can go, or every checker. @param {import("../page.js").GamePage} page */
export function where(page) {
  const { play } = page;
  const word = (/** @type {number} */ place) => placeWord(place, (n) => page.number(n));
  const from = play.chosen === null ? [...play.origins] : [play.chosen];
  const said = from.map((place) => {
    play.chosen = play.chosen ?? null;
    const kept = play.chosen;
    play.chosen = place;
    const places = play.targets.filter((target) => play.chosen === kept || !target.several).map((target) => word(target.place));
    play.chosen = kept;
    return t("say.where", { from: word(place), to: places.join(", ") });
  });
  announce(said.join(" ") || t("say.nowhere"));
}

/** Say where the checker that was just chosen can go, or that it was let go. @param {import("../page.js").GamePage} page */
export function held(page) {
  if (page.play.chosen === null) announce(t("say.letgo"));
  else where(page);
}

/** Say that a move was taken back. */
export const undone = () => announce(t("say.undone"));

/** Say which die is played first now. @param {import("../page.js").GamePage} page */
export function swapped({ play }) {
  const [first, second] = play.dice;
  announce(t("say.swapped", { first, second }));
}

/** Say whose side of the board is below now. @param {import("../page.js").GamePage} page */
export function turned({ play, name }) {
  announce(t("say.turned", { who: name(play.below) }));
}

/** Read all checkers and both pip counts. @param {import("../page.js").GamePage} page */
export function position({ play, placeName }) {
  const places = [...Array(26).keys()]
    .reverse()
    .map((place) => placeName(place))
    .filter((name) => !name.endsWith(t("place.empty")));
  announce([...places, t("say.pips", { mine: pips(play.checkers.mine), theirs: pips(play.checkers.theirs) })].join(". "));
}
