// Python in the browser: answers requests with the same function as the local server.
// `galaxies play --export` fills in the names of the packages.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const PYTHON = `
import json, sys
sys.path.insert(0, "/galaxies")
from galaxies_asp.play.answers import events

def stream(request, post):
    for event in events(json.loads(request)):
        post(json.dumps(event))

stream
`;

async function start() {
  const pyodide = await loadPyodide({ packages: "@packages@" });
  const response = await fetch("galaxies.zip");
  pyodide.unpackArchive(await response.arrayBuffer(), "zip", { extractDir: "/galaxies" });
  return pyodide.runPython(PYTHON);
}

const ready = start();

onmessage = async ({ data: { id, request } }) => {
  const post = (text) => postMessage({ id, event: JSON.parse(text) });
  try {
    (await ready)(JSON.stringify(request), post);
  } catch (error) {
    const why = error.message.trim().split("\n").at(-1);
    post(JSON.stringify({ error: `Python: ${why}` }));
  }
};
