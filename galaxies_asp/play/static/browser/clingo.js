// clingo in a worker of its own: a text goes in, answers come out. Nothing interrupts it,
// so to cancel ends the worker, and another one starts.

/** @type {Worker | null} */
let worker = null;
let queue = Promise.resolve();

const start = () => new Worker("clingo-worker.js", { type: "module" });

/** Load clingo before it is asked. */
export const prepare = () => { worker ??= start(); };

/**
 * Run clingo on a program; the answer is what it prints as JSON, and its messages.
 * @type {(program: string, options: string, signal: AbortSignal) => Promise<any>}
 */
export function run(program, options, signal) {
  const done = queue.then(() => once(program, options, signal));
  queue = done.then(() => {}, () => {});
  return done;
}

function once(program, options, signal) {
  signal.throwIfAborted();
  prepare();
  return new Promise((resolve, reject) => {
    const end = (error) => {
      worker.terminate();
      worker = start();
      reject(error);
    };
    const abort = () => end(signal.reason);
    signal.addEventListener("abort", abort);
    worker.onmessage = ({ data }) => {
      signal.removeEventListener("abort", abort);
      if (data.failed) return end(new Error(`clingo: ${data.failed}`));
      resolve(data);
    };
    worker.onerror = () => {
      worker = null;
      reject(new Error("clingo cannot be started"));
    };
    worker.postMessage({ program, options });
  });
}
