"""`galaxies walkthrough`: deduce the solution step by step."""

import json
from collections.abc import Iterator
from functools import partial

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.figures import printed
from galaxies_asp.cli.options.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.options.limits import Limits, limits_options, sharing_options
from galaxies_asp.cli.options.look import color_option
from galaxies_asp.cli.options.output import (
    json_option,
    output_option,
    quiet_option,
    write_output,
)
from galaxies_asp.explain.answers import difficulty_answer, steps_answer
from galaxies_asp.explain.difficulty import difficulty
from galaxies_asp.explain.figures import colors_of, figure
from galaxies_asp.explain.levels import Level
from galaxies_asp.explain.pages import page
from galaxies_asp.explain.steps import Finished
from galaxies_asp.explain.walkthrough import Walkthrough, walkthrough
from galaxies_asp.explain.words import difficulty_in_words, hint_in_words
from galaxies_asp.processes.pool import Sharing
from galaxies_asp.puzzle import Position


@click.command(name="walkthrough")
@sources_options
@output_option("Write an HTML page with one frame per step.")
@json_option()
@click.option(
    "--difficulty", "only_difficulty", is_flag=True, help="Print the difficulty only."
)
@quiet_option
@color_option
@limits_options
@sharing_options(default=1)
def command(
    sources: Inputs,
    output: str | None,
    as_json: bool,
    only_difficulty: bool,
    quiet: bool,
    color: bool,
    limits: Limits,
    sharing: Sharing,
) -> int:
    """Deduce the solution step by step, each with its reason, and rate the puzzle.

    What is drawn on the puzzle is ignored. Exit code 1: there is no solution, or more
    than one, so the steps end before the board is full.
    """
    sources.check_single(output)

    def answer(entry: Entry, way: Walkthrough) -> int:
        if output is not None:
            write_output(page(way), output)
        if as_json:
            fields = _answer(way, with_steps=not only_difficulty)
            click.echo(json.dumps({"schema": 1, "id": entry.name} | fields))
        elif output != "-":
            if output is None and not only_difficulty:
                for text in _steps(way, boards=not quiet, color=color):
                    click.echo(text, color=True)
            click.echo(f"{entry.name}: {_verdict(way)}")
        return exits.ANSWERED if way.solved else exits.NEGATIVE

    with sharing.executor() as executor:
        return sources.answer_shared(executor, partial(_deduced, limits), answer)


def _deduced(limits: Limits, entry: Entry) -> Walkthrough:
    return limits.call(walkthrough, entry.position.puzzle)


def _steps(way: Walkthrough, *, boards: bool, color: bool) -> Iterator[str]:
    """Yield the steps; of trivial ones that follow each other the last has a board."""
    colors = colors_of(way.puzzle)
    positions = way.positions()
    for number, step in enumerate(way.steps, 1):
        shown = figure(positions[number - 1], step, colors)
        trivial = step.level is Level.TOUCHED
        more = way.steps[number : number + 1]
        if trivial and more and more[0].level is Level.TOUCHED:
            yield f"{number}. {shown.lines()[0]}"
        else:
            text = printed(shown, boards=boards, color=color)
            yield f"{number}. {text}"


def _verdict(way: Walkthrough) -> str:
    board = Position(way.puzzle)
    if way.mistake is not None:
        return hint_in_words(board, way.mistake)
    line = difficulty_in_words(difficulty(way))
    if not way.solved:
        line += f"\n{hint_in_words(board, Finished(way.solved))}"
    return line


def _answer(way: Walkthrough, with_steps: bool) -> dict[str, object]:
    answer: dict[str, object] = {"solved": way.solved}
    if way.steps:
        answer["difficulty"] = difficulty_answer(difficulty(way))
    if with_steps:
        answer["walkthrough"] = steps_answer(way.positions(), way.steps)
    return answer
