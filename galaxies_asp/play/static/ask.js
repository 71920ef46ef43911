// Requests to Python: over HTTP to the local server, or to a worker with Pyodide.

const site = document.documentElement.dataset.site === "pyodide";
let worker = null;
let serial = 0;
const waiting = new Map();

// What every request says besides: the rules to play by, where they are not the standard ones.
/** @type {{under?: any}} */
export const common = {};

export class Refused extends Error {}

// Tells whether the server answers.
export const server = Object.assign(new EventTarget(), {
  silent: "the server does not answer; is `galaxies play` still running?",
});

// What the page says while a request is worked on.
const WORDS = {
  load: "opening", collection: "listing puzzles", welcome: "opening", blank: "opening",
  move: "judging", edit: "changing", turn: "turning", convert: "writing",
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

// Ask Python; `progress` is called with each message about the work.
/** @type {(request: any, options?: {controller?: AbortController, progress?: (event: any) => void}) => Promise<any>} */
export async function ask(request, { controller = new AbortController(), progress } = {}) {
  const one = { text: WORDS[request.ask], since: Date.now(), controller };
  const { signal } = controller;
  const hear = (event) => {
    one.text = event.text;
    progress?.(event);
  };
  running.all.add(one);
  running.dispatchEvent(new Event("change"));
  try {
    const result = await (site ? overWorker : overHttp)({ ...common, ...request }, signal, hear);
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

/** @returns {Promise<any>} */
function overWorker(request, signal, progress) {
  return new Promise((resolve) => {
    const id = ++serial;
    worker ??= startWorker();
    waiting.set(id, { request, resolve, progress });
    signal.addEventListener("abort", () => {
      if (!waiting.delete(id)) return;
      resolve(undefined);
      // Python cannot be interrupted without a server: it is started again, and asked
      // again what else is waiting.
      worker.terminate();
      worker = startWorker();
      for (const [other, one] of waiting) worker.postMessage({ id: other, request: one.request });
    });
    worker.postMessage({ id, request });
  });
}

function startWorker() {
  const started = new Worker("pyodide-worker.js", { type: "module" });
  started.onmessage = ({ data: { id, event } }) => {
    const one = waiting.get(id);
    if (!one) return;
    if (event.progress) return one.progress(event.progress);
    waiting.delete(id);
    one.resolve(event);
  };
  started.onerror = () => {
    worker = null;
    for (const one of waiting.values()) one.resolve({ error: "Python cannot be started" });
    waiting.clear();
  };
  return started;
}
