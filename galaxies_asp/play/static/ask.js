// Requests: to scripts, and over HTTP to the local server, or on a site to workers.

import { answer as ofBoards } from "./browser/boards.js";
import { Refused } from "./refused.js";

const isSite = document.documentElement.dataset.site !== undefined;

// What every request says besides: the rules to play by, where they are not the standard ones.
/** @type {{under?: any}} */
export const common = {};

// Tells whether the server answers.
export const server = Object.assign(new EventTarget(), {
  silent: "the server does not answer; is `galaxies play` still running?",
});

// What the page says while a request is worked on.
const WORDS = {
  load: "opening", collection: "listing puzzles", edit: "changing", convert: "writing",
  hint: "looking for the next step", wrong: "checking", why: "explaining",
  walkthrough: "deducing the solution", grade: "rating", number: "counting",
  strokes: "looking for what can be drawn", solutions: "solving", count: "counting",
  forced: "looking for what all solutions have", repair: "searching for the smallest changes",
  choices: "listing rules", generate: "making a puzzle", picture: "making a puzzle",
  book: "making the book", encodings: "listing encodings", program: "opening the program",
  experiment: "solving", difference: "comparing on small boards", invent: "making a puzzle",
  course: "opening the course",
};

// The requests that are worked on; it says when one begins or ends.
export const running = Object.assign(new EventTarget(), {
  /** @type {Set<{text: string, since: number, controller: AbortController}>} */ all: new Set(),
});

// Ask; `progress` is called with each message about the work.
/** @type {(request: any, options?: {controller?: AbortController, progress?: (event: any) => void}) => Promise<any>} */
export async function ask(request, { controller = new AbortController(), progress } = {}) {
  const text = request.ask === "load" && request.board ? "judging" : WORDS[request.ask];
  const one = { text, since: Date.now(), controller };
  const { signal } = controller;
  const hear = (event) => {
    one.text = event.text ?? text;
    progress?.(event);
  };
  running.all.add(one);
  running.dispatchEvent(new Event("change"));
  try {
    const over = isSite ? (await import("./browser/site.js")).overSite : overServer;
    const result = await over({ ...common, ...request }, signal, hear);
    signal.throwIfAborted();
    if (result === undefined) throw new Refused("the answer is incomplete");
    if (result.error !== undefined) throw new Refused(result.error);
    return result.answer;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    running.all.delete(one);
    running.dispatchEvent(new Event("change"));
  }
}

// Scripts judge boards by the standard rules. Python is the witness of one that is done.
async function overServer(request, signal, progress) {
  const answer = ofBoards(request);
  if (answer && !answer.puzzles.some((one) => one.progress.solved)) return { answer };
  try {
    return await overHttp(request, signal, progress);
  } catch (error) {
    if (!answer || error.message !== server.silent) throw error;
    return { answer };
  }
}

async function overHttp(request, signal, progress) {
  let last;
  for await (const event of events(request, signal)) {
    if (event.progress) progress(event.progress);
    else last = event;
  }
  return last;
}

// The lines of an answer. The server may end at any time.
async function* events(request, signal) {
  try {
    const response = await fetch("answers", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
    server.dispatchEvent(new Event("answers"));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value = "", done } = await reader.read();
      const lines = (rest + value).split("\n");
      rest = done ? "" : lines.pop();
      for (const line of lines) if (line.trim()) yield JSON.parse(line);
      if (done) return;
    }
  } catch {
    throw new Refused(server.silent);
  }
}
