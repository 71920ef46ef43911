"""`galaxies forced`: cautious consequences of all solutions."""

from functools import partial
from typing import Any

from galaxies_asp.all_solutions.count import forced
from galaxies_asp.board.no_solution import NoSolutionError
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, note, on_puzzles
from galaxies_asp.cli.output import echo
from galaxies_asp.drawing.svg import paint
from galaxies_asp.families.entry import Entry


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

    def answer(entry: Entry) -> int:
        try:
            asked = partial(forced, entry.puzzle, rules=run.rules)
            possible: Any = run.limits.call(asked)
        except NoSolutionError as error:
            note(entry.name, f"no solution: {error}")
            return exits.NEGATIVE
        run.print_decision(entry.name, possible.encoding, possible.decided_by)
        if run.output is not None:
            run.write(paint(entry.map_of(possible)))
        elif run.as_json:
            from galaxies_asp.all_solutions.answers import ForcedAnswer

            run.print(ForcedAnswer.about(entry.name, possible))
        else:
            echo(f"{entry.name}: {possible.in_words()}")
            if not run.quiet:
                run.show(entry.drawn(possible.position()))
        return exits.ANSWERED

    return run.answer_single(answer)
