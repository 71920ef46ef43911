"""Repairs under any rules: the same costs as brute force over all small changes."""

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from oracles.galaxies import answers
from oracles.repairs import cheapest_of_all
from support.commands import text as run
from support.encodings import OWN, STANDARD
from support.marks import slow_if
from support.random_puzzles import random_puzzle
from support.repairs import KINDS, damaged

from galaxies_asp import parse, solve
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.declarations import Clue
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.board.grid import LATTICES, Lattice, Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.repairing import Allowed, Edit, repair, repair_in_words

DOTS = Allowed(dict.fromkeys((Edit.ADD, Edit.REMOVE, Edit.MOVE), 1))
CLUED = Puzzle(4, 1, [(2, 1), (6, 1)])
STRIP = Puzzle(4, 1, [(2, 1), (5, 1)])
SQUARE = Puzzle(2, 2, [(1, 1), (3, 3)])
SEVERAL = Puzzle(3, 2, [(3, 2)])


def is_unique(puzzle: Puzzle, rules: Rules) -> bool:
    result = solve(puzzle, rules=rules)
    return result.status == "unique"


def one_change(puzzle: Puzzle) -> set[frozenset[Point]]:
    """Return the dots of the puzzles that differ by one dot or one short move."""
    points = product(range(1, 2 * puzzle.width), range(1, 2 * puzzle.height))
    dots = frozenset(puzzle.centers)
    new = {Point(*point) for point in points} - dots
    fewer = {dots - {dot} for dot in dots}
    return {
        *fewer,
        *(dots | {dot} for dot in new),
        *(
            dots - {dot} | {end}
            for dot, end in product(dots, new)
            if abs(dot.x - end.x) <= 1 and abs(dot.y - end.y) <= 1
        ),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle", slow_if(lambda puzzle: puzzle != STRIP, [STRIP, SQUARE, SEVERAL])
)
@pytest.mark.parametrize(
    "variant",
    [None, *sorted(set(RuleVariant) - {RuleVariant.HIDDEN_DOTS, RuleVariant.TOROIDAL})],
)
def test_all_repairs_of_one_change(puzzle: Puzzle, variant: RuleVariant | None) -> None:
    rules = Rules("grow")
    if variant is not None:
        rules, puzzle = Rules(), replace(puzzle, variants=frozenset({variant}))
    answer = repair(puzzle, DOTS, 0, rules)
    right = {
        dots
        for dots in one_change(puzzle)
        if is_unique(replace(puzzle, centers=tuple(sorted(dots))), rules)
    }
    if answer.is_sound:
        assert is_unique(puzzle, rules)
        assert not answer.repairs
    elif right:
        assert answer.minimal
        assert {frozenset(one.puzzle.centers) for one in answer.repairs} == right
    else:
        assert not answer.repairs or answer.repairs[0].cost > 1


