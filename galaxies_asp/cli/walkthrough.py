"""`galaxies walkthrough`: deduce the solution step by step."""

import json
from collections.abc import Iterator
from functools import partial

import click

from galaxies_asp.asp.rules import Rules
from galaxies_asp.cli import exits
from galaxies_asp.cli.figures import printed
from galaxies_asp.cli.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.limits import Limits
from galaxies_asp.cli.options import (
    color_option,
    json_option,
    limits_options,
    output_option,
    quiet_option,
    rules_options,
    sharing_options,
)
from galaxies_asp.cli.output import write_output
from galaxies_asp.explaining.frames import Frames, frames
from galaxies_asp.explaining.pages import page
from galaxies_asp.processes.sharing import Sharing


@click.command(name="walkthrough")
@sources_options()
@output_option("Write an HTML page with one frame per step.")
@json_option()
@click.option(
    "--difficulty", "only_difficulty", is_flag=True, help="Print the difficulty only."
)
@quiet_option
@color_option
@rules_options
@limits_options
@sharing_options(default=1)
def command(
    sources: Inputs,
    output: str | None,
    as_json: bool,
    only_difficulty: bool,
    quiet: bool,
    color: bool,
    rules: Rules,
    limits: Limits,
    sharing: Sharing,
) -> int:
    """Deduce the solution step by step, each with its reason, and rate the puzzle.

    Under other rules than the standard ones, the reasons are instances of the rules of
    the encoding, in the words of its comments; the smallest comes first.

    What is drawn on the puzzle is ignored. Exit code 1: there is no solution, or more
    than one, so the steps end before the board is full.
    """
    sources.check_single(output)

    def answer(entry: Entry, way: Frames) -> int:
        if output is not None:
            write_output(page(way), output)
        if as_json:
            fields = _answer(way, with_steps=not only_difficulty)
            click.echo(json.dumps({"schema": 1, "id": entry.name} | fields))
        elif output != "-":
            if output is None and not only_difficulty:
                for text in _steps(way, boards=not quiet, color=color):
                    click.echo(text, color=True)
            click.echo(f"{entry.name}: {way.verdict()}")
        return exits.ANSWERED if way.solved else exits.NEGATIVE

    with sharing.executor() as executor:
        return sources.answer_shared(executor, partial(_deduced, limits, rules), answer)


def _deduced(limits: Limits, rules: Rules, entry: Entry) -> Frames:
    return limits.call(frames, rules, entry.position.puzzle)


def _steps(way: Frames, *, boards: bool, color: bool) -> Iterator[str]:
    """Yield the steps; of trivial ones that follow each other the last has a board."""
    for number, frame in enumerate(way.frames, 1):
        more = way.frames[number : number + 1]
        if frame.is_trivial and more and more[0].is_trivial:
            yield f"{number}. {frame.figure.lines()[0]}"
        else:
            text = printed(frame.figure, boards=boards, color=color)
            yield f"{number}. {text}"


def _answer(way: Frames, with_steps: bool) -> dict[str, object]:
    answer: dict[str, object] = {"solved": way.solved}
    if way.frames:
        answer["difficulty"] = way.difficulty
    if with_steps:
        answer["walkthrough"] = [frame.answer for frame in way.frames]
    return answer
