"""`galaxies explain`, `hint` and `walkthrough`: steps and facts with their reasons."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, note, on_puzzles
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import PLACE
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.grid import Point, describe
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.explaining.facts import NO_SOLUTION
from galaxies_asp.explaining.figures import STAGES, figure, staged
from galaxies_asp.explaining.findings import Finished, Hint, Mistake, Reason
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.pictures import Figure
from galaxies_asp.explaining.questions import hint, reasons, walkthrough
from galaxies_asp.explaining.sentences import rules_in_words
from galaxies_asp.solving.judging import judge

if TYPE_CHECKING:  # it is loaded for walkthroughs only
    from galaxies_asp.explaining.pages import Frames


@on_puzzles(
    "explain",
    "rules",
    options.output_option("Draw the reason as SVG."),
    "json quiet limits color",
)
def explain_command(
    run: Run,
    at: Annotated[
        Point | None,
        PLACE,
        "A cell (c2r1), an edge (c2r1-c3r1), or a point X,Y of either. Default: "
        "explain why there is no solution.",
    ] = None,
    atom: Annotated[
        str,
        "ATOM",
        "For other families than Galaxies: explain an atom of the output, as in "
        "'star((3,5))'.",
    ] = "",
    smallest: Annotated[bool, "Find a smallest set of rules."] = False,
    unsat: Annotated[
        bool, "Explain why there is no solution, as without --at."
    ] = False,
    drawn: Annotated[bool, "--position", "Assume what is drawn on the puzzle."] = False,
) -> int:
    """Explain which rules force a cell's dot or a wall, or exclude all solutions.

    Under the standard rules each rule of the answer is needed. With -e or under other
    rules, the rules are those of the encoding, in the words of its comments, and the
    answer says if some may not be needed, because finding a minimal set takes too long.
    Exit code 1: nothing is forced there, or there is no solution.
    """
    from galaxies_asp.explaining.answers import UnforcedAnswer, reason_answer

    if unsat and at is not None:
        raise click.UsageError("--unsat and --at exclude each other")

    def answer(entry: Sheet[Any]) -> int:
        board = entry if drawn else entry.blank
        how = {"atom": atom, "rules": run.rules, "smallest": smallest}
        explained = run.limits.call(_reasons, board, at, **how)
        if not explained and run.as_json:
            family = entry.family.name
            run.print(UnforcedAnswer(entry.name, forced=False, family=family))
        elif not explained:
            where = atom or (at and describe(at))
            said = f"nothing is forced at {where}: solutions differ"
            said = said if where else "there is a solution; give a place with --at"
            echo(f"{entry.name}: {said}")
        for reason, shown in explained:
            if run.as_json:
                run.print(reason_answer(entry.name, board.position, reason, shown))
            elif run.output != "-":
                text = run.figure(shown) + _rules(board, reason, smallest)
                echo(f"{entry.name}: {text}", nl=False, color=True)
        if explained and run.output is not None:
            run.write(explained[0][1].svg())
        asks_why_none = at is None and not atom
        targets = [reason.target for reason, _ in explained]
        is_there = targets and (asks_why_none or targets != [NO_SOLUTION])
        return exits.ANSWERED if is_there else exits.NEGATIVE

    return run.answer_single(answer)


def _reasons(
    board: Sheet[Any], at: Point | None, **how: Any
) -> list[tuple[Reason, Figure]]:
    return [
        (reason, figure(board.position, reason)) for reason in reasons(board, at, **how)
    ]


def _rules(board: Sheet[Any], reason: Reason, smallest: bool) -> str:
    """Return the rules of a reason in words, unless they are those of an encoding."""
    if reason.source is not None:
        return ""
    words = rules_in_words(board.position.puzzle, reason)
    if smallest and reason.smallest:
        words += "\nNo smaller set of rules forces it."
    elif smallest:
        words += f"\nAny set that forces it has at least {reason.at_least} rules."
    return f"{words}\n"


@on_puzzles(
    "hint",
    options.output_option("Draw the hint as SVG."),
    "json quiet rules limits color",
)
def hint_command(
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
    least = int(max(level, Level.ONLY_ONE) if skip_trivial else level)

    def answer(entry: Sheet[Any]) -> int:
        entry = entry.blank if from_start else entry
        step, shown = run.limits.call(_hint, run.rules, entry, least, stage)
        is_end = least > 1 and isinstance(step, Finished) and step.solved
        if is_end and not (entry.is_attempt and not judge(entry, run.rules)):
            shown = replace(shown, head=f"Steps below level {least} solve the board")
        if run.as_json:
            from galaxies_asp.explaining.answers import hint_answer

            run.print(hint_answer(entry.name, step, shown, stage))
        elif run.output != "-":
            echo(f"{entry.name}: {run.figure(shown)}", nl=False, color=True)
        if entry.remark_on_puzzle:
            note(entry.name, entry.remark_on_puzzle)
        if run.output is not None:
            run.write(shown.svg())
        is_last = isinstance(step, Finished) and not step.solved
        is_negative = isinstance(step, Mistake) or is_last
        return exits.NEGATIVE if is_negative else exits.ANSWERED

    return run.answer_single(answer)


def _hint(
    rules: Rules, board: Sheet[Any], level: int, stage: int
) -> tuple[Hint, Figure]:
    found = hint(board, rules=rules, level=level)
    assert found.known is not None
    return found, staged(figure(found.known.position, found), found, stage)


@on_puzzles(
    "walkthrough",
    options.output_option("Write an HTML page with one frame per step."),
    "json quiet color rules limits sharing",
)
def walkthrough_command(
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
    from galaxies_asp.explaining.answers import walkthrough_answer
    from galaxies_asp.explaining.pages import page

    run.check_single()
    progress = run.progress()

    def answer(entry: Sheet[Any], way: "Frames") -> int:
        if run.output is not None:
            run.write(page(way))
        if run.as_json:
            with_steps = not only_difficulty
            run.print(walkthrough_answer(entry.name, way, with_steps=with_steps))
        elif run.output != "-":
            if run.output is None and not only_difficulty:
                for number, shown in enumerate(way.figures, 1):
                    echo(f"{number}. {run.figure(shown)}", color=True)
            echo(f"{entry.name}: {way.verdict()}")
        return exits.ANSWERED if way.way.solved else exits.NEGATIVE

    with run.sharing.executor() as executor:
        is_here = executor is None and not run.limits.any
        report = partial(progress, "deducing") if is_here else None
        deduce = partial(
            run.limits.call, _frames, run.rules, not only_difficulty, report
        )
        if executor is None:
            return run.answer_each(lambda entry: answer(entry, deduce(entry)))
        from galaxies_asp.processes.pool import futures_ahead

        submit = partial(executor.submit, deduce)
        shared = futures_ahead(executor, submit, run.sources)
        return run.sources.answer_each(
            lambda entry, future: answer(entry, future.result()), shared
        )


def _frames(rules: Rules, with_steps: bool, report: Any, entry: Sheet[Any]) -> "Frames":
    from galaxies_asp.explaining.pages import Frames

    shown = Frames(walkthrough(entry, rules=rules, report=report))
    if with_steps:
        _ = shown.figures  # within the limits
    return shown
