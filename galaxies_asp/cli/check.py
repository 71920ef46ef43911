"""`galaxies check`: verify attempts by the rules alone."""

from collections.abc import Sequence
from typing import Annotated, Any

import click

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.output import echo
from galaxies_asp.families.entry import Entry
from galaxies_asp.solving.plan import engine
from galaxies_asp.verifying.answers import CheckAnswer
from galaxies_asp.verifying.progress import Progress, progress


@on_puzzles(
    "check",
    options.rules_options,
    options.json_option(),
    options.quiet_option,
    options.style_options,
)
def command(
    run: Run,
    unfinished: Annotated[
        bool, "List only the faults that no further drawing cures."
    ] = False,
) -> int:
    """Verify attempts: list each broken rule and its place.

    The attempt is part of the input: drawings, printed grids, saved games, pzprv3
    files, Penpa+ links, JSON, facts and IDP models can contain one.

    The verifier judges by the variants that the puzzle or --with names. If -e names an
    encoding, the attempt must also be one of its models.
    """

    def answer(entry: Entry) -> int:
        if not entry.is_attempt:
            said = ["this is a puzzle without an attempt", entry.walls_in_words]
            raise GalaxiesError("; ".join(filter(None, said)))
        if unfinished:
            if not engine(entry.puzzle, run.rules).has_bits:
                raise click.UsageError("--unfinished takes the rules of Galaxies only")
            return _print_progress(entry, progress(entry.position), run.as_json)
        violations = entry.violations(run.rules)
        is_drawn = violations and not (run.quiet or run.as_json)
        drawing = entry.text(run.style) if is_drawn else ""
        return print_judgment(entry.name, violations, drawing, run.as_json)

    return run.answer_each(answer)


def _print_progress(entry: Entry, judged: Progress, as_json: bool) -> int:
    """Print the faults that are final, or how many regions are complete."""
    if as_json:
        details = {"complete": judged.complete, "solved": judged.solved}
        echo(CheckAnswer.about(entry.name, judged.faults, **details).json())
    else:
        for line in entry.judgment():
            echo(f"{entry.name}: {line}")
    return exits.NEGATIVE if judged.faults else exits.ANSWERED


def print_judgment(
    name: str, violations: Sequence[Any], drawing: str = "", as_json: bool = False
) -> int:
    """Print the drawing and the violations, or JSON; return the exit code."""
    if as_json:
        echo(CheckAnswer.about(name, violations).json())
    else:
        echo(drawing, nl=False, color=True)
        for violation in violations or ["correct"]:
            echo(f"{name}: {violation}")
    return exits.NEGATIVE if violations else exits.ANSWERED
