// Bytecode in the place of the modules that the first answers load: with it Python starts in half
// the time. `galaxies play --export` runs this in Node, with the folders of the packages and the site.

import { readFileSync, writeFileSync } from "node:fs";

const [pyodide, clingo, site, packages] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const { default: load } = await import(`${clingo}/dist/clingo.js`);

const lines = [];
const command = await load({ print: (line) => lines.push(line) });
const run = (program, options) => {
  lines.length = 0;
  const code = command.ccall("run", "number", ["string", "string"], [program, options]);
  return [code, lines.join("\n"), ""];
};
const python = await loadPyodide({ indexURL: pyodide, packages: JSON.parse(packages) });
const bytes = (path) => new Uint8Array(readFileSync(path));
python.unpackArchive(bytes(`${site}/galaxies.zip`).buffer, "zip", { extractDir: "/galaxies" });
python.registerJsModule("clingo_wasm", { run });
const compiled = python.runPython(`
import io, sys
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

sys.path.insert(0, "/galaxies")
from galaxies_asp.play.answers import answer

board = {"schema": 1, "width": 2, "height": 2, "centers": [[1, 2], [3, 2]]}
for ask in ("load", "strokes", "hint"):
    answer({"ask": ask, "board": board})
loaded = {getattr(module, "__file__", None) for module in [*sys.modules.values()]}

def compiled(archive, folder, optimize):
    """Return an archive with bytecode; the packages of galaxies_asp read their text."""
    found = io.BytesIO()
    with ZipFile(io.BytesIO(archive.to_bytes())) as old, ZipFile(found, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            is_read = name.startswith("galaxies_asp") and name.endswith("__init__.py")
            if f"{folder}/{name}" in loaded and name.endswith(".py") and not is_read:
                code = compile(content, name, "exec", optimize=optimize)
                content = _code_to_hash_pyc(code, source_hash(content), False)
                name += "c"
            new.writestr(ZipInfo(name), bytes(content), ZIP_DEFLATED, 9)
    return found.getvalue()

compiled
`);
for (const [from, to, folder, optimize] of [
  [`${pyodide}/python_stdlib.zip`, `${site}/pyodide/python_stdlib.zip`, "/lib/python314.zip", 2],
  [`${site}/galaxies.zip`, `${site}/galaxies.zip`, "/galaxies", 0],
]) writeFileSync(to, compiled(bytes(from), folder, optimize).toJs());
