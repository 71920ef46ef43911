// The modules of the page in Node: a document with as little as drawing needs, and a
// server that the test answers for.

const STATIC = new URL("../../galaxies_asp/play/static/", import.meta.url);

class Node extends EventTarget {
  children = [];
  attributes = [];
  style = {};
  dataset = {};
  value = "";
  clientWidth = 400;
  clientHeight = 400;
  classList = { toggle() {}, contains: () => false };

  constructor(tagName) {
    super();
    this.tagName = tagName;
  }

  get lastChild() { return this.children.at(-1); }
  getAttribute(name) { return this.attributes.find((one) => one.name === name)?.value ?? null; }
  setAttribute(name, value) {
    this.removeAttribute(name);
    this.attributes.push({ name, value: `${value}` });
  }

  removeAttribute(name) { this.attributes = this.attributes.filter((one) => one.name !== name); }
  append(...nodes) { for (const node of nodes) if (typeof node !== "string") this.appendChild(node); }
  appendChild(node) {
    node.parent = this;
    this.children.push(node);
    return node;
  }

  replaceChildren(...nodes) {
    this.children = [];
    this.append(...nodes);
  }

  replaceWith(node) {
    node.parent = this.parent;
    this.parent.children.splice(this.parent.children.indexOf(this), 1, node);
  }

  remove() { this.parent.children.splice(this.parent.children.indexOf(this), 1); }
  focus() {}
  setPointerCapture() {}

  // The picture is shown at ten pixels a unit.
  getScreenCTM() { return { scale: 10, inverse: () => ({ scale: 0.1 }) }; }
}

const nodes = {};
globalThis.document = Object.assign(new EventTarget(), {
  documentElement: new Node("html"),
  getElementById: (id) => (nodes[id] ??= new Node(id)),
  createElement: (name) => new Node(name),
  createElementNS: (_, name) => new Node(name),
});
globalThis.requestAnimationFrame = setTimeout;
globalThis.ResizeObserver = class { observe() {} };
globalThis.DOMPoint = class {
  constructor(x, y) { Object.assign(this, { x, y }); }
  matrixTransform({ scale }) { return { x: this.x * scale, y: this.y * scale }; }
};
const storage = () => ({ getItem: () => null, setItem() {}, removeItem() {} });
globalThis.sessionStorage = storage();
globalThis.localStorage = storage();

/** The requests so far, and how they are answered. */
export const server = { requests: [], answer: () => ({}) };
globalThis.fetch = async (_, { body }) => {
  const request = JSON.parse(body);
  server.requests.push(request);
  return new Response(`${JSON.stringify({ answer: server.answer(request) })}\n`);
};

export const load = (name) => import(new URL(name, STATIC));

/** A picture with one element of each text in its layer `drawn`. */
export const picture = (...texts) => ({
  box: [0, 0, 10, 10],
  under: [],
  drawn: texts.map((d) => ["wall", "path", { d }, ""]),
  over: [["dot", "circle", { cx: 5, cy: 1 }, ""]],
});

/** A board of five columns and two rows, with two dots, as it is opened. */
export const snapshot = () => ({
  board: { width: 5, height: 2, centers: [[3, 1], [7, 2]] },
  picture: {},
  progress: { faults: [], complete: [], regions: [], solved: false },
});

/** A pointer event at a place of the picture. */
export function pointer(target, type, [x, y], fields = {}) {
  target.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), {
    clientX: 10 * x, clientY: 10 * y, pointerId: 1, pointerType: "mouse", button: 0, ...fields,
  }));
}
