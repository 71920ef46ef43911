"""`galaxies check`: verify attempts by the rules alone."""

from collections.abc import Sequence
from typing import Annotated, Any

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.output import echo
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.core.verifying.answers import CheckAnswer
from galaxies_asp.core.verifying.progress import progress
from galaxies_asp.solving.judging import judge
from galaxies_asp.solving.plan import engine


@on_puzzles("check", "rules json quiet style")
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

    def answer(entry: Sheet[Any]) -> int:
        if not entry.is_attempt:
            said = ["this is a puzzle without an attempt", entry.remark_on_puzzle]
            raise GalaxiesError("; ".join(filter(None, said)))
        faults: Sequence[Any]
        details = {}
        if unfinished:
            if not engine(entry, run.rules).has_bits:
                raise click.UsageError("--unfinished takes the rules of Galaxies only")
            judged = progress(entry.position)
            details = {"complete": judged.complete, "solved": judged.solved}
            faults, lines = judged.faults, entry.judgment()
        else:
            faults = judge(entry, run.rules)
            lines = [*map(str, faults)] or ["correct"]
        if run.as_json:
            run.print(
                CheckAnswer.about(
                    entry.name, faults, family=entry.family.name, **details
                )
            )
        else:
            if faults and not (run.quiet or unfinished):
                run.show(entry)
            for line in lines:
                echo(f"{entry.name}: {line}")
        return exits.NEGATIVE if faults else exits.ANSWERED

    return run.answer_each(answer)
