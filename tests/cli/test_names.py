"""Names: the list of shipped puzzles, suggestions, completion by the shell."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support.commands import galaxies, text

from galaxies_asp.cli import listing
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.notation import parse_all


def test_list_filters_by_words_and_size() -> None:
    done = text("list", "tatham", "grade normal", "7x7")
    _, row = done.stdout.splitlines()
    assert row.split()[:4] == ["tatham-normal-7x7", "10", "7x7", "11-15"]
    each = text("list", "tatham-normal-7", "--json").stdout.splitlines()
    assert len(each) == 10
    assert json.loads(each[2])["name"] == "tatham-normal-7x7#3"
    none = text("list", "no such word")
    assert (none.returncode, none.stdout) == (1, "")
    assert "there are no such shipped puzzles" in none.stderr
    assert text("list", "hitori").stdout.splitlines() == [
        "family  rules",
        "hitori  Hitori: shade cells so that no number repeats",
    ]


@pytest.mark.parametrize("name", ["idp-7x7", "tatham-notable", "tatham-normal-7x7"])
def test_listed_sizes_and_dots_are_those_of_the_puzzles(name: str) -> None:
    path = data_folder("puzzles") / f"{name}.txt"
    boards = [one.puzzle for one in parse_all(path.read_text(encoding="utf-8"))]
    rows = [one for one in listing.puzzles() if one.name.partition("#")[0] == name]
    assert [(one.width, one.height, one.dots, one.source) for one in rows] == [
        (board.width, board.height, len(board.centers), board.source)
        for board in boards
    ]


def test_listed_names_can_be_typed() -> None:
    lines = text("list", "--json").stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    names = {row["name"] for row in rows if row.get("puzzle") == "galaxies"}
    assert {"idp-5x5", "tatham-normal-7x7#10"} <= names
    done = galaxies("convert", "-f", "coordinates", "tatham-normal-7x7#2")
    assert done.stdout.startswith(b"7x7")
    assert done.stdout.count(b"7x7") == 1
    assert galaxies("render", "-f", "text", "s3a").returncode == 0


@pytest.mark.unknown_option
@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["slove"], "solve"),
        (["lab", "compar"], "compare"),
        (["hint", "idp-5x5", "--jsn"], "--json"),
        (["convert", "-f", "tathm", "idp-5x5"], "tatham"),
        (["solve", "idp-15x16"], "idp-15x15"),
        (["solve", "-e", "grwo", "idp-5x5"], "grow"),
        (["solve", "-e", "choice+levle", "idp-5x5"], "level"),
        (["solve", "js-2024"], "js-2024-09"),
        (["strip", "terms", "ring-rin", "--rows", "3"], "ring-ring"),
        (["boards", "count", "partition", "2x2"], "partitions"),
    ],
)
def test_messages_name_the_closest_known_name(arguments: list[str], meant: str) -> None:
    done = text(*arguments)
    assert done.returncode in (2, 65)
    assert re.search(rf"did you mean '?{meant}'?\?\.?$", done.stderr.strip(), re.I)


def test_a_wrong_file_name_and_number(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("7x7:cghsppedzzaccdtce\n7x7:z\n")
    wrong = text("solve", str(tmp_path / "bord.txt"))
    assert "did you mean 'board.txt'?" in wrong.stderr
    second = text("convert", "-f", "tatham", f"{tmp_path / 'board.txt'}#1")
    assert second.stdout == "7x7:cghsppedzzaccdtce\n"
    third = text("solve", f"{tmp_path / 'board.txt'}#3")
    assert (third.returncode, "no puzzle 3 of 2" in third.stderr) == (65, True)


def completions(*words: str) -> list[str]:
    """Return what bash would be offered for the last word."""
    done = galaxies(
        COMP_WORDS=" ".join(("galaxies", *words)),
        COMP_CWORD=str(len(words)),
        _GALAXIES_COMPLETE="bash_complete",
    )
    assert done.returncode == 0
    return done.stdout.decode().split()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["sol"], ["plain,solve"]),
        (["solve", "--ti"], ["plain,--time-limit"]),
        (["solve", "heart"], ["plain,heart"]),
        (["convert", "-f", "puzz"], ["plain,puzzlink"]),
        (["solve", "--encoding", "choice+le"], ["plain,choice+level"]),
        (["solve", "--with", "quarter"], ["plain,quarter-turn"]),
        (["lab", "compare", "grow", "idp-5"], ["plain,idp-5x5"]),
        (["solve", "s3"], ["plain,s3a"]),
        (["solve", "/nowhere/"], ["file,/nowhere/"]),
    ],
)
def test_completion(words: list[str], found: list[str]) -> None:
    assert completions(*words) == found


@pytest.mark.parametrize(
    ("shell", "current", "found"),
    [
        ("bash", "3", ["plain,puzzlink"]),
        ("zsh", "3", ["plain", "puzzlink", "_"]),
        ("fish", "puzz", ["plain,puzzlink"]),
    ],
)
def test_completion_in_each_shell(shell: str, current: str, found: list[str]) -> None:
    done = galaxies(
        COMP_WORDS="galaxies convert -f puzz",
        COMP_CWORD=current,
        _GALAXIES_COMPLETE=f"{shell}_complete",
    )
    assert done.stdout.decode().split() == found
    script = galaxies(_GALAXIES_COMPLETE=f"{shell}_source").stdout.decode()
    assert f"_GALAXIES_COMPLETE={shell}_complete" in script
    if (program := shutil.which(shell)) is not None:  # it reads the script
        checked = [program, "-n"] if shell != "fish" else [program, "--no-execute"]
        subprocess.run(checked, input=script.encode(), check=True)


def test_completion_offers_files_among_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "idp-mine.txt").touch()
    (tmp_path / "idp-folder").mkdir()
    monkeypatch.chdir(tmp_path)
    offered = completions("solve", "idp")
    assert {"plain,idp-5x5", "plain,idp-mine.txt", "plain,idp-folder/"} <= set(offered)
