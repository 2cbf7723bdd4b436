// The card over the board: how a game ended, or that a seat is still free. Loaded when it is needed.

import { announce } from "../board/keys.js";
import { h } from "../dom.js";
import { open } from "../parts.js";
import { spoken, t } from "../words.js";
import { ratingAfter } from "./rating.js";
import { sizeWord } from "./speech.js";
import { waitingCard } from "./waiting.js";

/** @param {import("./page.js").GamePage} page */
export async function layEnd(page) {
  await open("room");
  const { play, box, element } = page;
  const { result } = play.view;
  const waits = waitingCard(play, page.wants.sit);
  const kept = box.querySelector(".waiting");
  if (waits && kept) return;
  box.querySelector(".end")?.remove();
  if (waits) box.append(waits);
  element.classList.toggle("over", Boolean(result));
  if (!result) return;
  const said = t(outcome(play), { who: page.name(result.winner ?? ""), size: sizeWord(result.size), points: result.points });
  const more = [timed(play) ? t("end.time") : "", left(page), t("end.points", { points: result.points })].filter(Boolean).join(" · ");
  box.append(h("div", { class: `end ${result.winner === play.below ? "mine" : "theirs"}` }, h("h2", {}, said), h("p", { class: "muted" }, more), h("p", { class: "num" }, ratingAfter(play)), play.view.acts.includes("next") ? null : h("a", { class: "btn", href: `/review/${play.room}` }, t("review")), back(play)));
  announce([said, ratingAfter(play)].filter(Boolean).join(". "));
}

/** Where the tournament goes on, if it is a game of one. @param {import("./play.js").Play} play */
const back = ({ facts }) => (facts.tournament ? h("a", { class: "btn act", href: `/tournament/${facts.tournament}` }, t("end.tournament")) : null);

/** Which sentence tells it. @param {import("./play.js").Play} play */
function outcome({ view: { result }, me }) {
  if (result.winner === null) return result.size === "draw" ? "end.draw" : "end.void";
  return result.winner === me ? "end.won" : "end.lost";
}

/** That it was claimed from who had gone, and what a bot thought it worth to the other. @param {import("./page.js").GamePage} page */
function left({ play }) {
  const note = play.events.findLast((one) => one.note?.left)?.note;
  if (!note) return "";
  const worth = note.worth.toLocaleString(spoken(), { signDisplay: "exceptZero", minimumFractionDigits: 2 });
  return t("end.left", { worth });
}

/** Whether a flag fell. @param {import("./play.js").Play} play */
const timed = ({ events }) => events.some(({ note }) => note?.time);
