// Sent in place of every script that a page of another version asks for: it loads the page again, once.
// The moves of a turn that has begun are kept in the browser, so none is lost.

const KEY = "nardy.reloaded";
const version = new URL(import.meta.url).pathname.split("/")[2] ?? "";

if (lastReloaded() === version) throw new Error("expected a page of the club's version, got an older one; close it and open it again");
try {
  sessionStorage.setItem(KEY, version);
} catch {
  // Without storage nothing counts the reloads; a proxy that keeps the old page would make it reload again.
}
location.reload();
await new Promise(() => {}); // nothing of the old page goes on meanwhile

/** The version of the page that was loaded again last. */
function lastReloaded() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
