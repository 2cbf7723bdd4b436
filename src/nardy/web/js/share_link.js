// Hand a link on: by the system's own sheet where there is one, else by the clipboard.

import { t } from "./words.js";

/** Share a link. @param {{title: string, text?: string, url: string}} shown @returns {Promise<string>} What to say: that it was copied, the link itself where nothing can copy, or nothing. */
export async function shareLink({ title, text, url }) {
  if (navigator.share) {
    try {
      await navigator.share({ title, text, url });
      return "";
    } catch (error) {
      // Whoever closes the sheet wants no copy either.
      if (/** @type {Error} */ (error).name === "AbortError") return "";
    }
  }
  const copied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  );
  // Over plain http there is no clipboard.
  return copied ? t("friend.copied") : url;
}
