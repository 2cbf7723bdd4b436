// The sheet that checks the dice of this game. Loaded when it is opened.

import { ask } from "../api.js";
import { able } from "./hash_chain.js";
import { judged, knownOf } from "./compare.js";
import { h } from "../dom.js";
import { learn, t } from "../words.js";
import { sheet } from "../sheet.js";

await learn("proof");

/** @param {import("../game/play.js").Play} play */
export async function proofSheet(play) {
  // The first one told is what the proof is held to.
  const [[{ commitment }]] = play.told;
  const result = h("p", { class: "result", role: "status" }, t("proof.running"));
  const file = `/api/rooms/${play.room}/proof`;
  sheet(
    t("proof.title"),
    result,
    h("p", {}, t("proof.how")),
    h("p", { class: "muted" }, t("proof.not")),
    h("h3", {}, t("proof.commitment")),
    h("code", { class: "hash" }, commitment),
    h("p", {}, h("a", { href: file, download: `nardy-${play.room}.json` }, t("proof.file"))),
    h("p", {}, h("a", { href: "/dice" }, t("proof.all"))),
  );
  // The seed is told at the end of a match, and of a game that was broken off.
  if (!play.facts.is_over) return;
  if (!able()) {
    result.textContent = t("proof.unable");
    return;
  }
  try {
    const { text, isGood } = await judged(await ask(file), await knownOf(play));
    result.textContent = text;
    if (isGood) result.classList.add("good");
  } catch (error) {
    result.textContent = /** @type {Error} */ (error).message;
    result.classList.add("problem");
  }
}
