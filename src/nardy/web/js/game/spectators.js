// The spectators of a game.

import { h, icon } from "../dom.js";
import { counted, t } from "../words.js";

export class Spectators {
  /** @param {import("./page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.line = h("p", { class: "watchers sm muted", hidden: true });
    page.side.append(this.line);
  }

  show() {
    const { watchers, visitors } = this.page.play.facts;
    this.line.hidden = !watchers.length && !visitors;
    const who = [...watchers, visitors ? counted("visitors", visitors) : ""].filter(Boolean).join(", ");
    this.line.replaceChildren(icon("eye"), h("span", {}, t("watch.who", { who })));
  }
}
