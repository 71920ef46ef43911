"""Write the page as a site that needs no server.

Scripts judge and draw boards by the standard rules, which a stroke does not wait for;
Python in the browser answers the rest, with clingo as WebAssembly. Answers that depend
on no drawing are written here.
"""

import hashlib
import io
import json
import shutil
import subprocess
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.declarations import DRAWINGS
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.families import shipped as puzzles
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.play.answers import answer
from galaxies_asp.play.lessons import shipped
from galaxies_asp.play.request import bounded
from galaxies_asp.processes.files import make_folder, replace_file

HERE = Path(__file__).parent
PACKAGE = HERE.parent

RUNTIME = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("pyodide-lock.json", "python_stdlib.zip"),
)
PAGE = "index.html"
BROWSER = "browser"
"""The folder of the scripts that only the site uses."""
SERVICE, PYTHON = "service-worker.js", "pyodide-worker.js"
"""The scripts in which the export fills in what the site contains."""
BYTECODE = "bytecode.mjs"
"""The script that Node runs while the site is written."""
THIN_CLINGO = "thin_clingo"
"""The folder with the module `clingo` of a site that has clingo as a command."""

COMMAND = ("dist/clingo.js", "dist/clingo.wasm", "LICENSE")
"""The files of clingo-wasm: clingo without its interface for Python."""

VERSIONS = {"pyodide": "314.0.7", "clingo-wasm": "0.6.0"}
"""The versions that are tested; `tests/page/package.json` names them, too."""

PACKED = ".deflate"
"""The ending of WebAssembly, which lies compressed in the site."""

_BEHIND = ("pyodide", "clingo", "galaxies.zip", "examples.json", "hints/")
"""What begins so is loaded when the page has been shown."""

MOST_CELLS = 225
"""The size of boards whose first hints are written."""

