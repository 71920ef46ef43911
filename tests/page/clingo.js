// clingo of the package clingo-wasm as a command: each line of the input is a JSON list of
// a program and options; each line of the output one of the exit code, the text, the messages.

import { createInterface } from "node:readline";
import load from "./node_modules/clingo-wasm/dist/clingo.js";

const [lines, messages] = [[], []];
const command = await load({ print: (line) => lines.push(line), printErr: (line) => messages.push(line) });
for await (const line of createInterface({ input: process.stdin })) {
  lines.length = messages.length = 0;
  const code = command.ccall("run", "number", ["string", "string"], JSON.parse(line));
  process.stdout.write(`${JSON.stringify([code, lines.join("\n"), messages.join("\n")])}\n`);
}
