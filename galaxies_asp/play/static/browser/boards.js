// Boards by the standard rules, without Python: open and judge them. The answers are those
// of play/playing.py; undefined where Python has to answer.

import { gridOf } from "./grid.js";
import { judge } from "./judge.js";
import { isPlain, parsed } from "./notations.js";

/** A board as it is opened. */
export function shown(board) {
  const { attempt, ...puzzle } = board;
  const grid = gridOf(board);
  const { regions, ...judged } = judge(grid, attempt ?? {});
  const isDrawn = attempt?.walls || attempt?.labels || attempt?.excluded;
  return { board: isDrawn ? board : puzzle, picture: {}, progress: { ...judged, regions: grid.rows(regions) } };
}

// A text that holds its solution is opened without it.
function opened(text) {
  const board = parsed(text);
  const { attempt, ...puzzle } = board ?? {};
  return isPlain(board) && shown(board).progress.solved ? puzzle : board;
}

/** @returns {any} */
export function answer({ ask, board, boards, text, under }) {
  if (ask !== "load" || (under && !under.family)) return undefined;
  const all = boards ?? [board ?? (text && opened(text))];
  return all.every(isPlain) ? { puzzles: all.map(shown) } : undefined;
}
