// Answers that depend on no board, which `galaxies play --export` has written, and the
// shipped puzzles, each with its first hint.

import { shown } from "./boards.js";
import { isPlain } from "./notations.js";

/** @type {Promise<any>} */
let fetched;
const data = () => (fetched ??= fetch("answers.json").then((response) => response.json()));
/** @type {Promise<any>} */
let drawn;
const examples = () => (drawn ??= fetch("examples.json").then((response) => response.json()));

// The shipped puzzles of other types are shown before Python has started.
async function ofExample({ ask, file, text, board, under }) {
  if (under) return undefined;
  if (ask === "strokes") {
    const one = Object.values(await examples()).find(({ puzzles }) => puzzles[0].board.facts === board.facts && puzzles[0].board.family === board.family);
    return one && { strokes: one.strokes };
  }
  const name = ask === "collection" ? file : ask === "load" ? text?.trim() : "";
  const one = name?.includes(": ") && name.length < 100 && (await examples())[name];
  return one ? (file ? { puzzles: [name] } : { puzzles: one.puzzles }) : undefined;
}

/** @type {Promise<any>} */
let first;
const hints = () => (first ??= fetch("hints.json").then((response) => response.json()));
const textOf = ({ schema, id, source, ...puzzle }) => JSON.stringify(puzzle);

async function ofHint({ ask, board, under }) {
  if (ask !== "hint" || under || board.attempt) return undefined;
  return (await hints()).find(({ of }) => textOf(of) === textOf(board))?.answer;
}

/** @returns {Promise<any>} */
export async function answer(request) {
  const { ask, file, family } = request;
  if (family) return undefined;
  const example = await ofHint(request) ?? await ofExample(request);
  if (example) return example;
  if (["choices", "course", "encodings"].includes(ask)) return (await data())[ask];
  const isCollection = ask === "collection";
  const name = isCollection ? file : ask === "load" && !request.under ? request.text?.trim() : null;
  if (isCollection && !file) return { files: (await data()).files };
  const puzzles = name && (await data()).puzzles[name];
  if (!puzzles) return undefined;
  if (isCollection) return { puzzles: puzzles.map(({ id, width, height }) => `${id || name} (${width}x${height})`) };
  return puzzles.every(isPlain) ? { puzzles: puzzles.map(shown) } : undefined;
}
