// Take a free seat of the lobby, or say why not. Loaded when somebody does.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { explainRefusal } from "../new_game/rating_refusal.js";
import { change } from "../settings.js";
import { sheet } from "../sheet.js";
import { t } from "../words.js";

/** Take the free seat beside somebody who waits. @param {import("../protocol.js").Seek} one @param {(path: string) => void} go @param {() => void} seek @returns {Promise<void>} */
export async function sitDown(one, go, seek) {
  try {
    if (!one.is_yours) await ask(`/api/rooms/${one.room}/seat`, {});
    go(`/play/${one.room}`);
  } catch (error) {
    const ways = { unrated: () => (change({ rated: false }), seek()), signed: () => sitDown(one, go, seek) };
    const refusal = /** @type {import("../api.js").Refusal} */ (error);
    await explainRefusal(refusal, ways).catch(() => sheet(t("lobby.title"), h("p", { class: "problem", role: "alert" }, refusal.message)));
  }
}
