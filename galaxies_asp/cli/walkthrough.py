"""`galaxies walkthrough`: deduce the solution step by step."""

import json

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import from_option, inputs_argument
from galaxies_asp.cli.options.inputs import Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.explain.answers import difficulty_answer, step_answer
from galaxies_asp.explain.difficulty import difficulty
from galaxies_asp.explain.pictures import page
from galaxies_asp.explain.steps import Finished
from galaxies_asp.explain.walkthrough import Walkthrough, walkthrough
from galaxies_asp.explain.words import (
    difficulty_in_words,
    finished_in_words,
    mistake_in_words,
    step_in_words,
)


@click.command(name="walkthrough")
@inputs_argument
@click.option(
    "-o", "--output", metavar="FILE", help="Write an HTML page with a frame a step."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle.")
@click.option(
    "--difficulty", "only_difficulty", is_flag=True, help="Only say how hard it is."
)
@from_option
def command(
    inputs: tuple[str, ...],
    output: str | None,
    as_json: bool,
    only_difficulty: bool,
    from_: str | None,
) -> int:
    """Deduce the solution step by step, each with its reason; and rate the puzzle.

    What is drawn on the puzzle is ignored. Exit code 1: there is no solution, or not
    only one, so that the steps end before the board is full.
    """
    sources = Inputs(inputs, from_)
    entries = list(sources)
    if output is not None and len(entries) > 1:
        raise click.UsageError("a page is for one puzzle; give one")
    codes = []
    for entry in entries:
        way = walkthrough(entry.position.puzzle)
        codes.append(exits.ANSWERED if way.solved else exits.NEGATIVE)
        if output is not None:
            write_output(page(way), output)
        if as_json:
            answer = _answer(way, with_steps=not only_difficulty)
            click.echo(json.dumps({"schema": 1, "id": entry.name} | answer))
        elif output != "-":
            if output is None and not only_difficulty:
                _show(way)
            click.echo(f"{entry.name}: {_verdict(way)}")
    return exits.DATA_ERROR if sources.faulty else exits.worst(codes)


def _show(way: Walkthrough) -> None:
    for number, step in enumerate(way.steps, 1):
        click.echo(f"{number}. {step_in_words(way.puzzle, step)}\n")


def _verdict(way: Walkthrough) -> str:
    if way.mistake is not None:
        return mistake_in_words(way.puzzle, way.mistake)
    line = difficulty_in_words(difficulty(way))
    if not way.solved:
        line += f"\n{finished_in_words(Finished(way.solved))}"
    return line


def _answer(way: Walkthrough, with_steps: bool) -> dict[str, object]:
    answer: dict[str, object] = {"solved": way.solved}
    if way.steps:
        answer["difficulty"] = difficulty_answer(difficulty(way))
    if with_steps:
        answer["walkthrough"] = [step_answer(step) for step in way.steps]
    return answer
