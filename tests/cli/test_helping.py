"""Help in groups with examples, files of pictures, removed options, extras."""

import shlex
import sys
import tomllib
from pathlib import Path

import click
import pytest
from support.commands import text
from support.marks import nightly_if

from galaxies_asp.cli import galaxies
from galaxies_asp.cli.helping import CommandGroup, texts

MAGIC = {".svg": (b"<svg", b"<?xml"), ".png": b"\x89PNG", ".pdf": b"%PDF"}
ROOT = Path(__file__).parents[2]
FEW = {"picture": 20, "generate": 20, "book": 20}
"""The most options of the commands that have many."""


def commands(
    group: click.Group = galaxies, path: str = "galaxies"
) -> dict[str, click.Command]:
    """Return all commands by their words."""
    context, found = click.Context(group), {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found[f"{path} {name}"] = command
        if isinstance(command, click.Group):
            found |= commands(command, f"{path} {name}")
    return found


ALL = commands()
LEAVES = {path: one for path, one in ALL.items() if not isinstance(one, click.Group)}


def examples(path: str) -> list[str]:
    return [one for one in texts().examples if f"{one} ".startswith(f"{path} ")]


def test_the_help_has_all_commands_in_groups() -> None:
    shown = text("--help").stdout
    for title, summaries in texts().groups.items():
        assert f"\n{title}:\n" in shown
        for name, summary in summaries.items():
            first = (ALL[f"galaxies {name}"].help or "").partition("\n")[0]
            assert name in shown
            assert summary
            assert first
    assert list(texts().groups) == ["Play", "Make", "Encode", "Count", "Tools"]


def test_each_help_ends_with_two_examples() -> None:
    for path, command in ALL.items():
        found = examples(path)
        least = 1 + bool(command.params or isinstance(command, click.Group))
        assert len(found) >= least, path
        assert len(found) == least or isinstance(command, click.Group), path
        shown = command.get_help(_context(path, command))
        assert shown.endswith("".join(f"\n  {one}" for one in found[:2])), path
    assert {one for path in LEAVES for one in examples(path)} == {*texts().examples}


def _context(path: str, command: click.Command) -> click.Context:
    context = click.Context(galaxies, info_name="galaxies")
    for word in path.split()[1:-1]:
        context = click.Context(CommandGroup(word), context, word)
    return click.Context(command, context, path.split()[-1])


def test_examples_can_be_read() -> None:
    for example in texts().examples:
        path = max((p for p in LEAVES if f"{example} ".startswith(f"{p} ")), key=len)
        words = shlex.split(example)[len(path.split()) :]
        LEAVES[path].make_parser(click.Context(LEAVES[path])).parse_args(words)


@pytest.mark.nightly
def test_examples_work_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("edges.txt").write_text("a b\nb c\n")
    for example in texts().examples:
        words = shlex.split(example)[1:]
        if words[0] != "play":
            done = text(*words)
            assert done.returncode in (0, 1), (example, done.stderr)
            assert "Traceback" not in done.stderr, example


def test_options_are_few() -> None:
    options = {
        path: [max(o.opts, key=len) for o in c.params] for path, c in LEAVES.items()
    }
    for name, most in FEW.items():
        assert len(options[f"galaxies {name}"]) <= most, name
    every = [name for names in options.values() for name in names if name[0] == "-"]
    assert len(every) <= 400
    assert len({*every}) <= 100


@pytest.mark.parametrize(
    "suffix",
    [
        pytest.param(".png", marks=pytest.mark.slow),
        *nightly_if(bool, (".svg", ".pdf")),
        ".gif",
    ],
)
def test_no_command_writes_another_kind_into_a_picture(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.lp").write_text('#include "grow.lp".\n')
    drawing = 0
    for path, command in LEAVES.items():
        if not any("-o" in one.opts for one in command.params):
            continue
        words = [w for w in shlex.split(examples(path)[0])[1:] if w != "--json"]
        if "-o" in words:
            del words[words.index("-o") : words.index("-o") + 2]
        done = text(*words, "-o", f"x{suffix}")
        if done.returncode == 2:
            is_sheet = "-f sheet draws all boards as SVG" in done.stderr
            refused = f"`{path}` writes no {suffix}"
            assert is_sheet or refused in done.stderr, path
            assert is_sheet or "`galaxies render` draws" in done.stderr, path
            assert not [*tmp_path.glob("x*")], path
            continue
        drawing += 1
        assert done.returncode in (0, 1), (path, done.stderr)
        for file in tmp_path.glob(f"x*{suffix}"):
            assert file.read_bytes().startswith(MAGIC[suffix]), path
            file.unlink()
    assert drawing >= (0 if suffix == ".gif" else 4)


@pytest.mark.unknown_option
@pytest.mark.parametrize(
    ("words", "instead"),
    [
        (["generate", "--winding", "1"], "write --regions winding=0.7"),
        (["generate", "--rulers"], "draw them with galaxies render"),
        (["picture", "--without", "cover"], "write --with no-RULE"),
        (["solve", "--rulers", "idp-5x5"], "write --style rulers"),
        (["hint", "--color=always", "idp-5x5"], "FORCE_COLOR=1"),
        (["book", "--hints", "idp-5x5"], "write --add hints"),
        (
            ["book", "--layout", "bleed=3", "-o", "x.pdf", "idp-5x5"],
            "reaches the border",
        ),
        (["boards", "sample", "galaxies", "3x3", "--engine", "morris"], "chain:0"),
        (["lab", "export", "grow", "idp-5x5", "-f", "aspif"], "--mode=gringo"),
        (["lab", "rules", "--variant", "toroidal"], "write --with"),
    ],
)
def test_removed_options_say_what_to_use(words: list[str], instead: str) -> None:
    done = text(*words)
    assert (done.returncode, instead in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("library", "words", "extra"),
    [
        ("flint", ["strip", "terms", "dominoes", "--rows", "2"], "exact"),
        ("uvicorn", ["play", "--no-browser", "idp-5x5"], "play"),
    ],
)
def test_a_command_without_its_extra_says_how_to_install_it(
    library: str, words: list[str], extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = ("galaxies_asp.counting.strips", "galaxies_asp.cli.strip")
    for name in [*sys.modules]:
        if name.startswith((library, *packages, "galaxies_asp.play.server")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    done = text(*words)
    assert done.returncode == 69
    assert f"pip install 'galaxies-asp[{extra}]'" in done.stderr


def test_few_libraries_are_required() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    required = project["dependencies"]
    names = {one.partition(">")[0].partition("<")[0] for one in required}
    assert names <= {"clingo", "numpy", "click", "rich", "psutil"}


@pytest.mark.parametrize(
    "puzzle", ["7x7:aa", "idp-7x7", "https://puzz.link/p?x", "a b.lp", '{"width": 3}']
)
def test_a_puzzle_without_a_command_names_solve(puzzle: str) -> None:
    done = text(puzzle)
    assert done.returncode == 2
    assert f"write galaxies solve {shlex.quote(puzzle)}" in done.stderr


def test_another_name_of_a_grade_is_understood() -> None:
    asked = "generate", "--size", "5", "--seed", "0", "-q", "--difficulty"
    done = text(*asked, "medium")
    assert done.stdout == text(*asked, "moderate").stdout
    assert done.stderr == "galaxies: --difficulty medium means moderate\n"
