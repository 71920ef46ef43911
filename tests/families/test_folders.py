"""A puzzle type is a folder: each command is called on one that the test writes."""

import os
import re
import shutil
from itertools import combinations, product
from pathlib import Path

import pytest
from oracles.folders import loops
from support.commands import answers, galaxies, lab
from support.marks import POSIX, nightly_if

from galaxies_asp.core.asp.atoms import facts_of, values
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.grid import SQUARE, Point, reachable
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import Instance, Output, faults_of
from galaxies_asp.lab.lint import lint
from galaxies_asp.solving.search import solve

RULES = """\
%*
Rooks: one in each row and column
*%
#include "cells.lp".

%*! given(P)
Input. A rook stands on the cell P. Domain: cell(P). Drawing: symbol R.
*%
#defined given/1.

%*! rook(P)
Output. A rook stands on the cell P. Drawing: dot.
*%
#show rook/1.

{ rook(P) : cell(P) }.
% Test: a given rook stands there
:- given(P), not rook(P).
% Test: each row has one rook
:- cell((_,Y)), { rook((X,Y)) } != 1.
% Test: each column has one rook
:- cell((X,_)), { rook((X,Y)) } != 1.
"""
SIZE = "width(3). height(3)."


@pytest.fixture
def rooks(tmp_path: Path) -> str:
    folder = tmp_path / "rooks"
    (folder / "instances").mkdir(parents=True)
    (folder / "encoding.lp").write_text(RULES)
    (folder / "instances" / "three.lp").write_text(f"% solutions: 6\n{SIZE}")
    return str(folder)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "Drawing: dot.",
            "Drawing: star.",
            "'star' is no drawing; one of color, shade, ",
        ),
        ("Drawing: dot.", "Drawing: shades.", ".* did you mean 'shade'"),
        ("symbol R.", "symbol.", "symbol has a text, or one for each value"),
        ("symbol R.", "symbol R Words: {P} is.", "symbol has a text, or one for each"),
        ("symbol R.", "symbol a=1; b=2.", "symbol has a text, or one for each"),
        ("Drawing: dot.", "Drawing: dot 3.", "dot has nothing behind it, not '3'"),
        (
            "Drawing: dot.",
            "Drawing: line thick.",
            "line has thin behind it, not 'thick'; did you mean 'thin'",
        ),
        ("Drawing: dot.", "Drawing: number.", "number shows the last argument"),
        ("Drawing: dot.", "Drawing: color.", "color shows the last argument"),
        (
            "Domain: cell",
            "Domian: cell",
            "'Domian' says nothing; did you mean 'Domain'",
        ),
        ("Output. A", "Ouptut. A", "'Ouptut' says nothing; did you mean 'Output'"),
        (
            "Drawing: dot.",
            "Domain: cell(P).",
            "only an Input has a Domain; this is Out",
        ),
        ("Domain: cell", "Generate: cell", "Generate adds to a Domain, and there is"),
        ("Drawing: dot.", "Words: {Q} has a rook.", "Q is none of its arguments"),
        ("Drawing: dot.", "Words: a | b | c.", "Words are two sentences at most"),
        ("Drawing: dot.", "Exclusive: N.", "N is none of its arguments"),
        ("Drawing: dot.", "Cut: {N} is alone.", "N is none of its arguments"),
        ("Drawing: dot.", "Drawing: dot. Drawing: shade.", "Drawing stands twice"),
        ("Drawing: dot.", "Words: {P is empty.", "in Words, arguments stand in braces"),
        ("Domain: cell(P)", "Domain: cell(Q)", "the Domain does not say what P is"),
    ],
)
def test_a_declaration_that_means_nothing_is_refused(
    rooks: str, old: str, new: str, fault: str
) -> None:
    Path(rooks, "encoding.lp").write_text(RULES.replace(old, new))
    done = galaxies("solve", "--family", rooks, SIZE)
    assert done.returncode == 65
    said = done.stderr.decode()
    (place,) = re.findall(rf":(\d+): the declaration of \w+\(P\): {fault}.*\n", said)
    assert f"{rooks}/encoding.lp:{place}:" in said
    assert "%*! " in RULES.splitlines()[int(place) - 1]


