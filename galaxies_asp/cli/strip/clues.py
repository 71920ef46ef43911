"""`galaxies strip solve`, `check` and `render`: puzzles with clues."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.check import print_judgment
from galaxies_asp.cli.inputs import Sources, inputs_completed_by, source_text
from galaxies_asp.cli.limits import Limits
from galaxies_asp.cli.options import (
    format_option,
    grouped,
    json_option,
    limits_options,
    output_option,
    quiet_option,
    solution_option,
    solutions_option,
)
from galaxies_asp.cli.output import collected, format_of, write_output
from galaxies_asp.cli.solutions import exit_code, verdict
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.families.clue_puzzles import draw
from galaxies_asp.families.clue_puzzles.board import Board, parse, write
from galaxies_asp.families.clue_puzzles.verify import verify

_SUFFIXES = {".txt": "text", ".svg": "svg"}


@dataclass(frozen=True)
class _Entry:
    """A board and its name."""

    name: str
    board: Board


def _read(source: str) -> Iterator[_Entry]:
    name, text = source_text(source)
    yield _Entry(name, parse(text))


_sources_options = grouped(
    "sources", lambda inputs: Sources(inputs, _read), inputs_completed_by()
)


@click.command(name="solve")
@_sources_options
@solutions_option
@limits_options
@json_option()
@format_option(
    ["text", "drawing"], "Drawings for people, or puzzle files", default="text"
)
@output_option()
@quiet_option
def solve_command(
    sources: Sources[_Entry],
    count: int,
    limits: Limits,
    as_json: bool,
    format_: str,
    output: str | None,
    quiet: bool,
) -> int:
    """Solve Ring-Ring, 2-Not-Touch or Circuit Board puzzles with clues.

    docs/strips.md shows the format of INPUT. By default, the command also decides
    whether the solution is unique.
    """
    from galaxies_asp.families.clue_puzzles.solve import solve

    def answer(entry: _Entry, show: Callable[[str], None]) -> int:
        result = limits.call(solve, entry.board, count)
        if as_json:
            fields = {
                "schema": 1,
                "id": entry.name,
                "count": len(result.solutions),
                "complete": result.complete,
                "solutions": [solution.attempt for solution in result.solutions],
            }
            show(json.dumps(fields, ensure_ascii=False) + "\n")
        elif format_ == "drawing":
            show("\n".join(map(write, result.solutions)))
        else:
            show(f"{entry.name}: {verdict(result)}\n")
            for solution in () if quiet else result.solutions:
                show(draw.text(solution))
        return exit_code(result, count)

    with collected(output) as show:
        return sources.answer_each(partial(answer, show=show))


@click.command(name="check")
@_sources_options
def check_command(sources: Sources[_Entry]) -> int:
    """Verify attempts at puzzles with clues: list each broken rule."""

    def judge(entry: _Entry) -> int:
        if entry.board.attempt is None:
            raise GalaxiesError("this is a puzzle without an attempt")
        return print_judgment(entry.name, verify(entry.board))

    return sources.answer_each(judge)


@click.command(name="render")
@_sources_options
@output_option()
@format_option(
    list(_SUFFIXES.values()), "Format (default: by the suffix of -o, otherwise text)"
)
@solution_option
def render_command(
    sources: Sources[_Entry], output: str | None, format_: str | None, solution: bool
) -> int:
    """Draw puzzles with clues, and what is drawn on them: as text or as SVG."""
    format_ = format_ or format_of(output, _SUFFIXES, "text")
    sources.check_single(output)

    def render(entry: _Entry) -> int:
        board = entry.board
        if solution:
            from galaxies_asp.families.clue_puzzles.solve import solve

            found = solve(board, 1).solutions
            if not found:
                click.echo(f"galaxies: {entry.name}: no solution", err=True)
                return exits.NEGATIVE
            board = found[0]
        write_output(draw.svg(board) if format_ == "svg" else draw.text(board), output)
        return exits.ANSWERED

    return sources.answer_each(render)
