"""`galaxies check`: verify attempts by the rules alone."""

import json
from collections.abc import Sequence
from typing import Any

import click

from galaxies_asp.asp.rules import Rules
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.inputs import Entry, Inputs, of_walls, sources_options
from galaxies_asp.cli.options.look import Look, look_options
from galaxies_asp.cli.options.output import json_option, quiet_option
from galaxies_asp.cli.options.rules import rules_options
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.solving.judging import judge_position
from galaxies_asp.solving.plan import engine
from galaxies_asp.verifying.progress import Progress, progress


@click.command(name="check")
@sources_options
@rules_options
@click.option(
    "--unfinished",
    is_flag=True,
    help="List only the faults that no further drawing cures.",
)
@json_option()
@quiet_option
@look_options
def command(
    sources: Inputs,
    rules: Rules,
    unfinished: bool,
    as_json: bool,
    quiet: bool,
    look: Look,
) -> int:
    """Verify attempts: list each broken rule and its place.

    The attempt is part of the input: drawings, printed grids, saved games, pzprv3
    files, Penpa+ links, JSON, facts and IDP models can contain one.

    The verifier judges by the variants that the puzzle or --with names. If -e names an
    encoding, the attempt must also be one of its models.
    """

    def answer(entry: Entry) -> int:
        if not entry.position.is_attempt:
            note = of_walls(entry.position)
            message = "this is a puzzle without an attempt"
            raise GalaxiesError(f"{message}; {note}" if note else message)
        if unfinished:
            if engine(entry.position.puzzle, rules).bits is None:
                raise click.UsageError("--unfinished takes the rules of Galaxies only")
            return _print_progress(entry, progress(entry.position), as_json)
        violations = judge_position(entry.position, rules)
        drawing = look.draw(entry.position) if violations and not quiet else ""
        return print_judgment(entry.name, violations, drawing, as_json)

    return sources.answer_each(answer)


def _print_progress(entry: Entry, judged: Progress, as_json: bool) -> int:
    """Print the faults that are final, or how many regions are complete."""
    if as_json:
        fields = judgment(entry.name, judged.faults)
        fields |= {"complete": list(judged.complete), "solved": judged.solved}
        click.echo(json.dumps(fields))
        return exits.NEGATIVE if judged.faults else exits.ANSWERED
    if judged.faults or judged.solved:
        return print_judgment(entry.name, judged.faults)
    dots = len(entry.position.puzzle.centers)
    said = f"no fault so far, {len(judged.complete)} of {dots} regions complete"
    click.echo(f"{entry.name}: {said}")
    return exits.ANSWERED


def print_judgment(
    name: str, violations: Sequence[Any], drawing: str = "", as_json: bool = False
) -> int:
    """Print the drawing and the violations, or JSON; return the exit code."""
    if as_json:
        click.echo(json.dumps(judgment(name, violations)))
    else:
        click.echo(drawing, nl=False, color=True)
        for violation in violations or ["correct"]:
            click.echo(f"{name}: {violation}")
    return exits.NEGATIVE if violations else exits.ANSWERED


def judgment(name: str, violations: Sequence[Any]) -> dict[str, object]:
    """Return the violations as an object for JSON."""
    return {
        "schema": 1,
        "id": name,
        "correct": not violations,
        "violations": [
            {
                "kind": str(violation.kind),
                "places": [list(place) for place in violation.places],
                "message": violation.message,
            }
            for violation in violations
        ],
    }
