// The pending action: what the main button and those beside it say and do.

import { ask } from "../../api.js";
import { h } from "../../dom.js";
import { spoken, t } from "../../words.js";

/** Milliseconds within which a second tap is part of a double tap. */
const DOUBLE_TAP = 500;

/** @typedef {import("../page.js").GamePage} GamePage */
/** @typedef {{text: string, act: string}} Button */
/** @typedef {Button & {more?: Button[]}} PendingAction */

/** @param {GamePage} page @returns {PendingAction} */
export function pendingAction(page) {
  const { play } = page;
  const { view } = play;
  const over = { text: t("wait.over"), act: "" };
  if (view.phase === "over" && view.acts.includes("next") && play.me !== null) return { text: t("act.next"), act: "next" };
  if (view.phase === "over") return play.me === null ? over : another(page);
  if (!play.full && play.facts.is_over) return over;
  if (!play.full) return play.me === null ? { text: t("friend.sit"), act: "sit" } : { text: t("wait.opponent"), act: "" };
  if (play.telling || view.phase === "opening") return { text: shown(page), act: "" };
  if (play.claimable) return button("claim");
  if (!play.due)
    return {
      text:
        t(view.phase === "answer" ? "wait.answer" : view.phase === "turn" ? "wait.play" : "wait.roll", { who: page.name(view.to_act) }) +
        (play.ahead ? ` · ${t("auto.ahead")}` : ""),
      act: "",
    };
  if (play.sent) return { text: "…", act: "" };
  if (view.phase === "answer") return answer(view.acts);
  if (view.phase === "turn") {
    if (play.complete) return { text: t("act.confirm"), act: "confirm" };
    return { text: t("wait.dice", { dice: play.node ? list(play.node.dice) : "" }), act: "" };
  }
  const more = ["double", "bomb"].filter((act) => view.acts.includes(act)).map(button);
  return { ...button("roll"), more };
}

/** The state of a rematch: offered by the player or the opponent, declined, or begun. @param {import("../play.js").Play} play */
export function standing({ facts, me }) {
  if (facts.next) return "next";
  if (facts.rematch) return facts.rematch === me ? "waits" : "asked";
  return facts.declined && facts.declined !== me ? "declined" : "";
}

/** The pending action after a game: a rematch. @param {GamePage} page @returns {PendingAction} */
function another({ play }) {
  const now = standing(play);
  if (now === "waits") return { text: t("again.waits"), act: "", more: [button("withdraw")] };
  if (now === "asked") return { text: t("again.agree"), act: "again", more: [button("decline")] };
  if (now === "declined") return { text: t("again.no"), act: "" };
  return { text: t(now === "next" ? "again.next" : "act.again"), act: "again" };
}

/** The text while events are shown; until then nothing can be done. In the roll-off the club throws for both. @param {GamePage} page */
function shown({ play, lastTurn, name }) {
  const [one, other] = lastTurn.throws;
  if (!one || other) return t("wait.opening");
  return one.seat === play.me ? "…" : t("wait.play", { who: name(one.seat) });
}

/** @param {string[]} acts @returns {PendingAction} */
function answer(acts) {
  const [yes, no] = acts.includes("take") ? ["take", "pass"] : ["accept", "refuse"];
  const more = ["beaver", "raccoon"].filter((act) => acts.includes(act));
  return { ...button(yes), more: [no, ...more].map(button) };
}

/** @param {string} act @returns {Button} */
const button = (act) => ({ text: t(`act.${act}`), act });

/** What the main button does now, if anything. @param {GamePage} page */
export function mainAct(page) {
  const { act } = pendingAction(page);
  return act ? () => does(page, act) : null;
}

/** Whether what is asked on the board was not there a moment ago: a press then was meant for something else. @param {GamePage} page */
export const isHasty = ({ askedAt }) => performance.now() - askedAt < DOUBLE_TAP;

/** @param {GamePage} page @param {string} act */
export function does({ play, wants, hint }, act) {
  const failed = (/** @type {Error} */ error) => (hint.textContent = error.message);
  if (act === "confirm") play.confirm();
  else if (act === "again") {
    play.asksAgain = true;
    wants.again(play).catch(failed);
  } else if (act === "withdraw" || act === "decline") {
    play.asksAgain = false;
    ask(`/api/rooms/${play.room}/again?what=${act}`, {}).catch(failed);
  } else if (act === "sit") wants.sit();
  else play.act(act);
}

/** @param {GamePage} page */
export function layMain(page) {
  const { text, act, more = [] } = pendingAction(page);
  const focused = page.main.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.act : undefined;
  const ahead = !act && page.play.mayAhead ? { "aria-pressed": String(page.play.ahead), title: page.lateParts ? t("auto.press") : "" } : {};
  const main = h(
    "button",
    {
      class: `btn big ${act ? "act" : "wait"}`,
      "aria-disabled": act || page.play.mayAhead ? false : "true",
      "data-act": act,
      ...ahead,
      onclick: (/** @type {MouseEvent} */ event) => isMeant(page, event, act) && press(page),
    },
    text,
  );
  page.main.replaceChildren(
    ...more.map((one) => h("button", { class: "btn big side", "data-act": one.act, onclick: () => does(page, one.act) }, one.text)),
    main,
  );
  if (focused === undefined) return;
  const same = /** @type {HTMLElement | null} */ (page.main.querySelector(`[data-act="${focused}"]`));
  (same ?? main).focus();
}

/** Whether a press is meant: the second tap of a double tap is not, if the button has changed its action. @param {GamePage} page @param {MouseEvent} event @param {string} act */
function isMeant(page, { detail, timeStamp }, act) {
  const { pressed } = page;
  page.pressed = { act, at: timeStamp };
  return !detail || !pressed || pressed.act === act || timeStamp - pressed.at > DOUBLE_TAP;
}

/** Press the main button: do the pending action, or ask for the next roll in advance. @param {GamePage} page */
export function press(page) {
  const does = mainAct(page);
  if (does) return does();
  if (page.play.mayAhead) page.play.ahead = !page.play.ahead;
  layMain(page);
}

/** Dice in words: "6 and 3". @param {number[]} dice */
export function list(dice) {
  if (dice.length > 4) return `${dice.slice(0, 4).join(", ")}…`;
  // No-break spaces, so that a narrow button does not break the line within.
  return new Intl.ListFormat(spoken(), { type: "conjunction" }).format(dice.map(String)).replaceAll(" ", "\u00a0");
}
