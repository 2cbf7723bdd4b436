// Leaderboards and profiles: what people have played, and how well.

import { h } from "../dom.js";
import { open } from "../parts.js";
import { leadersPage } from "./leaders.js";
import { profilePage } from "./profile.js";

/** What an address under /leaders or /player shows. @param {string} path @param {(path: string) => void} go */
export async function playersPage(path, go) {
  await open("players");
  const [, kind, one = "", two = ""] = path.split("/").map(decodeURIComponent);
  const page = await (kind === "player" ? profilePage(one, go) : leadersPage(one, two, go));
  const title = page.querySelector("h1");
  // Who listens hears where he is; the new page is where reading goes on.
  setTimeout(() => title?.focus({ preventScroll: true }));
  return { element: h("main", { class: "players", id: "page" }, page), title: `${title?.textContent} · nardy`, close() {} };
}
