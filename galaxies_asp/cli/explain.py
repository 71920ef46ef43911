"""`galaxies explain`: why a cell belongs to its dot, why there is a wall, or none."""

from typing import Annotated, Any

import click

from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.grid import Point, describe
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import PlaceType
from galaxies_asp.explaining.answers import UnforcedAnswer, reason_answer
from galaxies_asp.explaining.facts import NO_SOLUTION
from galaxies_asp.explaining.figures import figure
from galaxies_asp.explaining.findings import Reason
from galaxies_asp.explaining.pictures import Figure
from galaxies_asp.explaining.questions import reasons
from galaxies_asp.explaining.sentences import rules_in_words
from galaxies_asp.families.entry import Entry


@on_puzzles(
    "explain",
    options.rules_options,
    options.output_option("Draw the reason as SVG."),
    options.json_option(),
    options.quiet_option,
    options.limits_options,
    options.color_option,
)
def command(
    run: Run,
    atom: str,
    at: Annotated[
        Point | None,
        PlaceType(),
        "A cell (c2r1), an edge (c2r1-c3r1), or a point X,Y of either. Default: "
        "explain why there is no solution.",
    ] = None,
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
    if unsat and at is not None:
        raise click.UsageError("--unsat and --at exclude each other")

    def answer(entry: Entry) -> int:
        board = (entry if drawn else entry.blank).board
        explained = run.limits.call(_illustrated, run.rules, board, at, atom, smallest)
        if not explained and run.as_json:
            family = entry.family_name
            run.print(UnforcedAnswer(entry.name, forced=False, family=family))
        elif not explained:
            echo(f"{entry.name}: {_unforced(atom or (at and describe(at)))}")
        for reason, shown in explained:
            if run.as_json:
                run.print(reason_answer(entry.name, board, reason, shown))
            else:
                text = run.figure(shown) + _rules(board, reason, smallest)
                echo(f"{entry.name}: {text}", nl=False, color=True)
        if explained and run.output is not None:
            run.write(explained[0][1].svg())
        asks_why_none = at is None and not atom
        targets = [reason.target for reason, _ in explained]
        is_there = targets and (asks_why_none or targets != [NO_SOLUTION])
        return exits.ANSWERED if is_there else exits.NEGATIVE

    return run.answer_single(answer)


def _illustrated(
    rules: Rules, board: Any, at: Point | None, atom: str, smallest: bool
) -> list[tuple[Reason, Figure]]:
    found = reasons(board, at, atom=atom, rules=rules, smallest=smallest)
    return [(reason, figure(board, reason)) for reason in found]


def _unforced(where: str | None) -> str:
    if not where:
        return "there is a solution; give a place with --at"
    return f"nothing is forced at {where}: solutions differ"


def _rules(board: Any, reason: Reason, smallest: bool) -> str:
    if reason.source is not None:
        return ""
    words = rules_in_words(board.puzzle, reason)
    if smallest and reason.smallest:
        words += "\nNo smaller set of rules forces it."
    elif smallest:
        words += f"\nAny set that forces it has at least {reason.at_least} rules."
    return f"{words}\n"
