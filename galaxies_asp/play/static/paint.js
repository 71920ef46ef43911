// The picture on the page: its elements, and over them what is being drawn. Elements are patched: only those that differ are made anew.

import { pictureOf } from "./browser/picture.js";
import { game, key, labelOf, point } from "./game.js";

const NS = "http://www.w3.org/2000/svg";
/** @type {any} */
export const svg = document.getElementById("board");
/** @type {{cursor: Point | null, stroke: Stroke | null, group: Group | null}} */
export const view = { cursor: null, stroke: null, group: null };

const element = (name, attributes, ...children) => {
  const node = document.createElementNS(NS, name);
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, value);
  node.append(...children);
  return node;
};
const layer = (name) => svg.appendChild(element("g", { class: name }));
svg.append(patterns());
const layers = { under: layer("under"), drawn: layer("drawn"), over: layer("over") };
const overlay = layer("overlay");

function patterns() {
  const stripes = element("pattern",
    { id: "stripes", width: 0.6, height: 0.6, patternUnits: "userSpaceOnUse" },
    element("path", { d: "M0 .6L.6 0", class: "stripes" }));
  return element("defs", {}, stripes);
}

// An element: its role, its name, its attributes, and what is in it.
/** @param {Shape} shape  @returns {Element} */
function made([role, name, attributes, children]) {
  const inner = typeof children === "string" ? [children].filter(Boolean)
    : children.map((child) => made(["", ...child]));
  return element(name, role ? { ...attributes, class: role } : attributes, ...inner);
}

/** @param {Element} group  @param {Shape[]} elements */
function patch(group, elements) {
  if (group.shapes === elements) return;
  group.shapes = elements;
  elements.forEach((spec, index) => {
    const text = JSON.stringify(spec);
    const old = group.children[index];
    if (old?.spec === text) return;
    const [role, name, attributes] = spec;
    if (old?.tagName === name && name === "path") {
      for (const { name: attribute } of [...old.attributes]) {
        if (!(attribute in attributes)) old.removeAttribute(attribute);
      }
      for (const [attribute, value] of Object.entries({ ...attributes, class: role })) {
        if (old.getAttribute(attribute) !== value) old.setAttribute(attribute, value);
      }
      old.spec = text;
      return;
    }
    const fresh = made(spec);
    fresh.spec = text;
    if (old) old.replaceWith(fresh);
    else group.append(fresh);
  });
  while (group.children.length > elements.length) group.lastChild.remove();
}

/** @type {Picture | null} */
let shown = null;

/** @param {Picture} picture */
export function paint(picture) {
  if (picture === shown) return drawOver();
  const before = shown;
  shown = picture;
  for (const name of ["under", "drawn", "over"]) patch(layers[name], picture[name]);
  if (`${before?.box}` !== `${picture.box}`) fit();
  drawOver();
}

// A small picture of a board, for lists.
export function thumbnail(board) {
  const picture = pictureOf(board);
  const small = element("svg", { viewBox: picture.box.join(" "), class: "thumbnail", "aria-hidden": "true" });
  for (const name of ["under", "drawn", "over"]) small.append(...picture[name].map(made));
  return small;
}

// Zoom and pan: the part of the picture that is visible.
const SMALLEST = 13;  // pixels of a cell
let scale = 1;
let middle = null;

function fullScale() {
  const [, , width, height] = shown.box;
  const { clientWidth, clientHeight } = svg;
  return Math.min(clientWidth / width, clientHeight / height) || 1;
}

export function fit() {
  if (!shown) return;
  const [left, top, width, height] = shown.box;
  svg.style.maxWidth = `${3.2 * width}rem`;
  svg.style.aspectRatio = `${width} / ${height}`;
  scale = Math.max(1, SMALLEST / 2 / fullScale());
  middle = scale === 1 ? [left + width / 2, top + height / 2] : null;
  pan();
}

export function zoom(factor, [x, y] = center()) {
  if (!shown) return;
  const before = scale;
  scale = Math.max(1, Math.min(16, scale * factor));
  const [mx, my] = center();
  middle = [x + (mx - x) * (before / scale), y + (my - y) * (before / scale)];
  pan();
}

const center = () => middle ?? visible(scale).slice(0, 2);

function visible(at) {
  const [left, top, width, height] = shown.box;
  return [left + width / at / 2, top + height / at / 2, width / at, height / at];
}

export function pan([dx, dy] = [0, 0]) {
  if (!shown) return;
  const [left, top, width, height] = shown.box;
  const [, , w, h] = visible(scale);
  const [x, y] = center();
  const between = (low, value, high) => Math.max(low, Math.min(high, value));
  middle = [between(left + w / 2, x + dx, left + width - w / 2), between(top + h / 2, y + dy, top + height - h / 2)];
  svg.setAttribute("viewBox", [middle[0] - w / 2, middle[1] - h / 2, w, h].map((n) => +n.toFixed(3)).join(" "));
  svg.classList.toggle("zoomed", scale > 1.001);
  document.dispatchEvent(new CustomEvent("zoomed", { detail: scale }));
}

// Bring a place into view.
export function reveal([x, y]) {
  const [, , w, h] = visible(scale);
  const [mx, my] = center();
  /** @type {(value: number, at: number, size: number) => number} */
  const over = (value, at, size) => Math.sign(value - at) * Math.max(0, Math.abs(value - at) - size / 2 + 2);
  /** @type {Point} */
  const by = [over(x, mx, w), over(y, my, h)];
  if (by[0] || by[1]) pan(by);
}