@pytest.mark.parametrize("name", STANDARD)
def test_encodings_of_users_find_the_same_costs(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(STANDARD[name])
    for puzzle in (SEVERAL, STRIP):
        ours = repair(puzzle, rules=Rules(str(path)))
        theirs = repair(puzzle)
        assert ours.is_sound == theirs.is_sound
        if theirs.best is not None:
            assert ours.best is not None
            assert (ours.minimal, ours.best.cost) == (True, theirs.best.cost)


@pytest.mark.slow
@pytest.mark.parametrize("seed", slow_if(lambda seed: seed > 5, range(12)))
def test_changes_of_all_kinds(seed: int) -> None:
    """Any encoding of the standard rules gives the repairs that bit sets give."""
    puzzle, allowed = damaged(3, 2, random.Random(seed))
    ours, theirs = (
        repair(puzzle, allowed, 0, rules) for rules in (Rules("grow"), Rules())
    )
    assert ours.is_sound == theirs.is_sound
    targets = [
        [(frozenset(r.puzzle.centers), r.puzzle.walls) for r in answer.repairs]
        for answer in (ours, theirs)
    ]
    assert set(targets[0]) == set(targets[1])
    assert len(set(targets[0])) == len(targets[0])


@pytest.mark.slow
def test_one_wall_where_several_solutions_differ() -> None:
    """A solution says nothing against a puzzle of which it is the only one."""
    puzzle = parse("6x5:qzceezc")
    walls = Allowed({Edit.DRAW: 1})
    answer = repair(puzzle, walls, 0, Rules("grow"))
    assert answer.best is not None
    assert (answer.minimal, answer.best.cost) == (True, 1)
    changes = {repair.changes for repair in answer.repairs}
    assert changes == {repair.changes for repair in repair(puzzle, walls, 0).repairs}


def test_any_models_are_repaired_without_a_verifier() -> None:
    answer = repair(parse("6x4:bgqhhrhg"), DOTS, rules=Rules(verifier="no-verifier"))
    assert answer.best is not None
    assert (answer.minimal, answer.best.cost) == (True, 2)


def test_rules_of_users(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(OWN["rectangles"])
    answer = repair(Puzzle(3, 1, [(1, 1), (5, 1)]), rules=Rules(str(path)))
    assert answer.best is not None
    assert (answer.minimal, answer.best.cost) == (True, 1)
    assert is_unique(answer.best.puzzle, Rules(str(path)))


def test_what_cannot_be_repaired_is_refused() -> None:
    hidden = replace(SEVERAL, variants=frozenset({RuleVariant.HIDDEN_DOTS}))
    with pytest.raises(OptionError, match="hidden dots are not repaired"):
        repair(hidden)
    with pytest.raises(GalaxiesError):
        repair(SEVERAL, rules=Rules("no-such"))
    result = run("repair", "--with", "hidden-dots", "6x6:pzizizcf")
    assert result.returncode != 0
    assert "hidden dots are not repaired" in result.stderr


STARS = """
%*! star(P)
Input. The cell P contains a star. Domain: cell(P). Drawing: symbol ★.
*%
#defined star/1.

:- center(C), { galaxy(P,C) : star(P) } != 1.
"""


@pytest.mark.slow
@pytest.mark.parametrize("given", [(), ((1, 1),), ((1, 1), (3, 1), (7, 1))])
def test_declared_clues_are_written_and_deleted(
    given: tuple[tuple[int, int], ...], tmp_path: Path
) -> None:
    (tmp_path / "stars.lp").write_text(STARS)
    rules = Rules(f"grow+{tmp_path / 'stars.lp'}")
    cells = list(CLUED.cells())
    ways = {
        frozenset(stars)
        for number in range(4)
        for stars in combinations(cells, number)
        if is_unique(_starred(stars), rules)
    }
    changes = {stars: len(stars ^ frozenset(given)) for stars in ways}
    least = min(changes.values())
    allowed = Allowed({Edit.WRITE: 1, Edit.DELETE: 1})
    answer = repair(_starred(given), allowed, 0, rules)
    if not least:
        assert answer.is_sound
        return
    assert answer.minimal
    assert {one.puzzle for one in answer.repairs} == {
        _starred(stars) for stars, cost in changes.items() if cost == least
    }


def _starred(cells: Iterable[tuple[int, int]]) -> Puzzle:
    return replace(CLUED, clues=tuple(Clue(f"star(({x},{y}))") for x, y in cells))


@pytest.mark.parametrize(("given", "cost"), [((), 1), (("black_cells(1)",), 2)])
def test_the_number_of_black_cells_is_a_clue(given: tuple[str, ...], cost: int) -> None:
    """The region is one cell or three, so two cells are black or none."""
    variants = frozenset({RuleVariant.BLACK_HOLES})
    clues = tuple(map(Clue, given))
    puzzle = Puzzle(3, 1, [(3, 1)], variants=variants, clues=clues)
    answer = repair(puzzle, Allowed({Edit.WRITE: 1, Edit.DELETE: 1}), 0)
    assert answer.minimal
    assert {repair.cost for repair in answer.repairs} == {cost}
    said = (repair_in_words(puzzle, one).splitlines()[-1] for one in answer.repairs)
    assert set(said) == {"write the clue 0 black cells", "write the clue 2 black cells"}


@pytest.mark.slow
@pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)
@pytest.mark.parametrize("variants", [0, 1, 2])
def test_all_cheapest_repairs_under_variants(lattice: Lattice, variants: int) -> None:
    rng = random.Random(variants)
    tried = 0
    while tried < 12:
        puzzle = random_puzzle(rng, lattice, variants)
        is_small = len([*puzzle.cells()]) <= 4 and not puzzle.clues
        if not is_small or "hidden-dots" in puzzle.variants:
            continue
        tried += 1
        allowed = Allowed({kind: rng.choice((1, 1, 2)) for kind in rng.choice(KINDS)})
        if len(answers(puzzle)) == 1:
            continue
        found = repair(puzzle, allowed, models=0)
        cost, targets = cheapest_of_all(puzzle, allowed)
        assert found.complete
        assert (found.best.cost if found.best else -1) == cost
        repaired = [one.puzzle for one in found.repairs]
        assert {(frozenset(p.centers), p.walls) for p in repaired} == targets
