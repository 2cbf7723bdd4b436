// The card over the board: the result, or a free seat. Loaded when it is needed.

import { linkTo } from "../../address.js";
import { announce } from "../../live_region.js";
import { h, icon } from "../../dom.js";
import { follow } from "../../nav.js";
import { open } from "../../parts.js";
import { spoken, t } from "../../words.js";
import { ratingAfter } from "./rating_words.js";
import { shareResult } from "./share_result.js";
import { waitingCard } from "./waiting_card.js";

/** @typedef {import("../page.js").GamePage} GamePage */

/** @param {GamePage} page */
export async function layEnd(page) {
  await open("room");
  const { play, box, element } = page;
  const { result } = play.view;
  if (element.classList.toggle("over", Boolean(result)) !== page.isOver) page.layActs();
  page.isOver = Boolean(result);
  if (!result) {
    page.ended = "";
    return layCard(box, waitingCard(play, page.wants.sit));
  }
  const said =
    result.winner === null
      ? result.words[spoken()]
      : t(result.winner === play.me ? "end.won" : "end.lost", { who: page.name(result.winner) });
  const what = result.winner === null ? [] : [result.words[spoken()], t("end.points", { points: result.points })];
  const aloud = [[said, ...what].join(", "), ratingAfter(play)].filter(Boolean).join(". ");
  // A result is announced once, and a card that was closed stays closed, however often the page is laid.
  if (page.ended !== aloud) announce(aloud);
  else if (page.isAside) return;
  Object.assign(page, { ended: aloud, isAside: false });
  return layCard(box, card(page, said, [...what, howEnded(play), sessionLine(play)]));
}

/** Cards as they were laid: later they tell what was shared. @type {WeakMap<Element, Node>} */
const laid = new WeakMap();

/** Lay a card over the board. One that would be the same stays, with the focus and with what it has told since. @param {Element} box @param {HTMLElement | null} card */
function layCard(box, card) {
  const old = box.querySelector(".end");
  if (old && card && laid.get(old)?.isEqualNode(card)) return;
  old?.remove();
  if (!card) return;
  laid.set(card, card.cloneNode(true));
  box.append(card);
}

/** @param {GamePage} page @param {string} said @param {string[]} more */
function card(page, said, more) {
  const { play, wants } = page;
  const aside = () => {
    page.isAside = true;
    page.box.querySelector(".end")?.remove();
    /** @type {SVGElement | null} */ (page.board.svg.querySelector('[tabindex="0"]'))?.focus();
  };
  const isOver = !play.view.acts.includes("next");
  const [share, shared] = isOver ? shareResult(page, [said, ...more]) : [];
  return h(
    "div",
    { class: `end ${play.view.result?.winner === play.below ? "mine" : "theirs"}` },
    h("button", { class: "btn quiet ico aside", "aria-label": t("end.aside"), title: t("end.aside"), onclick: aside }, icon("cross")),
    h("h2", {}, said),
    h("p", { class: "muted" }, more.filter(Boolean).join(" · ")),
    h("p", { class: "num" }, ratingAfter(play)),
    h(
      "div",
      { class: "row wrap" },
      isOver ? h("a", { class: "btn", href: linkTo(`/review/${play.room}`), onclick: follow(wants.go) }, t("review")) : null,
      share,
      back(play, wants.go),
    ),
    shared,
  );
}

/** A link to the tournament of the game, if it has one. @param {import("../play.js").Play} play @param {(path: string) => void} go */
const back = ({ facts }, go) =>
  facts.tournament ? h("a", { class: "btn act", href: `/tournament/${facts.tournament}`, onclick: follow(go) }, t("end.tournament")) : null;

/** That a flag fell, or the game was claimed from an absent player, and what it was worth by a bot's evaluation. @param {Pick<import("../play.js").Play, "events">} play */
export function howEnded({ events }) {
  // Earlier games of the match ended in ways of their own.
  const note = events.at(-1)?.note;
  if (note?.time) return t("end.time");
  if (!note?.left) return "";
  // During a match no evaluation is shown (fair play).
  if (typeof note.worth !== "number") return t("end.left.match");
  const worth = note.worth.toLocaleString(spoken(), { signDisplay: "exceptZero", minimumFractionDigits: 2 });
  return t("end.left", { worth });
}

/** The running score of a money session, seen by the lower player. @param {import("../play.js").Play} play */
function sessionLine({ facts, below }) {
  if (!facts.session) return "";
  const { games, white, black } = facts.session;
  const [mine, theirs] = below === "white" ? [white, black] : [black, white];
  return t("end.session", { games, mine, theirs });
}
