// Answer the requests of a file as the page does without Python, one JSON a line: each
// with its board after an edit, if it names one, and with the picture if it is judged.

import { readFileSync } from "node:fs";
import { load } from "./page.js";

const { answer } = await load("browser/boards.js");
const edits = await load("browser/edits.js");
const { pictureOf } = await load("browser/picture.js");
for (const { edit, fields, ...request } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const board = edit ? edits[edit](request.board, fields) : request.board;
  const [shown] = answer({ ...request, board })?.puzzles ?? [];
  console.log(JSON.stringify(shown ? { ...shown, picture: pictureOf(shown, request) } : { board }));
}
