// Python in a worker, for what neither JavaScript nor clingo answers here.

import { store, stored } from "../stored.js";

const STARTS = "python starts";  // how many seconds it took last time
const USUAL = 20;  // seconds until Python has started, where it has not started before
/** @type {Worker | null} */
let worker = null;
let serial = 0;
let began = 0;
let isReady = false;
/** @type {ReturnType<typeof setInterval>} */
let telling;
/** @type {Map<number, any>} */
const waiting = new Map();

export const prepare = () => { worker ??= start(); };

/** @returns {Promise<any>} */
export function ask(request, signal, progress) {
  return new Promise((resolve) => {
    const id = ++serial;
    prepare();
    waiting.set(id, { request, resolve, progress });
    signal.addEventListener("abort", () => {
      if (!waiting.delete(id)) return;
      resolve(undefined);
      // Python cannot be interrupted without a server: it is started again, and asked
      // again what else is waiting.
      worker.terminate();
      worker = start();
      for (const [other, one] of waiting) worker.postMessage({ id: other, request: one.request });
    });
    worker.postMessage({ id, request });
    if (!isReady) tell();
  });
}

// While Python starts, requests say how long that takes.
function tell() {
  const left = Math.round((stored(STARTS) ?? USUAL) - (Date.now() - began) / 1000);
  const more = left > 0 ? `about ${left} s more` : "it takes longer than last time";
  const text = `Python starts in the browser: ${more}`;
  for (const one of waiting.values()) one.progress({ text });
}

function start() {
  began = Date.now();
  isReady = false;
  const started = new Worker("pyodide-worker.js", { type: "module" });
  clearInterval(telling);
  telling = setInterval(tell, 1000);
  started.onmessage = ({ data: { id, ready, event } }) => {
    if (started !== worker) return;
    if (ready) {
      isReady = true;
      clearInterval(telling);
      for (const one of waiting.values()) one.progress({});
      return store(STARTS, (Date.now() - began) / 1000);
    }
    const one = waiting.get(id);
    if (!one) return;
    if (event.progress) return one.progress(event.progress);
    waiting.delete(id);
    one.resolve(event);
  };
  started.onerror = () => {
    clearInterval(telling);
    worker = null;
    for (const one of waiting.values()) one.resolve({ error: "Python cannot be started" });
    waiting.clear();
  };
  return started;
}
