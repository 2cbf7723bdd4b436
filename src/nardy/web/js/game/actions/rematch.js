// Rematches: one player offers, the other accepts or declines, and both go to the new room.

import { announce } from "../../live_region.js";
import { sound } from "../../settings.js";
import { t } from "../../words.js";
import { standing } from "./pending.js";

/** @typedef {import("../page.js").GamePage} GamePage */

/** Announces the state of an offer, and goes to the new room. */
export class Rematch {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.known = "";
  }

  show() {
    const { play, wants, hint, name } = this.page;
    if (play.me === null || play.view.phase !== "over") return;
    const now = standing(play);
    const before = this.known;
    if (now === before) return;
    this.known = now;
    // If both asked at once, no offer was ever seen.
    if (now === "next" && (before === "waits" || play.asksAgain)) return wants.go(`/play/${play.facts.next}`);
    const said =
      /** @type {Record<string, string>} */ ({ waits: "again.sent", asked: "again.asked", declined: "again.declined" })[now] ??
      (before === "asked" ? "again.withdrawn" : "");
    const other = play.facts[play.me === "white" ? "black" : "white"];
    hint.textContent = said
      ? t(now === "waits" && !other?.is_here ? "again.away" : said, { who: name(play.me === "white" ? "black" : "white") })
      : "";
    if (said) announce(hint.textContent ?? "");
    if (now === "asked") sound("offer");
    if (now === "declined") sound("turn");
  }
}
