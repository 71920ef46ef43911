// The site without a server: boards in JavaScript, questions to clingo, and the rest to
// Python, which starts behind.

import { answer as ofBoards } from "./boards.js";
import { prepare } from "./clingo.js";
import * as python from "./python.js";
import { answer as ofClingo } from "./solving.js";
import { answer as written } from "./written.js";

/** Answer a request as the server does. */
export async function overSite(request, signal, hear) {
  const plain = ofBoards(request);
  if (plain) return { answer: plain };
  const solving = ofClingo(request);
  try {
    if (solving) return { answer: await solving(signal, hear) };
    const found = await written(request);
    if (found) return { answer: found };
  } catch (error) {
    if (signal.aborted) return undefined;
    return { error: error.message };
  }
  return python.ask(request, signal, hear);
}

// The board is shown first; then clingo is loaded, then Python.
setTimeout(prepare, 300);
setTimeout(python.prepare, 3000);
