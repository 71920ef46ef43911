"""`galaxies lab shrink`: the least program that two ways answer differently."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Option, command
from galaxies_asp.cli.inputs import NotationName
from galaxies_asp.cli.lab import options as lab
from galaxies_asp.cli.output import ProgressBar, echo, warn, write_output
from galaxies_asp.cli.values import Choice
from galaxies_asp.core.board.atoms import texts_of
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import counted
from galaxies_asp.lab.cost import NAME, short, variants
from galaxies_asp.lab.shrinking import (
    Contest,
    ContestRequest,
    ProgramPart,
    Way,
    parts_of,
    reductions,
)
from galaxies_asp.lab.versions import VERSIONS, require_clingo6
from galaxies_asp.processes.errors import WorkerDiedError
from galaxies_asp.processes.pool import RequestLimits
from galaxies_asp.processes.worker import Worker

_MEMORY = 1_000_000_000
"""The memory limit of each test, in bytes."""


@command("shrink")
def shrink_command(
    *,
    arguments: lab.EncodingsAndInputs,
    option_texts: Annotated[
        tuple[str, ...],
        Option("--options", metavar="OPTIONS"),
        "Compare two sets of options of clingo: give it twice.",
    ],
    clingo: Annotated[
        str | None,
        Option("-c", "--clingo", metavar=VERSIONS, type=Choice([VERSIONS])),
        "Compare both versions of clingo.",
    ] = None,
    family: lab.FamilyName,
    from_: NotationName,
    cpu_limit: Annotated[
        float,
        options.SECONDS,
        "CPU time limit for each test.",
    ] = 2.0,
    output: Annotated[options.OutputFile, "Write the program to a file."],
) -> int:
    """Reduce a program and an instance while two ways to answer them differ.

    The ways are two encodings, or one under two sets of options (--options, twice) or
    under two versions of clingo (--clingo). Statements, facts and literals of bodies
    are left out, of two encodings only what both have. A difference stays of its kind:
    the same way has an answer that the other one has not, or refuses the program.
    Ctrl-C ends it with what it has reached.
    """
    given = lab.subject(family, arguments, from_, others=True)
    if given.faulty or len(given.boards) != 1:
        raise click.UsageError("give one instance, such as one that `compare` prints")
    ways, (board,) = (
        _ways(given.encodings, variants(option_texts), clingo),
        given.boards,
    )
    parts = parts_of(given.family, ways, board)
    now = every = [part for part in parts if part.is_common]
    own = [part for part in parts if not part.is_common]
    progress = ProgressBar()
    with Worker(NAME) as worker:

        def ask(some: Sequence[ProgramPart]) -> Contest | None:
            request = ContestRequest(given.family.name, ways, (*some, *own))
            with suppress(LimitReachedError, WorkerDiedError):
                found: Contest = RequestLimits(cpu_limit, _MEMORY).ask(worker, request)
                return found
            return None

        def differ(some: Sequence[ProgramPart]) -> bool:
            found = ask(some)
            return found is not None and found.kind == kind

        first = ask(every)
        if not first or not (kind := first.kind):
            what = first.same if first else "reach --cpu-limit"
            echo(f"{ways[0].name} and {ways[1].name} {what} on {board.name}")
            return exits.ANSWERED if first else exits.LIMIT_REACHED
        try:
            for now in reductions(every, differ):
                progress("parts left out", len(every) - len(now), len(every))
        except KeyboardInterrupt:
            warn("stopped; what is printed may be reduced further")
        found = ask(now) or first
    lines = _lines(ways, board.name, parts, [*now, *own], found)
    write_output("\n".join((*lines, "")), output)
    return exits.NEGATIVE


def _ways(
    encodings: Sequence[str], sets: Sequence[tuple[str, ...]], clingo: str | None
) -> tuple[Way, Way]:
    """Return what is compared."""
    given = len(encodings), len(sets), clingo is not None
    first = encodings[0]
    match given:
        case (2, 1, False):
            return Way(first, first, sets[0]), Way(encodings[1], encodings[1], sets[0])
        case (1, 2, False):
            one, two = (f"{first} {short(s) or 'without options'}" for s in sets)
            return Way(one, first, sets[0]), Way(two, first, sets[1])
        case (1, 1, True) if not sets[0]:
            require_clingo6()
            five, six = (f"clingo {version}" for version in "56")
            return Way(five, first), Way(six, first, version="6")
    raise click.UsageError(
        "give two encodings, or one with --options twice or with --clingo 5,6"
    )


def _lines(
    ways: tuple[Way, Way],
    name: str,
    before: Sequence[ProgramPart],
    after: Sequence[ProgramPart],
    found: Contest,
) -> Iterator[str]:
    """Yield the program, with what each way answers as comments."""
    kept = [
        f"{sum(p.is_fact == is_fact for p in after)} of "
        + counted(sum(p.is_fact == is_fact for p in before), what)
        for is_fact, what in ((False, "statement"), (True, "fact"))
    ]
    yield f"% {' and '.join(kept)} of {name} on which two ways differ"
    pairs = (found.first, found.second), (found.second, found.first)
    for way, (ours, theirs) in zip(ways, pairs, strict=True):
        said = "refuses it" if ours.refused else counted(len(ours.found), "answer")
        yield f"% {way.name}: {said}"
        if not theirs.refused and (extra := ours.found - theirs.found):
            least = min(map(texts_of, extra), key=lambda texts: (len(texts), texts))
            yield f"%   alone: {' '.join(least) or 'the empty answer'}"
        yield from (f"%   {line}" for line in ours.refused.splitlines())
    whose = {(0, 1): "", (0,): ways[0].name, (1,): ways[1].name}
    for numbers, whom in whose.items():
        texts = [part.text for part in after if part.ways == numbers]
        yield from ["", f"% of {whom} alone"] if whom and texts else [""] * bool(texts)
        yield from texts
