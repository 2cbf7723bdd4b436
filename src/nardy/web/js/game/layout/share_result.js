// The button that hands a finished game of the club on: its link, with the result in words.

import { h, icon } from "../../dom.js";
import { shareLink } from "../../share_link.js";
import { spoken, t } from "../../words.js";

/** The button, and where it tells what it did; nothing for a game that only this browser knows. @param {import("../page.js").GamePage} page @param {string[]} result Its words. */
export function shareResult({ play, name }, result) {
  if (!location.pathname.startsWith("/play/")) return [];
  const said = h("p", { class: "muted sm", role: "status" });
  const share = async () => {
    const title = `${play.facts.laws.name[spoken()]}: ${name("white")} – ${name("black")}`;
    said.textContent = await shareLink({ title, text: result.filter(Boolean).join(" · "), url: location.href.split("#")[0] });
  };
  return [h("button", { class: "btn", onclick: share }, icon("link"), t("end.share")), said];
}
