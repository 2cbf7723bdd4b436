// Elements are built as nodes, never from markup, so that no text of a user becomes markup.

/** @typedef {string | Node | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: never) => void)} Attribute */
/** @typedef {Record<string, Attribute>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. Attributes that are functions are event listeners: `onclick`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** @param {Element} element @param {Attributes} attributes @param {Child[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(.../** @type {(string | Node)[]} */ (children.filter((child) => child)));
}

/** Give an element children, of which those that it has stay: a press or the focus may be on one. @param {Element} box @param {Element[]} wanted */
export function renew(box, wanted) {
  const old = [...box.children];
  // The same place first: a list of thousands changes in few.
  const laid = wanted.map((one, n) => [old[n], ...old].find((other) => other?.isEqualNode(one)) ?? one);
  for (const one of old) if (!laid.includes(one)) one.remove();
  laid.forEach((one, n) => one === box.children[n] || box.insertBefore(one, box.children[n]));
}

const ICONS = {
  flag: "M5,18V3h11l-2,4 2,4H5",
  flip: "M4,8a7,7 0 0 1 12-2l1,1M17,3v4h-4M16,12a7,7 0 0 1-12,2l-1-1M3,17v-4h4",
  undo: "M7,4L3,8l4,4M3,8h8a5,5 0 0 1 0,10H8",
  more: "M3.5,9.500v1h1v-1zM9.500,9.500v1h1v-1zM15.500,9.500v1h1v-1z",
  list: "M3,5h14M3,10h14M3,15h9",
  book: "M4,3h9a3,3 0 0 1 3,3v11H6a2,2 0 0 1-2-2zM4,15a2,2 0 0 1 2-2h10",
  bulb: "M7,14a5,5 0 1 1 6,0v2H7zM8,19h4",
  proof: "M10,2l7,3v5c0,5-3,7-7,8-4-1-7-3-7-8V5zM7,10l2,2 4-4",
  dice: "M5,3h10a2,2 0 0 1 2,2v10a2,2 0 0 1-2,2H5a2,2 0 0 1-2-2V5a2,2 0 0 1 2-2zM7,7h.01M10,10h.01M13,13h.01",
  save: "M10,3v10M6,9l4,4 4-4M3,17h14",
  light: "M10,6a4,4 0 1 0 0,8a4,4 0 1 0 0-8M10,1v2M10,17v2M1,10h2M17,10h2M4,4l1,1M15,15l1,1M4,16l1-1M15,5l1-1",
  link: "M8,12a3,3 0 0 0 4,0l4-4a3,3 0 0 0-4-4l-1,1M12,8a3,3 0 0 0-4,0l-4,4a3,3 0 0 0 4,4l1-1",
  pause: "M7,4v12M13,4v12",
  first: "M6,4v12M16,4L9,10l7,6z",
  before: "M13,4L6,10l7,6z",
  after: "M7,4l7,6-7,6z",
  last: "M14,4v12M4,4l7,6-7,6z",
  person: "M10,3a3.5,3.5 0 1 0 0,7a3.5,3.5 0 1 0 0-7M3,18c0-4 3-6 7-6s7,2 7,6",
  eye: "M1,10c4-8 14-8 18,0c-4,8-14,8-18,0M10,7a3,3 0 1 0 0,6a3,3 0 1 0 0-6",
  send: "M3,10L17,3l-5,14-3-6z",
  cross: "M5,5l10,10M15,5L5,15",
  cup: "M6,3h8v5a4,4 0 0 1-8,0zM6,5H3a3,3 0 0 0 3,4M14,5h3a3,3 0 0 1-3,4M10,12v4M6,17h8",
  rank: "M3,17v-5h4v5M8,17V5h4v12M13,17V9h4v8M2,17h16",
  cap: "M1,7l9-4 9,4-9,4zM5,9v5c3,2 7,2 10,0V9M18.5,7.500v6",
  chat: "M3,4h14v9H9l-4,4v-4H3z",
};

/** @typedef {keyof typeof ICONS} Icon */

/** An icon. @param {Icon} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** The logo: two points and a checker. */
export function logo() {
  return s(
    "svg",
    { viewBox: "0 0 30 30", width: 30, height: 30, "aria-hidden": "true", class: "mark" },
    s("path", { class: "mark-brass", d: "M4,29C4,18 8,12 10.5,2C13,12 17,18 17,29Z" }),
    s("path", { class: "mark-red", d: "M13,29C13,18 17,12 19.5,2C22,12 26,18 26,29Z" }),
    s("circle", { class: "mark-checker", cx: 15, cy: 22.5, r: 6.6 }),
    s("circle", { class: "mark-ring", cx: 15, cy: 22.5, r: 3.6 }),
  );
}
