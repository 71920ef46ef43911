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
  if (ask === "generate") return (await data()).makes ? undefined : similar(request);
  if (ask === "choices" || ask === "course") return (await data())[ask];
  const isCollection = ask === "collection";
  const name = isCollection ? file : ask === "load" && !request.under ? request.text?.trim() : null;
  if (isCollection && !file) return { files: (await data()).files };
  const puzzles = name && (await data()).puzzles[name];
  if (!puzzles) return undefined;
  if (isCollection) return { puzzles: puzzles.map(({ id, width, height }) => `${id || name} (${width}x${height})`) };
  return puzzles.every(isPlain) ? { puzzles: puzzles.map(shown) } : undefined;
}

// Where no puzzle can be made: a shipped one whose size is nearest to what is asked for.
async function similar({ rules = "standard", width, height, board }) {
  if (rules !== "standard") return undefined;
  const { puzzles } = await data();
  const others = Object.entries(puzzles).flatMap(([name, list]) => list.map((one) => ({ id: name, ...one })))
    .filter((one) => isPlain(one) && `${one.centers}` !== `${board?.centers}`);
  const away = (one) => Math.abs(one.width - width) + Math.abs(one.height - height);
  const least = Math.min(...others.map(away));
  const near = others.filter((one) => away(one) === least);
  return { puzzles: [shown(near[Math.floor(near.length * Math.random())])], shipped: true };
}
