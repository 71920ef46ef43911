"""`galaxies forced`: cautious consequences of all solutions."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from galaxies_asp.all_solutions.drawing import possible_scene
from galaxies_asp.all_solutions.forced import forced
from galaxies_asp.board.no_solution import NoSolutionError
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, note, on_puzzles
from galaxies_asp.drawing.svg import paint
from galaxies_asp.solving.summaries import Possibilities

if TYPE_CHECKING:
    from galaxies_asp.families.engine import Consequences
    from galaxies_asp.families.sheet import Sheet


@on_puzzles(
    "forced",
    options.rules_options,
    options.verbose_option,
    options.json_option(),
    options.output_option("Draw an SVG map; cells with more candidates are darker."),
    options.limits_options,
    options.quiet_option,
    options.style_options,
)
def command(run: Run) -> int:
    """Show which cells and walls are the same in all solutions.

    The drawing shows the letter of each forced cell, and each forced wall.
    """

    def answer(entry: Any) -> int:
        try:
            asked = partial(forced, entry.puzzle, rules=run.rules)
            possible: Any = run.limits.call(asked)
        except NoSolutionError as error:
            note(entry.name, f"no solution: {error}")
            return exits.NEGATIVE
        if entry.family is not None:
            return _print_atoms(run, entry, possible)
        run.print_decision(entry.name, possible.encoding, possible.decided_by)
        if run.output is not None:
            run.write(paint(possible_scene(possible)))
        elif run.as_json:
            from galaxies_asp.all_solutions.answers import ForcedAnswer

            run.print(ForcedAnswer.about(entry.name, possible))
        else:
            click.echo(f"{entry.name}: {_summary(possible)}")
            if not run.quiet:
                run.draw(possible.position())
        return exits.ANSWERED

    return run.answer_single(answer)


def _print_atoms(run: Run, sheet: "Sheet", shared: "Consequences") -> int:
    """Print the answer about a puzzle of another family."""
    from galaxies_asp.all_solutions.answers import ForcedAnswer
    from galaxies_asp.families.formats import picture

    family = sheet.family
    drawing = family.drawn(sheet.position, shared.forced)
    if run.output is not None:
        run.write(picture(family, drawing, "svg"))
    elif run.as_json:
        used = family.chosen(run.rules.encoding)
        run.print(ForcedAnswer.about_atoms(sheet, shared, used))
    else:
        click.echo(
            f"{sheet.name}: {len(shared.forced)} atoms are in all solutions, "
            f"{len(shared.excluded)} in none, {len(shared.free)} in some"
        )
        run.draw(drawing, family)
    return exits.ANSWERED


def _summary(possible: Possibilities) -> str:
    forced = sum(len(dots) == 1 for dots in possible.dots.values())
    return (
        f"{forced} of {len(possible.dots)} cells are forced; {len(possible.walls)} "
        f"edges are walls, {len(possible.passages)} are not, "
        f"{len(possible.open_edges)} are open"
    )
