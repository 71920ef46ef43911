"""Boards on which encodings differ, searched for where none are given."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import inf

from galaxies_asp.cli.lab.report import few
from galaxies_asp.cli.output import ProgressBar, echo
from galaxies_asp.core.board.errors import EncodingError, GalaxiesError, counted
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab import proof
from galaxies_asp.lab.equivalence import Judge, tried
from galaxies_asp.lab.instances import Instance, board_sets, instances_of
from galaxies_asp.lab.store import Campaign

EXHAUSTIVE = 3, 3

SECONDS = 20.0
"""CPU seconds for boards where none are given."""


def differing_boards(
    family: AnyFamily,
    encodings: Sequence[str],
    work: Campaign,
    size: tuple[int, int],
    progress: ProgressBar,
    without: Collection[str] = (),
    lattice: str = SQUARE.name,
    limit: float = inf,
) -> list[Instance]:
    """Search for boards on which encodings differ from the first one; print where.

    Within a limit of CPU seconds, boards of further sizes are searched as well.
    Encodings that have no test are named. For `without` see `board_sets`.
    """
    first, *others = [name for name in encodings if name not in family.native] or [""]
    boards = list[Instance]()
    if not others or not board_sets(family, *size, is_every=True):
        return boards
    without = {*without, *proof.irrelevant(family, [first, *others])}
    sets = proof.proof_boards(family, *size, lattice, without)
    if limit < inf:
        sets += proof.further_boards(family, size, lattice, without)
    for other in others:
        try:
            requests = proof.steps(family, (first, other), sets)
            with work.within(limit / len(others)):
                result = proof.sweep(work, requests, report=progress)
        except EncodingError as error:
            echo(f"{first} and {other}: no search: {error}", err=True)
            continue
        for line in proof_lines((first, other), result):
            echo(line, err=True)
        boards += [found.board] if (found := result.counterexample) else []
    return boards


def searched_boards(
    family: AnyFamily,
    encodings: Sequence[str],
    work: Campaign,
    size: tuple[int, int],
    batches: Iterable[Sequence[Instance]],
    progress: ProgressBar,
    without: Collection[str] = (),
    lattice: str = SQUARE.name,
) -> list[Instance]:
    """Search boards of a few cells, then random ones, for 20 CPU seconds; return them.

    Returned are those on which an encoding differs, or else the random ones, which are
    of square cells. Printed is what was searched.
    """
    if lattice != SQUARE.name:
        rest = progress, without, lattice, SECONDS
        return differing_boards(family, encodings, work, size, *rest)
    rest = progress, without, lattice, SECONDS / 2
    if found := differing_boards(family, encodings, work, size, *rest):
        return found
    judge = Judge(family.name, work)
    try:
        left = SECONDS - work.seconds
        boards = tried(judge, encodings, batches, left, progress)
    except GalaxiesError:  # the family makes no random boards
        if instances_of(family):
            return []
        raise
    puzzles = (family.puzzle(board.facts) for board in boards)
    cells = (len(family.drawn_cells(one)) or family.size(one)[0] for one in puzzles)
    largest = max(cells, default=0)
    said = counted(len(boards), "random board")
    echo(f"searched {said} up to {counted(largest, 'cell')}", err=True)
    return boards


def proof_lines(pair: Sequence[str], result: proof.Equality) -> Iterator[str]:
    """Yield where the encodings are equal, and where this is open."""
    if result.equal_on:
        both, where = " and ".join(pair), few(result.equal_on)
        yield f"{both} are equal on {where} ({cost(result)}); larger boards may differ"
    for request, reason in result.open.items():
        yield (
            f"open: whether {request.encoding} has an answer that {request.other} "
            f"has not on {request.board.name}: {reason}"
        )


def cost(result: proof.Equality) -> str:
    """Return what a search took, in words."""
    return f"{len(result.searches)} searches, {result.seconds:.1f} s of CPU time"
