// Bytecode in the place of the modules that Python loads for its first answers: it starts in half
// the time. Node is given the folders of the packages and of the site, and the names of libraries.

const [pyodide, clingo, site, packages] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const { default: load } = await import(`${clingo}/dist/clingo.js`);

const lines = [];
const command = await load({ print: (line) => lines.push(line) });
const run = (...asked) => {
  const code = command.ccall("run", "number", ["string", "string"], asked);
  return [code, lines.splice(0).join("\n"), ""];
};
const python = await loadPyodide({ indexURL: pyodide, packages: JSON.parse(packages) });
python.registerJsModule("clingo_wasm", { run });
python.mountNodeFS("/site", site);
python.runPython(`
import shutil, sys
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

shutil.unpack_archive("/site/galaxies.zip", "/galaxies")
sys.path.insert(0, "/galaxies")
from galaxies_asp.play.answers import answer

board = {"schema": 1, "width": 2, "height": 2, "centers": [[1, 2], [3, 2]]}
for ask in ("load", "strokes", "hint"):
    answer({"ask": ask, "board": board})
loaded = {getattr(module, "__file__", None) for module in [*sys.modules.values()]}
# The packages of galaxies_asp read their text; the docstrings of other modules say nothing here.
loaded -= {path for path in loaded if path and path.startswith("/galaxies") and "__init__" in path}
stdlib = next(path for path in sys.path if path.endswith(".zip"))
for source, target, folder, optimize in (
    (stdlib, "/site/pyodide/python_stdlib.zip", stdlib, 2),
    ("/site/galaxies.zip", "/site/galaxies.zip", "/galaxies", 0),
):
    with ZipFile(source) as old:
        contents = {name: old.read(name) for name in old.namelist()}
    with ZipFile(target, "w") as new:
        for name, content in contents.items():
            if f"{folder}/{name}" in loaded and name.endswith(".py"):
                code = compile(content, name, "exec", optimize=optimize)
                name, content = f"{name}c", MAGIC_NUMBER + bytes(12) + dumps(code)
            new.writestr(ZipInfo(name), content, ZIP_DEFLATED, 9)
`);
