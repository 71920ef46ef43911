// Boards by the standard rules, without Python: open them, draw on them, judge and show
// them. The answers are those of play/playing.py; undefined where Python has to answer.

import { dotName, gridOf, NO_DOT } from "./grid.js";
import { judge } from "./judge.js";
import { isPlain, parsed } from "./notations.js";
import * as picture from "./picture.js";

const said = ({ faults, complete, solved }) => ({ faults, complete, solved });
const isDrawn = ({ walls, labels } = /** @type {Attempt} */ ({})) => Boolean(walls || labels);

/** A board as it is opened. */
export function shown(board, extras = {}) {
  const { attempt = {}, ...puzzle } = board;
  const grid = gridOf(board);
  const judged = judge(grid, attempt);
  const { name, axes, outline, steps, corners } = grid.lattice;
  return {
    board: isDrawn(attempt) ? board : puzzle,
    names: grid.dots.map((_, dot) => dotName(dot)),
    lattice: { name, axes, outline, steps, corners },
    size: `${grid.width}×${grid.height}`,
    attempt,
    picture: { drawn: picture.drawing(grid, attempt, judged, extras), ...picture.board(grid, extras) },
    progress: said(judged),
  };
}

// In reading order, each once.
function withWalls(grid, attempt, { add = [], remove = [] }) {
  const removed = new Set(remove.map(String));
  const added = add.filter(([x, y]) => grid.isInside(x, y) && grid.isEdge(grid.id(x, y)));
  const all = new Map([...attempt.walls ?? [], ...added].map((at) => [`${at}`, at]));
  const walls = [...all.values()].filter((at) => !removed.has(`${at}`));
  return { ...attempt, walls: walls.sort(([a, b], [c, d]) => b - d || a - c) };
}

// Cells and their mirror images are given to a dot; without a dot they lose theirs.
function withCells(grid, attempt, { cells, dot = null }) {
  const old = grid.labels(attempt.labels) ?? new Int32Array(grid.size).fill(NO_DOT);
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

function move(request) {
  const { board, brief } = request;
  const grid = gridOf(board);
  let attempt = board.attempt ?? {};
  if (attempt.walls || request.add || request.remove) attempt = withWalls(grid, attempt, request);
  if (request.cells) attempt = withCells(grid, attempt, request);
  const judged = judge(grid, attempt);
  const drawn = picture.drawing(grid, attempt, judged, request);
  return {
    attempt,
    picture: brief ? { drawn } : { drawn, ...picture.board(grid, request) },
    progress: said(judged),
  };
}

/** @returns {any} */
export function answer(request) {
  const { ask, board, marks = [] } = request;
  if (request.under && !request.under.family) return undefined;
  if (ask === "move" && !marks.length && isPlain(board)) return move(request);
  if (ask === "blank") return { puzzles: [shown({ schema: 1, width: request.width, height: request.height, centers: [] })] };
  if (ask !== "load") return undefined;
  const boards = request.boards ?? [board ?? (request.text && parsed(request.text))];
  return boards.every(isPlain) ? { puzzles: boards.map((one) => shown(one, request)) } : undefined;
}