export const unitsPerPixel = () => 1 / (fullScale() * scale);

new ResizeObserver(() => fit()).observe(document.getElementById("frame"));

// What is being drawn: the stroke, the cursor, the chosen dot, crosses, and a trial.
export function drawOver() {
  const { lattice } = game;
  overlay.replaceChildren(...grouped(), ...(lattice ? ofGalaxies(lattice) : tried()), ...strokes(), ...cursor());
}

const path = (name, parts) => (parts.length ? [element("path", { class: name, d: parts.join("") })] : []);
const cross = ([x, y], r) => `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x - r} ${y + r}l${2 * r} ${-2 * r}`;

function grouped() {
  const { cells = [], lines = [] } = view.group ?? {};
  const drawn = lines.map((ends) => `M${ends.map((at) => at.join(" ")).join("L")}`);
  return [...path("group", cells), ...path("group line", drawn)];
}

function ofGalaxies(lattice) {
  const parts = [];
  if (game.crosses === game.now.crosses) parts.push(...trial(lattice), ...path("arrow", arrows(lattice)));
  parts.push(...path("cross", game.crosses.map((one) => cross(lattice.place(point(one)), 0.28))));
  if (game.pen !== null) {
    const [cx, cy] = lattice.place(lattice.grid.centers[game.pen]);
    parts.push(element("circle", { cx, cy, r: 0.8, class: "pen" }));
  }
  return parts;
}

// From the cells of regions that are not complete to their dots.
/** @type {{of: Snapshot | null, parts: string[]}} */
const drawnArrows = { of: null, parts: [] };

function arrows(lattice) {
  if (drawnArrows.of === game.now) return drawnArrows.parts;
  const { board: { attempt, centers }, progress } = game.now;
  const complete = new Set(progress.complete);
  const isOpen = (dot) => dot !== null && !complete.has(dot);
  const cells = attempt?.labels ? lattice.cells().filter((cell) => isOpen(labelOf(attempt, cell))) : [];
  drawnArrows.of = game.now;
  drawnArrows.parts = cells.flatMap((cell) => arrow(lattice.place(cell), lattice.place(centers[labelOf(attempt, cell)])));
  return drawnArrows.parts;
}

function arrow([x, y], [cx, cy]) {
  const away = Math.hypot(cx - x, cy - y);
  if (away < 0.9) return [];  // the dot is in the cell
  const [right, down] = [0.4 * (cx - x) / away, 0.4 * (cy - y) / away];
  const head = [[-right - down, right - down], [down - right, -right - down]];
  const sides = head.map(([a, b]) => `M${[x + right, y + down].map(short).join(" ")}l${[0.4 * a, 0.4 * b].map(short).join(" ")}`);
  return [`M${[x - right, y - down].map(short).join(" ")}L${[x + right, y + down].map(short).join(" ")}${sides.join("")}`];
}

const short = (value) => +value.toFixed(3);

function trial(lattice) {
  const base = game.now.trial.at(-1);
  if (!base) return [];
  const { attempt } = game.now.board;
  const known = new Set((base.walls ?? []).map(key));
  const walls = (attempt?.walls ?? []).filter((wall) => !known.has(key(wall)));
  const cells = lattice.cells().filter((cell) =>
    labelOf(attempt, cell) !== null && labelOf(attempt, cell) !== labelOf(base, cell));
  return [...path("tried", cells.map((cell) => lattice.cellPath(cell))),
    ...path("tried wall", walls.map((wall) => lattice.edgePath(wall)))];
}

// An atom of another family, in the look of what is drawn now.
const atomAt = (name, { path: ends }) => (ends.length > 1
  ? element("path", { class: `${name} wall`, d: `M${ends.map((at) => at.join(" ")).join("L")}` })
  : element("circle", { cx: ends[0][0], cy: ends[0][1], r: name === "adding" ? 0.5 : 0.8, class: name }));

function tried() {
  const base = game.now?.trial.at(-1);
  if (!base || game.shown) return [];
  const now = game.now.board.attempt?.atoms ?? [];
  const fresh = new Set(now.filter((atom) => !base.atoms?.includes(atom)));
  return game.strokes.filter(({ atom }) => fresh.has(atom)).map((one) => atomAt("tried wall", one));
}

function strokes() {
  const all = view.stroke ? [...game.pending, view.stroke] : game.pending;
  return all.flatMap(({ add = [], remove = [], cells = [], images = [], refused = [], atoms = [], crosses = [], dot }) => {
    const { lattice } = game;
    const lines = atoms.map((one) => atomAt("adding", one));
    const bad = refused.map((cell) => cross(lattice.place(cell), 0.5));
    return [
      ...path("adding", add.map((edge) => lattice.edgePath(edge))),
      ...path("removing", remove.map((edge) => lattice.edgePath(edge))),
      ...path(dot === null ? "over" : "over given", cells.map((cell) => lattice.cellPath(cell))),
      ...path("over image", images.map((cell) => lattice.cellPath(cell))),
      ...path("refused", bad),
      ...path("cross", crosses.map((at) => cross(lattice ? lattice.place(at) : at, 0.28))),
      ...lines,
    ];
  });
}

function cursor() {
  if (!view.cursor) return [];
  const [x, y] = game.lattice ? game.lattice.place(view.cursor) : view.cursor;
  const r = game.lattice?.isCell(view.cursor) ? 0.85 : 0.45;
  return [element("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 0.2, class: "cursor" })];
}
