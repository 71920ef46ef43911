"""Columns: solutions, their number, what they share, and whether an attempt is one."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from galaxies_asp.all_solutions.count import count, forced
from galaxies_asp.core.board.atoms import Atom, Atoms, texts_of
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.core.engine import AnyEngine
from galaxies_asp.core.possibilities import (
    AtomPossibilities,
    CellPossibilities,
    Possibilities,
)
from galaxies_asp.solving.judging import judge
from galaxies_asp.solving.plan import engine
from galaxies_asp.solving.search import solve
from tests.harness.matrix.board import Board
from tests.harness.matrix.comparing import Column, Comparison, by_place, shared

STATUS = {0: "none", 1: "unique"}
_FOLD = 20
"""Samples for each solution: one is missed once in 10^8 boards."""
_ATTEMPTS = 12


def _solve(board: Board, rng: Random) -> Iterator[Comparison]:
    number = len(board.answers)
    found = solve(board.sheet, rules=board.rules)
    status = STATUS.get(number, "multiple")
    yield Comparison("the status of two models", status, found.status)
    for encoding in board.row.encodings(board.sheet):
        result = solve(board.sheet, 0, rules=encoding, seed=rng.choice((None, 1)))
        read = [board.row.read(board.sheet, one) for one in result.solutions]
        yield Comparison(f"the solutions of {encoding}", board.answers, frozenset(read))
        end = number, True
        yield Comparison(f"{encoding}: number", end, (len(read), result.complete))


def _enumerate(board: Board, rng: Random) -> Iterator[Comparison]:
    answering, number = engine(board.sheet, board.rules), len(board.answers)
    for seed in (None, rng.randrange(100)):
        found = [one for batch in answering.batches(seed) for one in batch]
        read = _read(board, answering, found)
        yield Comparison(f"seed {seed}", board.answers, frozenset(read))
        yield Comparison(f"seed {seed}: number", number, len(read))
    try:
        sampled = list(answering.sample(_FOLD * number + 1, rng.randrange(100)))
    except NoSolutionError:
        sampled = []
    drawn = frozenset(_read(board, answering, sampled))
    yield Comparison("a sample of all solutions", board.answers, drawn)


def _read(board: Board, answering: AnyEngine, found: list[object]) -> list[Atoms]:
    solutions = map(answering.solution, found)
    return [board.row.read(board.sheet, one) for one in solutions]


def _count(board: Board, rng: Random) -> Iterator[Comparison]:
    found = count(board.sheet, rules=board.rules)
    yield Comparison("all", (len(board.answers), True), (found.total, found.complete))
    for part, names in board.row.family.parts.items():
        of_part = count(board.sheet, rules=board.rules, part=part)
        different = {
            frozenset(atom for atom in answer if atom.signature in names)
            for answer in board.answers
        }
        yield Comparison(
            part, (len(different), True), (of_part.total, of_part.complete)
        )


def _forced(board: Board, rng: Random) -> Iterator[Comparison]:
    try:
        possible = forced(board.sheet, rules=board.rules)
    except NoSolutionError:
        yield Comparison("there is a solution", bool(board.answers), False)
        return
    yield Comparison("there is a solution", bool(board.answers), True)
    if not board.answers:
        return
    always, sometimes, never = _parts(possible)
    right = shared([board.row.stated(board.sheet, seen) for seen in board.seen])
    yield Comparison(
        "atoms of solutions in none", [], texts_of(never & (right[0] | right[1]))
    )
    every = by_place((*always, *sometimes, *never, *right[0], *right[1]))
    for place, atoms in sorted(every.items(), key=str):
        expected, found = (
            [texts_of(kind & atoms) for kind in kinds]
            for kinds in (right, (always, sometimes))
        )
        yield Comparison(f"{place.name} {place.at}", expected, found)


def _parts(possible: Possibilities[object]) -> tuple[Atoms, Atoms, Atoms]:
    """Return the atoms of all, of some, and of no solutions."""
    if isinstance(possible, AtomPossibilities):
        return possible.forced, possible.free, possible.excluded
    assert isinstance(possible, CellPossibilities)
    walls = [
        frozenset(Atom("wall", (edge,)) for edge in edges)
        for edges in (possible.walls, possible.open_edges, possible.passages)
    ]
    pairs = [set[Atom](), set[Atom](), set[Atom]()]
    centers = possible.puzzle.centers
    for cell, dots in possible.dots.items():
        for number, dot in ((NO_DOT, None), *enumerate(centers)):
            kind = 2 if number not in dots else int(len(dots) > 1)
            pairs[kind].add(Atom("galaxy", (cell, dot)))
    always, sometimes, never = (
        frozenset(some) | more for some, more in zip(pairs, walls, strict=True)
    )
    return always, sometimes, never


def _check(board: Board, rng: Random) -> Iterator[Comparison]:
    row, sheet = board.row, board.sheet
    answers = sorted(board.answers, key=texts_of)
    right = rng.sample(answers, min(len(answers), _ATTEMPTS))
    start = right or [frozenset[Atom]()]
    wrong = (row.changed(rng, sheet, rng.choice(start)) for _ in range(_ATTEMPTS))
    for answer in (*right, *islice(wrong, _ATTEMPTS)):
        attempt = row.attempt(sheet, answer)
        if not attempt.is_attempt:
            continue
        expected = row.is_right(board, attempt, answer)
        if expected is not None:
            is_correct = not judge(attempt, board.rules)
            yield Comparison(f"of {texts_of(answer)}", expected, is_correct)


COLUMNS = (
    Column("solve", _solve, "the set, the number or the status of the solutions"),
    Column("enumerate", _enumerate, "a list of all solutions, or a sample"),
    Column("count", _count, "a number"),
    Column("forced", _forced, "a cell, an edge or another place"),
    Column("check", _check, "an attempt"),
)
