// Whether it is one's own turn here, for the title and the icon of the tab. Bots wait for nobody.

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
