"""`galaxies check`: verify attempts by the rules alone."""

import json
from collections.abc import Sequence
from typing import Any

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.options.look import Look, look_options
from galaxies_asp.cli.options.output import json_option, quiet_option
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.variants import RuleVariant
from galaxies_asp.verify.progress import progress
from galaxies_asp.verify.rules import verify

variant_option = click.option(
    "--variant",
    "variants",
    multiple=True,
    type=click.Choice([str(variant) for variant in RuleVariant]),
    help="A variant of the rules; repeatable.",
)


@click.command(name="check")
@sources_options
@variant_option
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
    variants: tuple[str, ...],
    unfinished: bool,
    as_json: bool,
    quiet: bool,
    look: Look,
) -> int:
    """Verify attempts: list each broken rule and its place.

    The attempt is part of the input: drawings, printed grids, saved games, pzprv3
    files, Penpa+ links, JSON, facts and IDP models can contain one.
    """
    rules = frozenset(map(RuleVariant, variants))
    if unfinished and rules:
        raise click.UsageError("--unfinished takes the rules of the puzzle only")

    def judge(entry: Entry) -> int:
        if not entry.position.is_attempt:
            raise GalaxiesError("this is a puzzle without an attempt")
        judged = progress(entry.position) if unfinished else None
        violations = judged.faults if judged else verify(entry.position, variants=rules)
        if as_json:
            fields = judgment(entry.name, violations)
            if judged is not None:
                fields |= {"complete": list(judged.complete), "solved": judged.solved}
            click.echo(json.dumps(fields))
            return exits.NEGATIVE if violations else exits.ANSWERED
        if violations and not quiet:
            click.echo(look.draw(entry.position), nl=False, color=True)
        if judged is not None and not violations and not judged.solved:
            dots = len(entry.position.puzzle.centers)
            said = f"no fault so far, {len(judged.complete)} of {dots} regions complete"
            click.echo(f"{entry.name}: {said}")
            return exits.ANSWERED
        return print_judgment(entry.name, violations)

    return sources.answer_each(judge)


def print_judgment(name: str, violations: Sequence[object]) -> int:
    """Print a line for each violation; return the exit code."""
    for violation in violations:
        click.echo(f"{name}: {violation}")
    if not violations:
        click.echo(f"{name}: correct")
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
