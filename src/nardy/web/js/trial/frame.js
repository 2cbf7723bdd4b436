// The page in a frame of another one of the same site: it has that page's language and colors, and tells its height.

import { address } from "../address.js";
import { dress, settings } from "../settings.js";

/** Themes of the page. */
const LOOKS = ["dusk", "tuff"];

export function begin() {
  const { searchParams } = address();
  // Not kept: the reader's own choice for games stays as it is.
  settings.language = searchParams.get("language") ?? "";
  wear(searchParams.get("page"));
  document.documentElement.classList.add("framed");
  addEventListener("message", ({ source, origin, data }) => {
    if (source === parent && origin === location.origin && wear(data?.page)) dress();
  });
  new ResizeObserver(() => parent.postMessage({ nardy: "height", height: document.body.offsetHeight }, location.origin)).observe(
    document.body,
  );
}

/** Take the colors of the other page. @param {string | null | undefined} page */
function wear(page) {
  if (!page || !LOOKS.includes(page)) return false;
  settings.page = page;
  return true;
}
