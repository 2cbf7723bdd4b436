// A button of a review: keep the mistakes of the game, so that they come again as puzzles.

import { ask } from "../api.js";
import { announce } from "../live_region.js";
import { h } from "../dom.js";
import { open } from "../parts.js";
import { t } from "../words.js";

/** Milliseconds between two looks at a review of the club that is being made. */
const PAUSE = 2000;

/** @param {string} room */
export async function trainButton(room) {
  await open("puzzles");
  const box = h("span", { class: "train-mistakes" });
  const button = h("button", { class: "linkish", onclick: () => keep(room, box) }, t("puzzles.keep"));
  box.append(button);
  return box;
}

/** @param {string} room @param {HTMLElement} box */
async function keep(room, box) {
  say(box, t("puzzles.keep.waits"));
  try {
    const told = await ask(`/api/rooms/${room}/mistakes`, {});
    if (told.state === "working") return setTimeout(() => box.isConnected && keep(room, box), PAUSE);
    say(box, told.found ? t("puzzles.kept", { n: told.found }) : t("puzzles.kept.none"));
    if (told.found) box.append(" ", h("a", { href: "/puzzles/mistakes" }, t("puzzles.mistakes.train")));
  } catch (error) {
    say(box, /** @type {Error} */ (error).message);
  }
  return undefined;
}

/** @param {HTMLElement} box @param {string} words */
function say(box, words) {
  box.replaceChildren(words);
  announce(words);
}

/** Offer it beside the state of a finished review. @param {HTMLElement} state @param {string} room */
export async function offerTraining(state, room) {
  state.append(" ", await trainButton(room));
}
