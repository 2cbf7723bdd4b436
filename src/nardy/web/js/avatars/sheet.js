// The sheet that chooses an avatar: an ornament and its tones.

import { ask } from "../api.js";
import { announce } from "../live_region.js";
import { h } from "../dom.js";
import { sheet } from "../sheet.js";
import { open } from "../parts.js";
import { t } from "../words.js";
import { ORNAMENTS, TONES, avatar, byName } from "./drawing.js";

/** @typedef {{name: string, avatar?: string}} Me */

/** The user's avatar with a button to change it. @param {Me} me @param {() => void} changed */
export async function pictureRow(me, changed) {
  await open("avatars");
  return h(
    "div",
    { class: "row picture-row" },
    avatar(me, 56),
    h(
      "button",
      {
        class: "btn",
        onclick: (/** @type {Event} */ event) =>
          (
            /** @type {HTMLElement} */ (event.currentTarget).closest("dialog")?.close(), pictureSheet(me, changed)
          ),
      },
      t("avatar.choose"),
    ),
  );
}

/** @param {Me} me @param {() => void} changed */
export async function pictureSheet(me, changed) {
  await open("avatars");
  let [ornament, tone] = (me.avatar || byName(me.name)).split("-");
  const seen = h("div", { class: "seen" });
  const [ornaments, tones] = [group("avatar.ornament"), group("avatar.tone")];
  const problem = h("p", { class: "problem", role: "alert" });
  const chip = (/** @type {string} */ name, /** @type {string} */ word, /** @type {boolean} */ isOn, /** @type {() => void} */ does) =>
    h(
      "button",
      { class: "pick", "aria-pressed": String(isOn), "aria-label": word, title: word, onclick: () => (does(), lay(), focusOn(word)) },
      avatar({ name: "", avatar: name }, 44),
    );
  /** Laying the buttons anew loses the focus; give it back to the chosen one. @param {string} word */
  const focusOn = (word) => /** @type {HTMLElement | null} */ (dialog.querySelector(`.pick[aria-label="${word}"]`))?.focus();
  const lay = () => {
    seen.replaceChildren(
      avatar({ name: "", avatar: `${ornament}-${tone}` }, 96),
      h("b", {}, t("avatar.is", { ornament: t(`ornament.${ornament}`), tone: t(`tone.${tone}`) })),
    );
    ornaments.replaceChildren(
      ...ORNAMENTS.map((one) => chip(`${one}-${tone}`, t(`ornament.${one}`), one === ornament, () => (ornament = one))),
    );
    tones.replaceChildren(...TONES.map((one) => chip(`${ornament}-${one}`, t(`tone.${one}`), one === tone, () => (tone = one))));
  };
  const keep = async (/** @type {string} */ chosen) => {
    try {
      await ask("/api/me/avatar", { avatar: chosen });
    } catch (error) {
      return (problem.textContent = /** @type {Error} */ (error).message);
    }
    dialog.close();
    announce(t("avatar.kept"));
    return changed();
  };
  lay();
  const dialog = sheet(
    t("avatar"),
    seen,
    h("h3", {}, t("avatar.ornament")),
    ornaments,
    h("h3", {}, t("avatar.tone")),
    tones,
    problem,
    h(
      "div",
      { class: "row wrap" },
      h("button", { class: "btn act", onclick: () => keep(`${ornament}-${tone}`) }, t("avatar.keep")),
      h("button", { class: "btn", onclick: () => keep("") }, t("avatar.named")),
    ),
  );
}

/** @param {string} key */
const group = (key) => h("div", { class: "picks", role: "group", "aria-label": t(key) });
