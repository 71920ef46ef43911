"""The site without a server: what is written, and what is refused."""

import importlib
import io
import json
import py_compile
import re
import shutil
import subprocess
import sys
import types
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import clingo.ast
import pytest
from support.browser import CHROMIUM, FIREFOX
from support.commands import galaxies
from support.marks import others_nightly

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.families import shipped
from galaxies_asp.families.registry import folders
from galaxies_asp.play.answers import answer
from galaxies_asp.play.export import (
    COMMAND,
    HERE,
    RUNTIME,
    THIN_CLINGO,
    VERSIONS,
    _has_bytecode,
    _package,
)
from galaxies_asp.play.lessons import shipped as course

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


@cache
def answered(question: str) -> Any:
    return answer(json.loads(question))


@pytest.fixture(autouse=True)
def _each_question_is_answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards and hints of the shipped puzzles are the same in each site.

    Hints are those of small boards, and of one other type.
    """
    module = importlib.import_module("galaxies_asp.play.export")
    monkeypatch.setattr(module, "answer", lambda asked: answered(json.dumps(asked)))
    monkeypatch.setattr(module, "MOST_CELLS", 25)
    few = {name: one for name, one in shipped.examples().items() if "tents" in name}
    monkeypatch.setattr(shipped, "examples", lambda: few)


def export(site: Path, distribution: Path, *, status: int = 0) -> bytes:
    """Write a site with these folders; return what the command prints."""
    done = galaxies(
        *("play", "--export", str(site), "--pyodide", str(distribution)),
        *("--clingo-wasm", str(distribution.with_name("clingo-wasm"))),
    )
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


@pytest.mark.slow("a whole site is built")
def test_a_site_is_written(tmp_path: Path, distribution: Path) -> None:
    site = tmp_path / "site"
    for path in (HERE / "site" / THIN_CLINGO).glob("*.py"):
        py_compile.compile(str(path))  # as pip does
    assert b"without bytecode" in export(site, distribution)  # no text has any
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
    assert len(names) == len(archive.namelist())
    assert "galaxies_asp/play/answers.py" in names
    assert "galaxies_asp/_data/encodings/galaxies/grow.lp" in names
    assert "galaxies_asp/_data/encodings/families/nurikabe/family.py" in names
    assert "galaxies_asp/_data/puzzles/idp-7x7.txt" in names
    assert "clingo/__init__.py" not in names
    script = (site / "pyodide-worker.js").read_text(encoding="utf-8")
    assert "HAS_COMMAND = false;" in script
    read = {
        name: json.loads((site / f"{name}.json").read_text("utf-8"))
        for name in ("answers", "examples")
    }
    assert read["answers"]["encodings"] == answer({"ask": "encodings"})
    hints = {path.stem: path.read_text("utf-8") for path in site.glob("hints/*.json")}
    assert {*read["answers"]["hints"]} == {*hints}
    assert any("tents: seven" in text for text in hints.values())
    assert read["answers"]["choices"]["grades"] == [
        *answer({"ask": "choices"})["grades"]
    ]
    boards = [board for each in read["answers"]["puzzles"].values() for board in each]
    assert len(boards) > 150
    assert not any("attempt" in board for board in boards)
    export(tmp_path / "again", distribution)
    again = tmp_path / "again" / "service-worker.js"
    assert again.read_text(encoding="utf-8") == worker


@pytest.mark.slow("Python starts twice in Node")
@pytest.mark.skipif(not (NPM / "pyodide").is_dir(), reason="npm ci")
def test_python_starts_with_bytecode(tmp_path: Path) -> None:
    """What is written answers the first questions, from which it is written again."""
    packages = [NPM / "pyodide", NPM / "clingo-wasm"]
    site = tmp_path / "site"
    shutil.copytree(packages[0], site / "pyodide")
    text = _package(course(), has_command=True)
    (site / "galaxies.zip").write_bytes(text)
    assert _has_bytecode(*packages, site, [])
    packed = site / "pyodide" / "python_stdlib.zip"
    before = [packed.read_bytes(), (site / "galaxies.zip").read_bytes()]
    assert _has_bytecode(site / "pyodide", packages[1], site, [])
    assert before == [packed.read_bytes(), (site / "galaxies.zip").read_bytes()]
    names = {*zipfile.ZipFile(packed).namelist()}
    names |= {*zipfile.ZipFile(site / "galaxies.zip").namelist()}
    for name in ("json/decoder", "galaxies_asp/play/questions", "clingo/models"):
        assert f"{name}.pyc" in names
        assert f"{name}.py" not in names
    assert "galaxies_asp/play/lessons.py" in names


@pytest.mark.slow
def test_without_libraries_python_has_clingo_as_a_command(
    tmp_path: Path, distribution: Path
) -> None:
    (distribution / "cffi.whl").unlink()
    site = tmp_path / "site"
    said = export(site, distribution)
    assert b"without clingo of a full distribution: no fences, large encodings" in said
    assert b"without numpy" not in said
    wheels = {path.name for path in (site / "pyodide").glob("*.whl")}
    assert wheels == {"numpy.whl", "pillow.whl"}
    script = (site / "pyodide-worker.js").read_text(encoding="utf-8")
    assert 'packages: ["numpy", "pillow"]' in script
    assert "HAS_COMMAND = true;" in script
    archive = zipfile.ZipFile(site / "galaxies.zip")
    assert "clingo/__init__.py" in archive.namelist()


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
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.play.answers import answer
text = "7x7:cghsppedzzaccdtce"
board = answer({"ask": "load", "text": text})["puzzles"][0]["board"]
needed = ("repair", "count", "difference")
asked = ("load", "solutions", "convert", "hint", "walkthrough", "why", *needed)
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


@pytest.mark.nightly
@pytest.mark.skipif(
    not ((NPM / "pyodide").is_dir() and (NPM / "clingo-wasm").is_dir()),
    reason="npm ci --prefix tests/page",
)
def test_the_site_answers_with_the_packages_of_npm() -> None:
    """In a subfolder, and then without its server; one answer of each kind."""
    browsers = {"chromium": CHROMIUM, "firefox": FIREFOX}
    names = [name for name, path in browsers.items() if Path(path).exists()]
    if not names:
        pytest.skip("no browser is installed")
    script = Path(__file__).parents[2] / "benchmarks" / "check_site.py"
    folders = str(NPM / "pyodide"), "--clingo-wasm", str(NPM / "clingo-wasm")
    only = ("--only", *names) if len(names) == 1 else ()
    done = subprocess.run(
        [sys.executable, str(script), *folders, "--few", *only],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    _, *visits = re.split(r"^-- \w+ --$", done.stdout, flags=re.MULTILINE)
    assert len(visits) == len(names)
    for said in visits:
        for ask in ("number", "solutions", "count", "forced", "load"):
            for puzzle in ("several", "7x7.*", "random-hard-15x15", "thin", "nurikabe"):
                assert re.search(rf"{ask} of {puzzle}: the same answer", said)
        for rules in ("thin", "nurikabe"):
            for ask in ("hint", "walkthrough", "wrong"):
                assert f"{ask} of {rules}: the same answer" in said
        for made in ("repair", "generate thin", "hint without the server"):
            assert f"{made}: the same answer" in said
        assert "a copied link opens the drawing: [[2, 1]]" in said


WITH_COMMAND = """
import ctypes, json, os, sys, tempfile, types
from importlib.util import module_from_spec, spec_from_file_location
from clingo.application import Application, clingo_main
sys.modules["numpy"] = None
command = types.ModuleType("clingo_wasm")