def test_an_instance_has_declared_facts_only(rooks: str) -> None:
    instance = Path(rooks, "instances", "one.lp")
    instance.parent.mkdir(exist_ok=True)
    instance.write_text("width(3). height(3). gven((1,1)).")
    done = galaxies("solve", "--family", rooks, SIZE)
    assert done.returncode == 65
    fault = "gven((1,1)): no comment declares gven/1; did you mean 'given/1'?"
    assert f"{instance}: {fault}" in done.stderr.decode()


def test_a_comment_that_looks_like_a_declaration_is_refused(rooks: str) -> None:
    encoding = Path(rooks, "encoding.lp")
    encoding.write_text(RULES.replace("%*! given(P)", "%* given(P)"))
    done = galaxies("solve", "--family", rooks, SIZE)
    assert done.returncode == 65
    assert "a declaration begins with '%*! given(P)', not" in done.stderr.decode()


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (
            "Adress: mine, cells(given).",
            "'Adress' says nothing; did you mean 'Address'?",
        ),
        (
            "address: mine, cells(given).",
            "'address' says nothing; did you mean 'Address'?",
        ),
        ("Address: mine, cells(given)", "Address: names and kinds, divided by commas"),
        (
            "Address: mine, cells(gven).",
            "Address: no comment declares 'gven'; did you mean 'given'?",
        ),
        (
            "Game: mine, numbers(gven).",
            "Game: no comment declares 'gven'; did you mean 'given'?",
        ),
        ("Made: 7 to, easy.", "Made: has two sizes and grades, such as"),
        ("Made: 9x9 to 7x7.", "Made: the usual size comes first"),
        (
            "Lattice: hexagonl.",
            "Lattice: 'hexagonl' is no lattice; one of square, hexagonal; did you mean "
            "'hexagonal'?",
        ),
        (
            "Lattice: square.\nLattice: hexagonal.",
            "Lattice: hexagonal, but",
        ),
    ],
)
def test_a_misspelled_header_is_refused_with_its_line(
    rooks: str, header: str, said: str
) -> None:
    encoding = Path(rooks, "encoding.lp")
    column = "Rooks: one in each row and column"
    encoding.write_text(RULES.replace(column, f"{column}\n\n{header}"))
    done = galaxies("solve", "--family", rooks, SIZE)
    assert done.returncode == 65
    line = 4 + header.count("\n")
    assert f"{rooks}/encoding.lp:{line}: {said}" in done.stderr.decode()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("Domain: cell(P)", "Domain: cel(P)", r"no rule defines 'cel'.* mean 'cell'"),
        ("cells.lp", "cell.lp", "there is no file 'cell.lp' .* mean 'cells.lp'"),
        ("Domain: cell(P)", "Domain: cell(P", r"the domain cell\(P is refused: syntax"),
        ("Domain: cell(P)", "Domain: cell(P), N > 0", "the domain .* refused: 'N' is"),
        ("*%\n#defined", "*%\n%*! given(P)\nInput.\n*%\n#defined", "another one above"),
    ],
)
def test_a_misspelled_name_is_refused_with_its_line(
    rooks: str, old: str, new: str, fault: str
) -> None:
    encoding = Path(rooks, "encoding.lp")
    assert old in RULES
    encoding.write_text(RULES.replace(old, new))
    done = galaxies("solve", "--family", rooks, f"{SIZE} given((1,1)).")
    assert done.returncode == 65
    assert re.search(rf"{rooks}/encoding.lp:\d+: .*{fault}", done.stderr.decode())


