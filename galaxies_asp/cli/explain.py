"""`galaxies explain`, `hint` and `walkthrough`: steps and facts with their reasons."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Option, command, note
from galaxies_asp.cli.inputs import Sources
from galaxies_asp.cli.output import ProgressBar, echo, print_drawing, write_output
from galaxies_asp.cli.values import PLACE, Parsed
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import Point, describe
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.answers.figures import STAGES, figure, staged
from galaxies_asp.explaining.answers.pictures import Figure
from galaxies_asp.explaining.answers.questions import (
    deduced,
    hint,
    reasons,
    walkthrough,
)
from galaxies_asp.explaining.engine.facts import NO_SOLUTION, Kind
from galaxies_asp.explaining.words.findings import Finished, Hint, Mistake, Reason, Step
from galaxies_asp.explaining.words.levels import Level
from galaxies_asp.explaining.words.marks import Role
from galaxies_asp.processes.sharing import executor, limited
from galaxies_asp.solving.judging import judge, unsolved

if TYPE_CHECKING:  # it is loaded for walkthroughs only
    from galaxies_asp.explaining.answers.pages import Frames


def _target(text: str) -> Point | str:
    """Read a place, or an atom such as star((3,5))."""
    if re.fullmatch(r"[a-z]\w*\(.*\)", text) and not text.startswith("the "):
        return text
    place: Point = PLACE.convert(text, None, None)
    return place


@command("explain")
def explain_command(
    *,
    sources: Sources,
    target: Annotated[
        Point | str | None,
        Option("--at"),
        Parsed("PLACE|ATOM", _target),
        "A cell (c2r1), an edge (c2r1-c3r1), or a point X,Y of either; of other "
        "families also an atom of the output, as in 'star((3,5))'. Default: explain "
        "why there is no solution.",
    ],
    drawn: Annotated[bool, Option("--position"), "Assume what is drawn on the puzzle."],
    rules: options.RulesOptions,
    output: options.Svg,
    as_json: options.Json,
    quiet: options.Quiet,
    limits: options.WorkLimits,
) -> int:
    """Explain why a cell has its dot, an edge its wall or none, or all fails.

    With -e or under other rules, the reasons name the rules of the encoding, in the
    words of its comments.
    Exit code 1: nothing is forced there, or there is no solution.
    """
    from galaxies_asp.explaining.answers.objects import UnforcedAnswer, reason_answer

    at = target if isinstance(target, Point) else None
    atom = target if isinstance(target, str) else ""

    def answer(entry: AnySheet) -> int:
        if atom and entry.dots is not None:
            raise click.BadParameter(f"--at {atom}: puzzles of Galaxies have no atoms")
        board = entry if drawn else entry.blank
        explained = limits.call(_reasons, board, at, atom, rules)
        if not explained and as_json:
            family = entry.family.name
            echo(UnforcedAnswer(entry.name, forced=False, family=family).json())
        elif not explained:
            where = atom or (at and describe(at))
            said = f"nothing is forced at {where}: solutions differ"
            said = said if where else "there is a solution; give a place with --at"
            echo(f"{entry.name}: {said}")
        for reason, shown in explained:
            if as_json and reason.target.kind is Kind.NOT_CELL:
                continue
            if as_json:
                echo(reason_answer(entry.name, reason, shown).json())
            elif output != "-":
                print_drawing(f"{entry.name}: {_text(shown, quiet)}")
        if explained and output is not None:
            write_output(explained[0][1].svg(), output)
        asks_why_none = at is None and not atom
        targets = [reason.target for reason, _ in explained]
        is_there = targets and (asks_why_none or targets != [NO_SOLUTION])
        return exits.ANSWERED if is_there else exits.NEGATIVE

    return sources.answer_drawn(answer, output, as_json)


def _text(figure: Figure, quiet: bool, told: set[Role] | None = None) -> str:
    """Return a figure as text; `told` has the marks of legends before."""
    known, color = set() if told is None else told, options.uses_color()
    return figure.printed(known, is_drawn=not quiet, color=color)


def _reasons(
    board: AnySheet, at: Point | None, atom: str, rules: Rules
) -> list[tuple[Reason, Figure]]:
    found = reasons(board, at, atom=atom, rules=rules)
    return [(reason, figure(reason)) for reason in found]


@command("hint")
def hint_command(
    *,
    sources: Sources,
    from_start: Annotated[
        bool, "Ignore what is drawn on the puzzle, as always if that is the solution."
    ],
    level: Annotated[
        int,
        Range(1, len(Level)),
        "Take all easier steps first, and give the first one of this level: 2 skips "
        "cells that dots touch, and their partners; under other rules, the levels are "
        "those of their techniques.",
    ] = 1,
    stage: Annotated[
        int,
        Range(1, STAGES),
        "Tell only where to look (1), or the technique as well (2).",
    ] = STAGES,
    output: options.Svg,
    as_json: options.Json,
    quiet: options.Quiet,
    rules: options.RulesOptions,
    limits: options.WorkLimits,
) -> int:
    """Give the easiest next step in a position with its reason, or the mistake in it.

    The position includes what is drawn on the puzzle: walls, or the dots of cells. The
    hint is about a wall if walls are drawn, otherwise about a cell. Under other rules
    than the standard ones, its reason names the rules of the encoding and their places,
    in the words of its comments. Exit code 1: there is a mistake, or nothing
    more is forced.
    """

    def answer(entry: AnySheet) -> int:
        if from_start:
            entry = entry.blank
        elif (start := unsolved(entry, rules)) is not entry:
            note(entry.name, "its solution is ignored; `galaxies check` judges it")
            entry = start
        step, shown = limits.call(_hint, rules, entry, level, stage)
        is_end = level > 1 and isinstance(step, Finished) and step.solved
        if is_end and not (entry.is_attempt and not judge(entry, rules)):
            shown = replace(shown, head=f"Steps below level {level} solve the board")
        if as_json:
            from galaxies_asp.explaining.answers.objects import hint_answer

            echo(hint_answer(entry.name, step, shown, stage).json())
        elif output != "-":
            print_drawing(f"{entry.name}: {_text(shown, quiet)}")
        if entry.remark and not entry.is_attempt:
            note(entry.name, entry.remark)
        if output is not None:
            write_output(shown.svg(), output)
        is_last = isinstance(step, Finished) and not step.solved
        is_negative = isinstance(step, Mistake) or is_last
        return exits.NEGATIVE if is_negative else exits.ANSWERED

    return sources.answer_drawn(answer, output, as_json)


def _hint(rules: Rules, board: AnySheet, level: int, stage: int) -> tuple[Hint, Figure]:
    found = hint(board, rules=rules, level=level)
    return found, staged(figure(found), found, stage)


@command("walkthrough")
def walkthrough_command(
    sources: Sources,
    only_difficulty: Annotated[
        bool, Option("--difficulty"), "Print the difficulty only."
    ],
    output: Annotated[
        str | None,
        options.output_file(".html"),
        "Write an HTML page with one frame per step.",
    ],
    as_json: options.Json,
    quiet: options.Quiet,
    rules: options.RulesOptions,
    limits: options.WorkLimits,
    jobs: options.Jobs,
) -> int:
    """Deduce the solution step by step, each with its reason, and rate the puzzle.

    Under other rules than the standard ones, the reasons name the rules of the encoding
    and their places, in the words of its comments; the shortest comes first. Steps are
    printed as they are found; several processes print all steps of a puzzle at once.

    What is drawn on the puzzle is ignored. Exit code 1: there is no solution, or more
    than one, so the steps end before the board is full.
    """
    from galaxies_asp.explaining.answers.objects import walkthrough_answer
    from galaxies_asp.explaining.answers.pages import Frames, page

    sources.check_single(output, as_json)
    progress = ProgressBar(quiet)
    is_told = output is None and not (as_json or only_difficulty)

    def told(numbers: Iterator[int], roles: set[Role], step: Step) -> None:
        shown = figure(step)
        print_drawing(f"{next(numbers)}. {_text(shown, quiet, roles)}\n")

    def answer(entry: AnySheet, way: "Frames", *, is_new: bool = True) -> int:
        if output is not None:
            write_output(page(way), output)
        if as_json:
            with_steps = not only_difficulty
            echo(walkthrough_answer(entry.name, way, with_steps=with_steps).json())
        elif output != "-":
            if is_told and is_new:
                roles = set[Role]()
                for number, shown in enumerate(way.figures, 1):
                    text = _text(shown, quiet, roles)
                    print_drawing(f"{number}. {text}\n")
            echo(f"{entry.name}: {way.verdict()}")
        return exits.ANSWERED if way.way.solved else exits.NEGATIVE

    with executor(jobs) as workers:
        if workers is None and is_told:

            def tell(entry: AnySheet) -> int:
                numbers, roles = count(1), set[Role]()
                for step in limited(deduced, (entry, rules), **limits._asdict()):
                    if isinstance(step, Step):
                        told(numbers, roles, step)
                    else:
                        way = Frames(step)
                return answer(entry, way, is_new=False)

            return sources.answer_each(tell)
        is_here = workers is None and not limits.any
        report = partial(progress, "deducing") if is_here else None
        deduce = partial(limits.call, _frames, rules, not only_difficulty, report)
        if workers is None:
            return sources.answer_each(lambda entry: answer(entry, deduce(entry)))
        from galaxies_asp.processes.pool import futures_ahead

        submit = partial(workers.submit, deduce)
        shared = futures_ahead(workers, submit, sources)
        return sources.answer_each(
            lambda entry, future: answer(entry, future.result()), shared
        )


def _frames(
    rules: Rules,
    with_steps: bool,
    report: Callable[[int, int | None], object] | None,
    entry: AnySheet,
) -> "Frames":
    from galaxies_asp.explaining.answers.pages import Frames

    shown = Frames(walkthrough(entry, rules=rules, report=report))
    if with_steps:
        _ = shown.figures  # within the limits
    return shown
