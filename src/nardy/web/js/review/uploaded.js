// What differs in the review of an uploaded match: its addresses.

import { h } from "../dom.js";
import { t } from "../words.js";

/** Whether a match was uploaded: it is opened by its id, or by the code of a link. @param {string} room */
export const isUploaded = (room) => /^(?:match|shared)-/.test(room);

/** The request for the club's review. @param {string} room @returns {`/api/rooms/${string}/review`} */
export const reviewOf = (room) =>
  // Both answer alike.
  /** @type {`/api/rooms/${string}/review`} */ (isUploaded(room) ? `/api/matches/${room}/review` : `/api/rooms/${room}/review`);

/** The last turns as a moving picture. @param {string} room */
const end = (room) => (isUploaded(room) ? "" : h("a", { href: `/api/rooms/${room}/end`, download: `nardy-${room}.png` }, t("review.end")));

/** Links to the match as a file; none of somebody else's upload. @param {string} room */
export function fileLinks(room) {
  if (room.startsWith("shared-")) return "";
  const path = isUploaded(room) ? `/api/matches/${room}/file` : `/api/rooms/${room}/match`;
  const link = (/** @type {string} */ kind, /** @type {string} */ word) => h("a", { href: `${path}/${kind}`, download: "" }, word);
  return h(
    "p",
    { class: "files sm" },
    h("span", { class: "muted" }, t("review.file")),
    link("mat", ".mat"),
    link("json", "JSON"),
    end(room),
  );
}