def test_each_of_several_outputs_can_be_counted(rooks: str) -> None:
    encoding = Path(rooks, "encoding.lp")
    more = "%*! mark(P)\nOutput. P is marked.\n*%\n#show mark/1.\n{ mark((1,1)) }.\n"
    encoding.write_text(RULES + more)
    for part, number in (("rook", b"6\n"), ("mark", b"2\n")):
        counted = galaxies("count", "--family", rooks, "--of", part, SIZE)
        assert counted.stdout == number
    assert galaxies("count", "--family", rooks, SIZE).stdout == b"12\n"


def test_numbers_need_a_domain(rooks: str) -> None:
    encoding = Path(rooks, "encoding.lp")
    rules = RULES.replace("given(P)", "given(P,N)").replace("given/1", "given/2")
    for drawing in ("number", "number circled", "block"):
        of = rules.replace("Domain: cell(P). Drawing: symbol R", f"Drawing: {drawing}")
        encoding.write_text(of)
        family_named.cache_clear()
        done = galaxies("solve", "--family", rooks, SIZE)
        assert done.returncode == 65
        assert b"such as Domain: cell(P), N = 0..9." in done.stderr


@pytest.mark.parametrize("drawing", ["line", "wall"])
def test_a_drawing_that_has_no_place_there_is_refused(rooks: str, drawing: str) -> None:
    encoding = Path(rooks, "encoding.lp")
    encoding.write_text(RULES.replace("Drawing: dot", f"Drawing: {drawing}"))
    done = galaxies("solve", "--family", rooks, SIZE)
    assert done.returncode == 65
    said = rf"rook\(P\) is drawn as {drawing}, but \(\d,\d\) is no side of a cell"
    assert re.search(said, done.stderr.decode())


@pytest.mark.slow
def test_an_encoding_of_a_folder_asks_for_its_family(rooks: str) -> None:
    done = galaxies("lab", "lint", f"{rooks}/encoding.lp")
    assert b"--family FOLDER" in done.stderr


@pytest.mark.slow
def test_every_command_takes_a_folder(rooks: str, tmp_path: Path) -> None:
    family, given = ("--family", rooks), f"{SIZE} given((1,1))."
    done = galaxies("solve", "-n", "0", *family, SIZE)
    assert b"exactly 6 solutions, not verified" in done.stdout
    assert galaxies("count", *family, given).stdout == b"2\n"
    assert len(answers(galaxies("enumerate", "--json", *family, SIZE))) == 7
    (shared,) = answers(galaxies("forced", "--json", *family, given))
    assert shared["forced"] == ["rook((1,1))"]
    done = galaxies("explain", "--at", "1,3", *family, given)
    for said in (
        "there is a rook at c1r1: a given rook stands there",
        "each column has one rook (column 1)",
    ):
        assert said in done.stdout.decode()
    assert "There is no rook at c1r2." in done.stdout.decode()
    assert galaxies("hint", *family, given).returncode == 0
    two = f"{given} given((3,5))."
    (way,) = answers(galaxies("walkthrough", "--json", *family, two))
    assert way["solved"]
    drawing = galaxies("render", *family, two).stdout.decode().splitlines()
    assert [line for line in drawing if "R" in line] == [
        "r1 ┆ R ┆   ┆   ┆",
        "r3 ┆   ┆ R ┆   ┆",
    ]
    made = galaxies(
        "generate", "--seed", "0", *family, "--size", "4x4", "-f", "facts"
    ).stdout
    assert galaxies("count", *family, stdin=made).stdout == b"1\n"
    (answer,) = answers(galaxies("repair", "--json", "-n", "0", *family, SIZE))
    assert {len(one["changes"]) for one in answer["repairs"]} == {2}
    solved = galaxies("solve", "-f", "facts", *family, two).stdout
    assert galaxies("check", *family, stdin=solved).stdout.endswith(b": correct\n")
    wrong = galaxies("check", *family, f"{two} rook((1,1)).")
    assert (wrong.returncode, b"one rook (column 2 and column 3)" in wrong.stdout) == (
        1,
        True,
    )
    assert galaxies("convert", "-f", "facts", *family, stdin=made).stdout == made
    for file in ("book.pdf", "board.svg", "board.png"):
        command = "book" if file.startswith("book") else "render"
        done = galaxies(command, *family, "-o", str(tmp_path / file), two)
        assert (done.returncode, (tmp_path / file).stat().st_size > 500) == (0, True)


