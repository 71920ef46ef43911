// Answer the requests of a file as the site does without Python, one JSON a line.

import { readFileSync } from "node:fs";
import { load } from "./page.js";

const { answer } = await load("browser/boards.js");
for (const request of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  console.log(JSON.stringify(answer(request) ?? null));
}
