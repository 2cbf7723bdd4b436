// Resigning: the sheet with the sizes, and a resignation that waits for the player's turn.

import { announce } from "../../live_region.js";
import { h } from "../../dom.js";
import { open } from "../../parts.js";
import { spoken, t } from "../../words.js";
import { sheet } from "../../sheet.js";

await Promise.all([open("sheets"), open("room")]);

/** @typedef {import("../page.js").GamePage} GamePage */

/** The name of a result in this game. @param {import("../play.js").Play} play @param {string} size */
export const sizeWord = (play, size) => play.laws.results[size]?.[spoken()] ?? size;

/** @param {GamePage} page */
export function resignSheet(page) {
  const { play } = page;
  const losses = Object.entries(play.view.losses[play.me ?? ""] ?? {});
  const isNow = play.due && ["roll", "turn"].includes(play.view.phase);
  const choose = (/** @type {string} */ size) => {
    dialog.close();
    if (play.due && play.view.acts.includes(`resign:${size}`)) play.act(`resign:${size}`);
    else wait(page, size);
  };
  // With Jacoby's rule and the cube in the middle a gammon costs no more than a single.
  const alike = losses.length > 1 && losses.every(([, points]) => points === losses[0][1]);
  const dialog = sheet(
    t("resign"),
    h("p", { class: "muted" }, t(!losses.length ? "resign.none" : isNow ? "resign.which" : "resign.ahead")),
    ...losses.map(([size, points]) =>
      h(
        "button",
        { class: "btn wide", "aria-pressed": size === play.resigns ? "true" : null, onclick: () => choose(size) },
        `${sizeWord(play, size)} · ${t("end.points", { points })}`,
      ),
    ),
    alike ? h("p", { class: "muted sm" }, t("resign.jacoby")) : null,
    play.resigns ? h("button", { class: "btn quiet wide", onclick: () => (dialog.close(), wait(page, "")) }, t("resign.back")) : null,
  );
}

/** Resign at this size as soon as it is the player's turn; '' cancels it. @param {GamePage} page @param {string} size */
function wait(page, size) {
  const { play } = page;
  play.resigns = size;
  page.hint.textContent = size ? t("resign.waits", { size: sizeWord(play, size) }) : t("resign.not");
  announce(page.hint.textContent);
}

/** Sends a waiting resignation on the player's turn. */
export class Resignation {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
  }

  show() {
    const { page } = this;
    const { play } = page;
    // Nobody can resign before the roll-off.
    if (!play.resigns || play.sent || play.telling || !play.due || play.view.phase === "opening") return;
    const act = `resign:${play.resigns}`;
    // The opponent may have doubled first, and a size may be impossible by now.
    if (play.view.acts.includes(act)) play.act(act);
    else wait(page, "");
    play.resigns = "";
  }
}
