"""The scripts of the page: their modules in Node, their types, and their style."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from galaxies_asp.families.registry import folders
from galaxies_asp.play.answers import answer

HERE = Path(__file__).parent


def run(*command: str) -> None:
    done = subprocess.run(
        command, cwd=HERE, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr


STATIC = HERE.parents[1] / "galaxies_asp" / "play" / "static"


def _imported(name: str) -> set[str]:
    """Return the scripts that a script imports, those on demand included."""
    text = (STATIC / name).read_text(encoding="utf-8")
    found = re.findall(r'(?:^import .*? from |import\()"(.+?)"', text, re.MULTILINE)
    paths = [(STATIC / name).parent / one for one in found]
    return {one.resolve().relative_to(STATIC.resolve()).as_posix() for one in paths}


def _reached(first: str) -> set[str]:
    reached = [*_imported(first)]
    for name in reached:
        reached += _imported(name) - {*reached}
    return {*reached}


def test_no_circle_of_scripts() -> None:
    scripts = [one.relative_to(STATIC).as_posix() for one in STATIC.rglob("*.js")]
    assert len(scripts) > 20
    assert not [name for name in scripts if name in _reached(name)]


def test_scripts_are_loaded_at_once() -> None:
    """A script that another one imports is not waited for."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    named = {*re.findall('<link rel="modulepreload" href="(.+?)">', page)}
    site = _reached("browser/site.js") | {"browser/site.js"}
    assert named | site == _reached("main.js")
    assert not named & {"browser/site.js", "browser/python.js"}


@pytest.mark.slow
def test_drawing_and_input() -> None:
    """Elements are patched, and gestures draw what they are meant to draw."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    run(node, "--test", *sorted(path.name for path in HERE.glob("*.test.js")))


FAMILIES = HERE.parents[1] / "encodings" / "families"


def _smallest(family: str) -> tuple[dict[str, str], list[str]]:
    """Return the smallest instance with a solution, and what is drawn there."""
    files = (FAMILIES / family / "instances").glob("*.lp")
    for text in sorted((path.read_text(encoding="utf-8") for path in files), key=len):
        board = {"family": family, "id": family, "facts": text}
        found = answer({"ask": "solutions", "board": board, "models": 1})["boards"]
        if found and found[0]["attempt"]["atoms"]:
            return board, found[0]["attempt"]["atoms"]
    raise AssertionError(family)


@pytest.mark.slow("the solution of each type is searched and drawn")
def test_every_type_is_drawn_by_mouse_and_by_keys(tmp_path: Path) -> None:
    """Each stroke of a solution can be drawn, and each other place excluded."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    listed = []
    for name in folders():
        board, solution = _smallest(name)
        strokes = answer({"ask": "strokes", "board": board})["strokes"]
        drawn = {"board": board, "strokes": strokes, "solution": solution}
        listed.append({"name": name, **drawn})
    path = tmp_path / "boards.json"
    path.write_text(json.dumps(listed), encoding="utf-8")
    run(node, "atoms.js", str(path))


@pytest.mark.slow("the tools read all scripts")
@pytest.mark.parametrize("check", ["lint", "types"])
def test_checks(check: str) -> None:
    """ESLint and the compiler of TypeScript have nothing to say."""
    npm = shutil.which("npm")
    if npm is None or not (HERE / "node_modules").is_dir():
        pytest.skip(f"the tools are not installed: npm ci --prefix {HERE}")
    run(npm, "run", "--silent", check)
