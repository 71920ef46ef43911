// The picture of a board of Galaxies as elements of SVG, in the look of core/drawing: what
// a player has drawn, what is wrong, and the marks of explanations.

import { colorsOf } from "./colors.js";
import { dotName, gridOf, NO_DOT, pathOf, rounded as number } from "./grid.js";

export const [DARK, RED, BLUE, MISSING, ORANGE, PURPLE] = ["#22242a", "#d40026", "#1450c8", "#9094a0", "#b45000", "#7a1fa2"];
const WALL = 0.15;
const FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif";
const BASELINE = 0.36;
const RULER = 1.4;  // the margin with the names of columns and rows

const share = (value) => `${value}`.replace(/^0/, "");
export const line = (width, more = {}) => ({ stroke: DARK, "stroke-width": `${width}`, ...more, fill: "none" });
const rounded = { "stroke-linecap": "round" };
export const shape = (role, attributes, d) => (d ? [[role, "path", { ...attributes, d }, []]] : []);

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

// Few rectangles that cover square cells: equal runs below each other are one.
export function cellsPath(grid, cells) {
  const at = points(grid, cells);
  if (grid.lattice.name !== "square") return at.map((cell) => pathOf(grid.polygon(cell), "z")).join("");
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

const points = (grid, ids) => [...ids].map((id) => grid.point(id));

export function edgesPath(grid, edges) {
  if (grid.lattice.name !== "square") return edges.map((at) => pathOf(grid.side(at))).join("");
  const level = runs(edges.filter(([x]) => x % 2).map(([x, y]) => [y, x]));
  const upright = runs(edges.filter(([, y]) => y % 2));
  return [...level.map(([y, from, to]) => `M${from - 1} ${y}h${to - from}`),
    ...upright.map(([x, from, to]) => `M${x} ${from - 1}v${to - from}`)].join("");
}

export function texts(role, grid, items, size, fill = DARK, more = {}) {
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
    const places = border.flatMap((at) => grid.side(at));
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }
  const margin = 0.25;
  return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin];
}

// The missing cells that are filled: a board of hexagons has its outline by missing cells.
function innerHoles(grid) {
  if (grid.lattice.name === "square") return grid.holes;
  const holes = new Set(grid.holes);
  const around = (hole) => {
    const [x, y] = grid.point(hole);
    return grid.steps.map(([dx, dy]) => (grid.isInside(x + dx, y + dy) ? grid.id(x + dx, y + dy) : -1));
  };
  const waiting = grid.holes.filter((hole) => around(hole).includes(-1));
  waiting.forEach((hole) => holes.delete(hole));
  while (waiting.length) {
    for (const cell of around(waiting.pop())) if (holes.delete(cell)) waiting.push(cell);
  }
  return [...holes];
}

