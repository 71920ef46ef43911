"""`galaxies hint`: the easiest next step in a position, or the mistake in it."""

from typing import Annotated, Any

import click

from galaxies_asp.asp.rules import Rules
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, note, on_puzzles
from galaxies_asp.cli.output import echo
from galaxies_asp.explaining.figures import STAGES, figure, staged
from galaxies_asp.explaining.findings import Finished, Hint, Mistake
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.pictures import Figure
from galaxies_asp.explaining.questions import hint
from galaxies_asp.families.entry import Entry


@on_puzzles(
    "hint",
    options.output_option("Draw the hint as SVG."),
    options.json_option(),
    options.quiet_option,
    options.rules_options,
    options.limits_options,
    options.color_option,
)
def command(
    run: Run,
    from_start: Annotated[bool, "Ignore what is drawn on the puzzle."] = False,
    skip_trivial: Annotated[
        bool, "Skip cells that dots touch, and mirror images; the same as --level 2."
    ] = False,
    level: Annotated[
        int,
        click.IntRange(1, len(Level)),
        "Take all easier steps first, and give the first one of this level; under "
        "other rules, the first whose reason has at least that many instances.",
    ] = 1,
    stage: Annotated[
        int,
        click.IntRange(1, STAGES),
        "Tell only where to look (1), or the technique as well (2).",
    ] = STAGES,
) -> int:
    """Give the easiest next step in a position with its reason, or the mistake in it.

    The position includes what is drawn on the puzzle: walls, or the dots of cells. The
    hint is about a wall if walls are drawn, otherwise about a cell. Under other rules
    than the standard ones, its reason consists of instances of the rules of the
    encoding, in the words of its comments. Exit code 1: there is a mistake, or nothing
    more is forced.
    """

    def answer(entry: Entry) -> int:
        entry = entry.blank if from_start else entry
        least = max(level, Level.ONLY_ONE) if skip_trivial else level
        asked = run.rules, entry.board, int(least), stage
        step, shown = run.limits.call(_illustrated, *asked)
        if run.as_json:
            from galaxies_asp.explaining.answers import hint_answer

            run.print(hint_answer(entry.name, step, shown, stage))
        else:
            echo(f"{entry.name}: {run.figure(shown)}", nl=False, color=True)
        if entry.walls_in_words:
            note(entry.name, entry.walls_in_words)
        if run.output is not None:
            run.write(shown.svg())
        is_last = isinstance(step, Finished) and not step.solved
        is_negative = isinstance(step, Mistake) or is_last
        return exits.NEGATIVE if is_negative else exits.ANSWERED

    return run.answer_single(answer)


def _illustrated(
    rules: Rules, board: Any, level: int, stage: int
) -> tuple[Hint, Figure]:
    found = hint(board, rules=rules, level=level)
    assert found.known is not None
    return found, staged(figure(found.known.position, found), found, stage)
