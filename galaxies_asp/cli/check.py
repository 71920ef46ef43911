"""`galaxies check`: verify attempts by the rules alone."""

from collections.abc import Sequence
from typing import Any

import click

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.inputs import Entry, of_walls
from galaxies_asp.solving.judging import judge_position
from galaxies_asp.solving.plan import engine
from galaxies_asp.verifying.answers import CheckAnswer
from galaxies_asp.verifying.progress import Progress, progress


@on_puzzles(
    "check",
    options.rules_options,
    click.option(
        "--unfinished",
        is_flag=True,
        help="List only the faults that no further drawing cures.",
    ),
    options.json_option(),
    options.quiet_option,
    options.style_options,
)
def command(run: Run, unfinished: bool) -> int:
    """Verify attempts: list each broken rule and its place.

    The attempt is part of the input: drawings, printed grids, saved games, pzprv3
    files, Penpa+ links, JSON, facts and IDP models can contain one.

    The verifier judges by the variants that the puzzle or --with names. If -e names an
    encoding, the attempt must also be one of its models.
    """

    def answer(entry: Any) -> int:
        if not entry.is_attempt:
            walls = of_walls(entry.position) if entry.family is None else ""
            message = "this is a puzzle without an attempt"
            raise GalaxiesError(f"{message}; {walls}" if walls else message)
        if unfinished:
            if not engine(entry.puzzle, run.rules).has_bits:
                raise click.UsageError("--unfinished takes the rules of Galaxies only")
            return _print_progress(entry, progress(entry.position), run.as_json)
        if entry.family is None:
            violations: Sequence[Any] = judge_position(entry.position, run.rules)
        else:
            violations = entry.violations()
        is_drawn = violations and not run.quiet
        drawing = ""
        if is_drawn and not run.as_json:
            drawing = run.style.draw(entry.position, family=entry.family)
        return print_judgment(entry.name, violations, drawing, run.as_json)

    return run.answer_each(answer)


def _print_progress(entry: Entry, judged: Progress, as_json: bool) -> int:
    """Print the faults that are final, or how many regions are complete."""
    if as_json:
        details = {"complete": judged.complete, "solved": judged.solved}
        click.echo(CheckAnswer.about(entry.name, judged.faults, **details).json())
        return exits.NEGATIVE if judged.faults else exits.ANSWERED
    if judged.faults or judged.solved:
        return print_judgment(entry.name, judged.faults)
    dots = len(entry.position.puzzle.centers)
    click.echo(f"{entry.name}: {no_fault(judged, dots)}")
    return exits.ANSWERED


def no_fault(judged: Progress, dots: int) -> str:
    """Return in words that an attempt without a fault is not complete."""
    return f"no fault so far, {len(judged.complete)} of {dots} regions complete"


def print_judgment(
    name: str, violations: Sequence[Any], drawing: str = "", as_json: bool = False
) -> int:
    """Print the drawing and the violations, or JSON; return the exit code."""
    if as_json:
        click.echo(CheckAnswer.about(name, violations).json())
    else:
        click.echo(drawing, nl=False, color=True)
        for violation in violations or ["correct"]:
            click.echo(f"{name}: {violation}")
    return exits.NEGATIVE if violations else exits.ANSWERED
