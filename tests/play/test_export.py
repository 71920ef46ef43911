"""The site without a server: what is written, and what is refused."""

import io
import json
import py_compile
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from support.browser import CHROMIUM, FIREFOX
from support.commands import galaxies

from galaxies_asp.play.answers import answer
from galaxies_asp.play.export import COMMAND, HERE, RUNTIME, THIN_CLINGO, VERSIONS

NPM = Path(__file__).parents[1] / "page" / "node_modules"


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


@pytest.fixture(autouse=True)
def clingo_wasm(tmp_path: Path) -> Path:
    """Write files with the names of those of the package clingo-wasm."""
    (tmp_path / "clingo-wasm" / "dist").mkdir(parents=True)
    for name in COMMAND:
        (tmp_path / "clingo-wasm" / name).write_text(name, encoding="utf-8")
    return tmp_path / "clingo-wasm"


def export(site: Path, distribution: Path, *, status: int = 0) -> bytes:
    """Write a site with these folders; return what the command prints."""
    done = galaxies(
        *("play", "--export", str(site), "--pyodide", str(distribution)),
        *("--clingo-wasm", str(distribution.with_name("clingo-wasm"))),
    )
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


@pytest.mark.slow
def test_a_site_is_written(tmp_path: Path, distribution: Path) -> None:
    site = tmp_path / "site"
    py_compile.compile(str(HERE / "site" / THIN_CLINGO))  # as pip does
    export(site, distribution)
    assert not list(site.rglob("*.pyc"))
    page = (site / "index.html").read_text(encoding="utf-8")
    assert 'data-site=""' in page
    assert "Content-Security-Policy" in page
    assert "'unsafe-eval'" not in page
    wheels = {path.name for path in (site / "pyodide").glob("*.whl")}
    assert wheels == {"numpy.whl", "clingo.whl", "cffi.whl", "pillow.whl"}
    worker = (site / "service-worker.js").read_text(encoding="utf-8")
    listed = json.loads(re.search(r"const FILES = (.*);", worker)[1])  # type: ignore[index]
    kept = {
        path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()
    }
    assert set(listed) == kept - {"service-worker.js"} | {"./"}
    archive = zipfile.ZipFile(io.BytesIO((site / "galaxies.zip").read_bytes()))
    names = set(archive.namelist())
    assert "galaxies_asp/play/answers.py" in names
    assert "galaxies_asp/_data/encodings/galaxies/grow.lp" in names
    assert "galaxies_asp/_data/puzzles/idp-7x7.txt" in names


@pytest.mark.slow
def test_the_same_site_has_the_same_version(tmp_path: Path, distribution: Path) -> None:
    workers = []
    for name in ("one", "two"):
        export(tmp_path / name, distribution)
        workers.append((tmp_path / name / "service-worker.js").read_bytes())
    assert workers[0] == workers[1]


@pytest.mark.slow
def test_libraries_that_are_missing_are_left_out(
    tmp_path: Path, distribution: Path
) -> None:
    (distribution / "cffi.whl").unlink()
    site = tmp_path / "site"
    said = export(site, distribution)
    assert b"without clingo of a full distribution: no hints under variants" in said
    assert b"without numpy" not in said
    wheels = {path.name for path in (site / "pyodide").glob("*.whl")}
    assert wheels == {"numpy.whl", "pillow.whl"}
    script = (site / "pyodide-worker.js").read_text(encoding="utf-8")
    assert 'packages: ["numpy", "pillow"]' in script


@pytest.mark.slow
@pytest.mark.parametrize("has_wheel", [False, True])
def test_python_has_clingo_as_a_command_where_there_is_no_wheel(
    tmp_path: Path, distribution: Path, has_wheel: bool
) -> None:
    if not has_wheel:
        (distribution / "clingo.whl").unlink()
    site = tmp_path / "site"
    said = export(site, distribution)
    assert re.search(
        rb"site: [\d.]+ MB \([\d.]+ MB compressed\); .* before Python", said
    )
    written = [path for path in (site / "clingo").rglob("*") if path.is_file()]
    assert len(written) == len(COMMAND)
    archive = zipfile.ZipFile(site / "galaxies.zip")
    assert ("clingo.py" in archive.namelist()) != has_wheel
    script = (site / "pyodide-worker.js").read_text(encoding="utf-8")
    assert f"HAS_COMMAND = {'false' if has_wheel else 'true'};" in script


