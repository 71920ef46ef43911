"""`galaxies check`: judge attempts by the rules alone."""

import json

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import (
    Look,
    from_option,
    inputs_argument,
    look_options,
)
from galaxies_asp.cli.options.inputs import Entry, Inputs
from galaxies_asp.variants import RuleVariant
from galaxies_asp.verify.rules import Violation, verify


@click.command(name="check")
@inputs_argument
@click.option(
    "--variant",
    "variants",
    multiple=True,
    type=click.Choice([str(variant) for variant in RuleVariant]),
    help="Judge by other rules, as loose-walls: walls inside a region; repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object an attempt.")
@click.option("-q", "--quiet", is_flag=True, help="No drawings.")
@from_option
@look_options
def command(
    inputs: tuple[str, ...],
    variants: tuple[str, ...],
    as_json: bool,
    quiet: bool,
    from_: str | None,
    look: Look,
) -> int:
    """Judge attempts: list every broken rule and where it is broken.

    The attempt stands in the input: drawings, printed grids, saved games, pzprv3 files,
    Penpa+ links, JSON, facts and IDP models can hold one.
    """
    sources = Inputs(inputs, from_)
    rules = frozenset(map(RuleVariant, variants))
    codes = []
    for entry in sources:
        if not entry.position.is_attempt:
            click.echo(f"galaxies: {entry.name}: this is a puzzle only", err=True)
            codes.append(exits.DATA_ERROR)
            continue
        violations = verify(entry.position, variants=rules)
        codes.append(exits.NEGATIVE if violations else exits.ANSWERED)
        if as_json:
            click.echo(json.dumps(_answer(entry, violations)))
            continue
        if violations and not quiet:
            click.echo(look.draw(entry.position), nl=False, color=True)
        for violation in violations:
            click.echo(f"{entry.name}: {violation}")
        if not violations:
            click.echo(f"{entry.name}: correct")
    return exits.DATA_ERROR if sources.faulty else exits.worst(codes)


def _answer(entry: Entry, violations: list[Violation]) -> dict[str, object]:
    return {
        "schema": 1,
        "id": entry.name,
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
