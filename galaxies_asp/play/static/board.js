// The drawing of the board in SVG; its units are the points of the doubled grid.

import { game, key, point } from "./game.js";

const NS = "http://www.w3.org/2000/svg";
export const svg = document.getElementById("board");
export const view = { cursor: null, stroke: null, letters: false, faults: true };

const element = (name, attributes, ...children) => {
  const made = document.createElementNS(NS, name);
  for (const [attribute, value] of Object.entries(attributes)) {
    made.setAttribute(attribute, value);
  }
  made.append(...children);
  return made;
};
const layer = (name, ...children) => element("g", { class: name }, ...children.flat());
const box = ([x, y]) => `M${x - 1} ${y - 1}h2v2h-2z`;
const line = ([x, y]) => (x % 2 ? `M${x - 1} ${y}h2` : `M${x} ${y - 1}v2`);
const path = (name, parts) => (parts.length ? [element("path", { class: name, d: parts.join("") })] : []);
const cross = ([x, y], r) => `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x - r} ${y + r}l${2 * r} ${-2 * r}`;

const current = () => game.shown?.puzzle?.board ?? game.now.board;

export function isHole([x, y], board = current()) {
  return (board.holes ?? []).some(([column, row]) => 2 * column + 1 === x && 2 * row + 1 === y);
}

export function isCell(place, board = current()) {
  const [x, y] = place;
  return x % 2 === 1 && y % 2 === 1 && x > 0 && y > 0
    && x < 2 * board.width && y < 2 * board.height && !isHole(place, board);
}

export const sides = ([x, y]) => (x % 2 ? [[x, y - 1], [x, y + 1]] : [[x - 1, y], [x + 1, y]]);
export const isEdge = (place) => (place[0] + place[1]) % 2 === 1
  && sides(place).every((cell) => isCell(cell));

export function dotAt([x, y], within = 0) {
  const dots = current().centers;
  let best = null;
  let least = within;
  dots.forEach(([cx, cy], dot) => {
    const distance = Math.hypot(cx - x, cy - y);
    if (distance <= least) [best, least] = [dot, distance];
  });
  return best;
}

function cells(board) {
  const all = [];
  for (let y = 1; y < 2 * board.height; y += 2) {
    for (let x = 1; x < 2 * board.width; x += 2) {
      if (isCell([x, y], board)) all.push([x, y]);
    }
  }
  return all;
}

export function draw() {
  const shown = game.shown;
  const { board, names, colors } = shown?.puzzle ?? game.now;
  const { progress } = game.now;
  const crosses = shown ? [] : game.now.crosses;
  const trial = shown ? null : game.now.trial;
  const attempt = game.attempt();
  const all = cells(board);
  const margin = 1.3;
  svg.setAttribute("viewBox",
    `${-margin} ${-margin} ${2 * board.width + margin + 0.3} ${2 * board.height + margin + 0.3}`);
  svg.style.maxWidth = `${5 * board.width}rem`;
  svg.replaceChildren(
    patterns(),
    layer("ground", path("cells", all.map(box))),
    layer("fills", fills(all, board, colors, attempt, shown, progress, trial)),
    layer("grid", path("thin", gridlines(board))),
    layer("rulers", rulers(board)),
    layer("walls", walls(all, board, attempt, trial, shown)),
    layer("faults", view.faults && !shown ? faults(progress.faults) : []),
    layer("crosses", path("cross", crosses.map((one) => cross(point(one), 0.28)))),
    layer("marks", marks(game.marks)),
    layer("dots", dots(board, names)),
    layer("cursor", cursor()),
    layer("stroke", stroke()),
  );
}

function patterns() {
  const stripes = (id, size, d) => element("pattern",
    { id, width: size, height: size, patternUnits: "userSpaceOnUse" },
    element("path", { d, class: id }));
  return element("defs", {}, stripes("stripes", 0.6, "M0 .6L.6 0"),
    stripes("hatch", 0.5, "M0 0L.5 .5M0 .5L.5 0"));
}

function fills(all, board, colors, attempt, shown, progress, trial) {
  const regions = shown ? shown.regions : progress.regions;
  const pictured = board.black?.length > 0 && board.black.length < board.centers.length;
  const black = new Set(board.black ?? []);
  const groups = new Map();
  const tried = [];
  const open = [];
  for (const cell of all) {
    const [column, row] = [(cell[0] - 1) / 2, (cell[1] - 1) / 2];
    const complete = regions?.[row]?.[column] ?? null;
    const dot = complete ?? game.label(cell, attempt);
    const number = shown?.counts?.[row]?.[column];
    if (number > 1) open.push([cell, number]);
    if (dot === null) continue;
    let name = `region c${colors[dot] ?? dot % 8}`;
    if (complete !== null) {
      name = pictured ? `region ${black.has(dot) ? "ink" : "paper"}` : `${name} complete`;
    }
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(box(cell));
    if (trial && game.label(cell, trial) !== game.label(cell, attempt)) {
      tried.push(box(cell));
    }
  }
  return [
    ...[...groups].flatMap(([name, parts]) => path(name, parts)),
    ...path("tried", tried),
    ...open.map(([[x, y], number]) => element("text", { x, y, class: "count" }, `${number}`)),
  ];
}

