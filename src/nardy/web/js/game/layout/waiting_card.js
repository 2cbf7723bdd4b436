// The card while a seat is free: a link to send, or the seat to take.

import { h, icon } from "../../dom.js";
import { t } from "../../words.js";

/** The link for a friend, or the seat for a visitor. @param {import("../play.js").Play} play @param {() => void} sit */
export function waitingCard(play, sit) {
  if (play.full || play.view.phase === "over") return null;
  // A challenge that was declined or withdrawn.
  if (play.facts.is_over) return h("div", { class: "end mine" }, h("h2", {}, t("friend.over")));
  const card = play.me === null ? freeSeat(sit) : linkCard();
  import("../../matchmaking/challenge_card.js").then(({ markChallenge }) => markChallenge(card, play.room));
  return card;
}

/** @param {() => void} sit */
const freeSeat = (sit) =>
  h("div", { class: "end mine" }, h("h2", {}, t("friend.free")), h("button", { class: "btn act", onclick: sit }, t("friend.sit")));

function linkCard() {
  const copied = h("span", { class: "muted sm", role: "status" });
  const link = h("input", {
    class: "field",
    readonly: true,
    value: location.href,
    "aria-label": t("friend.send"),
    onclick: () => link.select(),
  });
  const copy = async () => {
    // Over plain http there is no clipboard; the selected text can still be copied by hand.
    link.select();
    await navigator.clipboard?.writeText(location.href).then(
      () => (copied.textContent = t("friend.copied")),
      () => {},
    );
  };
  return h(
    "div",
    { class: "end mine waiting" },
    h("h2", {}, t("friend.send")),
    link,
    h("button", { class: "btn", onclick: copy }, icon("link"), t("friend.copy")),
    copied,
    h("p", { class: "muted sm" }, t("friend.waits")),
  );
}
