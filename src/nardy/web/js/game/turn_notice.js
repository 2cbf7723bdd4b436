// Tells the tab's title and icon whether it is the user's turn here; not in games against bots.

import { turn } from "../notices.js";

export class TurnNotice {
  /** @param {import("./page.js").GamePage} page */
  constructor(page) {
    this.page = page;
  }

  show() {
    const { facts, due, sent, room } = this.page.play;
    const isAgainstBot = facts.white?.is_bot || facts.black?.is_bot;
    turn(due && !sent && !isAgainstBot ? room : "");
  }

  close() {
    turn("");
  }
}