function gridlines(board) {
  const lines = [];
  for (let x = 2; x < 2 * board.width; x += 2) lines.push(`M${x} 0v${2 * board.height}`);
  for (let y = 2; y < 2 * board.height; y += 2) lines.push(`M0 ${y}h${2 * board.width}`);
  return lines;
}

function rulers({ width, height }) {
  const step = Math.max(width, height) > 25 ? 5 : 1;
  const wanted = (number) => number === 1 || number % step === 0;
  const texts = [];
  for (let column = 1; column <= width; column++) {
    if (wanted(column)) texts.push(element("text", { x: 2 * column - 1, y: -0.6 }, `${column}`));
  }
  for (let row = 1; row <= height; row++) {
    if (wanted(row)) texts.push(element("text", { x: -0.7, y: 2 * row - 1 }, `${row}`));
  }
  return texts;
}

function walls(all, board, attempt, trial, shown) {
  const outline = [];
  const between = [];
  for (const cell of all) {
    const [x, y] = cell;
    for (const [edge, near] of [
      [[x + 1, y], [x + 2, y]], [[x - 1, y], [x - 2, y]],
      [[x, y + 1], [x, y + 2]], [[x, y - 1], [x, y - 2]],
    ]) {
      if (!isCell(near, board)) outline.push(line(edge));
      else if (near[0] > x || near[1] > y) {
        const [one, other] = [game.label(cell, attempt), game.label(near, attempt)];
        if (one !== null && other !== null && one !== other) between.push(line(edge));
      }
    }
  }
  const before = game.walls(trial);
  const drawn = attempt.walls ?? [];
  const fresh = (wall) => trial && !before.has(key(wall));
  return [
    ...path("between", between),
    ...path("wall", drawn.filter((wall) => !fresh(wall)).map(line)),
    ...path("wall tried", drawn.filter(fresh).map(line)),
    ...path("wall given", (board.walls ?? []).map(line)),
    ...path("outline", outline),
    ...path("open", (shown?.open ?? []).map(line)),
  ];
}

function faults(found) {
  const hatched = [];
  const crossed = [];
  for (const fault of found) {
    for (const place of fault.places) {
      const [x, y] = place;
      if (x % 2 && y % 2 && fault.kind !== "crossed dot") hatched.push(box(place));
      else crossed.push(cross(place, 0.5));
    }
  }
  return [...path("hatched", hatched), ...path("crossed", crossed)];
}

export const roleClass = (role) => `role-${role.replace(" ", "-")}`;

const BY_DOT = new Set(["cause", "dot", "rival"]);
const CROSSED = new Set(["wrong", "fails", "blocked"]);

// A mark on a cell is a square, on an edge a bar, on a corner or a dot a ring.
function marks(all) {
  return all.flatMap(({ at, role, text }) => {
    const [x, y] = at;
    // Rules about a dot lie on it; what follows or is wrong is a cell or an edge.
    const dot = BY_DOT.has(role) && dotAt(at) !== null;
    const name = roleClass(role);
    const r = role === "target" || CROSSED.has(role) ? 0.82 : 0.7;
    const shape = (kind) => {
      if (!dot && x % 2 && y % 2) {
        return element("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 0.25, class: kind });
      }
      if (!dot && (x + y) % 2) return element("path", { d: line(at), class: `${kind} edge` });
      return element("circle", { cx: x, cy: y, r: 0.7, class: kind });
    };
    const made = [shape("halo"), shape(name)];
    if (CROSSED.has(role)) made.push(element("path", { d: cross(at, 0.4), class: name }));
    if (text) made.push(element("text", { x, y: y + 0.5, class: name }, text));
    return made;
  });
}

function dots(board, names) {
  const black = new Set(board.black ?? []);
  const letters = view.letters || game.marks.length > 0;
  return board.centers.flatMap(([x, y], dot) => {
    const color = black.has(dot) ? "black" : "white";
    const made = [element("circle", { cx: x, cy: y, r: letters ? 0.52 : 0.38, class: color })];
    if (dot === game.pen) made.unshift(element("circle", { cx: x, cy: y, r: 0.8, class: "pen" }));
    if (letters) {
      const long = names[dot].length > 1 ? " long" : "";
      made.push(element("text", { x, y, class: color + long }, names[dot]));
    }
    return made;
  });
}

function cursor() {
  if (!view.cursor) return [];
  const [x, y] = view.cursor;
  const r = isCell(view.cursor) ? 0.85 : 0.45;
  return [element("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 0.2 })];
}

function stroke() {
  if (!view.stroke) return [];
  const { edges = [], cells: over = [], removing } = view.stroke;
  return [...path(removing ? "removing" : "adding", edges.map(line)), ...path("over", over.map(box))];
}