@pytest.mark.nightly
def test_commands_of_the_lab_take_a_folder(rooks: str, tmp_path: Path) -> None:
    other = tmp_path / "other.lp"
    other.write_text(RULES.replace("{ rook((X,Y)) } != 1", "not { rook((X,Y)) } = 1"))
    encoding, family = str(Path(rooks) / "encoding.lp"), ("--family", rooks)
    assert lint(compared_family(rooks), encoding) == []
    for command in (
        ("compare", encoding, str(other), "--boards", "exhaustive=2x2", "--seeds", "0"),
        ("prove", encoding, str(other), "--cpu-limit", "5"),
        *((name, "encoding.lp", "three") for name in ("ground", "export")),
        ("rules", "encoding.lp"),
        ("show", "encoding.lp"),
    ):
        code, out, err = lab(*command, *family)
        assert (code, bool(out + err)) == (0, True), command
    three = Path(rooks) / "instances" / "three.lp"
    three.write_text(f"% solutions: 5\n{SIZE}")
    family_named.cache_clear()
    (found,) = lint(compared_family(rooks + "/"), encoding)
    assert str(found).endswith("at least 6 solutions, not 5 as stated [example]")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (
            f"{SIZE}\n  given((2,1)).",
            "line 2, column 3: given((2,1)): its ",
        ),
        (
            f"{SIZE} given((1,1)).\ngiven((1,1)).",
            "line 2, column 1: given((1,1)): ",
        ),
        (f"{SIZE}\nrock((1,1)).", "line 2, column 1: rock((1,1)): unknown predicate"),
        ("width(3).", "there is no fact height(N)"),
        (f"{SIZE} given((1,1..1000000000)).", "it has over 100000 ground rules"),
        ("width(1000000000). height(1).", "the width is over the limit of 4000000"),
        ("width(3000). height(3000).", "a board of 3000x3000 cells is over the limit"),
        ("width(x). height(3).", "width is 'x', which is no whole number"),
    ],
)
def test_wrong_facts_are_refused_with_their_place(
    rooks: str, facts: str, message: str
) -> None:
    done = galaxies("solve", "--family", rooks, facts)
    assert (done.returncode, done.stdout) == (65, b"")
    assert message in done.stderr.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("domain", "limit", "code"), [("cell(P)", "1", 3), ("far(P)", "600", 65)]
)
def test_infinite_rules_end_at_a_limit(
    rooks: str, domain: str, limit: str, code: int
) -> None:
    rules = RULES.replace("Domain: cell(P)", f"Domain: {domain}")
    Path(rooks, "encoding.lp").write_text(f"{rules}far(0). far(X+1) :- far(X).\n")
    limited = ("--family", rooks, "--time-limit", limit, f"{SIZE} given((1,1)).")
    done = galaxies("solve", *limited)
    assert done.returncode == code
    assert (b"it has over 400000 ground rules" in done.stderr) == (code == 65)


def test_only_regular_files_are_instances(rooks: str) -> None:
    loop = Path(rooks, "instances", "loop.lp")
    loop.symlink_to("loop.lp")
    loop.with_name("folder.lp").mkdir()
    assert [*compared_family(rooks).instances] == ["three"]


@POSIX
def test_a_pipe_is_no_instance(rooks: str) -> None:
    pipe = Path(rooks, "instances", "pipe.lp")
    os.mkfifo(pipe)
    assert [*compared_family(rooks).instances] == ["three"]
    done = galaxies("lab", "compare", "--family", rooks, "encoding.lp", str(pipe))
    assert done.returncode == 65


