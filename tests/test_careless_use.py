"""Wrong arguments of what the package offers: an error, and no wrong answer."""

from collections.abc import Callable, Iterator
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.commands import text

import galaxies_asp
from galaxies_asp import (
    NotationError,
    Point,
    Position,
    Puzzle,
    Rules,
    Search,
    Solution,
    count,
    enumerate_solutions,
    explain,
    forced,
    hint,
    is_unique,
    load,
    load_all,
    parse,
    parse_all,
    render,
    solve,
    verify,
    write,
)
from galaxies_asp.core.board.errors import OptionError, PuzzleError
from galaxies_asp.core.board.grid import HEXAGONAL
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.explaining import walkthrough
from galaxies_asp.generating import Recipe, make
from galaxies_asp.repairing import repair

PUZZLE = parse("7x7:cghsppedzzaccdtce")
QUESTIONS = [solve, enumerate_solutions, is_unique, count, forced]


def functions() -> Iterator[Callable[..., object]]:
    """Yield the functions that the package offers."""
    for name in galaxies_asp.__all__:
        offered = getattr(galaxies_asp, name)
        if callable(offered) and not isinstance(offered, type):
            yield offered


@pytest.mark.parametrize("function", [*functions()], ids=lambda one: one.__name__)
def test_wrong_kinds_are_errors_that_say_what_to_pass(
    function: Callable[..., object],
) -> None:
    for name, parameter in signature(function).parameters.items():
        is_open = parameter.kind is Parameter.VAR_KEYWORD
        of_types = name in ("workers", "shading")  # of classes imported for types alone
        if not is_open and not of_types:
            with pytest.raises(TypeError, match=rf"{name} is object .*; pass \w+"):
                function(**{name: object()})
    if function is not galaxies_asp.render:  # it passes others on
        with pytest.raises(TypeError, match=r"has no parameter 'nmae'; there are \w+"):
            function(nmae=1)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: render("x"), "parse"),
        (lambda: render(solve(PUZZLE)), "one of its `solutions`"),
        (lambda: verify([[0]]), "pass a Position"),
        (lambda: solve(PUZZLE, encoding="idp"), "did you mean 'rules'"),
        (lambda: solve(PUZZLE, 2.5), "models is float 2.5; pass a whole number"),
        (lambda: solve(PUZZLE, seed="x"), "seed is str 'x'; pass a whole number"),
        (lambda: explain(PUZZLE, 7), r"at is int 7; pass"),
        (lambda: hint(PUZZLE, near="c1r1"), "near is str 'c1r1'; pass"),
        (lambda: Search(PUZZLE), "pass a SolveRequest"),
        (lambda: Recipe(5, 5, style="winding"), "style is str 'winding'; pass a Style"),
        (lambda: Recipe(5, 5, seed=0.5), "seed is float 0.5; pass a whole number"),
        (lambda: Recipe("5", 5), "width is str '5'; pass a whole number"),
        (lambda: Position("x"), "puzzle is str 'x'; pass a Puzzle"),
        (lambda: Solution("x", [[0]]), "puzzle is str 'x'; pass a Puzzle"),
    ],
)
def test_natural_mistakes(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        call()


def test_pairs_are_points() -> None:
    (solution,) = solve(PUZZLE).solutions
    assert explain(PUZZLE, (1, 1)) == explain(PUZZLE, Point(1, 1))
    assert hint(PUZZLE, near=[(1, 1)]) == hint(PUZZLE, near=[Point(1, 1)])
    pair: Any = (1, 1)
    assert solution.label(pair) == solution.label(Point(1, 1))
    assert PUZZLE.has_cell(pair)


def test_texts_of_answers() -> None:
    result = solve(load("idp-7x7"))
    printed = text("solve", "idp-7x7").stdout
    assert str(result) == printed.rstrip()
    assert repr(result) == "<Result unique, 11 dots, 7x7>"
    (position,) = parse_all("7x7:cghsppedzzaccdtce")
    objects = (
        *(result, result.solutions[0], result.puzzle, position, sheet_of(position)),
        *(count(PUZZLE), forced(PUZZLE), hint(PUZZLE), explain(PUZZLE, (1, 1))),
        *(walkthrough(PUZZLE), enumerate_solutions(PUZZLE), Rules(), Point(1, 1)),
        *(Recipe(40, 40, black=0.5, holes=3, dots=(1, 9)), make(Recipe(3, 3))),
        *(load("s3a"), solve(load("s3a")), repair(PUZZLE)),
    )
    for one in objects:
        assert "\n" not in repr(one)
        assert len(repr(one)) < 88, repr(one)


def test_sources(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("7x7:cghsppedzzaccdtce\n5x4:fucgdm\n")
    (tmp_path / "a.json").write_text(write(load("idp-5x5"), "json"))
    (tmp_path / "README.md").write_text("Two files.")
    path = tmp_path / "b.txt"
    assert load("7x7:cghsppedzzaccdtce") == load(f"{path}#1") == PUZZLE
    assert load_all(path)[0].puzzle == PUZZLE
    several = load_all(tmp_path)
    assert [one.puzzle.width for one in several] == [5, 7, 5]
    assert load("tatham-normal-7x7#3") == load_all("tatham-normal-7x7")[2].puzzle
    for wrong, said in (
        (path, "holds 2 puzzles; name one, as in"),
        (f"{path}#3", "there is no puzzle 3 of 2"),
        ("idp-15x16", "did you mean 'idp-15x15'"),
        (tmp_path / "none.txt", "there is no such file"),
        ("width(3). height(3). number((1,1)", "line 1, column 22"),
    ):
        with pytest.raises(NotationError, match=said):
            load(wrong)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("other", ["7x7:cghsppedzzaccdtce", [PUZZLE]])
def test_what_is_no_puzzle(question: Callable[[Any], object], other: object) -> None:
    with pytest.raises(TypeError, match=f"puzzle is {type(other).__name__} .*; pass"):
        question(other)


def test_a_position_is_asked_about_its_puzzle() -> None:
    position = Position(PUZZLE)
    assert solve(position).solutions == solve(PUZZLE).solutions
    assert [*enumerate_solutions(position)] == [*enumerate_solutions(PUZZLE)]
    assert is_unique(position)
    assert count(position).total == 1
    assert forced(position).dots == forced(PUZZLE).dots


@pytest.mark.parametrize("question", [*QUESTIONS, hint])
@pytest.mark.parametrize("rules", [None, ["grow"]])
def test_what_are_no_rules(question: Callable[..., object], rules: object) -> None:
    with pytest.raises(TypeError, match=r"rules is \w+ .*; pass Rules or a text"):
        question(PUZZLE, rules=rules)


@pytest.mark.parametrize("variants", [{"rectangel"}, ["x"], [1]])
def test_unknown_variants(variants: Any) -> None:
    (solution,) = solve(PUZZLE).solutions
    with pytest.raises(PuzzleError, match=r"no variant .*; there are toroidal"):
        verify(solution, variants=variants)
    with pytest.raises(PuzzleError, match=r"no variant .*; there are toroidal"):
        Puzzle(3, 3, variants=variants)


def test_names_of_variants_from_any_iterable() -> None:
    puzzle: Any = Puzzle(3, 3, ((3, 3),), variants=(name for name in ["thin"]))
    assert puzzle == Puzzle(3, 3, ((3, 3),), variants={"thin"})
    (whole,) = solve(Puzzle(3, 3, ((3, 3),))).solutions
    assert verify(whole) == []
    assert len(verify(whole, variants=(name for name in ["thin"]))) == 4


@pytest.mark.parametrize("level", [0, -1, 9])
def test_levels_of_hints_that_do_not_exist(level: Any) -> None:
    with pytest.raises(OptionError, match=f"level {level}: 1 to 8 are possible"):
        hint(PUZZLE, level=level)


def test_sizes_and_lattices_of_other_types() -> None:
    width: Any = np.int64(3)
    assert Puzzle(width, 1, ((3, 1),)) == Puzzle(3, 1, ((3, 1),))
    lattice: Any = "hexagonal"
    assert Puzzle(3, 3, ((3, 3),), lattice=lattice).lattice == HEXAGONAL
    for wrong in (2.0, "3", True):
        with pytest.raises(PuzzleError, match=f"width is {wrong!r}, which is no whole"):
            Puzzle(wrong, 1)  # type: ignore[arg-type]
    lattice = "triangular"
    with pytest.raises(PuzzleError, match="no lattice 'triangular'; there are square"):
        Puzzle(3, 3, lattice=lattice)


def test_rules_of_recipes_by_name() -> None:
    rules: Any = "grow"
    made = make(Recipe(4, 4, rules=rules))
    assert solve(made.puzzle, rules="grow").status == "unique"
    with pytest.raises(TypeError, match="rules are Rules of a text, or a text, not"):
        Recipe(4, 4, rules=[rules])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rules are Rules of a text, or a text, not"):
        solve(PUZZLE, rules=Rules(3.5))  # type: ignore[arg-type]
