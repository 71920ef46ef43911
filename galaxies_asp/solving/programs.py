"""All solutions under any rules: searches on the encoding itself.

The other modules of this package assume the standard rules.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import replace

import clingo

from galaxies_asp.all_solutions.results import Count, Possibilities
from galaxies_asp.asp.encodings import bundled
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import NO_DOT, Puzzle, Solution
from galaxies_asp.fast.no_solution import NoSolutionError
from galaxies_asp.solving.grounding import load
from galaxies_asp.solving.request import Request
from galaxies_asp.solving.search import Search

_QUESTION = "galaxies/questions/consequences.lp"
_PREFIX = "consequence_"
_REPORT_SECONDS = 0.2
_VERIFIED = 10_000
"""The number of solutions that `bounds` verifies at most."""


def search(
    puzzle: Puzzle, rules: Rules, seed: int | None = None, *, models: int = 0
) -> Search:
    """Return the search for this number of solutions, 0 for all."""
    request = Request(
        *(puzzle, models, rules.encoding),
        seed=seed,
        verifier=rules.verifier,
        in_loops=True,
    )
    return Search(request)


def nothing_found(puzzle: Puzzle, rules: Rules) -> Count:
    """Return what is known before a search: nothing."""
    puzzle = rules.puzzle(puzzle)
    return Count(puzzle, 0, False, encoding=rules.entry(puzzle, in_loops=True))


def bounds(puzzle: Puzzle, rules: Rules) -> Iterator[Count]:
    """Yield lower bounds of the number of solutions; the last one is exact.

    The first 10,000 solutions are verified. If there are more, all are counted unread.
    """
    started = reported = time.process_time()
    found = nothing_found(puzzle, rules)
    first = search(puzzle, rules, models=_VERIFIED)
    total = 0
    for total, _ in enumerate(first, 1):
        if time.process_time() - reported >= _REPORT_SECONDS:
            reported = time.process_time()
            seconds = reported - started
            found = replace(found, total=total, verified=total, seconds=seconds)
            yield found
    result = first.result()
    verified = total if result.verified else 0
    found = replace(found, total=total, complete=result.complete, verified=verified)
    yield replace(found, seconds=time.process_time() - started)
    if result.complete:
        return
    program = load(found.puzzle, found.encoding, ["0"])
    program.ground()
    total, reported = 0, time.process_time()

    def take() -> int | None:
        nonlocal total, reported
        total += 1
        if time.process_time() - reported < _REPORT_SECONDS:
            return None
        reported = time.process_time()
        return total

    for number in program.collect(take):
        seconds = time.process_time() - started
        found = replace(found, total=max(number, found.total), seconds=seconds)
        yield found
    seconds = time.process_time() - started
    yield replace(found, total=total, complete=True, seconds=seconds)


def sample(puzzle: Puzzle, rules: Rules, number: int, seed: int) -> list[Solution]:
    """Return solutions drawn uniformly, with repetition, after listing all.

    Raises
    ------
    NoSolutionError
        If there are none.
    """
    every = list(search(puzzle, rules))
    if not every:
        raise NoSolutionError("a search shows that there is no solution")
    return random.Random(seed).choices(every, k=number)


def possibilities(
    puzzle: Puzzle, rules: Rules, deadline: float | None = None
) -> Possibilities:
    """Return the brave and cautious consequences of a puzzle.

    A hidden dot, or none, is `NO_DOT` among the dots of a cell.

    Raises
    ------
    NoSolutionError
        If there is no solution.
    TimeoutError
        If `time.monotonic()` passes the deadline.
    """
    puzzle = rules.puzzle(puzzle)
    encoding = rules.entry(puzzle, in_loops=True)
    program = with_consequences(puzzle, encoding, ["0", "--enum-mode=brave"])
    found: list[clingo.Symbol] = []
    for model in program.models(deadline=deadline):
        found = list(model.symbols(shown=True))
    if not found:
        raise NoSolutionError(f"a search shows this under the encoding {encoding}")
    return _possibilities(puzzle, found, encoding)


def with_consequences(puzzle: Puzzle, encoding: str, options: list[str]) -> Program:
    """Return a ground program with the atoms of `questions/consequences.lp`."""
    program = load(puzzle, encoding, options)
    program.add(bundled(_QUESTION).text)
    program.ground()
    return program


def _possibilities(
    puzzle: Puzzle, found: list[clingo.Symbol], encoding: str
) -> Possibilities:
    number = {center: dot for dot, center in enumerate(puzzle.centers)}
    dots: dict[Point, set[int]] = {cell: set() for cell in puzzle.cells()}
    places: dict[str, set[Point]] = {"empty": set(), "apart": set(), "joined": set()}
    for symbol in found:
        points = [_point(argument) for argument in symbol.arguments]
        if symbol.match("galaxy", 2):
            dots[points[0]].add(number.get(points[1], NO_DOT))
        elif symbol.name.startswith(_PREFIX):
            places[symbol.name.removeprefix(_PREFIX)].update(points)
    for cell in places["empty"]:
        dots[cell].add(NO_DOT)
    apart, joined = frozenset(places["apart"]), frozenset(places["joined"])
    return Possibilities(
        puzzle,
        {cell: tuple(sorted(those)) for cell, those in dots.items()},
        walls=apart - joined,
        passages=joined - apart,
        open_edges=apart & joined,
        encoding=encoding,
    )


def _point(symbol: clingo.Symbol) -> Point:
    x, y = symbol.arguments
    return Point(x.number, y.number)