@pytest.mark.slow
def test_what_depends_on_no_board_is_written(
    tmp_path: Path, distribution: Path
) -> None:
    export(tmp_path / "site", distribution)
    read = {
        name: json.loads((tmp_path / "site" / f"{name}.json").read_text("utf-8"))
        for name in ("answers", "encodings")
    }
    assert read["encodings"]["encodings"] == answer({"ask": "encodings"})
    assert read["answers"]["choices"]["grades"] == [
        *answer({"ask": "choices"})["grades"]
    ]
    assert sum(map(len, read["answers"]["puzzles"].values())) > 150
    assert not any(
        "attempt" in board
        for boards in read["answers"]["puzzles"].values()
        for board in boards
    )


@pytest.mark.parametrize("package", ["pyodide", "clingo-wasm"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '{"version": "0.5.0"}',
            "has version 0.5.0; --{0} takes the folder of {0} {1}",
        ),
        ("[]", "package.json names no version"),
    ],
)
def test_another_version_is_refused(
    tmp_path: Path, distribution: Path, package: str, text: str, said: str
) -> None:
    (tmp_path / package / "package.json").write_text(text, encoding="utf-8")
    errors = export(tmp_path / "site", distribution, status=65).decode()
    assert said.format(package, VERSIONS[package]) in errors
    assert not (tmp_path / "site").exists()


def test_the_versions_are_those_that_are_tested() -> None:
    tested = json.loads((NPM.parent / "package.json").read_text(encoding="utf-8"))
    assert VERSIONS.items() <= tested["devDependencies"].items()


def test_a_folder_without_clingo_is_refused(tmp_path: Path, distribution: Path) -> None:
    (tmp_path / "clingo-wasm" / "dist" / "clingo.js").unlink()
    said = export(tmp_path / "site", distribution, status=65)
    assert (
        b"clingo.js is missing; --clingo-wasm takes the folder of clingo-wasm" in said
    )


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pyodide-lock.json", "{}", b"pyodide-lock.json lists no packages"),
        ("pyodide.mjs", None, b"pyodide.mjs is missing"),
    ],
)
def test_a_faulty_distribution_is_refused(
    tmp_path: Path, distribution: Path, name: str, text: str | None, said: bytes
) -> None:
    if text is None:
        (distribution / name).unlink()
    else:
        (distribution / name).write_text(text, encoding="utf-8")
    assert said in export(tmp_path / "site", distribution, status=65)


@pytest.mark.slow
def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, distribution: Path
) -> None:
    site = tmp_path / "site"
    (site / "galaxies.zip").mkdir(parents=True)
    said = export(site, distribution, status=74)
    assert b"galaxies.zip: cannot be written" in said
    assert not list(site.rglob(".*.tmp"))


WITHOUT_LIBRARIES = """
import sys

here = {"galaxies_asp", "numpy", "clingo", "cffi", "pycparser"}
if is_bare := "bare" in sys.argv:
    sys.modules |= {"numpy": None, "clingo": None}

class Absent:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names | here and not top.startswith("_"):
            raise ModuleNotFoundError(f"no {top}", name=top)

sys.meta_path.insert(0, Absent())
from galaxies_asp.play.answers import answer
text = "7x7:cghsppedzzaccdtce"
board = answer({"ask": "load", "text": text})["puzzles"][0]["board"]
needed = ("repair", "count", "difference", "generate")
asked = ("load", "hint", "why", "solutions", "walkthrough", "convert", *needed)
for ask in asked:
    found = answer({"ask": ask, "board": board, "at": [1, 1], "width": 3, "height": 3})
    lacks = is_bare and ask in needed
    assert ("which this site lacks" in found.get("error", "")) == lacks, (ask, found)
assert answer({"ask": "solutions", "board": board})["complete"]
"""


@pytest.mark.slow
def test_the_site_needs_no_other_libraries() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_LIBRARIES], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_export_and_pyodide_need_each_other(tmp_path: Path) -> None:
    done = galaxies("play", "--export", str(tmp_path / "site"))
    assert done.returncode == 2
    assert b"--export, --pyodide, --clingo-wasm need each other" in done.stderr
    assert not (tmp_path / "site").exists()


