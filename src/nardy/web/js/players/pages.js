// Pages of leaderboards and profiles.

import { h } from "../dom.js";
import { open } from "../parts.js";
import { leadersPage } from "./leaders.js";
import { profilePage } from "./profile.js";

/** The page of an address under /leaders or /player. @param {string} path @param {(path: string) => void} go */
export async function playersPage(path, go) {
  await open("players");
  const [, kind, one = "", two = ""] = path.split("/").map(decodeURIComponent);
  const page = await (kind === "player" ? profilePage(one, go) : leadersPage(one, two, go));
  const title = page.querySelector("h1");
  // The focus goes to the heading, so that a screen reader starts there.
  setTimeout(() => title?.focus({ preventScroll: true }));
  return { element: h("main", { class: "players", id: "page" }, page), title: `${title?.textContent} · nardy`, close() {} };
}
