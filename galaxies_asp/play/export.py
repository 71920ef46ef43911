"""Write the page as a site that needs no server: Python runs in the browser."""

import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

from galaxies_asp.asp.data import data_folder
from galaxies_asp.errors import GalaxiesError

HERE = Path(__file__).parent
PACKAGE = HERE.parent

RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
LIBRARIES = ("numpy", "clingo")

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'"
)


def export(folder: Path, pyodide: Path) -> Iterator[str]:
    """Write the site into a folder; yield a line for each part of it.

    Parameters
    ----------
    pyodide
        A folder with a Pyodide distribution, the wheels of numpy and clingo included.

    Raises
    ------
    GalaxiesError
        If a file of the distribution is missing, or the folder cannot be written.
    """
    runtime = [pyodide / name for name in (*RUNTIME, *_wheels(pyodide))]
    for path in runtime:
        if not path.is_file():
            raise GalaxiesError(
                f"{path} is missing; --pyodide takes a folder with a full Pyodide "
                "distribution"
            )
    try:
        (folder / "pyodide").mkdir(parents=True, exist_ok=True)
        for path in runtime:
            shutil.copyfile(path, folder / "pyodide" / path.name)
        yield f"{folder}/pyodide: {len(runtime)} files"
        for path in (*(HERE / "static").iterdir(), *(HERE / "site").iterdir()):
            shutil.copyfile(path, folder / path.name)
        (folder / "galaxies.zip").write_bytes(_package())
        page = (folder / "index.html").read_text(encoding="utf-8")
        (folder / "index.html").write_text(_for_site(page), encoding="utf-8")
        _list_files(folder)
    except OSError as error:
        raise GalaxiesError(f"{folder}: cannot be written: {error.strerror}") from None
    yield f"{folder}: the site; serve this folder with any web server"


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
            f"{pyodide / 'pyodide-lock.json'} lists no usable clingo and numpy: "
            f"{error!r}"
        ) from None


def _package() -> bytes:
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
    return data.getvalue()


def _for_site(page: str) -> str:
    """Return the page for use without a server."""
    head = (
        f'<head>\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.webmanifest">'
    )
    page = page.replace("<html ", '<html data-site="pyodide" ', 1)
    return page.replace("<head>", head, 1)


def _list_files(folder: Path) -> None:
    """Tell the service worker which files to keep, and their version."""
    worker = folder / "service-worker.js"
    files = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path != worker
    )
    digest = hashlib.sha256()
    for name in files:
        digest.update((folder / name).read_bytes())
    text = worker.read_text(encoding="utf-8")
    text = text.replace("@version@", f"galaxies-{digest.hexdigest()[:16]}")
    listed = json.dumps(["./", *files])
    worker.write_text(text.replace('["@files@"]', listed), encoding="utf-8")
