// As much of a browser's document as parts of the page need in node: elements, text, presses, focus.

const CAMEL = { ariaLabel: "aria-label", ariaPressed: "aria-pressed", className: "class" };

/** Whether an element fits a simple selector: `tag.class`, `#id`, `[name="value"]`. */
function fits(element, selector) {
  return (selector.match(/[#.]?[\w-]+|\[[^\]]+\]|:[\w-]+\([^)]*\)|\*/g) ?? []).every((part) => {
    if (part === "*") return true;
    if (part[0] === "#") return element.id === part.slice(1);
    if (part[0] === ".") return element.classList.contains(part.slice(1));
    if (part[0] === ":") return element.parent?.children[Number(/\d+/.exec(part)) - 1] === element;
    if (part[0] !== "[") return element.tag === part;
    const [, name, value] = /\[([\w-]+)(?:="?([^"\]]*)"?)?\]/.exec(part);
    return value === undefined ? element.hasAttribute(name) : element.getAttribute(name) === value;
  });
}

class Text {
  constructor(text) {
    this.textContent = text;
  }
}

class Element {
  nodes = [];
  attributes = new Map();
  listeners = {};
  parent = null;
  value = "";
  style = {};
  isDisabled = false;

  constructor(tag) {
    this.tag = tag;
    const names = () => (this.getAttribute("class") ?? "").split(" ").filter(Boolean);
    const keep = (all) => this.setAttribute("class", all.join(" "));
    this.classList = {
      contains: (name) => names().includes(name),
      add: (...more) => keep([...new Set([...names(), ...more])]),
      remove: (...gone) => keep(names().filter((name) => !gone.includes(name))),
      toggle(name, is = !this.contains(name)) {
        is ? this.add(name) : this.remove(name);
        return is;
      },
    };
    this.dataset = new Proxy({}, { get: (_, key) => this.getAttribute(`data-${key}`) ?? undefined, set: (_, key, value) => (this.setAttribute(`data-${key}`, value), true) });
  }

  get disabled() {
    return this.isDisabled;
  }
  /** Browsers take the focus from a disabled button. */
  set disabled(is) {
    this.isDisabled = is;
    if (is && document.activeElement === this) document.activeElement = body;
  }
  get id() {
    return this.getAttribute("id") ?? "";
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
    if (["disabled", "hidden", "open", "required"].includes(name)) this[name] = true;
    if (name === "value") this.value = String(value);
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  toggleAttribute(name, is) {
    is ? this.setAttribute(name, "") : this.removeAttribute(name);
  }

  get children() {
    return this.nodes.filter((node) => node instanceof Element);
  }
  get firstChild() {
    return this.nodes[0] ?? null;
  }
  get parentElement() {
    return this.parent;
  }
  get textContent() {
    return this.nodes.map((node) => node.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text ? [text] : []));
  }
  append(...nodes) {
    for (const node of nodes) this.insertBefore(typeof node === "object" ? node : new Text(String(node)), null);
  }
  prepend(...nodes) {
    for (const node of nodes.reverse()) this.insertBefore(node, this.nodes[0] ?? null);
  }
  insertBefore(node, next) {
    node.parent?.nodes.splice(node.parent.nodes.indexOf(node), 1);
    node.parent = this;
    this.nodes.splice(next ? this.nodes.indexOf(next) : this.nodes.length, 0, node);
  }
  replaceChildren(...nodes) {
    for (const node of [...this.nodes]) node.parent = null;
    this.nodes = [];
    if (!document.activeElement.isConnected) document.activeElement = body;
    this.append(...nodes);
  }
  replaceWith(node) {
    this.parent.insertBefore(node, this);
    this.remove();
  }
  after(node) {
    this.parent.insertBefore(node, this.parent.nodes[this.parent.nodes.indexOf(this) + 1] ?? null);
  }
  remove() {
    this.parent?.nodes.splice(this.parent.nodes.indexOf(this), 1);
    this.parent = null;
    if (!document.activeElement.isConnected) document.activeElement = body;
  }
  contains(other) {
    for (let node = other; node; node = node.parent) if (node === this) return true;
    return false;
  }
  get isConnected() {
    return document.body.contains(this);
  }
  isEqualNode(other) {
    return this.written() === other.written();
  }
  written() {
    const inside = this.nodes.map((node) => (node instanceof Element ? node.written() : node.textContent));
    return `<${this.tag} ${[...this.attributes].join()}>${inside.join("")}</${this.tag}>`;
  }

  *all() {
    for (const child of this.children) {
      yield child;
      yield* child.all();
    }
  }
  /** The last part of a selector alone is looked at, except for the parents that it names. */
  querySelectorAll(selector) {
    const ways = selector.split(",").map((way) => way.trim().split(/\s+/));
    return [...this.all()].filter((element) =>
      ways.some((way) => {
        if (!fits(element, way.at(-1))) return false;
        let at = element.parent;
        return way.slice(0, -1).reverse().every((part) => {
          while (at && !fits(at, part)) at = at.parent;
          return at;
        });
      }),
    );
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  closest(selector) {
    let at = this;
    while (at && !fits(at, selector)) at = at.parent;
    return at;
  }

  addEventListener(name, act) {
    (this.listeners[name] ??= []).push(act);
  }
  removeEventListener() {}
  /** What the listeners answer, once all have. */
  dispatch(name, more = {}) {
    const event = { type: name, target: this, currentTarget: this, preventDefault() {}, stopPropagation() {}, ...more };
    return Promise.all((this.listeners[name] ?? []).map((act) => act(event)));
  }
  /** A press, which a disabled button does not hear. */
  click() {
    if (this.disabled) return Promise.resolve([]);
    const isSubmit = this.tag === "button" && this.getAttribute("type") !== "button";
    const form = isSubmit ? this.closest("form") : null;
    return Promise.all([this.dispatch("click"), form?.dispatch("submit")]);
  }
  focus() {
    if (this.isConnected && !this.disabled) document.activeElement = this;
  }
  checkVisibility() {
    return this.isConnected && !this.hidden;
  }
  showModal() {
    this.open = true;
  }
  close() {
    this.open = false;
    this.dispatch("close");
  }
}
for (const [name, attribute] of Object.entries(CAMEL))
  Object.defineProperty(Element.prototype, name, {
    get() {
      return this.getAttribute(attribute) ?? "";
    },
    set(value) {
      this.setAttribute(attribute, value);
    },
  });

const body = new Element("body");
const root = new Element("html");
globalThis.document = {
  body,
  head: new Element("head"),
  documentElement: root,
  activeElement: body,
  hidden: false,
  title: "",
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
  // Styles count as loaded.
  querySelector: (selector) => (selector.startsWith("link") ? root : body.querySelector(selector)),
  querySelectorAll: (selector) => body.querySelectorAll(selector),
  getElementById: (id) => body.querySelector(`#${id}`),
  addEventListener() {},
};
globalThis.addEventListener = () => {};
globalThis.location = { origin: "http://club", href: "http://club/", pathname: "/", hash: "", search: "", host: "club" };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
globalThis.MutationObserver = class {
  observe() {}
};

/** An element on the page. */
export function onPage(element) {
  body.append(element);
  return element;
}

/** The first button, or link, with these words or this label. */
export const labelled = (words, where = body) =>
  where.querySelectorAll("button, a").find((one) => one.textContent === words || one.ariaLabel === words || one.textContent.startsWith(words));