LIBRARIES = {
    "numpy": "pictures",
    "clingo": "fences, large encodings",
    "pillow": "images",
}
"""What needs each of them."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'"
)


def export(
    folder: Path, pyodide: Path, clingo: Path, lessons: Path | None = None
) -> Iterator[str]:
    """Write the site into a folder; yield a line for each part of it.

    `pyodide`: a folder with a Pyodide distribution. The site has those of `LIBRARIES`
    whose wheels are there. `clingo`: the folder of the package clingo-wasm. `lessons`:
    the file of a course; by default the course that is shipped.

    Raises `GalaxiesError` if a file of a package is missing or cannot be read, or it
    has another version than those of `VERSIONS`. Raises `OutputError` if the folder
    cannot be written.
    """
    _require("pyodide", pyodide, RUNTIME)
    _require("clingo-wasm", clingo, COMMAND)
    wheels = _wheels(pyodide)
    runtime = [*RUNTIME, *{file for files in wheels.values() for file in files}]
    _copy([pyodide / name for name in runtime], folder / "pyodide")
    yield f"{folder}/pyodide: {len(runtime)} files"
    for name, needing in LIBRARIES.items():
        if name not in wheels:
            yield f"{folder}: without {name} of a full distribution: no {needing}"
    _copy([clingo / name for name in COMMAND], folder / "clingo")
    static, site = HERE / "static", HERE / "site"
    changed = (PAGE, PYTHON, SERVICE, BYTECODE)
    files = (*static.iterdir(), *site.iterdir())
    kept = (path for path in files if path.is_file() and path.name not in changed)
    _copy(kept, folder)
    _copy((static / BROWSER).iterdir(), folder / BROWSER)
    has_command = "clingo" not in wheels
    archive = _package(lessons or shipped(), has_command=has_command)
    replace_file(folder / "galaxies.zip", archive)
    if not _has_bytecode(pyodide, clingo, folder, wheels):
        yield f"{folder}: without bytecode, which needs Node: Python starts later"
    parts = ["pyodide", "clingo"] if has_command else ["pyodide"]
    loaded = [path for part in parts for path in (folder / part).iterdir()]
    fetched = [path for path in loaded if path.suffix in (PACKED, ".json", ".zip")]
    fetched += [*(folder / "pyodide").glob("*.whl"), folder / "galaxies.zip"]
    size = sum(path.stat().st_size for path in fetched)
    fields = {"packages": list(wheels), "command": has_command, "size": size}
    _fill_in(folder / PYTHON, **fields)
    answers, examples = _answers(lessons), _examples()
    hints = {f"hints/{n}": one for n, one in _hints(answers, examples).items()}
    make_folder(folder / "hints")
    listed = {**answers, "hints": [Path(name).name for name in hints]}
    for name, value in {"answers": listed, "examples": examples, **hints}.items():
        replace_file(folder / f"{name}.json", _compact(value))
    # The page for use without a server.
    page = (static / PAGE).read_text(encoding="utf-8")
    page = page.replace("<html ", '<html data-site="" ', 1)
    head = (
        f'<head>\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.webmanifest">\n'
        '<link rel="modulepreload" href="browser/site.js">\n'
        '<link rel="preload" href="answers.json" as="fetch" crossorigin>'
    )
    replace_file(folder / PAGE, page.replace("<head>", head, 1).encode("utf-8"))
    written = (one for one in folder.rglob("*") if one.is_file())
    paths = sorted(one for one in written if one != folder / SERVICE)
    contents = {one.relative_to(folder).as_posix(): one.read_bytes() for one in paths}
    digest = hashlib.sha256(b"".join(contents.values()))
    version = f"galaxies-{digest.hexdigest()[:16]}"
    _fill_in(folder / SERVICE, version=version, files=["./", *contents])
    yield f"{folder}: {_size(contents)}; {_size(contents, but=_BEHIND)} before Python"
    yield f"{folder}: the site; serve this folder with any web server"


def _has_bytecode(
    pyodide: Path, clingo: Path, folder: Path, packages: Iterable[str]
) -> bool:
    """Put bytecode in the place of modules that Python loads when it starts."""
    node, folders = shutil.which("node"), (pyodide, clingo, folder)
    paths = [HERE / "site" / BYTECODE, *(one.absolute() for one in folders)]
    arguments = [*map(str, paths), json.dumps([*packages])]
    if node is None:
        return False
    return not subprocess.run([node, *arguments], capture_output=True).returncode


def _size(files: Mapping[str, bytes], but: tuple[str, ...] = ()) -> str:
    """Return the size of files as they are, and compressed as servers send them."""
    sent = [content for name, content in files.items() if not name.startswith(but)]
    size, packed = sum(map(len, sent)), sum(len(zlib.compress(one)) for one in sent)
    return f"{size / 1e6:.1f} MB ({packed / 1e6:.1f} MB compressed)"


def _require(package: str, folder: Path, names: Iterable[str]) -> None:
    """Refuse a folder that is not the package in the version that is needed."""
    named = f"--{package} takes the folder of {package} {VERSIONS[package]}"
    for name in names:
        if not (folder / name).is_file():
            raise GalaxiesError(f"{folder / name} is missing; {named}")
    try:
        described = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        version = described["version"]
    except FileNotFoundError:  # a distribution from elsewhere has no such file
        return
    except (OSError, ValueError, KeyError, TypeError) as error:
        path = folder / "package.json"
        raise GalaxiesError(f"{path} names no version: {error!r}") from None
    if version != VERSIONS[package]:
        raise GalaxiesError(f"{folder} has version {version}; {named}")


def _answers(lessons: Path | None) -> Fields:
    """Return what depends on no board, and the shipped puzzles without drawings."""
    course = {"ask": "course"} | ({"lessons": str(lessons)} if lessons else {})
    return {
        "choices": answer({"ask": "choices"}),
        "course": answer(course),
        "encodings": answer({"ask": "encodings"}),
        "declared": dict(_declared()),
        "files": answer({"ask": "collection"})["files"],
        "puzzles": {
            name: [one.blank.plain() for one in bounded(sheets(puzzles.text_of(name)))]
            for name in puzzles.names()
        },
    }


def _declared() -> Iterator[tuple[str, list[Fields]]]:
    """Yield how the types on squares are drawn, the lowest first."""
    for family in map(family_named, folders()):
        drawn = [one for one in family.declarations.values() if one.drawing]
        drawn.sort(key=lambda one: (DRAWINGS.index(one.drawing), one.role == "Input"))
        names = ("name", "drawing", "style", "role")
        if not family.has_side:
            yield family.name, [{n: getattr(one, n) for n in names} for one in drawn]


def _examples() -> Fields:
    """Return the shipped puzzles of other types: shown, and what is drawn on them."""
    found: Fields = {}
    for name in puzzles.examples():
        found[name] = shown = answer({"ask": "load", "text": name})
        board = shown["puzzles"][0]["board"]
        shown |= answer({"ask": "strokes", "board": board})
    return found


def _hints(answers: Any, examples: Any) -> dict[str, Fields]:
    """Return the first hints of the first puzzles of files, by names of their boards.

    The scripts find a name by the text of the board, too.
    """
    every = [board for board, *_ in answers["puzzles"].values()]
    small = [each for each in every if each["width"] * each["height"] <= MOST_CELLS]
    small += [one["puzzles"][0]["board"] for one in examples.values()]
    found = {}
    for board in small:
        unnamed = board.keys() - {"schema", "id", "source"}
        text = _compact({name: board[name] for name in board if name in unnamed})
        name = hashlib.sha256(text).hexdigest()[:16]
        found[name] = answer({"ask": "hint", "board": board})
    return found


def _compact(value: object) -> bytes:
    """Return JSON as the scripts write it."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def _copy(paths: Iterable[Path], folder: Path) -> None:
    make_folder(folder)
    for path in paths:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise GalaxiesError(f"{path}: cannot be read: {error.strerror}") from None
        is_packed = path.suffix == ".wasm"
        name = f"{path.name}{PACKED if is_packed else ''}"
        replace_file(folder / name, zlib.compress(content, 9) if is_packed else content)