def test_a_folder_without_output_is_refused(rooks: str) -> None:
    encoding = Path(rooks) / "encoding.lp"
    encoding.write_text("{ rook(P) : cell(P) }. cell(1..2).")
    done = galaxies("solve", "--family", rooks, SIZE)
    assert (done.returncode, done.stderr.count(b"\n")) == (65, 1)
    assert b"a family needs an output" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly_if("hexagonal-fences".__eq__, folders()))
def test_shipped_families_have_the_stated_solutions(name: str) -> None:
    subject = compared_family(name)
    assert subject.stated
    assert lint(subject, str(folders()[name] / "encoding.lp")) == []


@pytest.mark.slow
def test_slitherlink_has_the_loops_of_brute_force() -> None:
    family = family_named("slitherlink")
    every = solve(Sheet(family, "", family.puzzle(SIZE)), 0)
    drawn = {
        frozenset(side for (side,) in values(plain.atoms, "loop"))
        for plain in every.solutions
    }
    assert drawn == set(loops(3, 3))
    clues = [((1, 1), 3), ((5, 1), 1), ((3, 3), 2), ((5, 5), 2)]
    facts = "".join(f" number(({x},{y}),{n})." for (x, y), n in clues)
    some = solve(Sheet(family, "", family.puzzle(SIZE + facts)), 0)
    around = {
        (x, y): {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} for (x, y), _ in clues
    }
    assert {
        frozenset(side for (side,) in values(plain.atoms, "loop"))
        for plain in some.solutions
    } == {one for one in drawn if all(len(one & around[c]) == n for c, n in clues)}


@pytest.mark.slow
def test_nurikabe_has_the_solutions_of_brute_force() -> None:
    family = compared_family(str(folders()["nurikabe"] / "family.py"))
    facts = "width(4). height(3). number((1,1),2). number((7,3),3). number((3,5),1)."
    puzzle = family.puzzle(facts)
    places = [Point(x, y) for x in (1, 3, 5, 7) for y in (1, 3, 5)]
    cells = [Atom("shaded", (place,)) for place in places]
    right = {
        frozenset(shaded)
        for number in range(len(cells) + 1)
        for shaded in combinations(cells, number)
        if not faults_of(family, Instance("", facts), Output(frozenset(shaded)))
    }
    found = solve(Sheet(family, "", puzzle), 0)
    assert found.verified
    assert {plain.atoms for plain in found.solutions} == right
    assert right


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(folders()))
def test_copies_of_shipped_folders_work(name: str, tmp_path: Path) -> None:
    """Without the files above the original folder."""
    copy = shutil.copytree(folders()[name], tmp_path / "mine")
    (instance, *_) = sorted((copy / "instances").glob("*.lp"))
    shipped, copied = (
        galaxies("count", "--family", family, str(instance)).stdout
        for family in (name, str(copy))
    )
    assert shipped == copied
    assert shipped.strip().isdigit()


def test_new_folders_work_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    done = galaxies("lab", "new", str(folder))
    assert (done.returncode, done.stdout.count(b"\n")) == (0, 3)
    family = compared_family(str(folder))
    assert lint(family, str(folder / "encoding.lp")) == []
    made = galaxies(
        "generate", "--seed", "0", "--family", str(folder), "--size", "3", "-f", "facts"
    )
    counted = galaxies("count", "--family", str(folder), stdin=made.stdout)
    assert counted.stdout == b"1\n"
    again = galaxies("lab", "new", str(folder))
    assert (again.returncode, b"there is one already" in again.stderr) == (2, True)


def test_lint_needs_no_domain_of_what_boards_lp_chooses(tmp_path: Path) -> None:
    copy = shutil.copytree(folders()["heyawake"], tmp_path / "mine")
    assert lint(compared_family(str(copy)), str(copy / "encoding.lp")) == []


def test_regions_have_thick_borders() -> None:
    family = family_named("star-battle")
    facts = "width(2). height(2). region((1,1),1). region((3,1),1). region((1,3),2)."
    puzzle = family.puzzle(facts + " region((3,3),2).")
    text = family.text(puzzle, PLAIN._replace(rulers=False))
    assert text == "┏━━━┯━━━┓\n┃   ┆   ┃\n┣━━━┿━━━┫\n┃   ┆   ┃\n┗━━━┷━━━┛\n"


