"""`galaxies repair`: the cheapest changes that give a puzzle exactly 1 solution."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Option, command, note
from galaxies_asp.cli.inputs import Sources
from galaxies_asp.cli.output import (
    WRITABLE,
    ProgressBar,
    echo,
    joined,
    print_drawing,
    write_output,
    written,
)
from galaxies_asp.cli.values import Parsed, dot_at
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing import painted
from galaxies_asp.core.drawing.text import side_by_side
from galaxies_asp.core.drawing.text_style import terminal_width
from galaxies_asp.core.galaxies import is_galaxies
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.processes.worker import Worker
from galaxies_asp.repairing import answers, changes, search
from galaxies_asp.repairing.changes import Kind

_GROUPS = {
    "dots": changes.DOT_KINDS,
    "walls": changes.WALL_KINDS,
    "clues": changes.CLUE_KINDS,
    **{str(kind): (kind,) for kind in Kind},
}


def _kinds(text: str) -> tuple[Kind, ...]:
    """Read kinds of changes, as in dots,erase."""
    kinds: list[Kind] = []
    for name in map(str.strip, text.split(",")):
        if name not in _GROUPS:
            raise ValueError(f"{name!r} is not one of {', '.join(_GROUPS)}")
        kinds += _GROUPS[name]
    return tuple(dict.fromkeys(kinds))


def _weight(text: str) -> tuple[Kind, int]:
    """Read a cost, as in draw=3."""
    match = re.fullmatch(r"(\w+)=(\d{1,6})", text)
    if match is None or match[1] not in list(Kind):
        raise ValueError(
            f"{text!r} is not a kind of change and its cost, such as draw=3; the kinds "
            f"are {', '.join(Kind)}"
        )
    return Kind(match[1]), int(match[2])


@dataclass(frozen=True, kw_only=True)
class RepairOptions:
    """Which changes are allowed, how long they are searched for, and what is shown."""

    sources: Sources
    weights: Annotated[
        tuple[tuple[Kind, int], ...],
        Option("--weight"),
        Parsed("KIND=N", _weight),
        "Cost of a change (default: 1, and 2 to draw a wall); repeatable. A move "
        "farther than to a next point costs twice.",
    ]
    keep: Annotated[
        tuple[str, ...],
        Option(metavar="DOT"),
        "A dot that stays: its letter, its place such as 7,4, or all; repeatable.",
    ]
    by: Annotated[
        tuple[Kind, ...],
        Option(
            type=Parsed("KIND,...", _kinds), multiple=False, default="dots,walls,clues"
        ),
        "Allowed changes: dots (add, remove, move), walls (draw, erase), clues that an "
        "encoding declares (write, delete).",
    ]
    count: Annotated[
        int, options.COUNT_OR_ALL, "Maximum number of cheapest repairs; 0: all."
    ] = 1
    rules: options.RulesOptions
    limits: options.WorkLimits
    output: Annotated[options.OutputFile, "Draw the repair as SVG."]
    as_json: options.Json
    format_: Annotated[
        str,
        options.format_option(["text", *WRITABLE], "Format of the repaired puzzles"),
    ] = "text"
    quiet: options.Quiet
    style: options.DrawingStyle


@command("repair")
def repair_command(run: RepairOptions) -> int:
    """Find the cheapest changes that give a puzzle exactly 1 solution, with proof.

    The cost of a repair is the sum of the costs of its changes. A dot moves to a next
    point at the cost of one change, farther at that of two. Among the cheapest repairs,
    the undo of a slip comes first: a dot drawn twice, moved by a point, or forgotten.

    Under other rules than the standard ones, the encoding itself proposes the changes;
    this takes longer.

    At a limit, the best repair so far is given.

    Exit code 1: no allowed change repairs the puzzle.
    """
    with Worker(answers.WORKER) as worker:

        def answer(entry: Sheet[Any]) -> int:
            if not is_galaxies(entry):
                return _repair_sheet(entry, run)
            puzzle = run.rules.puzzle(entry.position.puzzle)
            weighted = {**changes.WEIGHTS, **dict(run.weights)}
            costs = {kind: weighted[kind] for kind in run.by}
            allowed = changes.Allowed(costs, _kept(puzzle, run.keep))
            task = search.RepairTask(puzzle, allowed, run.count, run.rules)
            limits = run.limits._asdict()
            running = answers.RepairRun(task, **limits, worker=worker)
            return _search(running, entry, run)

        return run.sources.answer_drawn(answer, run.output, run.as_json)


def _repair_sheet(sheet: Sheet[Any], run: RepairOptions) -> int:
    """Answer for a puzzle of another family: its clues are removed and added."""
    from galaxies_asp.families import making  # loads clingo

    name = sheet.name
    found = run.limits.call(making.cheapest_repairs, sheet, run.rules, run.count)
    if run.as_json:
        listed = [making.SheetRepair.about(repair) for repair in found]
        family = sheet.family.name
        echo(making.SheetRepairAnswer(name, listed, family=family).json())
    elif not found:
        echo(f"{name}: no change of the clues gives exactly 1 solution")
    for repair in () if run.as_json or run.output == "-" else found:
        said = "; ".join(repair.changes) or "it has exactly 1 solution"
        if run.format_ == "text":
            echo(f"{name}: {said}")
            if not run.quiet:
                print_drawing(repair.solved.text(run.style))
        else:
            note(name, said)
            echo(written(repair.solved.blank, run.format_), nl=False)
    if run.output is not None and found:
        write_output(painted(found[0].solved.scene(), "svg"), run.output)
    return exits.ANSWERED if found else exits.NEGATIVE


def _kept(puzzle: Puzzle, names: tuple[str, ...]) -> frozenset[Point]:
    """Return the dots with the given letters or places."""
    kept: set[Point] = set()
    for name in names:
        if name == "all":
            kept.update(puzzle.centers)
        elif (dot := dot_at(puzzle, name)) is not None:
            kept.add(dot)
        else:
            raise OptionError(
                f"--keep {name}: no such dot; give the letter of a dot in the drawing, "
                "or its place such as 7,4"
            )
    return frozenset(kept)


def _search(running: answers.RepairRun, entry: Sheet[Any], run: RepairOptions) -> int:
    """Search, report what was found even when interrupted, and return the exit code."""
    progress = ProgressBar(run.quiet)
    most = ""
    try:
        for event in running:
            if isinstance(event, changes.Repair):
                most = f", at most {event.cost}"
            elif isinstance(event, search.Progress):
                bounds = f"cost at least {event.at_least}{most}"
                progress(f"{entry.name}: {bounds}; trials", event.proposals)
    except KeyboardInterrupt:
        _print(running.answer(), entry, run)
        raise
    answer = running.answer()
    _print(answer, entry, run)
    if answer.complete:
        sound = answer.is_sound or answer.repairs
        return exits.ANSWERED if sound else exits.NEGATIVE
    if answer.minimal and running.task.models == 1:
        return exits.ANSWERED
    return exits.LIMIT_REACHED


def _print(answer: answers.RepairResult, entry: Sheet[Any], run: RepairOptions) -> None:
    """Print the answer about one puzzle."""
    is_text = run.format_ == "text"
    if run.as_json:
        echo(answers.RepairAnswer.about(entry.name, answer).json())
    elif run.output != "-" or answer.best is None:
        echo(f"{entry.name}: {answers.answer_in_words(answer)}", err=not is_text)
        if not is_text:
            echo(_repaired(answer, entry, run.format_), nl=False)
        for repair in answer.repairs:
            words = answers.repair_in_words(answer.puzzle, repair)
            echo("; ".join(words.splitlines()), err=not is_text)
            if is_text and not run.quiet and repair is answer.best:
                before = run.style.draw(Position(answer.puzzle))
                after = run.style.draw(repair.solution.position())
                headings = "Before", "After"
                drawing = side_by_side(before, after, terminal_width(), headings)
                print_drawing(drawing)
    if run.output is not None and answer.best is not None:
        write_output(answers.picture(answer.best), run.output)


def _repaired(answer: answers.RepairResult, entry: Sheet[Any], notation: str) -> str:
    """Return the repaired puzzles in a notation."""
    puzzles = [repair.puzzle for repair in answer.repairs]
    texts = []
    for puzzle in [answer.puzzle] if answer.is_sound else puzzles:
        try:
            texts.append(written(entry.drawn(Position(puzzle)), notation))
        except GalaxiesError as error:
            hint = "; --by dots draws none" if puzzle.walls else ""
            raise GalaxiesError(f"the repaired puzzle: {error}{hint}") from None
    return joined(texts, notation)
