// Where the page is. A club has an address for each page; a static build is one file, with its pages after `#`.

/** Whether there is no club behind this page. */
export const isStatic = document.documentElement.dataset.club === "none";

/** The address of the current page, as at a club. */
export const address = () => (isStatic ? new URL(location.hash.slice(1) || "/", location.origin) : new URL(location.href));

/** The link to a page. @param {string} path */
export const linkTo = (path) => (isStatic ? `#${path}` : path);

/** Whether another page shows this one in a frame, as the documentation does. */
export const isFramed = isStatic && window.parent !== window;
