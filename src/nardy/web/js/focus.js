// The focus, where controls are laid anew under it.

const CONTROLS = "a[href], button, input, select, textarea";

/** Lay a box anew. If the focused control is gone then, an equal one has the focus, or else the one at its place. @param {Element} box @param {() => void} lay */
export function keepFocus(box, lay) {
  const focused = document.activeElement;
  /** @type {(Element | null)[]} */
  const before = [...box.querySelectorAll(CONTROLS)];
  const at = before.indexOf(focused);
  lay();
  if (at < 0 || box.contains(document.activeElement)) return;
  /** @type {NodeListOf<HTMLElement>} */
  const controls = box.querySelectorAll(CONTROLS);
  ([...controls].find((one) => one.isEqualNode(focused)) ?? controls[at])?.focus({ preventScroll: true });
}
