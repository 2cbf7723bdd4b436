// The logo of the club on the admins' page: a file, or that of the settings.

import { ask } from "./api.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** @import { ClubAbout } from "./protocol.js" */

/** Bytes of a file, as the club takes them. */
const MOST = 256_000;

/** @param {ClubAbout} about */
export function logoPart(about) {
  const said = h("p", { role: "status" });
  const shown = h("p", {});
  const show = (/** @type {ClubAbout} */ { logo }) =>
    shown.replaceChildren(logo ? h("img", { src: logo, alt: t("host.logo"), class: "club-logo" }) : t("host.logo.none"));
  const send = async (/** @type {string} */ content) => {
    said.textContent = await ask("/api/admin/club/logo", { content }).then(
      (now) => (show(now), t("host.saved")),
      (/** @type {Error} */ error) => error.message,
    );
  };
  const input = h("input", {
    class: "field",
    id: "host-logo",
    type: "file",
    accept: "image/png,image/webp",
    onchange: async () => {
      const file = input.files?.[0];
      if (!file) return;
      // The club would refuse the whole request, without a sentence about the picture.
      if (file.size > MOST) said.textContent = t("host.logo.large");
      else await send(await base64(file));
      input.value = "";
    },
  });
  show(about);
  return h(
    "section",
    {},
    h("h2", {}, t("host.logo")),
    h("p", { class: "muted sm" }, t("host.logo.is")),
    h(
      "div",
      { class: "form" },
      shown,
      h("div", { class: "asked" }, h("label", { for: "host-logo" }, t("host.logo.file")), input),
      h("button", { class: "btn", onclick: () => send("") }, t("host.logo.remove")),
      said,
    ),
  );
}

/** @param {File} file @returns {Promise<string>} */
const base64 = (file) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
