// Taking back one's last turn: a button where hints are offered, in casual games against bots.

import { h, icon } from "../dom.js";
import { t } from "../words.js";

export class TakeBack {
  /** @param {import("./page.js").GamePage} page */
  constructor(page) {
    this.page = page;
  }

  /** The button, while there is a turn to take back and no move to undo. */
  button() {
    const { play } = this.page;
    if (play.moments.length > 1 || !mayTakeBack(play)) return null;
    return h(
      "button",
      { class: "btn", "aria-label": t("back"), onclick: () => play.act("take-back") },
      icon("undo"),
      h("span", {}, t("back")),
    );
  }
}

/** Whether there is a turn to take back in this game. @param {import("./play.js").Play} play */
function mayTakeBack({ me, view, events, isOffline, sent }) {
  if (isOffline || sent || view.phase === "over") return false;
  const start = events.findLastIndex(({ event }) => event.kind === "started");
  const turns = events.slice(Math.max(0, start)).map(({ event }) => event);
  return turns.some((event) => event.kind === "played" && event.player === me && event.moves.length);
}
