// The picture of a board of Galaxies as elements of SVG, as play/in_play.py draws it
// where Python answers.

import { colorsOf } from "./colors.js";
import { dotName, NO_DOT } from "./grid.js";

const [DARK, RED, BLUE, MISSING] = ["#22242a", "#d40026", "#1450c8", "#9094a0"];
const WALL = 0.15;
const FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif";
const BASELINE = 0.36;

const number = (value) => `${+value.toPrecision(6)}`;
const share = (value) => `${value}`.replace(/^0/, "");
const line = (width, more = {}) => ({ stroke: DARK, "stroke-width": `${width}`, ...more, fill: "none" });
const rounded = { "stroke-linecap": "round" };
const shape = (role, attributes, d) => (d ? [[role, "path", { ...attributes, d }, []]] : []);

// The stretches of places in steps of 2 on a line: line, begin, end.
function runs(places) {
  const found = [];
  for (const [row, at] of places.sort(([a, b], [c, d]) => a - c || b - d)) {
    const last = found.at(-1);
    if (last?.[0] === row && last[2] === at) last[2] = at + 2;
    else found.push([row, at, at + 2]);
  }
  return found;
}

const polygon = (grid, at, scale = 1) => grid.lattice.outline.map(([x, y]) => grid.place([at[0] + scale * x, at[1] + scale * y]));
const pathOf = (places, end = "") => `M${places.map((at) => at.map(number).join(" ")).join("L")}${end}`;

// Few rectangles that cover square cells: equal runs below each other are one.
function cellsPath(grid, cells) {
  const at = points(grid, cells);
  if (grid.lattice.name !== "square") return at.map((cell) => pathOf(polygon(grid, cell), "z")).join("");
  const rows = new Map();
  for (const [y, start, stop] of runs(at.map(([column, row]) => [row, column]))) {
    rows.set(y - 1, [...rows.get(y - 1) ?? [], [start - 1, stop - 1]]);
  }
  const open = new Map();
  let path = "";
  for (let y = 0; y <= 2 * grid.height; y += 2) {
    const now = new Map((rows.get(y) ?? []).map((run) => [`${run}`, run]));
    for (const [name, [[start, stop], first]] of open) {
      if (now.has(name)) continue;
      open.delete(name);
      path += `M${start} ${first}h${stop - start}v${y - first}h${start - stop}z`;
    }
    for (const [name, run] of now) if (!open.has(name)) open.set(name, [run, y]);
  }
  return path;
}

// The ends of an edge: the two corners of a cell at its side that are nearest.
function ends(grid, [x, y]) {
  const [dx, dy] = grid.near[(x & 1) + 2 * (y & 1)][0];
  const away = ([a, b]) => Math.hypot(a - x, b - y);
  return grid.lattice.outline.map(([a, b]) => [x + dx + a, y + dy + b])
    .sort((one, other) => away(one) - away(other)).slice(0, 2).map((place) => grid.place(place));
}

const points = (grid, ids) => [...ids].map((id) => grid.point(id));

function edgesPath(grid, edges) {
  if (grid.lattice.name !== "square") return edges.map((at) => pathOf(ends(grid, at))).join("");
  const level = runs(edges.filter(([x]) => x % 2).map(([x, y]) => [y, x]));
  const upright = runs(edges.filter(([, y]) => y % 2));
  return [...level.map(([y, from, to]) => `M${from - 1} ${y}h${to - from}`),
    ...upright.map(([x, from, to]) => `M${x} ${from - 1}v${to - from}`)].join("");
}

function texts(role, grid, items, size, fill = DARK, more = {}) {
  const children = items.map(([at, text]) => {
    const [x, y] = grid.place(at);
    return ["text", { x: number(x), y: number(y + BASELINE * size) }, text];
  });
  return items.length ? [[role, "g", { fill, "font-family": FONTS, "font-size": `${size}`, ...more, "text-anchor": "middle" }, children]] : [];
}

function dotsOf(grid, letters) {
  return [["#fff", false], [DARK, true]].flatMap(([fill, isBlack]) => {
    const dots = grid.centers.flatMap((at, dot) => (grid.isBlack[dot] === isBlack ? [[at, dotName(dot)]] : []));
    if (!dots.length) return [];
    const circles = dots.map(([at]) => {
      const [cx, cy] = grid.place(at).map(number);
      return ["circle", { cx, cy, r: letters ? "0.5" : "0.33" }, []];
    });
    const shapes = [["dot", "g", { stroke: DARK, "stroke-width": letters ? "0.05" : "0.1", fill }, circles]];
    if (!letters) return shapes;
    const of = (isLong, size) => texts("dot", grid, dots.filter(([, name]) => name.length > 1 === isLong), size,
      isBlack ? "#fff" : DARK, { "font-weight": "bold" });
    return [...shapes, ...of(false, 0.7), ...of(true, 0.5)];
  });
}

// The names of the columns and rows, before the first cell of each; those of the rows of
// hexagons behind the last one.
function rulers(grid) {
  const top = new Map();
  const side = new Map();
  const isSquare = grid.lattice.name === "square";
  for (const [x, y] of grid.cells.map((cell) => grid.point(cell))) {
    if (!top.has(x)) top.set(x, y);
    if (!isSquare) side.set(y, x + 1.65);
    else if (!side.has(y)) side.set(y, x - 1.65);
  }
  const columns = [...top].sort(([one], [other]) => one - other).map(([x, y]) => [[x, y - 1.57], `c${(x + 1) / 2}`]);
  const rows = [...side].map(([y, x]) => [[x, y - 0.02], `r${(y + 1) / 2}`]);
  return texts("ruler", grid, [...columns, ...rows], 0.6);
}