def run(program, options):
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(program)
        file.flush()
        kept = [os.dup(1), os.dup(2)]
        texts = [tempfile.TemporaryFile("w+") for _ in kept]
        for number, text in enumerate(texts, 1):
            os.dup2(text.fileno(), number)
        code = clingo_main(Application(), [*options.split(), file.name])
        ctypes.CDLL(None).fflush(None)
        for number, (text, before) in enumerate(zip(texts, kept), 1):
            os.dup2(before, number)
            os.close(before)
            text.seek(0)
        printed, said = (text.read() for text in texts)
        return code, printed, said.replace(file.name, "-")

for name in [name for name in sys.modules if name.split(".")[0] == "clingo"]:
    del sys.modules[name]
command.run = run
sys.modules["clingo_wasm"] = command
spec = spec_from_file_location("clingo", sys.argv[1] + "/__init__.py")
sys.modules["clingo"] = module = module_from_spec(spec)
spec.loader.exec_module(module)
from galaxies_asp.core.asp import program
program.can_wait = lambda: False  # as in a browser
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.play.answers import answer
for request in json.load(sys.stdin):
    print(json.dumps(answer(request)))
"""


FENCES = ("hexagonal-fences", "square-fences")


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
    others_nightly(
        [
            *("thin", "toroidal", "loose-walls", "black-holes", "quarter-turn"),
            *("rectangular", *folders()),
        ]
    ),
)
def test_clingo_as_a_command_answers_as_the_library_does(rules: str) -> None:
    """Solutions and reasons, also of what is wrong."""
    made = made_board(rules)
    solved = answer({"ask": "solutions", "board": made})["boards"][0]
    solving = ("load", "strokes", "number", "solutions", "count", "forced")
    requests: list[Any] = [{"ask": ask, "board": made} for ask in solving]
    if rules not in FENCES:  # their steps list what follows in another order
        asks, bad = ("hint", "wrong"), mistaken(solved)
        each = (*asks, "walkthrough", "grade")
        requests += [{"ask": ask, "board": made} for ask in each]
        requests += [{"ask": "why", "board": made, "at": [x, 1]} for x in (1, 2)]
        requests += [{"ask": ask, "board": bad} for ask in asks]
    for request, found in zip(requests, by_command(requests), strict=True):
        expected = json.loads(json.dumps(answer(request)))
        assert found | {"seconds": None} == expected | {"seconds": None}, request["ask"]


def made_board(rules: str) -> dict[str, Any]:
    small = {"circuit-board": (3, 2)} | dict.fromkeys(FENCES, (2, 2))
    width, height = small.get(rules, (4, 4))
    request = {"ask": "generate", "rules": rules, "width": width, "height": height}
    made = answer(request | {"seed": 3})["puzzles"][0]["board"]
    return dict(made)


def mistaken(solved: dict[str, Any]) -> dict[str, Any]:
    """Return a board with a fault: a cell of another region, or an atom less."""
    attempt = dict(solved["attempt"])
    if "atoms" in attempt:
        return solved | {"attempt": {"atoms": attempt["atoms"][1:]}}
    first, *others = attempt["labels"]
    dot = max(label or 0 for row in others for label in row)
    none = [[None] * len(first) for _ in others]
    return solved | {"attempt": {"labels": [[dot, *first[1:]], *none]}}


@pytest.mark.nightly
def test_clingo_as_a_command_finds_small_reasons() -> None:
    """Where only a search shows something, another reason may be found."""
    made = made_board("hidden-dots")
    asks = ("number", "hint", "grade")
    (number, hint, grade) = by_command([{"ask": ask, "board": made} for ask in asks])
    assert number["status"] == "unique"
    assert hint["technique"]
    assert grade["largest_reason"] <= 20


@pytest.mark.slow
def test_programs_of_the_user_are_explained() -> None:
    """Also with rules that are not shipped, and under other encodings."""
    text = answer({"ask": "program", "encoding": "choice", "without": ["reach"]})
    own = {"program": text["program"] + "\n:- galaxy((1,1),(X,Y)), X > 3. % own\n"}
    board = answer({"ask": "load", "text": "7x7:cghsppedzzaccdtce"})["puzzles"][0]
    requests: list[Any] = [
        {"ask": "hint", "board": board["board"], "under": under}
        for under in (own, {"encoding": "choice"}, {"program": "a(X :- b."})
    ]
    *found, refused = by_command(requests)
    for request, one in zip(requests, found, strict=False):
        expected = answer(request)  # where a search shows it, by one of several reasons
        assert [one[k] for k in SAID] == [expected[k] for k in SAID]
        assert one["rules"] or one["technique"] == "touched cells"
    assert "syntax error" in refused["error"]


SAID = ("head", "technique", "encoding", "verified")


@pytest.mark.nightly
def test_the_site_makes_and_repairs_puzzles() -> None:
    """With exactly one solution; which ones depends on the order of the search."""
    size = {"ask": "generate", "width": 5, "height": 5, "seed": 2}
    kinds = ("thin", "black-holes", "hitori", "nurikabe", "star-battle", "ring-ring")
    dots = [[6, 8], [11, 5], [6, 5], [1, 5], [6, 2]]
    several = {"schema": 1, "width": 6, "height": 5, "centers": dots}
    requests: list[Any] = [size | {"rules": rules} for rules in kinds]
    *made, repaired = by_command([*requests, {"ask": "repair", "board": several}])
    assert not [one["error"] for one in made if "error" in one]
    boards = [one["puzzles"][0]["board"] for one in made]
    expected = json.loads(json.dumps(answer({"ask": "repair", "board": several})))
    assert repaired["text"] == expected["text"]
    boards += [one["board"] for one in repaired["repairs"][:3]]
    for board in boards:
        assert answer({"ask": "number", "board": board})["status"] == "unique", board


@pytest.mark.slow
def test_the_syntax_tree_is_that_of_clingo(thin_ast: Any) -> None:
    """Each statement of each encoding, and what they leave out."""
    texts = [
        re.sub("^#include.*", "", path.read_text("utf-8"), flags=re.MULTILINE)
        for path in sorted(data_folder("encodings").rglob("*.lp"))
    ]
    for text in [*texts, *UNUSUAL]:
        expected: list[Any] = []
        clingo.ast.parse_string(text, expected.append, logger=lambda *_: None)
        found: list[Any] = []
        thin_ast.parse_string(text, found.append)
        rules = [one for one in expected if one.ast_type.name in ("Rule", "Program")]
        others = [one for one in found if one.ast_type.name in ("Rule", "Program")]
        assert [*map(tree, rules)][1:] == [*map(tree, others)], text


UNUSUAL = (
    "a((f(1);f(2)),(f(1);g(2)),(f(1,2);f)). a(1;2,3). -a(X;Y) :- b(X,Y).",
    "{a}=1. {a}2. 1{a}. 1<{a;b}<3. 2!={a}. a:-{b}. a:-#count{X:b}. a:-{}=1.",
    "a:-b:c,d;e. a:-#sum+{1:b}=X. #count{1:a}. #sum{1:a:b;2:c}<3. a:-1<=#sum{1}.",
    "a(1,-X,- -1,-(1),1-1-1,2*3+1,1**2**3,-2**2,1..2+1,1?2,X\\2,X/2,()) :- X==1.",
    'a(0x10,"a\\"b",@f(2),@g,#inf,#supremum). not a. -a. not not a:-b. a,b. a|b.',
    "a:-not #true, not {b}1, Y=1!=2. a:-|X;Y|=1. _a(_B,_c). a'(X'). 1<X:-a(X).",
    "a :- b:. a :- b: ; c. %* no %\n *% a(X):b(X). % no.\n#program t(k). a.",
)
"""Programs with what no encoding contains."""


def tree(node: Any) -> Any:
    """Return the kind, the text and the place of a node, and its children's."""
    kind = node.ast_type.name
    children: dict[str, Any] = {}
    for key in node.child_keys if kind != "Program" else ():
        child = getattr(node, key)
        is_list = child is not None and not hasattr(child, "ast_type")
        children[key] = [*map(tree, child)] if is_list else child and tree(child)
    begin = node.location.begin if kind == "Rule" else None
    return kind, str(node), begin and (begin.line, begin.column), children


@pytest.fixture
def thin_ast(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import the syntax tree of a site, under another name than clingo."""
    command = types.ModuleType("clingo_wasm")
    command.run = None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "clingo_wasm", command)
    package = types.ModuleType("thin")
    package.__path__ = [str(HERE / "site" / THIN_CLINGO)]
    monkeypatch.setitem(sys.modules, "thin", package)
    found = importlib.import_module("thin.ast")
    yield found
    for name in [name for name in sys.modules if name.startswith("thin.")]:
        del sys.modules[name]


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
