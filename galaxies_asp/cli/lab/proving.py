"""`galaxies lab prove`: boards on which encodings differ, by search."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
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
from galaxies_asp.cli.options import json_option, quiet_option, sharing_options
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import SIZE, Choice, FiniteRange
from galaxies_asp.families.family import Board, Family
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.proof import Equality, proof_boards, steps, sweep
from galaxies_asp.lab.prove import SeveralRequest
from galaxies_asp.lab.store import Store

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
    boards = _boards(family, size, lattice)
    if most is None:
        requests = steps(family, names, boards)
    else:
        requests = [
            [SeveralRequest(family.name, names[0], "", board, most)] for board in boards
        ]
    with run.stored() as store, run.campaign(store) as work:
        result = sweep(work, requests, deadline=deadline, report=run.progress())
        found = result.counterexample is not None
        if run.as_json:
            run.print(result.answer(names, family.name, most))
        elif found and most is None:
            echo(
                _counterexample_text(Judge(family.name, work), family, result), nl=False
            )
    lines = (
        proof_lines(names, result)
        if most is None
        else _several_lines(family, names[0], most, result)
    )
    for line in () if run.as_json else lines:
        echo(line)
    if found or not (result.open or (size and result.skipped)):
        return exits.ANSWERED if found == (most is not None) else exits.NEGATIVE
    return exits.LIMIT_REACHED


def _boards(family: Family, size: tuple[int, int] | None, lattice: str) -> list[Board]:
    """Return the sets of all boards up to a size; without one, side by side."""
    if size is not None:
        return proof_boards(family, *size, lattice)
    boards: dict[str, Board] = {}
    for side in range(1, _LARGEST + 1):
        for board in proof_boards(family, side, side, lattice):
            boards.setdefault(board.name, board)
    return list(boards.values())


def _counterexample_text(judge: Judge, family: Family, result: Equality) -> str:
    """Draw the answers of both encodings on a minimal board."""
    assert result.counterexample is not None
    assert result.board is not None
    request, proof = result.counterexample
    verdict = judge.compare(request.encoding, request.other, result.board)
    if verdict.difference is not None:
        return difference_text(family, judge.shrink(verdict.difference))
    drawing = family.draw(result.board.facts, frozenset(proof.atoms))
    return f"{request.encoding} has an answer that {request.other} has not\n{drawing}"


def _several_lines(
    family: Family, encoding: str, most: int, result: Equality
) -> Iterator[str]:
    """Yield the smallest board with more solutions, and where there is none."""
    more = f"more than {counted(most, 'solution')}"
    if result.equal_on:
        where = few(result.equal_on)
        yield f"{encoding} has {more} on none of {where} ({_cost(result)})"
    if result.board is not None:
        size = result.board.name.rpartition(" ")[2]
        yield f"{encoding} has {more} on a board of {size}:"
        yield family.draw(result.board.facts).rstrip("\n")
    for request, proof in result.open.items():
        yield f"open: {request.board.name}: {proof.reason}"


def _cost(result: Equality) -> str:
    return f"{len(result.searches)} searches, {result.seconds:.1f} s of CPU time"


def differing_boards(
    run: LabRun,
    family: Family,
    encodings: Sequence[str],
    store: Store,
    size: tuple[int, int],
) -> tuple[list[Board], list[str]]:
    """Search for boards on which encodings differ from the first one.

    Return them, and what was found as lines, which are printed as well.

    Encodings that have no test are named.
    """
    names = [name for name in encodings if name not in family.native]
    found, lines = list[Board](), list[str]()
    if (family.all_boards or family.spaces) is None or len(names) < 2:
        return found, lines
    progress = run.progress()
    with run.campaign(store) as work:
        for other in names[1:]:
            pair = names[0], other
            try:
                requests = steps(family, pair, proof_boards(family, *size))
                result = sweep(work, requests, report=progress)
            except EncodingError as error:
                new = [f"{names[0]} and {other}: no search: {error}"]
            else:
                new = list(proof_lines(pair, result))
                if result.board is not None:
                    name = f"a board of {result.board.name.rpartition(' ')[2]}"
                    found.append(replace(result.board, name=name))
            for line in new:
                echo(line, err=True)
            lines += new
    return found, lines


def proof_lines(pair: Sequence[str], result: Equality) -> Iterator[str]:
    """Yield where the encodings are equal, and where this is open."""
    if result.equal_on:
        both, where = " and ".join(pair), few(result.equal_on)
        yield f"{both} are equal on {where} ({_cost(result)}); larger boards may differ"
    for request, proof in result.open.items():
        yield (
            f"open: whether {request.encoding} has an answer that {request.other} "
            f"has not on {request.board.name}: {proof.reason}"
        )
