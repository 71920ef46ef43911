// Answer the requests of a file as the site does without Python, with the picture of each
// board that is judged, one JSON a line.

import { readFileSync } from "node:fs";
import { load } from "./page.js";

const { answer } = await load("browser/boards.js");
const { pictureOf } = await load("browser/picture.js");
for (const request of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const found = answer(request);
  const shown = found?.attempt && { board: { ...request.board, attempt: found.attempt }, lattice: {}, ...found };
  console.log(JSON.stringify(shown ? { ...found, picture: pictureOf(shown, request) } : found ?? null));
}