// The edges of cells at the border of the board and of its holes.
function outline(grid) {
  const edges = new Set();
  for (const cell of grid.cells) {
    const [x, y] = grid.point(cell);
    for (const [dx, dy] of grid.steps) {
      const isIn = grid.isInside(x + dx, y + dy) && grid.isCell[grid.id(x + dx, y + dy)];
      if (!isIn) edges.add(`${x + dx / 2},${y + dy / 2}`);
    }
  }
  return [...edges].map((text) => text.split(",").map(Number));
}

function box(grid, border) {
  let [left, top, right, bottom] = [0, 0, 2 * grid.width, 2 * grid.height];
  if (grid.lattice.name !== "square") {
    const places = border.flatMap((at) => ends(grid, at));
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }
  // The margin, and the names of columns and rows.
  const [margin, ruler] = [0.25, 1.4];
  return [left - margin - ruler, top - margin - ruler, right - left + margin + margin + ruler + ruler,
    bottom - top + margin + margin + ruler + 0.3];
}

// What is under and over a drawing.
/** @returns {any} */
export function board(grid, { letters = false } = {}) {
  const border = outline(grid);
  const lines = edgesPath(grid, [...points(grid, grid.edges), ...border]);
  const walls = edgesPath(grid, [...points(grid, grid.given), ...border]);
  return {
    under: [
      ...shape("ground", { fill: "#fff" }, cellsPath(grid, grid.cells)),
      ...(grid.lattice.name === "square" ? shape("hole", { fill: MISSING }, cellsPath(grid, grid.holes)) : []),
    ],
    over: [
      ...shape("grid", { stroke: DARK, "stroke-opacity": ".3", "stroke-width": "0.05", fill: "none" }, lines),
      ...shape("wall", line(WALL, rounded), walls),
      ...rulers(grid),
      ...dotsOf(grid, letters),
    ],
    box: box(grid, border),
  };
}

// The cells of each color, the regions of one opacity.
function regions(grid, labels, opacity) {
  const colors = colorsOf(grid);
  const cells = new Map();
  for (const cell of grid.cells) {
    if (labels[cell] === NO_DOT) continue;
    const [rank, fill] = colors[labels[cell]];
    if (!cells.has(rank)) cells.set(rank, [fill, []]);
    cells.get(rank)[1].push(cell);
  }
  const faint = opacity < 1 ? { "fill-opacity": share(opacity) } : {};
  return [...cells].sort(([one], [other]) => one - other)
    .flatMap(([, [fill, some]]) => shape("cell", { fill, ...faint }, cellsPath(grid, some)));
}

const isCellAt = ([x, y]) => x % 2 === 1 && y % 2 === 1;

function crossed(grid, at, scale) {
  const corners = polygon(grid, at, scale);
  const half = corners.length / 2;
  return [half - 2, half - 1].map((i) => pathOf([corners[i], corners[i + half]])).join("");
}

// What a player has drawn, what is wrong, and numbers of dots and edges to be shown.
/** @returns {Shape[]} */
export function drawing(grid, attempt, judged, { counts = [], edges = [] } = {}) {
  const labels = grid.labels(attempt.labels) ?? new Int32Array(grid.size).fill(NO_DOT);
  const open = labels.map((dot, cell) => (judged.regions[cell] === NO_DOT ? dot : NO_DOT));
  const between = grid.borders(labels);
  const drawn = grid.walls(attempt.walls) ?? new Set([...grid.borders(labels, false), ...grid.given]);
  const wrong = [...new Map(judged.faults.flatMap(({ places }) => places).map((at) => [`${at}`, at])).values()];
  const numbers = counts.flatMap((row, y) => row.flatMap((count, x) => (count > 1 ? [[[2 * x + 1, 2 * y + 1], `${count}`]] : [])));
  return /** @type {any} */ ([
    ...regions(grid, open, 0.55),
    ...regions(grid, judged.regions, 1),
    ...shape("wall", line(WALL / 2, rounded), edgesPath(grid, points(grid, between))),
    ...shape("wall", line(WALL, rounded), edgesPath(grid, points(grid, drawn))),
    ...shape("wall", line(2 * WALL, rounded), edgesPath(grid, points(grid, grid.given))),
    ...shape("fault", { stroke: RED, "stroke-width": "0.1", "stroke-dasharray": ".25 .2", fill: "none" },
      wrong.filter(isCellAt).map((at) => pathOf(polygon(grid, at, 0.9), "z")).join("")),
    ...shape("fault", { stroke: RED, "stroke-width": "0.16", "stroke-linecap": "round", fill: "none", "stroke-linejoin": "round" },
      wrong.map((at) => crossed(grid, at, isCellAt(at) ? 0.22 : 0.4)).join("")),
    ...texts("label", grid, numbers, 0.8),
    ...shape("mark", { stroke: BLUE, "stroke-width": `${WALL / 2}`, "stroke-dasharray": ".3", fill: "none" },
      edgesPath(grid, edges)),
  ]);
}
