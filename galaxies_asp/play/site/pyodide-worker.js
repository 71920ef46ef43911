// Python in the browser: answers requests with the same function as the local server.
// `galaxies play --export` fills in the names of the packages, whether clingo is a command,
// and the bytes of what is loaded.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HAS_COMMAND = "@command@";
const SIZE = "@size@";

const PYTHON = `
import json, sys
sys.path.insert(0, "/galaxies")
from galaxies_asp.play.answers import events

def stream(request, post):
    for event in events(json.loads(request)):
        post(json.dumps(event))

stream
`;

// Many servers send WebAssembly as it is: it lies here compressed.
const plain = globalThis.fetch;
let loaded = 0;
globalThis.fetch = async (address, options) => {
  const isPacked = `${address}`.endsWith(".wasm");
  const response = await plain(isPacked ? `${address}.deflate` : address, options);
  if (!response.ok) return response;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(part, stream) {
      loaded += part.length;
      postMessage({ loaded: Math.min(1, loaded / SIZE) });
      stream.enqueue(part);
    },
  }));
  if (!isPacked) return new Response(counted, response);
  const headers = { "content-type": "application/wasm" };
  return new Response(counted.pipeThrough(new DecompressionStream("deflate")), { headers });
};

// clingo as a command for the module `clingo_wasm`, where there is no wheel of clingo.
async function clingo() {
  const [lines, messages] = [[], []];
  const { default: load } = await import("./clingo/clingo.js");
  const command = await load({
    print: (line) => lines.push(line),
    printErr: (line) => messages.push(line),
  });
  const run = (program, options) => {
    lines.length = messages.length = 0;
    const code = command.ccall("run", "number", ["string", "string"], [program, options]);
    return [code, lines.join("\n"), messages.join("\n")];
  };
  return { run };
}

async function start() {
  const others = Promise.all([fetch("galaxies.zip"), HAS_COMMAND && clingo()]);
  const pyodide = await loadPyodide({ packages: "@packages@" });
  const [response, command] = await others;
  pyodide.unpackArchive(await response.arrayBuffer(), "zip", { extractDir: "/galaxies" });
  if (HAS_COMMAND) pyodide.registerJsModule("clingo_wasm", command);
  return pyodide.runPython(PYTHON);
}

// The first answers load what others need; they are asked one by one, when nothing else is.
const SMALL = { schema: 1, width: 2, height: 2, centers: [[1, 2], [3, 2]] };
const ready = start();
ready.then(async (stream) => {
  postMessage({ ready: true });
  for (const ask of ["load", "strokes", "hint"]) {
    await new Promise((resolve) => setTimeout(resolve));
    stream(JSON.stringify({ ask, board: SMALL }), () => {});
  }
}, () => {});

onmessage = async ({ data: { id, request } }) => {
  const post = (text) => postMessage({ id, event: JSON.parse(text) });
  try {
    (await ready)(JSON.stringify(request), post);
  } catch (error) {
    const why = error.message.trim().split("\n").at(-1);
    post(JSON.stringify({ error: `Python: ${why}` }));
  }
};
