"""Families other than Galaxies: built-in, a folder, a Python file."""

import json
import re
from pathlib import Path

import click
import pytest
from support.commands import galaxies, lab

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.atoms import texts_of
from galaxies_asp.core.board.errors import EncodingError, OptionError
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import (
    Instance,
    Output,
    board_sets,
    faults_of,
    random_boards,
)
from galaxies_asp.lab.lint import lint

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FOLDER = data_folder("encodings") / "families" / "nurikabe"
NURIKABE, GROWN = str(FOLDER / "family.py"), str(FOLDER / "encoding.lp")
LABELED = str(EXAMPLES / "nurikabe-labels.lp")

INTERFACE = "#defined node/1.\n#defined edge/2.\n#show color/2.\n"
COLORING = """
{ color(N,(red;green)) } = 1 :- node(N).
:- edge(M,N), color(M,C), color(N,C).
#show color/2.
"""


def test_a_region_without_a_dot_is_for_hidden_dots() -> None:
    board = Instance("", "width(2). height(1). center((1,1)).")
    atoms = facts_of("galaxy((1,1),(1,1)). galaxy((3,1),(3,1)). hidden((3,1)).")
    answer = Output(frozenset(atoms))
    (fault,) = faults_of(compared_family("galaxies"), board, answer)
    assert "the region about (3,1) has no dot" in fault
    assert faults_of(compared_family("galaxies+hidden-dots"), board, answer) == ()


@pytest.mark.slow
def test_an_encoding_that_breaks_a_rule_is_named_where_it_is_alone(
    tmp_path: Path,
) -> None:
    """There is nothing to measure then, and no table."""
    (tmp_path / "encoding.lp").write_text(
        "%*! width(W)\nInput. There are W columns.\n*%\n"
        "%*! dark(P)\nOutput. P is dark.\n*%\ndark(1..W) :- width(W).\n"
    )
    (tmp_path / "family.py").write_text(
        "def verify(board, atoms):\n    return ['no']\n"
    )
    (tmp_path / "instances").mkdir()
    (tmp_path / "instances" / "one.lp").write_text("width(1).\n")
    family = str(tmp_path / "family.py")
    code, out, _ = lab("compare", "encoding.lp", "one", "--family", family)
    assert code == 1
    assert out.endswith(
        "encoding.lp is not measured: breaks a rule on one: broken rule: no\n"
    )
    assert "ground ms" not in out


@pytest.mark.nightly
def test_the_example_of_the_documentation() -> None:
    family = compared_family(NURIKABE)
    assert lint(family, GROWN) == lint(family, LABELED) == []
    code, out, err = lab(
        *("compare", GROWN, LABELED, "--family", NURIKABE, "five", "none"),
        *("--seeds", "2", "--format", "json"),
    )
    assert code == 0
    assert "have the same 1 solution, each verified" in err
    statuses = [json.loads(line)["status"] for line in out.splitlines()]
    assert sorted(statuses) == ["none"] * 4 + ["unique"] * 4
    code, out, _ = lab("export", GROWN, "five", "--family", NURIKABE)
    assert (code, "#project shaded/1." in out) == (0, True)
    code, out, _ = lab("ground", GROWN, "five", "--family", NURIKABE)
    assert (code, "instances of" in out) == (0, True)


@pytest.mark.nightly
def test_a_wrong_encoding_is_found_and_shrunk(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.lp"
    rule = ":- shaded((X,Y)), shaded((X+2,Y)), shaded((X,Y+2)), shaded((X+2,Y+2))."
    text = Path(GROWN).read_text()
    assert rule in text
    wrong.write_text(text.replace(rule, "").replace("../cells", "cells"))
    code, out, _ = lab(
        *("compare", GROWN, str(wrong), "several", "--family", NURIKABE),
        "--seeds",
        "0",
    )
    assert code == 1
    assert re.search(r"breaks a rule: broken rule: .*2 x 2 cells", out)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "coloring"
    (path / "instances").mkdir(parents=True)
    (path / "interface.lp").write_text(INTERFACE)
    (path / "instances" / "path.lp").write_text(
        "node(1). node(2). node(3). edge(1,2). edge(2,3).\n"
    )
    (path / "instances" / "odd.lp").write_text(
        "node(1). node(2). node(3). edge(1,2). edge(2,3). edge(1,3).\n"
    )
    return path


@pytest.mark.slow
def test_a_folder_is_a_domain(folder: Path, tmp_path: Path) -> None:
    (folder / "evil.py").write_text("raise SystemExit(9)\n")
    right, wrong = tmp_path / "right.lp", tmp_path / "wrong.lp"
    right.write_text(COLORING)
    wrong.write_text(COLORING.replace("C),\n", "C)").replace("edge(M,N)", "edge(N,N)"))
    code, out, err = lab(
        "compare", str(right), str(wrong), "--family", str(folder), "--seeds", "0"
    )
    assert code == 1
    assert "without a verifier, either may be wrong" in out
    code, out, err = lab("compare", str(right), "--family", str(folder), "--seeds", "2")
    assert code == 0
    assert "right.lp has 2 solutions" in err
    assert out.count("none") == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("interface.lp", "a :- .b", "syntax error"),
        ("instances/path.lp", "node(X) :- node(X).", "not a fact"),
        ("instances/path.lp", "node(", "syntax error"),
        ("instances/path.lp", "#script (python) print(1) #end.", "not run"),
    ],
)
def test_faulty_folders(folder: Path, name: str, content: str, message: str) -> None:
    (folder / name).write_text(content)
    with pytest.raises(EncodingError, match=message):
        compared_family(str(folder))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = ", "SyntaxError"),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_faulty_python_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "domain.py"
    path.write_text(text)
    with pytest.raises(OptionError, match=message):
        compared_family(str(path))
    path.write_text("")
    with pytest.raises(EncodingError, match="needs an output"):
        compared_family(str(path))


