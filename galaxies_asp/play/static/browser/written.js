// Answers that depend on no board, which `galaxies play --export` has written, and the
// shipped puzzles, each with its first hint.

import { shown } from "./boards.js";
import { declaredPicture } from "./declared.js";
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

// Other boards of other types, and texts with one, are drawn once by their declarations;
// Python judges them then.
const seen = new Set();
async function ofDeclared({ ask, text, board: given, under }) {
  const board = given ?? await new Response(text).json().catch(() => null);
  const name = JSON.stringify(board);
  if (ask !== "load" || !board?.family || under || seen.has(name)) return undefined;
  seen.add(name);
  const picture = declaredPicture(board, (await data()).declared[board.family]);
  const progress = { faults: [], complete: [], regions: [], solved: false, unjudged: "Python starts" };
  return picture && { puzzles: [{ board, picture, progress, judged: "soon" }] };
}

// The hint of a board is in a file whose name follows from the board, but not from its
// ID and source. The answer has those that were asked.
async function ofHint({ ask, board, under }) {
  if (ask !== "hint" || under || board.attempt) return undefined;
  const { schema, id, source, ...puzzle } = board;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(puzzle)));
  const name = [...new Uint8Array(hash)].slice(0, 8).map((one) => one.toString(16).padStart(2, "0")).join("");
  if (!(await data()).hints.includes(name)) return undefined;
  const stored = await (await fetch(`hints/${name}.json`)).json();
  if (!stored.board) return stored;
  const asked = (one) => JSON.parse(JSON.stringify({ ...one, id, source })); // without what is undefined
  const draw = stored.draw && { ...stored.draw, board: asked(stored.draw.board) };
  return { ...stored, draw, id: id ?? "", board: asked(stored.board) };
}

/** @returns {Promise<any>} */
export async function answer(request, isReady) {
  const { ask, file, family } = request;
  if (family) return undefined;
  const found = await ofHint(request) ?? await ofExample(request) ?? (isReady ? undefined : await ofDeclared(request));
  if (found) return found;
  if (["choices", "course", "encodings"].includes(ask)) return (await data())[ask];
  const isCollection = ask === "collection";
  const name = isCollection ? file : ask === "load" && !request.under ? request.text?.trim() : null;
  if (isCollection && !file) return { files: (await data()).files };
  const puzzles = name && (await data()).puzzles[name];
  if (!puzzles) return undefined;
  if (isCollection) return { puzzles: puzzles.map(({ id, width, height }) => `${id || name} (${width}x${height})`) };
  return puzzles.every(isPlain) ? { puzzles: puzzles.map(shown) } : undefined;
}
