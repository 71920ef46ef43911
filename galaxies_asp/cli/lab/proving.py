"""`galaxies lab prove`: boards on which encodings differ."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import inf
from typing import Annotated

import click

from galaxies_asp.cli import exits, options, values
from galaxies_asp.cli.commands import Argument, Option, command
from galaxies_asp.cli.lab import options as lab
from galaxies_asp.cli.lab.report import difference_text, few, note_lines
from galaxies_asp.cli.lab.searching import cost, proof_lines
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import SIZE
from galaxies_asp.core.asp.atoms import parsed
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab import proof
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.instances import (
    Instance,
    Output,
    drawing_of,
)
from galaxies_asp.lab.prove import SeveralRequest
from galaxies_asp.lab.source import read

_SECONDS = 60.0
_LARGEST = 9
"""The largest side of a board if no size is given."""


def _constant(text: str) -> tuple[str, tuple[str, ...]]:
    """Read the values of a constant."""
    match = re.fullmatch(r"([a-z_]\w*)=((?:-?\d{1,9}|[a-z]\w*)(?:,(?!$)|$))+", text)
    if match is None:
        raise ValueError("a name and values: numbers or names, as in n=1,2")
    return match[1], tuple(text.partition("=")[2].split(","))


@command("prove")
def prove_command(
    *,
    size: Annotated[
        tuple[int, int] | None,
        SIZE,
        "Search all boards up to this size (default: until --time-limit).",
    ],
    checks: Annotated[lab.CheckedBoards, lab.ProvedBoards],
    constants: Annotated[
        tuple[tuple[str, tuple[str, ...]], ...],
        Option("--const", metavar="NAME=VALUE,..."),
        values.Parsed("NAME=VALUE,...", _constant),
        "Values of a constant of the encodings; repeatable, for all combinations.",
    ],
    most: Annotated[
        int | None,
        Option("--more-than"),
        Range(0, 100),
        "The smallest board with more than N solutions of one encoding.",
    ],
    time_limit: Annotated[
        float | None,
        options.SECONDS,
        "Begin no larger size after these CPU seconds (default: 60 without --size).",
    ],
    arguments: Annotated[
        tuple[str, ...], Argument(required=True, metavar="ENCODING [ENCODING]")
    ],
    family: lab.FamilyName,
    run: lab.CampaignOptions,
    as_json: options.Json,
) -> int:
    """Search for a board on which two encodings differ.

    One program chooses a board of a size and an answer of one encoding that is none of
    the other one. If there is none in both directions, the encodings are equal on all
    boards of this size; nothing is said about larger boards. A difference is shown on a
    minimal board for each broken rule, with the answers of both. In Galaxies, the
    boards have any dots, colors if an encoding reads them, and holes and up to 2 given
    walls if each encoding does. Predicates that an encoding chooses beside its output
    may need a witness on large boards; see the documentation of encodings.
    """
    given = lab.subject(family, arguments, others=True)
    names, judged = given.encodings, given.family
    if given.boards or len(names) != (2 if most is None else 1):
        raise click.UsageError("give two encodings, or one with --more-than")
    if time_limit is None and size is None:
        time_limit = _SECONDS
    without = {
        *lab.left_out(checks.kind, judged, names),
        *proof.irrelevant(judged, names),
    }
    largest = size or (_LARGEST, _LARGEST)
    searched = proof.proof_boards(judged, *largest, checks.lattice, without)
    if constants:
        searched = _with_constants(searched, _declared(judged, names, dict(constants)))
    if size is None:
        searched.sort(key=lambda board: max(proof.sides(board.name)))
    if most is None:
        requests = proof.steps(judged, names, searched)
    else:
        requests = [
            [SeveralRequest(judged.name, names[0], "", board, most)]
            for board in searched
        ]
    with run.campaign() as work:
        judge = Judge(judged.name, work)
        judge.ask_all(names, searched[:1], run.progress())
        for line in note_lines(judge, names, searched[:1]):
            echo(line, err=True)
        limit = inf if time_limit is None else time_limit
        result = proof.sweep(work, requests, limit=limit, report=run.progress())
        found, others = result.counterexample, list[proof.Counterexample]()
        if found and most is None and judged.has_verifier:
            others = proof.broken_rules(work, requests, run.progress())
        if as_json:
            echo(result.answer(names, judged.name, most, others).json())
        elif most is not None:
            for line in _several_lines(judged, names[0], most, result):
                echo(line)
        else:
            for one in others or filter(None, [found]):
                echo(_counterexample_text(judge, judged, names, one), nl=False)
            for line in proof_lines(names, result):
                echo(line)
    if not found and (result.open or (size and result.skipped)):
        return exits.LIMIT_REACHED
    return exits.NEGATIVE if (found is None) == (most is not None) else exits.ANSWERED


def _declared(
    family: AnyFamily, encodings: Sequence[str], values: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return values of constants; refuse those that no encoding has."""
    known = {name for one in encodings for name in read(family, one).constants}
    if unknown := sorted(values.keys() - known):
        there = ", ".join(sorted(known)) or "none"
        raise click.UsageError(
            f"--const {unknown[0]}: no encoding has this constant; there are: {there}"
        )
    return values


def _with_constants(
    boards: Iterable[Instance], values: Mapping[str, Sequence[str]]
) -> list[Instance]:
    """Return sets of boards, each with every combination of values of constants."""
    found = []
    for board, chosen in product(list(boards), list(product(*values.values()))):
        pairs = list(zip(values, chosen, strict=True))
        said, on, size = board.name.rsplit(" ", 2)
        named = " and ".join(f"{name} = {value}" for name, value in pairs)
        rules = "".join(f"#const {n} = {v}. [override]\n" for n, v in pairs)
        name = f"{said} with {named} {on} {size}"
        found.append(replace(board, name=name, constants=rules))
    return found


def _counterexample_text(
    judge: Judge, family: AnyFamily, pair: Sequence[str], found: proof.Counterexample
) -> str:
    """Draw the answers of both encodings on a minimal board."""
    (other,) = set(pair) - {found.holder}
    if found.rule is not None:
        answer, at = Output(frozenset(map(parsed, found.atoms))), found.board
        shown = judge.breaking(found.rule, found.holder, other, answer, at)
        return difference_text(family, shown)
    verdict = judge.compare(found.holder, other, found.board)
    if verdict.difference is not None:
        return difference_text(family, judge.shrink(verdict.difference))
    drawing = drawing_of(family, found.facts, frozenset(map(parsed, found.atoms)))
    return f"{found.holder} has an answer that {other} has not\n{drawing}"


def _several_lines(
    family: AnyFamily, encoding: str, most: int, result: proof.Equality
) -> Iterator[str]:
    """Yield the smallest board with more solutions, and where there is none."""
    more = f"more than {counted(most, 'solution')}"
    if result.equal_on:
        where = few(result.equal_on)
        yield f"{encoding} has {more} on none of {where} ({cost(result)})"
    if found := result.counterexample:
        yield f"{encoding} has {more} on {found.board.name}:"
        yield drawing_of(family, found.facts).rstrip("\n")
    for request, reason in result.open.items():
        yield f"open: {request.board.name}: {reason}"
