// The chat on the page of a tournament: the panel of the chat in rooms, over requests instead of the connection.

import { ask } from "../api.js";
import { Chat } from "../game/chat.js";
import { h } from "../dom.js";
import { open } from "../parts.js";
import { t } from "../words.js";

/** @import { Mute, Report, Say, TournamentTalk } from "../protocol.js" */
/** @typedef {Say | Mute | Report} Sent */

/** The panel, and how to ask for news. @param {string} id Of the tournament. */
export async function tournamentChat(id) {
  await open("talk");
  const at = /** @type {const} */ (`/api/tournaments/${id}/chat`);
  const side = h("div", { class: "cup-talk" });
  const send = (/** @type {Sent} */ message) =>
    asked(at, message).then(
      (talk) => (chat.hear({ type: "done", id: message.id, version: 0 }), show(talk)),
      (/** @type {import("../api.js").Refusal} */ { message: says, law = "" }) =>
        chat.hear({ type: "refused", id: message.id, law, says: { en: says, ru: says }, reason: says }),
    );
  const page = { side, play: { room: "", live: { send } } };
  const chat = new Chat(/** @type {import("../game/page.js").GamePage} */ (/** @type {unknown} */ (page)));
  const show = (/** @type {TournamentTalk} */ talk) => {
    chat.note.textContent = t(talk.is_playing ? "chat.playing" : "chat.guest");
    chat.hear({ type: "talk", room: "", ...talk });
  };
  const renew = () => ask(at).then(show);
  await renew();
  return { element: side, renew };
}

/** @param {`/api/tournaments/${string}/chat`} at @param {Sent} message @returns {Promise<TournamentTalk>} */
function asked(at, message) {
  if (message.type === "say") return ask(at, { id: message.id, text: message.text });
  if (message.type === "mute") return ask(`${at}/mute`, { number: message.number, is_muted: message.is_muted });
  return ask(`${at}/report`, { number: message.number });
}
