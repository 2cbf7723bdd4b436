// The choice of the checkers.

import { change, settings } from "../settings.js";
import { t } from "../words.js";
import { pick } from "../choice_buttons.js";

/** White, Black or random. */
export const seats = () =>
  pick(
    t("friend.seat"),
    [
      ["", t("seat.lot")],
      ["white", t("seat.white")],
      ["black", t("seat.black")],
    ],
    settings.seat,
    (seat) => change({ seat }),
  );
