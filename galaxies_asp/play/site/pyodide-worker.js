// Python in the browser: answers requests with the same function as the local server.
// `galaxies play --export` fills in the names of the packages, and whether clingo is a command.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HAS_COMMAND = "@command@";

const PYTHON = `
import json, sys
sys.path.insert(0, "/galaxies")
from galaxies_asp.play.answers import events

def stream(request, post):
    for event in events(json.loads(request)):
        post(json.dumps(event))

stream
`;

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
  const pyodide = await loadPyodide({ packages: "@packages@" });
  const response = await fetch("galaxies.zip");
  pyodide.unpackArchive(await response.arrayBuffer(), "zip", { extractDir: "/galaxies" });
  if (HAS_COMMAND) pyodide.registerJsModule("clingo_wasm", await clingo());
  return pyodide.runPython(PYTHON);
}

const ready = start();
ready.then(() => postMessage({ ready: true }), () => {});

onmessage = async ({ data: { id, request } }) => {
  const post = (text) => postMessage({ id, event: JSON.parse(text) });
  try {
    (await ready)(JSON.stringify(request), post);
  } catch (error) {
    const why = error.message.trim().split("\n").at(-1);
    post(JSON.stringify({ error: `Python: ${why}` }));
  }
};
