// Python in a worker, for what scripts do not answer.

/** @type {Worker | null} */
let worker = null;
let serial = 0;
let loaded = 0;  // the share of its files that has arrived
export let isReady = false;
/** @type {Map<number, any>} */
const waiting = new Map();

const prepare = () => { worker ??= start(); };

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

// While Python starts, requests say how far it is.
function tell() {
  const text = `Python starts in the browser${loaded < 1 ? `: ${Math.floor(100 * loaded)} % is loaded` : ""}`;
  for (const one of waiting.values()) one.progress({ text });
}

function start() {
  isReady = false;
  const started = new Worker("pyodide-worker.js", { type: "module" });
  started.onmessage = ({ data: { id, ready, loaded: share, event } }) => {
    if (started !== worker) return;
    if (share !== undefined) {
      loaded = share;
      return isReady ? undefined : tell();
    }
    if (ready) {
      isReady = true;
      for (const one of waiting.values()) one.progress({});
      return globalThis.navigator?.serviceWorker?.register("service-worker.js").catch(() => {});
    }
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

// The board is shown first. All files are kept for use offline when Python has started.
setTimeout(prepare, 500);
