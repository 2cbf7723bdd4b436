// The ways to hand a decision on: a link to the turn, and its picture as PNG or SVG.

import { h, icon } from "../dom.js";
import { shareLink } from "../share_link.js";
import { t } from "../words.js";
import { download, pictureOf, pngOf } from "./share.js";

/** @param {{board: SVGSVGElement, lines: string[], link: string, name: string}} shown */
export async function shareSheet({ board, lines, link, name }) {
  const { sheet } = await import("../sheet.js");
  const svg = pictureOf(board, lines);
  const state = h("p", { class: "muted", role: "status" });
  const hand = async () => (state.textContent = await shareLink({ title: lines[0], text: lines.join(". "), url: link }));
  const png = async () => {
    const made = await pngOf(svg).catch(() => null);
    if (made) download(made, `${name}.png`);
    else state.textContent = t("share.unable");
  };
  const file = () => download(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
  const preview = h("img", {
    class: "share-picture",
    alt: lines.join(". "),
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
  });
  sheet(
    t("share.title"),
    preview,
    h(
      "div",
      { class: "row wrap" },
      h("button", { class: "btn", onclick: hand }, icon("link"), t("share.link")),
      h("button", { class: "btn", onclick: png }, icon("save"), "PNG"),
      h("button", { class: "btn", onclick: file }, icon("save"), "SVG"),
    ),
    state,
  );
}
