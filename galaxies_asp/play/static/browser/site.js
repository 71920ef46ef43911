// The site without a server: scripts judge boards by the standard rules, what depends on no
// drawing was written before, and Python answers the rest; it starts behind.

import { answer as ofBoards } from "./boards.js";
import * as python from "./python.js";
import { answer as written } from "./written.js";

/** Answer a request as the server does. */
export async function overSite(request, signal, hear) {
  const plain = ofBoards(request);
  if (plain) return { answer: plain };
  try {
    const found = await written(request, python.isReady);
    if (found) return { answer: found };
  } catch (error) {
    return { error: error.message };
  }
  return python.ask(request, signal, hear);
}
