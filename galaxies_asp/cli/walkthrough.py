"""`galaxies walkthrough`: deduce the solution step by step."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any

from galaxies_asp.asp.rules import Rules
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.limits import Limits
from galaxies_asp.cli.output import echo
from galaxies_asp.explaining.answers import walkthrough_answer
from galaxies_asp.explaining.pages import Frames, page
from galaxies_asp.explaining.questions import walkthrough
from galaxies_asp.families.entry import Entry


@on_puzzles(
    "walkthrough",
    options.output_option("Write an HTML page with one frame per step."),
    options.json_option(),
    options.quiet_option,
    options.color_option,
    options.rules_options,
    options.limits_options,
    options.sharing_options(default=1),
)
def command(
    run: Run,
    only_difficulty: Annotated[
        bool, "--difficulty", "Print the difficulty only."
    ] = False,
) -> int:
    """Deduce the solution step by step, each with its reason, and rate the puzzle.

    Under other rules than the standard ones, the reasons are instances of the rules of
    the encoding, in the words of its comments; the smallest comes first.

    What is drawn on the puzzle is ignored. Exit code 1: there is no solution, or more
    than one, so the steps end before the board is full.
    """
    run.sources.check_single(run.output)
    progress = run.progress()

    def answer(entry: Entry, way: Frames) -> int:
        if run.output is not None:
            run.write(page(way))
        if run.as_json:
            with_steps = not only_difficulty
            run.print(walkthrough_answer(entry.name, way, with_steps=with_steps))
        elif run.output != "-":
            if run.output is None and not only_difficulty:
                for text in _steps(way, run):
                    echo(text, color=True)
            echo(f"{entry.name}: {way.verdict()}")
        return exits.ANSWERED if way.way.solved else exits.NEGATIVE

    with run.sharing.executor() as executor:
        is_here = executor is None and not run.limits.any
        report = partial(progress, "deducing") if is_here else None
        deduce = partial(_deduced, run.limits, run.rules, not only_difficulty, report)
        return run.sources.answer_shared(executor, deduce, answer)


def _deduced(
    limits: Limits, rules: Rules, with_steps: bool, report: Any, entry: Entry
) -> Frames:
    return limits.call(_illustrated, rules, with_steps, report, entry.puzzle)


def _illustrated(rules: Rules, with_steps: bool, report: Any, puzzle: Any) -> Frames:
    shown = Frames(walkthrough(puzzle, rules=rules, report=report))
    if with_steps:
        _ = shown.figures  # within the limits
    return shown


def _steps(shown: Frames, run: Run) -> Iterator[str]:
    """Yield the steps with their boards."""
    for number, figure in enumerate(shown.figures, 1):
        yield f"{number}. {run.figure(figure)}"
