// Answer the requests of a file as the page does without Python, one JSON a line: each
// with its board after an edit, if it names one, and with the picture if it is judged; a
// board of another type with the picture by its declarations.

import { readFileSync } from "node:fs";
import { load } from "./page.js";

const { answer } = await load("browser/boards.js");
const edits = await load("browser/edits.js");
const { declaredPicture } = await load("browser/declared.js");
const { pictureOf } = await load("browser/picture.js");
for (const { declared, edit, fields, ...request } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const board = edit ? edits[edit](request.board, fields) : request.board;
  if (declared) {
    console.log(JSON.stringify({ board, picture: declaredPicture(board, declared) }));
    continue;
  }
  const [shown] = answer({ ...request, board })?.puzzles ?? [];
  console.log(JSON.stringify(shown ? { ...shown, picture: pictureOf(shown, request) } : { board }));
}
