// How far a drawing has come by the standard rules: core/verifying/progress.py says why
// each fault cannot be cured by further drawing, and a test compares both.

import { dotName, NO_DOT } from "./grid.js";

const CROSSED = "crossed dot";
const WITHOUT_DOT = "region without dot";
const ASYMMETRIC = "asymmetric region";
const WALL_INSIDE = "wall inside region";
const TWO_DOTS = "region with two dots";
const DISCONNECTED = "disconnected region";

// The first cell of the part of each cell, where closed edges divide the board.
function partsOf(grid, isClosed) {
  const part = new Int32Array(grid.size).fill(-1);
  const ways = grid.steps.map(([x, y]) => y * grid.stride + x);
  for (const start of grid.cells) {
    if (part[start] >= 0) continue;
    part[start] = start;
    const reached = [start];
    while (reached.length) {
      const cell = reached.pop();
      // The border of the array has no cells, so no step leads around it.
      for (const way of ways) {
        const other = cell + way;
        if (!grid.isCell[other] || part[other] >= 0 || isClosed[cell + way / 2]) continue;
        part[other] = start;
        reached.push(other);
      }
    }
  }
  return part;
}

// Cells that a dot touches belong to it, unless one of them is given to another dot.
function withTouched(grid, labels) {
  grid.dots.forEach((center, dot) => {
    const cells = grid.touched(center);
    if (cells.every((cell) => labels[cell] === dot || labels[cell] === NO_DOT)) {
      for (const cell of cells) labels[cell] = dot;
    }
  });
  return labels;
}

function add(lists, name, item) {
  const list = lists.get(name);
  if (list) list.push(item);
  else lists.set(name, [item]);
}

/** @param {any} grid  @param {Attempt} attempt */
export function judge(grid, { walls: drawn = null, labels: rows = null, excluded = [] }) {
  const walls = grid.marked([...grid.given, ...grid.walls(drawn) ?? []]);
  const labels = rows ? withTouched(grid, grid.labels(rows)) : grid.nothing();
  const between = grid.marked(grid.borders(labels, false));
  const part = partsOf(grid, walls.map((isWall, edge) => isWall | between[edge]));
  // The dots inside the parts, and those that walls run through.
  const crossed = [];
  const dotsOf = new Map();
  grid.dots.forEach((center, dot) => {
    const cells = grid.touched(center);
    const first = part[cells[0]];
    const isCrossed = walls[center] || grid.beyond(center).some((edge) => walls[edge]);
    if (isCrossed || cells.some((cell) => part[cell] !== first)) crossed.push(dot);
    else add(dotsOf, first, dot);
  });
  // The dot of each cell whose part has exactly one.
  const own = grid.nothing();
  for (const cell of grid.cells) {
    const dots = dotsOf.get(part[cell]);
    if (dots?.length === 1) [own[cell]] = dots;
  }
  const covered = grid.cells.filter((cell) => own[cell] !== NO_DOT);
  const unmatched = new Map();
  for (const cell of covered) {
    const image = grid.mirror(own[cell], cell);
    if (image < 0 || part[image] !== part[cell]) add(unmatched, own[cell], cell);
  }
  const inner = grid.edges.filter((edge) => walls[edge]).map((edge) => [edge, ...grid.touched(edge)])
    .filter(([, first, other]) => own[first] !== NO_DOT && part[first] === part[other]);
  const bad = new Set([...unmatched.keys(), ...inner.map(([, first]) => own[first])]);
  for (const cell of covered) if (labels[cell] !== NO_DOT && labels[cell] !== own[cell]) bad.add(own[cell]);
  const complete = [...dotsOf.values()].filter((dots) => dots.length === 1 && !bad.has(dots[0])).flat().sort((one, other) => one - other);
  const regions = grid.nothing();
  for (const cell of covered) if (!bad.has(own[cell])) regions[cell] = own[cell];
  const faults = [
    ...faultsOfWalls(grid, { part, crossed, dotsOf, unmatched, inner }),
    ...(rows ? faultsOfLabels(grid, { labels, walls, between }) : []),
    ...(excluded.length ? faultsOfJoined(grid, excluded) : []),
  ];
  const solved = !faults.length && complete.length === grid.dots.length && covered.length === grid.cells.length;
  return { faults, regions, complete, solved };
}

