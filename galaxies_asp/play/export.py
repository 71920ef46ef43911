"""Write the page as a site that needs no server: Python runs in the browser."""

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

from galaxies_asp.asp.data import data_folder
from galaxies_asp.board.errors import GalaxiesError
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
WORKER = "service-worker.js"
LIBRARIES = ("numpy", "clingo", "pillow")

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'"
)


def export(folder: Path, pyodide: Path, lessons: Path | None = None) -> Iterator[str]:
    """Write the site into a folder; yield a line for each part of it.

    Parameters
    ----------
    pyodide
        A folder with a Pyodide distribution, the wheels of `LIBRARIES` included.
    lessons
        The file of a course; by default the course that is shipped.

    Raises
    ------
    GalaxiesError
        If a file of the distribution is missing or cannot be read.
    OutputError
        If the folder cannot be written.
    """
    runtime = [pyodide / name for name in (*RUNTIME, *_wheels(pyodide))]
    for path in runtime:
        if not path.is_file():
            raise GalaxiesError(
                f"{path} is missing; --pyodide takes a folder with a full Pyodide "
                "distribution"
            )
    make_folder(folder / "pyodide")
    for path in runtime:
        _copy(path, folder / "pyodide")
    yield f"{folder}/pyodide: {len(runtime)} files"
    for path in (*(HERE / "static").iterdir(), *(HERE / "site").iterdir()):
        if path.name not in (PAGE, WORKER):
            _copy(path, folder)
    replace_file(folder / "galaxies.zip", _package(lessons))
    page = (HERE / "static" / PAGE).read_text(encoding="utf-8")
    replace_file(folder / PAGE, _for_site(page).encode("utf-8"))
    replace_file(folder / WORKER, _worker(folder).encode("utf-8"))
    yield f"{folder}: the site; serve this folder with any web server"


def _copy(path: Path, folder: Path) -> None:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise GalaxiesError(f"{path}: cannot be read: {error.strerror}") from None
    replace_file(folder / path.name, content)


def _wheels(pyodide: Path) -> list[str]:
    """Return the file names of the libraries, and of those that they need."""
    try:
        text = (pyodide / "pyodide-lock.json").read_text(encoding="utf-8")
        packages = json.loads(text)["packages"]
        names: dict[str, None] = {}
        waiting = list(LIBRARIES)
        while waiting:
            name = waiting.pop()
            if name not in names:
                names[name] = None
                waiting += packages[name]["depends"]
        return [packages[name]["file_name"] for name in names]
    except OSError:
        return []  # named as missing with the other files
    except (ValueError, KeyError, TypeError) as error:
        raise GalaxiesError(
            f"{pyodide / 'pyodide-lock.json'} lists no usable {', '.join(LIBRARIES)}: "
            f"{error!r}"
        ) from None


def _package(lessons: Path | None) -> bytes:
    """Return a zip archive of the package and its data."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(path: Path, name: str) -> None:
            # The same files make the same archive.
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())

        for path in sorted(PACKAGE.rglob("*.py")):
            add(path, f"galaxies_asp/{path.relative_to(PACKAGE).as_posix()}")
        for name, pattern in (("encodings", "*.lp"), ("puzzles", "*.txt")):
            root = data_folder(name)
            for path in sorted(root.rglob(pattern)):
                inner = path.relative_to(root).as_posix()
                add(path, f"galaxies_asp/_data/{name}/{inner}")
        add(lessons or shipped(), f"galaxies_asp/play/{shipped().name}")
    return data.getvalue()


def _for_site(page: str) -> str:
    """Return the page for use without a server."""
    head = (
        f'<head>\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.webmanifest">'
    )
    page = page.replace("<html ", '<html data-site="pyodide" ', 1)
    return page.replace("<head>", head, 1)


def _worker(folder: Path) -> str:
    """Return the service worker, which names the files to keep and their version."""
    files = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path != folder / WORKER
    )
    digest = hashlib.sha256()
    for name in files:
        digest.update((folder / name).read_bytes())
    text = (HERE / "site" / WORKER).read_text(encoding="utf-8")
    text = text.replace("@version@", f"galaxies-{digest.hexdigest()[:16]}")
    return text.replace('["@files@"]', json.dumps(["./", *files]))