@pytest.mark.parametrize(
    ("name", "encoding", "solutions"),
    [
        ("ring-ring", "encoding.lp", 4),
        ("circuit-board", "encoding.lp", 32),
        ("hexagonal-fences", "encoding.lp", 1),
        ("square-fences", "encoding.lp", 0),
    ],
)
def test_random_and_all_instances(name: str, encoding: str, solutions: int) -> None:
    family = compared_family(name)
    boards = random_boards(family, 12, 16, 1)
    assert boards == random_boards(family, 12, 16, 1)
    assert len({board.facts for board in boards}) > 6
    found = [ask(Question(name, encoding, board, 200)) for board in boards]
    assert all(answers.wrong is None for answers in found)
    spaces = board_sets(family, 3, 2)
    if not spaces:
        return
    answers = ask(Question(name, encoding, spaces[-1]))
    assert (answers.wrong, answers.complete) == (None, True)
    assert len(answers.found) == solutions


def test_random_boards_of_a_folder_have_the_clues_that_it_declares() -> None:
    family = compared_family(str(FOLDER))
    boards = random_boards(family, 6, 12, 1)
    assert boards == random_boards(family, 6, 12, 1)
    assert any("number(" in board.facts for board in boards)
    for board in boards:
        assert ask(Question(family.name, "encoding.lp", board, 5)).wrong is None


@pytest.mark.slow
@pytest.mark.parametrize("notation", ["rows", "json", "facts"])
def test_puzzles_are_read_in_every_notation(notation: str, tmp_path: Path) -> None:
    path = tmp_path / "rings.txt"
    drawn = galaxies("convert", "-f", notation, stdin="ring-ring\n...\n.#.\n...\n")
    path.write_bytes(drawn.stdout)
    code, out, _ = lab("ground", "encoding.lp", str(path), "--family", "ring-ring")
    assert code == 0
    assert out.splitlines()[0].endswith(": 248 instances of 19 rules")


def test_maps_of_other_families_are_refused() -> None:
    with pytest.raises(click.UsageError, match="puzzles of Galaxies only"):
        lab("ground", "ring-ring", "one", "--family", "ring-ring", "-o", "map.svg")


def test_intervals_in_facts_are_expanded() -> None:
    text = "node(1..3). % three\nedge(1,(2;3))."
    assert texts_of(facts_of(text)) == [
        *("edge(1,2)", "edge(1,3)"),
        *("node(1)", "node(2)", "node(3)"),
    ]
    for bad in ("{ a(1..2) }.", "a(1..X).", "a(X).", "a :- b.", "not a.", "a(1;", "★"):
        with pytest.raises(EncodingError):
            facts_of(bad)


@pytest.mark.parametrize(
    "text",
    ["width(2). height(1). number((1,1),1).", "https://puzz.link/p?nurikabe/2/1/1g"],
)
def test_texts_are_instances(text: str) -> None:
    done = galaxies("lab", "export", "encoding.lp", "--family", "nurikabe", text)
    written = {*done.stdout.split()}
    assert {b"width(2).", b"height(1).", b"number((1,1),1)."} <= written, done.stderr
    done = galaxies("lab", "export", "encoding.lp", "--family", "nurikabe", "four")
    assert (done.returncode, b"there are: five" in done.stderr) == (2, True)
