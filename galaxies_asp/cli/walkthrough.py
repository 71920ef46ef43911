"""`galaxies walkthrough`: deduce the solution step by step."""

import json
from collections.abc import Iterator
from functools import partial

import click

from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.puzzle import Puzzle
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
from galaxies_asp.explaining.answers import difficulty_answer, step_answer
from galaxies_asp.explaining.frames import Frames, frames
from galaxies_asp.explaining.pages import page
from galaxies_asp.explaining.questions import walkthrough
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
        return exits.ANSWERED if way.way.solved else exits.NEGATIVE

    with sharing.executor() as executor:
        return sources.answer_shared(executor, partial(_deduced, limits, rules), answer)


def _deduced(limits: Limits, rules: Rules, entry: Entry) -> Frames:
    return limits.call(_illustrated, rules, entry.position.puzzle)


def _illustrated(rules: Rules, puzzle: Puzzle) -> Frames:
    return frames(walkthrough(puzzle, rules=rules))


def _steps(shown: Frames, *, boards: bool, color: bool) -> Iterator[str]:
    """Yield the steps; of trivial ones that follow each other the last has a board."""
    trivial = [step.level == 1 for step in shown.way.steps]
    following = (*trivial[1:], False)
    both = (one and other for one, other in zip(trivial, following, strict=True))
    for number, (figure, is_brief) in enumerate(
        zip(shown.figures, both, strict=True), 1
    ):
        if is_brief:
            yield f"{number}. {figure.lines()[0]}"
        else:
            yield f"{number}. {printed(figure, boards=boards, color=color)}"


def _answer(shown: Frames, with_steps: bool) -> dict[str, object]:
    answer: dict[str, object] = {"solved": shown.way.solved}
    if shown.difficulty is not None:
        answer["difficulty"] = difficulty_answer(shown.difficulty)
    if with_steps:
        pairs = zip(shown.way.steps, shown.figures, strict=True)
        answer["walkthrough"] = [step_answer(step, figure) for step, figure in pairs]
    return answer
