// A decision to hand on: its link, and a picture of the board with a line of words below it.

import { s } from "../dom.js";

/** What the style sheets say about an element, which a picture must say itself. */
const LOOKS = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "opacity",
  "font-size",
  "font-weight",
  "text-anchor",
  "transform",
];
const [LINE, PAD, FONT] = [44, 20, "system-ui, sans-serif"];
/** Pixels of the picture for a unit of the board. */
const SCALE = 2;

/** A board as a picture of its own, with words below it. @param {SVGSVGElement} board @param {string[]} lines */
export function pictureOf(board, lines) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  dressed(board, copy);
  const { width, height } = board.viewBox.baseVal;
  const whole = height + lines.length * LINE + PAD;
  const words = lines.map((line, n) =>
    s(
      "text",
      { x: PAD, y: height + (n + 1) * LINE - 8, fill: "#eef2f0", "font-family": FONT, "font-size": 26, "font-weight": n ? 450 : 650 },
      line,
    ),
  );
  copy.setAttribute("viewBox", `0 0 ${width} ${whole}`);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(whole));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", FONT);
  copy.prepend(s("rect", { width, height: whole, fill: "#11191c" }));
  copy.append(...words);
  return new XMLSerializer().serializeToString(copy);
}

/** Give a copy the looks of its original, and leave out what is not shown. @param {Element} own @param {Element} copy */
function dressed(own, copy) {
  const look = getComputedStyle(own);
  for (const name of LOOKS) {
    const value = look.getPropertyValue(name);
    if (value && value !== "none") copy.setAttribute(name, value);
    else if (name === "fill" || name === "stroke") copy.setAttribute(name, "none");
  }
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  const pairs = [...own.children].map((child, n) => /** @type {const} */ ([child, copy.children[n]]));
  for (const [child, twin] of pairs) {
    if (getComputedStyle(child).display === "none") twin.remove();
    else dressed(child, twin);
  }
}

/** The picture as a PNG. @param {string} svg @returns {Promise<Blob | null>} */
export async function pngOf(svg) {
  const image = new Image();
  // The page's policy allows pictures from data, and none from elsewhere.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * SCALE, image.height * SCALE];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Save a file. @param {Blob} content @param {string} name */
export function download(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
