"""Repairs of every family: those that brute force over all sets of clues finds."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from support.marks import nightly_if

from galaxies_asp.core.asp.atoms import facts_of, size_of, values
from galaxies_asp.core.asp.rules import STANDARD
from galaxies_asp.core.board.atoms import Atom, Atoms, joined
from galaxies_asp.core.board.errors import PuzzleError
from galaxies_asp.core.board.grid import SQUARE, reachable
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.opened import OpenedPuzzle
from galaxies_asp.families.registry import family_named
from galaxies_asp.repairing import Allowed, Edit, RepairRun, RepairTask, repair
from galaxies_asp.repairing.cheapest import RepairProgress
from galaxies_asp.solving.search import solve


def board(name: str, text: str) -> AnySheet:
    return next(iter(family_named(name).read(text)))


def cheapest(
    sheet: AnySheet, weights: dict[Edit, int], most: int
) -> tuple[int, set[Atoms]]:
    """Return the least cost of a repair, and all sets of clues of this cost.

    Changes that cost more than `most` are not tried; the cost is -1 if no others give
    one solution.
    """
    facts = facts_of(sheet.facts)
    given = frozenset(one for one in facts if one.signature in sheet.family.clues)
    frame = joined(one for one in facts if one not in given)
    known: dict[str, set[Atom]] = {}
    for clue in OpenedPuzzle(sheet.family, frame + _suggested(given)).clues | given:
        known.setdefault(_place(clue), set()).add(clue)
    found: dict[int, set[Atoms]] = {}
    for number in range(1, most + 1):
        for places in combinations(sorted(known), number):
            for clues in _changed(given, [known[place] for place in places]):
                cost = _cost(given, clues, weights)
                if cost is None or cost > most:
                    continue
                try:
                    puzzle = sheet.family.puzzle(frame + joined(sorted(clues)))
                except PuzzleError:
                    continue
                if not _is_divided(sheet, clues):
                    continue
                if solve(sheet.drawn(puzzle)).status == "unique":
                    found.setdefault(cost, set()).add(clues)
    return min(found.items(), default=(-1, set()))


def _is_divided(sheet: AnySheet, clues: Atoms) -> bool:
    """Tell whether regions, if clues name them, are connected and cover the board."""
    regions = dict(values(clues, "region"))
    if not regions:
        return True
    names = set(regions.values())
    for name in names:
        cells = {cell for cell, other in regions.items() if other == name}
        near = {
            cell: [one for one in SQUARE.adjacent_cells(cell) if one in cells]
            for cell in cells
        }
        if reachable([min(cells)], near.__getitem__) != cells:
            return False
    width, height = size_of(facts_of(sheet.facts))
    return len(regions) == width * height and len(names) == width


def _changed(given: Atoms, places: list[set[str]]) -> Iterator[Atoms]:
    """Yield the clues with another one, or none, at each of some places."""
    ways = []
    for clues in places:
        others: list[Atoms] = [frozenset({one}) for one in clues - given]
        if clues & given:
            others.append(frozenset())
        ways.append(others)
    for chosen in product(*ways):
        yield given.difference(*places).union(*chosen)


def _cost(given: Atoms, clues: Atoms, weights: dict[Edit, int]) -> int | None:
    deleted, written = given - clues, clues - given
    for kind, changed in ((Edit.DELETE, deleted), (Edit.WRITE, written)):
        if changed and kind not in weights:
            return None
    emptied = {_place(clue) for clue in deleted} - {_place(clue) for clue in written}
    return sum(weights[Edit.WRITE] for _ in written) + sum(
        weights[Edit.DELETE] for _ in emptied
    )


def _place(clue: Atom) -> str:
    return f"{clue.name} {clue.arguments[0]}"


def _suggested(given: Atoms) -> str:
    return joined(f"suggested({clue})" for clue in given)


BOARDS = {
    "four rings": ("ring-ring", "ring-ring\n....\n....\n....\n....\n"),
    "a black cell too many": ("ring-ring", "ring-ring\n#...\n....\n.#..\n...#\n"),
    "rings in a row": ("ring-ring", "ring-ring\n....\n....\n...#\n"),
    "a region to mend": ("two-not-touch", "two-not-touch 1\nABCC\nABCC\nDDDD\nDDDD\n"),
    "empty regions": ("two-not-touch", "two-not-touch 1\nABCC\nABCC\nAD.C\nDD.D\n"),
    "a circuit": ("circuit-board", "width(2). height(3)."),
    "a wrong circuit": (
        "circuit-board",
        "width(2). height(3). given((2,1)). given((2,5)).",
    ),
    "no post": ("hexagonal-fences", "side(2)."),
    "a wrong post": ("hexagonal-fences", "side(2). post((5,5),9)."),
    "numbers of islands": ("nurikabe", "width(3). height(2)."),
    "a wrong number": ("slitherlink", "width(2). height(2). number((1,1),0)."),
}


SLOW = {"four rings", "a wrong post", "no post"}


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly_if(SLOW.__contains__, BOARDS))
@pytest.mark.parametrize(
    "weights",
    nightly_if(
        lambda weights: len(set(weights.values())) > 1 or len(weights) == 1,
        [
            {Edit.WRITE: 1, Edit.DELETE: 1},
            {Edit.WRITE: 2, Edit.DELETE: 1},
            {Edit.WRITE: 1},
        ],
    ),
    ids=["both", "weighted", "write"],
)
def test_the_cheapest_of_all_sets_of_clues(name: str, weights: dict[Edit, int]) -> None:
    """No cheaper changes help, and the cheapest ones are all found."""
    sheet = board(*BOARDS[name])
    answer = repair(sheet, Allowed(weights), 0)
    assert answer.before is not None
    if answer.before.status == "unique":
        assert not answer.repairs
        return
    assert answer.complete
    if answer.best is None:
        assert cheapest(sheet, weights, max(weights.values()))[0] < 0
        return
    cost, right = cheapest(sheet, weights, answer.best.cost)
    assert answer.minimal
    found = [
        frozenset(
            one
            for one in facts_of(each.solved.facts)
            if one.signature in sheet.family.clues
        )
        for each in answer.repairs
    ]
    assert {each.cost for each in answer.repairs} == {cost}
    assert len(set(found)) == len(found)
    assert set(found) == right


def test_a_board_that_no_clues_mend_is_not_searched() -> None:
    """The number of its dots alone rules out a tree."""
    answer = repair(board("circuit-board", "width(6). height(6). given((2,1))."))
    assert (answer.complete, answer.best, answer.proposals) == (True, None, 0)
    assert answer.at_least == 1


def test_the_bound_rises_until_the_least_cost() -> None:
    sheet = board(*BOARDS["four rings"])
    run = RepairRun(RepairTask(sheet, Allowed.of(sheet), 1, STANDARD))
    bounds = [event.at_least for event in run if isinstance(event, RepairProgress)]
    assert bounds == sorted(bounds)
    assert bounds[-1] == 2
    assert run.answer().minimal


def test_likely_values_come_first() -> None:
    """The cell joins a region beside it, not one that is farther away."""
    sheet = board(*BOARDS["a region to mend"])
    answer = repair(sheet, models=0)
    first = answer.repairs[0].changes[-1].clue
    assert first == repair(sheet).repairs[0].changes[-1].clue
    assert first == 'region((1,5),"A")'


def test_no_clues_repair_a_board_that_grounding_excludes() -> None:
    """Stars in five columns and in one row: clingo derives that while it grounds."""
    regions = "".join(f"region(({x},1),1)." for x in (1, 3, 5, 7, 9))
    sheet = board("star-battle", f"width(5). height(1). {regions}")
    found = repair(sheet, Allowed({Edit.WRITE: 1, Edit.DELETE: 1}))
    assert found.repairs == ()
    assert found.complete
