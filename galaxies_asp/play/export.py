"""Write the page as a site that needs no server: Python runs in the browser."""

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.play.lessons import shipped
from galaxies_asp.processes.files import make_folder, replace_file

HERE = Path(__file__).parent
PACKAGE = HERE.parent

RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
PAGE = "index.html"
SERVICE, PYTHON = "service-worker.js", "pyodide-worker.js"
"""The scripts in which the export fills in what the site contains."""
THIN_CLINGO = "thin_clingo.py"
"""The module `clingo` of a site that has clingo as a command."""

COMMAND = ("dist/clingo.js", "dist/clingo.wasm", "LICENSE")
"""The files of clingo-wasm: clingo without its interface for Python."""

LIBRARIES = {
    "numpy": "counts, what is forced, repairs, New, Rules, Lessons, boards over 40x40",
    "clingo": "searches, variants, other families, Rules, Lessons",
    "pillow": "images",
}
"""What needs each of them. The rest needs only the runtime; searches under the standard
rules also do with clingo-wasm."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'"
)


def export(
    folder: Path,
    pyodide: Path,
    lessons: Path | None = None,
    clingo: Path | None = None,
) -> Iterator[str]:
    """Write the site into a folder; yield a line for each part of it.

    Parameters
    ----------
    pyodide
        A folder with a Pyodide distribution. The site has those of `LIBRARIES` whose
        wheels are there.
    lessons
        The file of a course; by default the course that is shipped.
    clingo
        The folder of the package clingo-wasm, for a distribution without clingo.

    Raises
    ------
    GalaxiesError
        If a file of the distribution is missing or cannot be read.
    OutputError
        If the folder cannot be written.
    """
    _require(pyodide, RUNTIME, "--pyodide takes a folder with a Pyodide distribution")
    if clingo is not None:
        _require(clingo, COMMAND, "--clingo-wasm takes this package")
    wheels = _wheels(pyodide)
    runtime = [*RUNTIME, *{file for files in wheels.values() for file in files}]
    _copy([pyodide / name for name in runtime], folder / "pyodide")
    yield f"{folder}/pyodide: {len(runtime)} files"
    for name, needing in LIBRARIES.items():
        if name not in wheels:
            yield f"{folder}: without {name} of a full distribution: no {needing}"
    has_command = clingo is not None and "clingo" not in wheels
    if clingo is not None and has_command:
        _copy([clingo / name for name in COMMAND], folder / "clingo")
        yield f"{folder}/clingo: searches, under the standard rules only"
    static, site = HERE / "static", HERE / "site"
    changed = (PAGE, PYTHON, SERVICE, THIN_CLINGO)
    files = (*static.iterdir(), *site.iterdir())
    kept = (path for path in files if path.is_file() and path.name not in changed)
    _copy(kept, folder)
    _fill_in(folder / PYTHON, packages=list(wheels), command=has_command)
    archive = _package(lessons or shipped(), has_command=has_command)
    replace_file(folder / "galaxies.zip", archive)
    # The page for use without a server.
    page = (static / PAGE).read_text(encoding="utf-8")
    page = page.replace("<html ", '<html data-site="pyodide" ', 1)
    head = (
        f'<head>\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.webmanifest">'
    )
    replace_file(folder / PAGE, page.replace("<head>", head, 1).encode("utf-8"))
    names = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path != folder / SERVICE
    )
    digest = hashlib.sha256()
    for name in names:
        digest.update((folder / name).read_bytes())
    version = f"galaxies-{digest.hexdigest()[:16]}"
    _fill_in(folder / SERVICE, version=version, files=["./", *names])
    yield f"{folder}: the site; serve this folder with any web server"


def _require(folder: Path, names: Iterable[str], meant: str) -> None:
    for name in names:
        if not (folder / name).is_file():
            raise GalaxiesError(f"{folder / name} is missing; {meant}")


def _copy(paths: Iterable[Path], folder: Path) -> None:
    make_folder(folder)
    for path in paths:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise GalaxiesError(f"{path}: cannot be read: {error.strerror}") from None
        replace_file(folder / path.name, content)


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
    entries: list[tuple[str, Path]] = []
    for root, pattern, name in (
        (PACKAGE, "*.py", ""),
        (data_folder("encodings"), "*.lp", "_data/encodings/"),
        (data_folder("puzzles"), "*.txt", "_data/puzzles/"),
    ):
        for path in sorted(root.rglob(pattern)):
            inner = path.relative_to(root).as_posix()
            entries.append((f"galaxies_asp/{name}{inner}", path))
    entries.append((f"galaxies_asp/play/{shipped().name}", lessons))
    if has_command:
        entries.append(("clingo.py", HERE / "site" / THIN_CLINGO))
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in entries:
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
