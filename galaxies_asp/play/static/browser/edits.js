// Boards after a stroke, an edit, or a turn.

import { gridOf, NO_DOT } from "./grid.js";

const inReadingOrder = ([a, b], [c, d]) => b - d || a - c;
const isSame = (one) => (other) => `${one}` === `${other}`;

// A list with an item that it lacks, or without one that it has.
function toggled(list, one, order) {
  const rest = list.filter((other) => !isSame(one)(other));
  return (rest.length < list.length ? rest : [...list, one]).sort(order);
}

// Empty lists of a puzzle are left out, except for that of the dots.
const whole = (board) => Object.fromEntries(Object.entries(board)
  .filter(([name, value]) => name === "centers" || !(Array.isArray(value) && !value.length)));

/**
 * A board on which walls are added or removed, or cells are given to a dot, or to none.
 * On one of another family, atoms are drawn, excluded, or neither.
 * @param {Board} board  @param {any} fields  @returns {Board}
 */
export function moved(board, { add, remove, cells, dot = null, draw = [], exclude = [], erase = [] }) {
  let { attempt = {} } = board;
  if (board.family) {
    const without = (all = [], ...others) => all.filter((one) => !others.flat().includes(one));
    const atoms = [...without(attempt.atoms, draw, erase, exclude), ...draw].sort();
    const excluded = [...without(attempt.excluded, draw, erase, exclude), ...exclude].sort();
    const isBare = !atoms.length && !excluded.length;
    return { ...board, attempt: isBare ? undefined : { atoms, ...(excluded.length ? { excluded } : {}) } };
  }
  if (add || remove) attempt = withWalls(gridOf(board), attempt, add ?? [], remove ?? []);
  if (cells) attempt = withCells(gridOf(board), attempt, cells, dot);
  return { ...board, attempt };
}

function withWalls(grid, attempt, add, remove) {
  const added = add.filter(([x, y]) => grid.isInside(x, y) && grid.isEdge(grid.id(x, y)));
  const all = new Map([...attempt.walls ?? [], ...added].map((at) => [`${at}`, at]));
  const walls = [...all.values()].filter((at) => !remove.some(isSame(at)));
  return { ...attempt, walls: walls.sort(inReadingOrder) };
}

// Mirror images belong to the same dot.
function withCells(grid, attempt, cells, dot) {
  const old = grid.labels(attempt.labels) ?? grid.nothing();
  const labels = old.slice();
  for (const [x, y] of cells) {
    const cell = grid.isInside(x, y) ? grid.id(x, y) : -1;
    if (!grid.isCell[cell]) continue;
    const center = dot ?? old[cell];
    const image = center === NO_DOT ? -1 : grid.mirror(center, cell);
    for (const one of image < 0 ? [cell] : [cell, image]) {
      if (dot !== null || old[one] === center) labels[one] = dot ?? NO_DOT;
    }
  }
  return { ...attempt, labels: grid.rows(labels) };
}

/**
 * A puzzle with a change at a point: a dot, its color or its place, a hole, a given wall,
 * or a clue, given as `star`, `number 2`, or a whole fact. What is drawn is erased.
 * @param {Board} board  @param {any} fields  @returns {Board}
 */
export function edited({ attempt, ...board }, { change, at, to, clue }) {
  const { centers, black = [], holes = [], walls = [], clues = [] } = board;
  const [x, y] = at;
  const dot = centers.findIndex(isSame(at));
  if (change === "hole") return whole({ ...board, holes: toggled(holes, [(x - 1) / 2, (y - 1) / 2], inReadingOrder) });
  if (change === "wall") return whole({ ...board, walls: toggled(walls, at, inReadingOrder) });
  if (change === "clue") {
    const [name, value] = clue.trim().split(/\s+(.*)/);
    const fact = clue.includes("(") ? clue.trim() : `${name}((${at})${value ? `,${value}` : ""})`;
    return whole({ ...board, clues: toggled(clues, fact) });
  }
  if (change === "color") return whole({ ...board, black: toggled(black, dot, (one, other) => one - other) });
  if (change === "move") return { ...board, centers: centers.map((one, index) => (index === dot ? to : one)) };
  if (dot < 0) return { ...board, centers: [...centers, at] };
  const later = black.filter((one) => one !== dot).map((one) => (one > dot ? one - 1 : one));
  return whole({ ...board, centers: centers.filter((_, index) => index !== dot), black: later });
}

/**
 * A board of square cells after a quarter turn clockwise, or reflected.
 * @param {Board} board  @returns {Board}
 */
export function turned(board, isReflected) {
  const { width, height, attempt } = board;
  const end = isReflected ? width : height;
  const turn = (size) => ([x, y]) => /** @type {Point} */ (isReflected ? [size - x, y] : [size - y, x]);
  const places = (points) => points?.map(turn(2 * end)).sort(inReadingOrder);
  const clueAt = (_, x, y) => `(${turn(2 * end)([+x, +y])})`;
  const { walls, labels } = attempt ?? {};
  const rows = labels && Array.from({ length: isReflected ? height : width }, (_, row) => Array.from({ length: end },
    (__, column) => (isReflected ? labels[row][end - 1 - column] : labels[end - 1 - column][row])));
  return {
    ...board,
    width: end,
    height: isReflected ? height : width,
    centers: board.centers.map(turn(2 * end)),
    holes: board.holes?.map(turn(end - 1)).sort(inReadingOrder),
    walls: places(board.walls),
    clues: board.clues?.map((clue) => clue.replace(/\((\d+),(\d+)\)/g, clueAt)),
    attempt: attempt && { ...(walls && { walls: places(walls) }), ...(rows && { labels: rows }) },
  };
}

// What is excluded at a place of a board of Galaxies: a wall, or that a cell has a region.
const EXCLUDED = /^(?:wall|region)\(\((.+)\)\)$/;
/** @type {(board: Board) => string[]} */
export const excludedOn = ({ family, attempt }) => (family ? [] : (attempt?.excluded ?? []).filter((atom) => EXCLUDED.test(atom)));
export const placeOf = (atom) => EXCLUDED.exec(atom)[1];
