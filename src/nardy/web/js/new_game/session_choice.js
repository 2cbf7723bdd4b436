// The choice between one game and a session of games with a running score.

import { pick } from "../choice_buttons.js";
import { change, onSettings, settings } from "../settings.js";
import { t } from "../words.js";
import { isRated } from "./rated_choice.js";
import { lengthOf } from "./terms.js";

/** Whether single games against these opponents go on as a session: matches and rated games do not. @param {import("../protocol.js").ListedGame} game @param {string} clock @param {import("./rated_choice.js").Kept} [kept] */
export const isSession = (game, clock, kept = "rated") => settings.session && lengthOf(game) === "0" && !isRated(clock, kept);

/** @param {import("../protocol.js").ListedGame} game */
export function sessionChoice(game) {
  const row = pick(
    t("session"),
    [
      ["", t("session.no")],
      ["1", t("session.yes")],
    ],
    settings.session ? "1" : "",
    (value) => change({ session: Boolean(value) }),
  );
  const hide = () => (row.hidden = lengthOf(game) !== "0");
  hide();
  const off = onSettings(() => (row.isConnected ? hide() : off()));
  return row;
}
