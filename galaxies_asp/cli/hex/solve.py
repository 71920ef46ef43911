"""`galaxies hex solve` and `count`: solutions of puzzles of fences."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import click

from galaxies_asp.asp.search import SearchInterrupted
from galaxies_asp.cli import exits
from galaxies_asp.cli.hex.inputs import (
    Entry,
    draw,
    lattice_option,
    sources_options,
)
from galaxies_asp.cli.inputs import Sources
from galaxies_asp.cli.limits import Limits
from galaxies_asp.cli.options import (
    color_option,
    format_option,
    json_option,
    limits_options,
    output_option,
    quiet_option,
    seed_option,
    solutions_option,
)
from galaxies_asp.cli.output import Progress, collected
from galaxies_asp.cli.solutions import exit_code, verdict
from galaxies_asp.cli.values import Choice
from galaxies_asp.families.fences.lattice import by_name
from galaxies_asp.families.fences.notation import attempt_fields, puzzle_of
from galaxies_asp.families.fences.puzzle import MAX_SIDE, Attempt
from galaxies_asp.families.fences.solve import WORKER, Of, Result, solve
from galaxies_asp.families.fences.symmetry import symmetries
from galaxies_asp.processes.worker import Worker
from galaxies_asp.solving.answers import SearchSeconds

_NOUNS: dict[Of, tuple[str, str]] = {
    "solutions": ("solution", "solutions"),
    "loops": ("loop", "loops"),
    "fences": ("set of fences", "sets of fences"),
}
_KINDS = list(_NOUNS)


@click.command(name="solve")
@sources_options
@solutions_option
@click.option(
    "--of",
    type=Choice(_KINDS),
    default="solutions",
    show_default=True,
    help="What has to differ: fences or loop, the loops, or the fences.",
)
@limits_options
@seed_option("Random seed of the search (default: not random).", default=None)
@json_option()
@format_option(
    ["text", "drawing", "json"],
    "Format of the solutions; `check` and `render` read drawing and json",
    default="text",
)
@output_option()
@quiet_option
@color_option
def solve_command(
    sources: Sources[Entry],
    count: int,
    of: Of,
    limits: Limits,
    seed: int | None,
    as_json: bool,
    format_: str,
    output: str | None,
    quiet: bool,
    color: bool,
) -> int:
    """Solve puzzles; by default, also decide whether the solution is unique."""
    with collected(output) as show, Worker(WORKER) as worker:

        def report(name: str, result: Result) -> None:
            if as_json:
                show(json.dumps(_answer(name, result)) + "\n")
            elif format_ == "text":
                _draw(name, result, quiet, color, show)
            else:
                for solution in result.solutions:
                    show(draw(solution, format_, color))
                if not result.complete or not result.solutions:
                    click.echo(f"{name}: {_verdict(result)}", err=True)

        def answer(entry: Entry) -> int:
            progress = Progress(quiet)
            try:
                result = solve(
                    puzzle_of(entry.board),
                    count,
                    of=of,
                    seed=seed,
                    time_limit=limits.time,
                    memory_limit=limits.memory,
                    worker=worker,
                    progress=partial(progress, f"{entry.name}: {of}"),
                )
            except SearchInterrupted as stop:
                progress.clear()
                report(entry.name, stop.result)
                raise
            progress.clear()
            report(entry.name, result)
            return exit_code(result, count)

        return sources.answer_each(answer)


def _draw(
    name: str, result: Result, quiet: bool, color: bool, show: Callable[[str], None]
) -> None:
    show(f"{name}: {_verdict(result)}\n")
    if quiet:
        return
    for board in result.solutions or (result.request.puzzle,):
        show(draw(board, "text", color))
        if isinstance(board, Attempt):
            found = symmetries(board.puzzle.lattice, board.loop)
            show(f"answer {board.answer}; {'; '.join(map(str, found))}\n")


def _verdict(result: Result) -> str:
    count, of = len(result.solutions), result.request.of
    found = f"{count} {_NOUNS[of][count != 1]}"
    if of == "solutions":
        loops = len(result.loops)
        found += f" with {loops} loop" + ("s" if loops > 1 else "")
    return verdict(result, found)


def _answer(name: str, result: Result) -> dict[str, Any]:
    """Return the answer as an object for JSON, schema 1.

    A number that was not determined is null: `solutions`, if only the loops or the
    fences have to differ.
    """
    of = result.request.of
    return {
        "schema": 1,
        "id": name,
        "status": result.status,
        "loops": len(result.loops) if of != "fences" else None,
        "solutions": len(result.solutions) if of == "solutions" else None,
        "fence_sets": len(result.solutions) if of == "fences" else None,
        "complete": result.complete,
        "stopped_by": result.stopped_by,
        "reason": result.reason,
        "answers": result.answers,
        "seconds": SearchSeconds.of_search(result.seconds).fields(),
        "attempts": [attempt_fields(found) for found in result.solutions],
    }


@click.command(name="count")
@sources_options
@click.option(
    "--of",
    type=Choice(_KINDS),
    multiple=True,
    help="What to count; repeatable (default: all three).",
)
@limits_options
@json_option()
@quiet_option
def count_command(
    sources: Sources[Entry],
    of: tuple[Of, ...],
    limits: Limits,
    as_json: bool,
    quiet: bool,
) -> int:
    """Count loops, sets of fences, and solutions, which are pairs of the two."""

    def answer(entry: Entry) -> int:
        counts: dict[str, int | None] = {}
        progress = Progress(quiet)
        for kind in of or _KINDS:
            result = solve(
                puzzle_of(entry.board),
                of=kind,
                time_limit=limits.time,
                memory_limit=limits.memory,
                progress=partial(progress, kind),
            )
            counts[kind] = len(result.solutions) if result.complete else None
        progress.clear()
        is_known = None not in counts.values()
        if as_json:
            fields = {"schema": 1, "id": entry.name, **counts, "complete": is_known}
            click.echo(json.dumps(fields))
        else:
            words = [
                f"{kind}: {'not known' if number is None else number}"
                for kind, number in counts.items()
            ]
            click.echo(f"{entry.name}: {', '.join(words)}")
        return exits.ANSWERED if is_known else exits.LIMIT_REACHED

    return sources.answer_each(answer)


@click.command(name="count-empty")
@click.argument("side", type=click.IntRange(1, MAX_SIDE))
@lattice_option
@json_option()
@quiet_option
def count_empty_command(side: int, lattice: str, as_json: bool, quiet: bool) -> int:
    """Count the symmetric loops through all colors on an empty board."""
    from galaxies_asp.families.fences.count import count_symmetric_loops

    progress = Progress(quiet)
    count = count_symmetric_loops(side, by_name(lattice), progress)
    progress.clear()
    fields = {"schema": 1, "lattice": lattice, "side": side, "symmetric_loops": count}
    click.echo(json.dumps(fields) if as_json else str(count))
    return exits.ANSWERED
