"""The site without a server: what is written, and what is refused."""

import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.browser import CHROMIUM
from support.commands import galaxies

from galaxies_asp.play.export import LIBRARIES, RUNTIME


@pytest.fixture
def distribution(tmp_path: Path) -> Path:
    """Write files with the names of a Pyodide distribution."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    packages = {
        "numpy": {"file_name": "numpy.whl", "depends": []},
        "clingo": {"file_name": "clingo.whl", "depends": ["cffi"]},
        "cffi": {"file_name": "cffi.whl", "depends": []},
        "pillow": {"file_name": "pillow.whl", "depends": []},
        "scipy": {"file_name": "scipy.whl", "depends": ["numpy"]},
    }
    for name in (*RUNTIME, *(one["file_name"] for one in packages.values())):
        (folder / str(name)).write_text(str(name), encoding="utf-8")
    lock = json.dumps({"packages": packages})
    (folder / "pyodide-lock.json").write_text(lock, encoding="utf-8")
    return folder


def export(site: Path, distribution: Path) -> None:
    done = galaxies("play", "--export", str(site), "--pyodide", str(distribution))
    assert done.returncode == 0, done.stderr


def test_a_site_is_written(tmp_path: Path, distribution: Path) -> None:
    site = tmp_path / "site"
    export(site, distribution)
    page = (site / "index.html").read_text(encoding="utf-8")
    assert 'data-site="pyodide"' in page
    assert "Content-Security-Policy" in page
    assert "'unsafe-eval'" not in page
    wheels = {path.name for path in (site / "pyodide").glob("*.whl")}
    assert wheels == {"numpy.whl", "clingo.whl", "cffi.whl", "pillow.whl"}
    worker = (site / "service-worker.js").read_text(encoding="utf-8")
    listed = json.loads(re.search(r"const FILES = (.*);", worker)[1])  # type: ignore[index]
    kept = {path.relative_to(site).as_posix() for path in site.rglob("*.*")}
    assert set(listed) == kept - {"service-worker.js"} | {"./"}
    archive = zipfile.ZipFile(io.BytesIO((site / "galaxies.zip").read_bytes()))
    names = set(archive.namelist())
    assert "galaxies_asp/play/answers.py" in names
    assert "galaxies_asp/_data/encodings/galaxies/grow.lp" in names
    assert "galaxies_asp/_data/puzzles/idp-7x7.txt" in names


def test_the_same_site_has_the_same_version(tmp_path: Path, distribution: Path) -> None:
    workers = []
    for name in ("one", "two"):
        export(tmp_path / name, distribution)
        workers.append((tmp_path / name / "service-worker.js").read_bytes())
    assert workers[0] == workers[1]


def test_a_missing_file_is_named(tmp_path: Path, distribution: Path) -> None:
    (distribution / "clingo.whl").unlink()
    done = galaxies(
        *("play", "--export", str(tmp_path / "site"), "--pyodide", str(distribution))
    )
    assert done.returncode == 65
    assert b"clingo.whl is missing" in done.stderr
    (distribution / "pyodide-lock.json").write_text("{}", encoding="utf-8")
    done = galaxies(
        *("play", "--export", str(tmp_path / "site"), "--pyodide", str(distribution))
    )
    assert done.returncode == 65
    assert b"pyodide-lock.json" in done.stderr


def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, distribution: Path
) -> None:
    site = tmp_path / "site"
    (site / "galaxies.zip").mkdir(parents=True)
    done = galaxies("play", "--export", str(site), "--pyodide", str(distribution))
    assert done.returncode == 74
    assert b"galaxies.zip: cannot be written" in done.stderr
    assert not list(site.rglob(".*.tmp"))


WITHOUT_LIBRARIES = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        here = {"galaxies_asp", "numpy", "clingo", "cffi", "pycparser"}
        known = sys.stdlib_module_names | here
        if top not in known and not top.startswith("_"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Absent())
from galaxies_asp.play.answers import answer
board = answer({"ask": "welcome"})["puzzles"][0]["board"]
for ask in ("hint", "solutions", "walkthrough", "repair", "count", "difference"):
    found = answer({"ask": ask, "board": board})
    assert "error" not in found, found
"""


@pytest.mark.slow
def test_the_site_needs_no_other_libraries() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_LIBRARIES], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_export_and_pyodide_need_each_other(tmp_path: Path) -> None:
    assert galaxies("play", "--export", str(tmp_path / "site")).returncode == 2
    assert not (tmp_path / "site").exists()


NPM = Path(__file__).parents[1] / "page" / "node_modules" / "pyodide"


def empty_wheel(path: Path, name: str) -> None:
    with zipfile.ZipFile(path, "w") as wheel:
        info = f"{name}-1.0.dist-info"
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


@pytest.mark.slow
@pytest.mark.skipif(not NPM.is_dir(), reason="npm install --prefix tests/page")
@pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="Chromium is not installed")
def test_the_runtime_of_npm_starts_and_misses_clingo(tmp_path: Path) -> None:
    """The package of npm has the runtime; no package index has the wheels."""
    for name in RUNTIME:
        (tmp_path / name).write_bytes((NPM / name).read_bytes())
    lock = json.loads((NPM / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = {name: lock["packages"][name] for name in LIBRARIES}
    for name, package in packages.items():
        path = tmp_path / f"{name}-1.0-py3-none-any.whl"
        empty_wheel(path, name)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        package |= {"file_name": path.name, "depends": [], "imports": []}
        package |= {"version": "1.0", "sha256": digest}
    changed = json.dumps(lock | {"packages": packages})
    (tmp_path / "pyodide-lock.json").write_text(changed, encoding="utf-8")
    script = Path(__file__).parents[2] / "benchmarks" / "check_site.py"
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)], capture_output=True, text=True
    )
    assert "No module named 'clingo'; the site needs a full" in done.stdout
    assert done.returncode == 1
