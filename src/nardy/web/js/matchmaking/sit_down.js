// Take a free seat of the lobby, or say why not. Loaded when somebody does.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { explainRefusal } from "../new_game/rating_refusal.js";
import { change } from "../settings.js";
import { sheet } from "../sheet.js";
import { learn, t } from "../words.js";

/** Take the free seat beside somebody who waits. @param {import("../protocol.js").Seek} one @param {(path: string) => void} go @param {() => void} seek @returns {Promise<void>} */
export async function sitDown(one, go, seek) {
  if (one.is_yours || (await takeSeat(one.room, seek, () => sitDown(one, go, seek)))) go(`/play/${one.room}`);
}

/** Take the free seat of a room; false where it is refused. @param {string} room @param {() => unknown} seek @param {() => unknown} again */
export async function takeSeat(room, seek, again) {
  try {
    await ask(`/api/rooms/${room}/seat`, {});
    return true;
  } catch (error) {
    // Without the words of the sheet the refusal is said all the same.
    await learn("home").catch(() => {});
    const ways = { unrated: () => (change({ rated: false }), seek()), signed: again };
    const refusal = /** @type {import("../api.js").Refusal} */ (error);
    await explainRefusal(refusal, ways).catch(() => sheet(t("lobby.title"), h("p", { class: "problem", role: "alert" }, refusal.message)));
    return false;
  }
}
