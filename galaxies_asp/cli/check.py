"""`galaxies check`: verify attempts by the rules alone."""

from collections.abc import Sequence
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import command, note
from galaxies_asp.cli.inputs import Sources
from galaxies_asp.cli.output import echo, print_drawing
from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.progress import progress
from galaxies_asp.core.verifying.violations import Fault, Violation
from galaxies_asp.solving import judging
from galaxies_asp.solving.answer_keys import faults_of_key
from galaxies_asp.solving.answers import CheckAnswer
from galaxies_asp.solving.plan import has_standard_rules


@command("check")
def check_command(
    sources: Sources,
    unfinished: Annotated[bool, "List only the faults that no further drawing cures."],
    key: Annotated[
        str | None,
        "Compare with the answer key that a book prints, such as '3 1 3, 2 5': the "
        "cells of each region along the two marked rows.",
    ],
    rules: options.RulesOptions,
    as_json: options.Json,
    quiet: options.Quiet,
) -> int:
    """Verify attempts: list each broken rule and its place.

    The attempt is part of the input: drawings, printed grids, saved games, pzprv3
    files, Penpa+ links, JSON, facts and IDP models can contain one.

    The verifier judges by the variants that the puzzle or --with names. If -e names an
    encoding, the attempt must also be one of its models.
    """

    def check(entry: AnySheet) -> int:
        if not (entry.is_attempt or key is not None):
            said = ["this is a puzzle without an attempt", entry.remark]
            raise GalaxiesError("; ".join(filter(None, said)))
        faults: Sequence[Violation]
        lines: Sequence[str]
        details: Fields = {}
        puzzle = entry.dots
        if key is not None:
            if puzzle is None:
                raise click.UsageError("--key takes puzzles of Galaxies only")
            faults = faults_of_key(puzzle, key, rules)
            lines = [fault.message for fault in faults] or ["correct"]
        elif unfinished and puzzle is None:
            from galaxies_asp.explaining.answers.live_faults import live_faults

            faults = live_faults(entry, rules)
            lines = [*map(str, faults)] or ["no fault that stays so far"]
        elif unfinished and puzzle is not None:
            if not has_standard_rules(entry, rules):
                raise click.UsageError("--unfinished takes the rules of Galaxies only")
            judged = progress(entry.position, excluded=entry.excluded)
            details = {"complete": judged.complete, "solved": judged.solved}
            faults, lines = judged.faults, judged.in_words(len(puzzle.centers))
        else:
            faults = judging.judge(entry, rules)
            if faults:
                from galaxies_asp.explaining.answers.questions import named

                faults = named(faults, entry, rules)
            lines = [*map(str, faults)] or ["correct"]
        if as_json:
            name, family = entry.name, entry.family.name
            answer = CheckAnswer(name, not faults, faults, family=family, **details)
            echo(answer.json())
        else:
            if faults and not (quiet or unfinished or key is not None):
                print_drawing(_marked(entry, faults))
            for line in lines:
                echo(f"{entry.name}: {line}")
        if faults and {fault.kind for fault in faults} <= _LOOSE:
            note(
                entry.name, "puzz.link accepts loose walls, as --with loose-walls does"
            )
        return exits.NEGATIVE if faults else exits.ANSWERED

    return sources.answer_each(check)


_LOOSE = {Fault.WALL_INSIDE_REGION, Fault.DEAD_END_WALL}
"""The faults of walls that leave the regions as they are."""


def _marked(entry: AnySheet, faults: Sequence[Violation]) -> str:
    """Return the drawing of an attempt with marks at the places of its faults."""
    from galaxies_asp.explaining.words.known import Known
    from galaxies_asp.explaining.words.marks import Mark, Role, legend_text

    known = Known.of(entry)
    places = (at for fault in faults for at in fault.places)
    marks = tuple(Mark(at, Role.WRONG) for at in places)
    drawing = known.text(marks, known.colors_of_dots if options.uses_color() else None)
    return drawing + (legend_text(marks) if known.has_legend else "")
