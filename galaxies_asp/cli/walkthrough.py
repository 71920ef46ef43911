"""`galaxies walkthrough`: deduce the solution step by step."""

import json

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.options.limits import Limits, limits_options
from galaxies_asp.cli.options.output import json_option, output_option, write_output
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
@sources_options
@output_option("Write an HTML page with one frame per step.")
@json_option()
@click.option(
    "--difficulty", "only_difficulty", is_flag=True, help="Print the difficulty only."
)
@limits_options
def command(
    sources: Inputs,
    output: str | None,
    as_json: bool,
    only_difficulty: bool,
    limits: Limits,
) -> int:
    """Deduce the solution step by step, each with its reason, and rate the puzzle.

    What is drawn on the puzzle is ignored. Exit code 1: there is no solution, or more
    than one, so the steps end before the board is full.
    """
    sources.check_single(output)

    def answer(entry: Entry) -> int:
        way = limits.call(walkthrough, entry.position.puzzle)
        if output is not None:
            write_output(page(way), output)
        if as_json:
            fields = _answer(way, with_steps=not only_difficulty)
            click.echo(json.dumps({"schema": 1, "id": entry.name} | fields))
        elif output != "-":
            if output is None and not only_difficulty:
                _show(way)
            click.echo(f"{entry.name}: {_verdict(way)}")
        return exits.ANSWERED if way.solved else exits.NEGATIVE

    return sources.answer_each(answer)


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