@pytest.mark.slow
@pytest.mark.skipif(
    not ((NPM / "pyodide").is_dir() and (NPM / "clingo-wasm").is_dir()),
    reason="npm ci --prefix tests/page",
)
@pytest.mark.parametrize("name", ["chromium", "firefox"])
def test_the_site_answers_with_the_packages_of_npm(name: str) -> None:
    """In a subfolder, and then without its server."""
    path = {"chromium": CHROMIUM, "firefox": FIREFOX}[name]
    if not Path(path).exists():
        pytest.skip(f"{path} is not installed")
    script = Path(__file__).parents[2] / "benchmarks" / "check_site.py"
    folders = str(NPM / "pyodide"), "--clingo-wasm", str(NPM / "clingo-wasm")
    done = subprocess.run(
        [sys.executable, str(script), *folders, "--only", name],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for ask in ("number", "solutions", "count", "forced", "load"):
        for puzzle in ("several", "7x7", "random-40x40", "random-hard-15x15"):
            assert re.search(rf"{ask} of {puzzle}.*: the same answer", done.stdout)
        for rules in ("thin", "toroidal", "ring-ring"):
            assert re.search(rf"{ask} of {rules}: the same answer", done.stdout)
    assert "hint without the server: the same answer" in done.stdout
    assert "a copied link opens the drawing: [[2, 1]]" in done.stdout
    assert "this needs numpy, which this site lacks; a full dist" in done.stdout


WITH_COMMAND = """
import json, subprocess, sys, types
from importlib.util import module_from_spec, spec_from_file_location
sys.modules["numpy"] = None
command = types.ModuleType("clingo_wasm")

def run(program, options):
    call = [sys.executable, "-m", "clingo", *options.split(), "-"]
    done = subprocess.run(call, input=program, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr

command.run = run
sys.modules["clingo_wasm"] = command
spec = spec_from_file_location("clingo", sys.argv[1] + "/__init__.py")
sys.modules["clingo"] = module = module_from_spec(spec)
spec.loader.exec_module(module)
from galaxies_asp.core.asp import program
program.can_wait = lambda: False  # as in a browser
from galaxies_asp.play.answers import answer
for request in json.load(sys.stdin):
    print(json.dumps(answer(request)))
"""


def by_command(requests: list[dict[str, Any]]) -> list[Any]:
    """Return the answers where clingo is a command, and without numpy."""
    done = subprocess.run(
        [sys.executable, "-c", WITH_COMMAND, str(HERE / "site" / THIN_CLINGO)],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    ["thin", "quarter-turn", "toroidal", "loose-walls", "rectangular", "ring-ring"],
)
def test_clingo_as_a_command_answers_as_the_library_does(rules: str) -> None:
    """What it cannot answer, it says in one sentence."""
    size = {"width": 5, "height": 5, "seed": 1}
    made = answer({"ask": "generate", "rules": rules, **size})["puzzles"][0]["board"]
    asks = ("load", "strokes", "number", "solutions", "count", "forced", "hint")
    requests = [{"ask": ask, "board": made} for ask in asks]
    *found, refused = by_command(requests)
    for request, one in zip(requests, found, strict=False):
        expected = json.loads(json.dumps(answer(request)))
        assert one | {"seconds": None} == expected | {"seconds": None}, request["ask"]
    assert "needs the whole of clingo, which this site lacks" in refused["error"]


@pytest.mark.slow
def test_the_site_makes_the_same_puzzles() -> None:
    size = {"ask": "generate", "width": 6, "height": 6, "seed": 1}
    requests: list[dict[str, Any]] = [
        size | {"pattern": "quarter-turn", "holes": 4},
        size | {"grade": "hard"},
        size | {"rules": "hexagonal cells", "width": 3},
    ]
    for request, found in zip(requests, by_command(requests), strict=True):
        assert found == json.loads(json.dumps(answer(request)))


@pytest.mark.slow
def test_without_numpy_and_clingo_the_page_plays_and_solves() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_LIBRARIES, "bare"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