function faultsOfWalls(grid, { part, crossed, dotsOf, unmatched, inner }) {
  const faults = [];
  const say = (kind, places, message) => faults.push({ kind, places: places.map((id) => grid.point(id)), message });
  for (const dot of crossed) say(CROSSED, [grid.dots[dot]], `a wall runs through dot ${dotName(dot)}`);
  const torn = new Set(crossed.flatMap((dot) => grid.touched(grid.dots[dot]).map((cell) => part[cell])));
  const without = new Map();
  for (const cell of grid.cells) {
    const first = part[cell];
    if (!dotsOf.has(first) && !torn.has(first)) add(without, first, cell);
  }
  for (const cells of without.values()) say(WITHOUT_DOT, cells, `the region of ${grid.cellName(cells[0])} has no dot`);
  for (const [dot, cells] of unmatched) {
    say(ASYMMETRIC, cells, `the region of dot ${dotName(dot)} cannot be symmetric: `
      + `the partner of ${grid.cellName(cells[0])} is outside it`);
  }
  for (const [wall, first, other] of inner) {
    say(WALL_INSIDE, [wall], `the wall between ${grid.cellName(first)} and ${grid.cellName(other)} has one region on both sides`);
  }
  return faults;
}

// The dots of one region: between their cells are no walls.
function faultsOfJoined(grid, excluded) {
  const closed = grid.marked(grid.edges);
  for (const [, x, y] of excluded.join().matchAll(/wall\(\((\d+),(\d+)\)\)/g)) closed[grid.id(+x, +y)] = 0;
  for (const dot of grid.dots) for (const edge of [dot, ...grid.beyond(dot)]) closed[edge] = 0;
  const part = partsOf(grid, closed);
  const groups = new Map();
  grid.dots.forEach((center, dot) => add(groups, part[grid.touched(center)[0]], dot));
  const fault = (...dots) => ({
    kind: TWO_DOTS, places: dots.map((dot) => grid.centers[dot]), message: `no wall parts dots ${dots.map(dotName).join(" and ")}`,
  });
  return [...groups.values()].flatMap(([first, ...others]) => others.map((dot) => fault(first, dot)));
}

function faultsOfLabels(grid, { labels, walls, between }) {
  const faults = [];
  const labeled = grid.cells.filter((cell) => labels[cell] !== NO_DOT);
  if (!labeled.length) return faults;
  const say = (kind, cell, message) => faults.push({ kind, places: [grid.point(cell)], message: `${grid.cellName(cell)} ${message}` });
  grid.dots.forEach((center, dot) => {
    for (const cell of grid.touched(center)) {
      if (labels[cell] !== dot && labels[cell] !== NO_DOT) {
        say(TWO_DOTS, cell, `belongs to dot ${dotName(dot)}, which touches it`);
      }
    }
  });
  for (const cell of labeled) {
    const dot = labels[cell];
    const image = grid.mirror(dot, cell);
    const other = image < 0 ? NO_DOT : labels[image];
    if (image >= 0 && (other === dot || other === NO_DOT)) continue;
    const fault = image < 0 ? " is not on the board" : ` ${grid.cellName(image)} belongs to dot ${dotName(other)}`;
    say(ASYMMETRIC, cell, `cannot belong to dot ${dotName(dot)}: its partner${fault}`);
  }
  for (const cell of cutOff(grid, { labels, walls, between, labeled })) {
    say(DISCONNECTED, cell, `is cut off from dot ${dotName(labels[cell])}`);
  }
  return faults;
}

// The labeled cells that no own or open cells connect to their dot. An open group may lie
// between several dots, and so stands for a node of each label beside it.
function cutOff(grid, { labels, walls, between, labeled }) {
  const differing = grid.borders(labels);
  const group = partsOf(grid, grid.marked(differing).map((isClosed, edge) => isClosed | walls[edge]));
  const nodeOf = (cell, dot) => group[cell] * grid.dots.length + dot;
  const beside = new Map();
  for (const edge of differing) {
    if (between[edge] || walls[edge]) continue;
    const [first, other] = grid.touched(edge);
    const dot = labels[first] !== NO_DOT ? labels[first] : labels[other];
    add(beside, nodeOf(first, dot), nodeOf(other, dot));
    add(beside, nodeOf(other, dot), nodeOf(first, dot));
  }
  const isOpen = (dot) => (cell) => labels[cell] === NO_DOT || labels[cell] === dot;
  const reached = new Set(grid.dots.flatMap((center, dot) => grid.touched(center).filter(isOpen(dot)).map((cell) => nodeOf(cell, dot))));
  for (const node of reached) beside.get(node)?.forEach((other) => reached.add(other));
  return labeled.filter((cell) => !reached.has(nodeOf(cell, labels[cell])));
}
