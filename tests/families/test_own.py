"""A new family is a folder: no file of the program is changed for it."""

import json
from pathlib import Path

import pytest
from pypdf import PdfReader
from support.commands import answers, galaxies

ENCODING = """
% Generate: each node has a color -------------------------------------------------
{ color(N,(red;green)) } = 1 :- node(N).

% Test: neighbors have different colors -------------------------------------------
:- edge(M,N), color(M,C), color(N,C).

% Test: a given color is kept -----------------------------------------------------
:- given(N,C), not color(N,C).

#defined given/2.
#show color/2.
"""
OPEN = "{ given(N,(red;green)) : node(N) } <= 2. node(1..W*H) :- width(W), height(H)."
FAMILY = '''
"""Paths in two colors."""


def verify(board, atoms):
    named = [color for node, color in atoms.color if node == 1]
    return [] if len(named) == 1 else ["node 1 has no color, or two"]


def draw(board, atoms):
    return " ".join(sorted(atoms or ["nothing"])) + "\\n"
'''
PATH = "node(1..3). edge(1,2). edge(2,3)."


@pytest.fixture
def toy(tmp_path: Path) -> str:
    folder = tmp_path / "coloring"
    (folder / "instances").mkdir(parents=True)
    (folder / "family.py").write_text(FAMILY)
    (folder / "encoding.lp").write_text(ENCODING)
    (folder / "boards.lp").write_text(OPEN)
    (folder / "instances" / "path.lp").write_text(f"{PATH} given(2,red).")
    return str(folder / "family.py")


@pytest.mark.slow
def test_books_show_the_drawings_of_a_family(toy: str, tmp_path: Path) -> None:
    book = str(tmp_path / "book.pdf")
    done = galaxies("book", "--family", toy, "-o", book, f"{PATH} given(2,red).")
    assert done.returncode == 0
    *_, solution = PdfReader(book).pages
    assert solution.extract_text().count("(") == 3  # three colored nodes
    bare = Path(toy).parent
    (bare / "interface.lp").write_text("#show color/2.")
    done = galaxies("book", "--family", str(bare), "-o", book, f"{PATH} given(2,red).")
    assert done.returncode == 65
    assert done.stderr.decode().endswith("draws no boards, only facts\n")


@pytest.mark.slow
def test_every_command_takes_a_new_family(toy: str) -> None:
    family = ("--family", toy)
    done = galaxies("solve", "-n", "0", *family, PATH)
    assert b"exactly 2 solutions, verified\n" in done.stdout
    assert b"\ncolor(1,green) color(2,red) color(3,green)\n" in done.stdout
    given = f"{PATH} given(1,green)."
    assert galaxies("count", *family, given).stdout == b"1\n"
    (shared,) = answers(galaxies("forced", "--json", *family, given))
    assert shared["forced"] == ["color(1,green)", "color(2,red)", "color(3,green)"]
    done = galaxies("explain", "--at", "color(2,red)", *family, given)
    assert "neighbors have different colors (1 2 green)" in done.stdout.decode()
    assert galaxies("hint", *family, given).returncode == 0
    (way,) = answers(galaxies("walkthrough", "--json", *family, given))
    assert way["solved"]
    (answer,) = answers(galaxies("repair", "--json", "-n", "0", *family, PATH))
    assert {len(repair["changes"]) for repair in answer["repairs"]} == {1}
    assert len(answer["repairs"]) == 6
    lines = galaxies("solve", "-f", "facts", *family, given).stdout.decode()
    judged = galaxies("check", *family, stdin=lines)
    assert judged.stdout.endswith(b": correct\n")
    assert len(answers(galaxies("enumerate", "--json", *family, PATH))) == 3
    wrong = galaxies("check", *family, f"{PATH} color(2,red).")
    assert (wrong.returncode, b"node 1 has no color" in wrong.stdout) == (1, True)
    assert galaxies("render", *family, PATH).stdout == b"nothing\n"
    made = galaxies("generate", "--seed", "0", *family, "--size", "2x1", "-f", "facts")
    assert galaxies("count", *family, stdin=made.stdout).stdout == b"1\n"
    listed = galaxies("solve", "--json", *family, given).stdout
    assert json.loads(listed)["verified"]


def test_a_family_without_parts_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    (folder / "instances").mkdir(parents=True)
    (folder / "interface.lp").write_text("#show color/2.")
    (folder / "instances" / "path.lp").write_text(PATH)
    family = ("--family", str(folder))
    for command, message in (
        (("solve",), "no encoding of its own"),
        (("repair",), "no file that chooses clues"),
        (
            ("generate",),
            "neither a clue with a domain, nor a file that chooses",
        ),
    ):
        inputs = () if command == ("generate",) else (PATH,)
        done = galaxies(*command, *family, *inputs)
        assert done.returncode in (2, 65)
        assert message in done.stderr.decode()
        assert len(done.stderr.decode().strip().splitlines()) <= 4


def test_a_verifier_with_a_fault_is_named_with_its_line(toy: str) -> None:
    """Names of predicates that do not exist, too, are no tracebacks."""
    Path(toy).write_text(FAMILY.replace("atoms.color", "atoms.colour"))
    done = galaxies("check", "--family", toy, f"{PATH} color(1,red).")
    assert done.returncode == 2
    fault = "no predicate 'colour'; there are: color"
    assert done.stderr.decode() == f"galaxies: {toy}:6: verify: LookupError: {fault}\n"


@pytest.mark.parametrize(
    ("text", "command", "line", "fault"),
    [
        ("def verify(board): ...", "solve", 1, "verify: TypeError: verify() takes 1"),
        ("verify = 3", "solve", 1, "verify: TypeError: 'int' object is not callable"),
        ("def draw(board, atoms):\n  1/0", "solve", 2, "draw: ZeroDivisionError: "),
        (
            "def generator(rng): ...",
            "make",
            1,
            "generator: TypeError: generator()",
        ),
        (
            "def generator(rng, size, report):\n  return 'node('",
            "make",
            1,
            "generator: EncodingError: the facts, line 2, column 1: syntax error",
        ),
        ("def random_board(rng, board):\n  1/0", "make", 2, "random_board: ZeroDivis"),
    ],
)
def test_a_function_with_a_fault_is_named_with_its_line(
    toy: str, text: str, command: str, line: int, fault: str
) -> None:
    Path(toy).write_text(f"{text}\n")
    commands = {"solve": ("solve", PATH), "make": ("generate", "--size", "3x1")}
    name, *more = commands[command]
    done = galaxies(name, "--family", toy, *more)
    assert done.returncode == 2
    assert f"galaxies: {toy}:{line}: {fault}" in done.stderr.decode()


@pytest.mark.parametrize("text", ["OUTPUTS = ()", "def smaller(facts): ..."])
def test_names_that_are_not_read_any_more_are_refused(toy: str, text: str) -> None:
    Path(toy).write_text(text)
    done = galaxies("solve", "--family", toy, PATH)
    assert done.returncode == 2
    assert b" is not read any more; " in done.stderr
