// Answers that depend on no board, which `galaxies play --export` has written, and the
// shipped puzzles.

import { shown } from "./boards.js";
import { isPlain } from "./notations.js";

/** @type {Promise<any>} */
let fetched;
const data = () => (fetched ??= fetch("answers.json").then((response) => response.json()));

/** @returns {Promise<any>} */
export async function answer(request) {
  const { ask, file, family } = request;
  if (family) return undefined;
  if (ask === "choices" || ask === "course") return (await data())[ask];
  const isCollection = ask === "collection";
  const name = isCollection ? file : ask === "load" && !request.under ? request.text?.trim() : null;
  if (isCollection && !file) return { files: (await data()).files };
  const puzzles = name && (await data()).puzzles[name];
  if (!puzzles) return undefined;
  if (isCollection) return { puzzles: puzzles.map(({ id, width, height }) => `${id || name} (${width}x${height})`) };
  return puzzles.every(isPlain) ? { puzzles: puzzles.map(shown) } : undefined;
}