// What is under and over a drawing; `beside` are clues and a caption, with their box.
/** @returns {any} */
export function framed(grid, letters, { beside = [], box: around = null }) {
  const border = outline(grid);
  const lines = edgesPath(grid, [...points(grid, grid.edges), ...border]);
  const walls = edgesPath(grid, [...points(grid, grid.given), ...border]);
  const [left, top, width, height] = around ?? box(grid, border);
  return {
    under: [
      ...shape("ground", { fill: "#fff" }, cellsPath(grid, grid.cells)),
      ...shape("hole", { fill: MISSING }, cellsPath(grid, innerHoles(grid))),
    ],
    over: [
      ...shape("grid", { stroke: DARK, "stroke-opacity": ".3", "stroke-width": "0.05", fill: "none" }, lines),
      ...shape("wall", line(WALL, rounded), walls),
      ...beside,
      ...rulers(grid),
      ...dotsOf(grid, letters),
    ],
    box: [left - RULER, top - RULER, width + 2 * RULER, height + RULER + 0.3],
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
  const corners = grid.polygon(at, scale);
  const half = corners.length / 2;
  return [half - 2, half - 1].map((i) => pathOf([corners[i], corners[i + half]])).join("");
}

// The colors and dashes of the roles of explaining/words/marks.py.
const ROLES = {
  wrong: [RED], target: [RED], wall: [RED], open: [RED, ".3"], "used wall": [BLUE],
  fails: [PURPLE], supposed: [PURPLE, ".12 .2"], empty: [DARK], blocked: [ORANGE],
  known: [BLUE], place: [BLUE, ".3"], used: [BLUE, ".3"],
  rival: [ORANGE, ".2"], dot: [BLUE],
};

// A mark with a white outline is visible on any color.
function markShapes(grid, { at: [x, y], role }) {
  const [color, dashes = ""] = ROLES[role];
  const isCell = isCellAt([x, y]);
  const isDot = role === "dot" || role === "rival";
  const isBar = grid.touching(grid.id(x, y)) === 2 && !isDot && role !== "blocked";
  const width = isBar ? 2 * WALL : 0.16;
  const path = role === "blocked" ? crossed(grid, [x, y], 0.6)
    : isBar ? pathOf(grid.side([x, y])) : pathOf(grid.polygon([x, y], 0.88), "z");
  const [cx, cy] = grid.place([x, y]).map(number);
  const look = (stroke, size, more = {}) => ({ stroke, "stroke-width": `${size}`, ...more, fill: "none" });
  const looks = [look("#fff", number(width + 0.06)), look(color, width, dashes && { "stroke-dasharray": dashes })];
  return [
    ...looks.map((one) => (isDot || (role === "known" && isCell)
      ? ["mark", "g", one, [["circle", { cx, cy, r: isDot ? "0.74" : "0.86" }, []]]]
      : ["mark", "path", { ...one, d: path }, []])),
    ...(isCell && (role === "fails" || role === "wrong")
      ? texts("mark", grid, [[[x + 0.55, y - 0.43], "!"]], 0.8, color, { "font-weight": "bold" }) : []),
  ];
}

// What a player has drawn, what is wrong, and what is to be shown besides.
/** @returns {Shape[]} */
function drawing(grid, { board, progress, picture }, { counts = [], edges = [], marks = [] }) {
  const { attempt = /** @type {Attempt} */ ({}) } = board;
  const nothing = grid.nothing();
  const labels = grid.labels(attempt.labels) ?? nothing;
  const whole = grid.labels(progress.regions) ?? nothing;
  const open = labels.map((dot, cell) => (whole[cell] === NO_DOT ? dot : NO_DOT));
  const between = grid.borders(labels);
  const drawn = grid.walls(attempt.walls) ?? new Set([...grid.borders(labels, false), ...grid.given]);
  const wrong = [...new Map(progress.faults.flatMap(({ places }) => places).map((at) => [`${at}`, at])).values()];
  const numbers = counts.flatMap((row, y) => row.flatMap((count, x) => (count > 1 ? [[[2 * x + 1, 2 * y + 1], `${count}`]] : [])));
  return /** @type {any} */ ([
    ...regions(grid, open, 0.55),
    ...regions(grid, whole, 1),
    ...shape("cell", { fill: DARK }, cellsPath(grid, (picture.black ?? []).map(([x, y]) => grid.id(x, y)))),
    ...shape("wall", line(WALL / 2, rounded), edgesPath(grid, points(grid, between))),
    ...shape("wall", line(WALL, rounded), edgesPath(grid, points(grid, drawn))),
    ...shape("wall", line(2 * WALL, rounded), edgesPath(grid, points(grid, grid.given))),
    ...shape("fault", { stroke: RED, "stroke-width": "0.1", "stroke-dasharray": ".25 .2", fill: "none" },
      wrong.filter(isCellAt).map((at) => pathOf(grid.polygon(at, 0.9), "z")).join("")),
    ...shape("fault", { stroke: RED, "stroke-width": "0.16", "stroke-linecap": "round", fill: "none", "stroke-linejoin": "round" },
      wrong.map((at) => crossed(grid, at, isCellAt(at) ? 0.22 : 0.4)).join("")),
    ...texts("label", grid, numbers, 0.8),
    ...shape("mark", { stroke: BLUE, "stroke-width": `${WALL / 2}`, "stroke-dasharray": ".3", fill: "none" },
      edgesPath(grid, edges)),
    ...[...marks].reverse().flatMap((mark) => markShapes(grid, mark)),
    ...texts("mark", grid, marks.filter(({ text }) => text).map(({ at, text }) => [at, text]), 0.8),
  ]);
}

/**
 * The picture of a board that is shown. Of another family it is the one that Python has
 * drawn; with marks, dots have their names.
 * @param {any} shown  @param {any} extras  @returns {Picture}
 */
export function pictureOf(shown, extras = {}) {
  const { board, picture = {} } = shown;
  if (board.family) return { under: [], over: [], ...picture };
  const grid = gridOf(board);
  const letters = Boolean(extras.letters || extras.marks?.length);
  const frame = picture.beside?.length ? framed(grid, letters, picture) : grid.frames[+letters] ??= framed(grid, letters, {});
  return { drawn: drawing(grid, { ...shown, picture }, extras), ...frame };
}