def _wheels(pyodide: Path) -> dict[str, list[str]]:
    """Return the libraries that are there: the files of each, and of what it needs."""
    lock = pyodide / "pyodide-lock.json"

    def files(name: str) -> list[str]:
        package = packages[name]
        inner = [file for needed in package["depends"] for file in files(needed)]
        return [package["file_name"], *inner]

    try:
        packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
        wheels = {name: files(name) for name in LIBRARIES if name in packages}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GalaxiesError(f"{lock} lists no packages: {error!r}") from None
    return {
        name: needed
        for name, needed in wheels.items()
        if all((pyodide / file).is_file() for file in needed)
    }


def _package(lessons: Path, *, has_command: bool) -> bytes:
    """Return a zip archive of the package and its data."""
    entries: dict[str, Path] = {}  # an installed package holds its data, too
    roots = [
        (PACKAGE, "*.py", "galaxies_asp/"),
        (data_folder("encodings"), "*.[lp][py]", "galaxies_asp/_data/encodings/"),
        (data_folder("puzzles"), "*.txt", "galaxies_asp/_data/puzzles/"),
    ]
    if has_command:
        roots.append((HERE / "site" / THIN_CLINGO, "*.py", "clingo/"))
    for root, pattern, name in roots:
        for path in sorted(root.rglob(pattern)):
            entries[f"{name}{path.relative_to(root).as_posix()}"] = path
    entries[f"galaxies_asp/play/{shipped().name}"] = lessons
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in entries.items():
            # The same files make the same archive.
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return data.getvalue()


def _fill_in(script: Path, **values: object) -> None:
    """Write a script of the site, with values in the place of `"@their names@"`."""
    text = (HERE / "site" / script.name).read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f'"@{name}@"', json.dumps(value))
    replace_file(script, text.encode("utf-8"))
