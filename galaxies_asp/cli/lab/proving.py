"""`galaxies lab prove`: boards on which encodings differ, by search."""

import time
from collections.abc import Iterator, Sequence
from typing import Annotated

import click

from galaxies_asp.board.errors import EncodingError, counted
from galaxies_asp.board.grid import LATTICES, SQUARE
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import command
from galaxies_asp.cli.lab.options import (
    LabRun,
    cpu_limits_options,
    family_option,
    store_option,
)
from galaxies_asp.cli.lab.report import difference_text, few
from galaxies_asp.cli.lab.subject import Subject
from galaxies_asp.cli.options import json_option, quiet_option, sharing_options
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import SIZE, Choice, FiniteRange
from galaxies_asp.families.family import Board, Family
from galaxies_asp.lab import prove
from galaxies_asp.lab.campaign import Campaign
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.proof import (
    BoardRequest,
    Equality,
    Proof,
    answer_of,
    proof_boards,
    sweep,
)
from galaxies_asp.lab.several import SeveralRequest
from galaxies_asp.lab.store import Store
from galaxies_asp.lab.worker import NAME

_SECONDS = 60.0
_LARGEST = 9
"""The largest side of a board if no size is given."""


@command(
    "prove",
    click.argument("arguments", nargs=-1, required=True, metavar="ENCODING [ENCODING]"),
    family_option,
    sharing_options(default=1),
    store_option,
    cpu_limits_options,
    json_option(),
    quiet_option,
    kind=LabRun,
)
def prove_command(
    run: LabRun,
    size: Annotated[
        tuple[int, int] | None,
        SIZE,
        "Search all boards up to this size (default: until --time-limit).",
    ] = None,
    lattice: Annotated[
        str, Choice(LATTICES), "The lattice of the boards."
    ] = SQUARE.name,
    most: Annotated[
        int | None,
        "--more-than",
        click.IntRange(0, 100),
        "The smallest board with more than N solutions of one encoding.",
    ] = None,
    time_limit: Annotated[
        float | None,
        FiniteRange(min=0, min_open=True),
        "SECONDS",
        "Begin no larger size after this time (default: 60 without --size).",
    ] = None,
) -> int:
    """Search for a board on which two encodings differ.

    One program chooses a board of a size and an answer of one encoding that is none of
    the other one. If there is none in both directions, the encodings are equal on all
    boards of this size; nothing is said about larger boards. A difference is shown on a
    minimal board, with the answers of both. In Galaxies, the boards have any dots,
    colors and holes, and up to 2 given walls. Predicates that an encoding chooses
    beside its output may need a witness; see the documentation of encodings.
    """
    given = run.subject()
    names, family = given.encodings, given.family
    if len(names) != (2 if most is None else 1):
        raise click.UsageError("give two encodings, or one with --more-than")
    if time_limit is None and size is None:
        time_limit = _SECONDS
    deadline = None if time_limit is None else time.monotonic() + time_limit
    boards, progress = _boards(family, size, lattice), run.progress()
    with run.stored() as store, run.sharing.workers(NAME) as workers:
        work = Campaign(workers, run.run_limits, store)
        if most is None:
            steps = prove.steps(family, names, boards)
        else:
            steps = [
                [SeveralRequest(family.name, names[0], "", board, most)]
                for board in boards
            ]
        result = sweep(work, steps, deadline=deadline, report=progress)
        if run.as_json:
            run.print(answer_of(result, names, family.name, most))
        elif result.counterexample is not None and most is None:
            judge = Judge(family.name, workers, run.run_limits, store=store)
            text = counterexample_text(family, judge, *result.counterexample)
            echo(text, nl=False)
    if not run.as_json:
        for line in (
            proof_lines(names, result)
            if most is None
            else _several_lines(family, names[0], most, result)
        ):
            echo(line)
    found = result.counterexample is not None
    if found or not (result.open or (size and result.skipped)):
        return exits.ANSWERED if found == (most is not None) else exits.NEGATIVE
    return exits.LIMIT_REACHED


def _boards(family: Family, size: tuple[int, int] | None, lattice: str) -> list[Board]:
    """Return the sets of all boards up to a size; without one, side by side."""
    if size is not None:
        return proof_boards(family, *size, lattice)
    boards: dict[str, Board] = {}
    for side in range(1, _LARGEST + 1):
        found = proof_boards(family, side, side, lattice)
        boards |= {board.name: board for board in found if board.name not in boards}
    return list(boards.values())


def _several_lines(
    family: Family, encoding: str, most: int, result: Equality
) -> Iterator[str]:
    """Yield the smallest board with more solutions, and where there is none."""
    more = f"more than {counted(most, 'solution')}"
    if result.equal_on:
        spent = f"{len(result.searches)} searches, {result.seconds:.1f} s of CPU time"
        yield f"{encoding} has {more} on none of {few(result.equal_on)} ({spent})"
    if result.counterexample is not None:
        request, proof = result.counterexample
        yield f"{encoding} has {more} on a board of {_size(request.board)}:"
        yield family.draw(proof.facts or "").rstrip("\n")
    for request, proof in result.open.items():
        yield f"open: {request.board.name}: {proof.reason}"


def _size(board: Board) -> str:
    return board.name.rpartition(" ")[2]


def differing_boards(
    run: LabRun, given: Subject, store: Store, size: tuple[int, int]
) -> tuple[list[Board], list[str]]:
    """Search for boards on which encodings differ from the first one.

    Return them, and what was found as lines, which are printed as well.

    Encodings that have no test are named.
    """
    family = given.family
    names = [name for name in given.encodings if name not in family.native]
    if (family.all_boards or family.spaces) is None or len(names) < 2:
        return [], []
    first, *others = names
    progress, lines = run.progress(), list[str]()
    found: list[Board] = []
    with run.sharing.workers(NAME) as workers:
        work = Campaign(workers, run.run_limits, store)
        for other in others:
            pair = first, other
            try:
                boards = proof_boards(family, *size)
                steps = prove.steps(family, pair, boards)
                result = sweep(work, steps, report=progress)
            except EncodingError as error:
                lines.append(f"{first} and {other}: no search: {error}")
                echo(lines[-1], err=True)
                continue
            for line in proof_lines(pair, result):
                lines.append(line)
                echo(line, err=True)
            if result.counterexample is not None:
                request, proof = result.counterexample
                name = f"a board of {_size(request.board)}"
                found.append(Board(name, proof.facts or ""))
    return found, lines


def proof_lines(pair: Sequence[str], result: Equality) -> Iterator[str]:
    """Yield where the encodings are equal, and where this is open."""
    both = " and ".join(pair)
    searches = f"{len(result.searches)} searches, {result.seconds:.1f} s of CPU time"
    if result.equal_on:
        where = few(result.equal_on)
        yield f"{both} are equal on {where} ({searches}); larger boards may differ"
    for request, proof in result.open.items():
        yield (
            f"open: whether {request.encoding} has an answer that {request.other} "
            f"has not on {request.board.name}: {proof.reason}"
        )


def counterexample_text(
    family: Family, judge: Judge, request: BoardRequest, proof: Proof
) -> str:
    """Draw the answers of both encodings on a minimal board."""
    assert proof.facts is not None
    board = Board(f"a board of {request.board.name}", proof.facts)
    verdict = judge.compare(request.encoding, request.other, board)
    if verdict.difference is None:
        drawing = family.draw(proof.facts, frozenset(proof.atoms))
        return (
            f"{request.encoding} has an answer that {request.other} has not\n{drawing}"
        )
    return difference_text(family, judge.shrink(verdict.difference))
