// Boards of the documentation come alive: the first touch opens the page's own board and engine in their place.
// Without scripts, opened from the file system, or in a game that the engine does not know they stay pictures.
(() => {
  const games = "$games";
  const words = "$words";
  const page = new URL("../play/index.html", document.currentScript.src);
  /** Milliseconds after which a host is taken to have no such page, or to allow no frames. */
  const LONGEST = 30_000;

  /** The colors of the site as the page calls them. */
  const look = () => (document.body.dataset.mdColorScheme === "slate" ? "dusk" : "tuff");

  /** The board of a picture in its place, once it is there. */
  function open(picture, button) {
    if (picture.querySelector("iframe")) return;
    const language = picture.dataset.language;
    const asked = new URLSearchParams({ text: picture.dataset.position, language, page: look() });
    const frame = Object.assign(document.createElement("iframe"), { title: words[language].frame, src: `${page}#/try?${asked}` });
    const dress = () => frame.contentWindow?.postMessage({ page: look() }, location.origin);
    addEventListener("message", ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== location.origin || data?.nardy !== "height") return;
      const hadFocus = document.activeElement === button;
      frame.style.height = `${data.height}px`;
      if (picture.classList.contains("alive")) return;
      picture.classList.add("alive");
      if (hadFocus) frame.focus();
    });
    new MutationObserver(dress).observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme"] });
    picture.classList.add("opening");
    picture.append(frame);
    setTimeout(() => {
      if (picture.classList.contains("alive")) return;
      picture.classList.remove("opening");
      frame.remove();
    }, LONGEST);
  }

  if (location.protocol === "file:") return;
  for (const picture of document.querySelectorAll(".board[data-position]")) {
    const game = picture.dataset.position.split(/[ ,@]/)[0];
    if (!games.includes(game)) continue;
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "md-button",
      textContent: words[picture.dataset.language].open,
    });
    button.addEventListener("click", () => open(picture, button));
    picture.querySelector("svg").addEventListener("click", () => open(picture, button));
    picture.append(button);
    picture.classList.add("can");
  }
})();
