// A person in a list, with what can be done: follow, challenge, mute.

import { ask } from "../api.js";
import { avatar } from "../avatars/drawing.js";
import { h } from "../dom.js";
import { once } from "../forms.js";
import { follow } from "../nav.js";
import { open } from "../parts.js";
import { t } from "../words.js";

/** @import { PersonLine } from "../protocol.js" */
/** @typedef {(path: string) => void} Go */

/** Whether somebody is online, if they show it. @param {Pick<PersonLine, "is_online">} one */
export const onlineWord = ({ is_online: isOnline }) => (isOnline === null ? "" : t(isOnline ? "friends.is" : "friends.isnot"));

/** @param {PersonLine} one @param {Go} go @param {() => unknown} changed */
export function personRow(one, go, changed) {
  const more = [onlineWord(one), one.follows_you ? t("friends.you") : ""].filter(Boolean).join(" · ");
  return h(
    "li",
    {},
    h(
      "a",
      { class: "person", href: `/player/${one.id}`, onclick: follow(go) },
      h("span", { class: one.is_online ? "dot" : "dot off" }),
      avatar(one, 32),
      h("b", {}, one.name),
      h("span", { class: "muted sm" }, more),
    ),
    h("span", { class: "row" }, ...personButtons(one, go, changed)),
  );
}

/** The buttons beside a person, and a line for what is refused. @param {PersonLine} one @param {Go} go @param {() => unknown} changed */
export function personButtons(one, go, changed) {
  if (one.is_you) return [];
  const { id, name } = one;
  const problem = h("p", { class: "problem sm", role: "alert" });
  const post = () => ask(`/api/people/${id}/follow`, { follows: !one.follows }).then(changed);
  const follows = button("btn quiet", one.follows ? "friends.unfollow" : "friends.follow", name, () => once(follows, problem, post));
  return [
    one.may_challenge ? button("btn", "challenge", name, async () => (await import("./challenge_sheet.js")).challengeSheet(go, one)) : null,
    follows,
    problem,
  ].filter((one) => one !== null);
}

/** @param {string} kind @param {string} key @param {string} name @param {() => void} does */
const button = (kind, key, name, does) => h("button", { class: kind, "aria-label": `${t(key)}: ${name}`, onclick: does }, t(key));

/** What can be done about a player, for their profile. @param {string} id @param {Go} go */
export async function aboutPlayer(id, go) {
  await open("matchmaking");
  const box = h("div", { class: "row wrap about-player" });
  const show = async () => {
    const one = await ask(`/api/people/${encodeURIComponent(id)}`).catch(() => null);
    if (!one || one.is_you) return;
    const problem = h("p", { class: "problem sm", role: "alert" });
    const post = () => ask(`/api/people/${id}/mute`, { muted: !one.is_muted }).then(show);
    // On the profile alone, where the buttons are not one row of many.
    const mutes = button("linkish", one.is_muted ? "friends.unmute" : "friends.mute", one.name, () => once(mutes, problem, post));
    box.replaceChildren(h("span", { class: "muted sm", role: "status" }, onlineWord(one)), ...personButtons(one, go, show), mutes, problem);
  };
  await show();
  return box;
}