def _area(start: Point, among: set[Point]) -> set[Point]:
    return reachable([start], lambda p: among.intersection(SQUARE.adjacent_cells(p)))


@pytest.mark.parametrize("sizes", ["", "region_size(2,3)."])
def test_sampled_regions_are_all_connected_divisions(
    sizes: str, tmp_path: Path
) -> None:
    """Of 2 x 3 cells into 2 named regions."""
    places = [Point(x, y) for x in (1, 3) for y in (1, 3, 5)]
    right = set()
    for names in product((1, 2), repeat=6):
        named = dict(zip(places, names, strict=True))
        parts = [{p for p in places if named[p] == name} for name in (1, 2)]
        joined = (part and _area(min(part), part) == part for part in parts)
        if all(joined) and (not sizes or {*map(len, parts)} == {3}):
            right.add(names)
    folder = tmp_path / "divided"
    folder.mkdir()
    (folder / "encoding.lp").write_text(
        '#include "regions.lp".\n#show region/2.\nregion_name(1..2).\n' + sizes
    )
    family = family_named(str(folder))
    found = solve(Sheet(family, "", family.puzzle("width(2). height(3).")), 0)
    assert {
        tuple(n for _, n in sorted(values(one.atoms, "region")))
        for one in found.solutions
    } == right


def test_boards_that_are_derived_are_printed(tmp_path: Path) -> None:
    """Declared inputs, and neither what else is chosen nor what is derived."""
    folder = tmp_path / "derived"
    folder.mkdir()
    (folder / "encoding.lp").write_text(
        '#include "cells.lp".\n%*! wall(P)\nInput. P is a wall. Drawing: shade.\n*%\n'
        "#defined wall/1.\n%*! mark(P)\nOutput. P is marked. Drawing: dot.\n*%\n"
        "{ mark(P) : cell(P), not wall(P) } = 1.\n#show mark/1.\n"
    )
    (folder / "boards.lp").write_text(
        '#include "cells.lp".\n{ open(P) : cell(P) }.\n'
        "wall(P) :- cell(P), not open(P).\nnear(P) :- open(P).\n"
    )
    made = galaxies(
        "generate", "--seed", "0", "--family", str(folder), "--size", "2", "-f", "facts"
    )
    facts = made.stdout.decode().split()
    assert len(facts) == 5
    assert sum(fact.startswith("wall(") for fact in facts) == 3
    solved = galaxies("count", "--family", str(folder), stdin=made.stdout)
    assert solved.stdout == b"1\n"


def test_hitori_with_empty_cells_is_verified() -> None:
    sheet = next(
        iter(family_named("hitori").read("width(2). height(1). number((1,1),1)."))
    )
    assert {len(one.atoms) for one in solve(sheet, 9).solutions} == {0, 1}
    drawn = sheet.with_atoms(frozenset(facts_of("shaded((1,1)). shaded((3,1)).")))
    assert "touch" in str(sheet.family.verify(drawn.position))


def test_boards_that_choose_no_clue_are_refused(rooks: str) -> None:
    Path(rooks, "boards.lp").write_text("{ other }.")
    done = galaxies("generate", "--family", rooks, "--size", "3")
    assert done.returncode == 65
    assert b"boards.lp: it chooses none of the inputs given/1" in done.stderr


@pytest.mark.slow
def test_a_domain_that_is_too_large_is_refused(rooks: str) -> None:
    large = RULES.replace("given(P)", "given(P,N)").replace("given/1", "given/2")
    large = large.replace("Domain: cell(P)", "Domain: cell(P), N = 0..1000000000")
    Path(rooks, "encoding.lp").write_text(large)
    done = galaxies("generate", "--family", rooks, "--size", "3")
    assert done.returncode == 65
    assert b"encoding.lp:6: the domain" in done.stderr
    assert b"it has over 400000 ground rules" in done.stderr
