"""`galaxies repair`: the cheapest changes that give a puzzle exactly 1 solution."""

import re
from typing import Annotated, Any

import click

from galaxies_asp.board.errors import GalaxiesError, OptionError
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, note, on_puzzles
from galaxies_asp.cli.output import WRITABLE, echo, joined, written
from galaxies_asp.cli.values import dot_at
from galaxies_asp.drawing.text import side_by_side
from galaxies_asp.drawing.text_style import terminal_width
from galaxies_asp.families.entry import Entry
from galaxies_asp.processes.worker import Worker
from galaxies_asp.repairing.answers import (
    WORKER,
    RepairAnswer,
    RepairResult,
    RepairRun,
    answer_in_words,
    picture,
    repair_in_words,
)
from galaxies_asp.repairing.changes import (
    CLUE_KINDS,
    DOT_KINDS,
    WALL_KINDS,
    WEIGHTS,
    Allowed,
    Kind,
    Repair,
)
from galaxies_asp.repairing.search import Progress as Searched
from galaxies_asp.repairing.search import RepairTask

_GROUPS = {
    "dots": DOT_KINDS,
    "walls": WALL_KINDS,
    "clues": CLUE_KINDS,
    **{str(kind): (kind,) for kind in Kind},
}


def _kinds(
    context: click.Context, option: click.Parameter, value: str
) -> tuple[Kind, ...]:
    """Read kinds of changes, as in dots,erase."""
    kinds: list[Kind] = []
    for name in value.split(","):
        if name.strip() not in _GROUPS:
            known = ", ".join(_GROUPS)
            raise click.BadParameter(f"{name.strip()!r} is not one of {known}")
        kinds += _GROUPS[name.strip()]
    return tuple(dict.fromkeys(kinds))


def _weights(
    context: click.Context, option: click.Parameter, values: tuple[str, ...]
) -> dict[Kind, int]:
    """Read costs, as in draw=3."""
    weights = {}
    for value in values:
        match = re.fullmatch(r"(\w+)=(\d{1,6})", value)
        if match is None or match[1] not in list(Kind):
            raise click.BadParameter(
                f"{value!r} is not a kind of change and its cost, such as draw=3; the "
                f"kinds are {', '.join(Kind)}"
            )
        weights[Kind(match[1])] = int(match[2])
    return weights


@on_puzzles(
    "repair",
    click.option(
        "--by",
        default="dots,walls,clues",
        show_default=True,
        callback=_kinds,
        metavar="KIND,...",
        help="Allowed changes: dots (add, remove, move), walls (draw, erase), clues "
        "that an encoding declares (write, delete).",
    ),
    click.option(
        "--weight",
        "weights",
        multiple=True,
        callback=_weights,
        metavar="KIND=N",
        help="Cost of a change (default: 1, and 2 to draw a wall); repeatable. A move "
        "farther than to a next point costs twice.",
    ),
    options.count_option("Maximum number of cheapest repairs; 0: all.", minimum=0),
    options.rules_options,
    options.limits_options,
    options.output_option("Draw the repair as SVG."),
    options.json_option(),
    options.format_option(
        ["text", *WRITABLE], "Format of the repaired puzzles", default="text"
    ),
    options.quiet_option,
    options.style_options,
)
def command(
    run: Run,
    by: tuple[Kind, ...],
    weights: dict[Kind, int],
    keep: Annotated[
        tuple[str, ...],
        "DOT",
        "A dot that stays: its letter, its place such as 7,4, or all; repeatable.",
    ] = (),
) -> int:
    """Find the cheapest changes that give a puzzle exactly 1 solution, with proof.

    The cost of a repair is the sum of the costs of its changes. A dot moves to a next
    point at the cost of one change, farther at that of two. Among the cheapest repairs,
    the undo of a slip comes first: a dot drawn twice, moved by a point, or forgotten.

    Under other rules than the standard ones, the encoding itself proposes the changes;
    this takes longer.

    At a limit, the best repair so far is given.

    Exit code 1: no allowed change repairs the puzzle.
    """
    if run.output is not None and not run.output.endswith((".svg", "-")):
        message = "the drawing is SVG; use a name in .svg"
        raise click.UsageError(f"{run.output}: {message}")
    with Worker(WORKER) as worker:

        def answer(entry: Entry) -> int:
            if entry.family_name is not None:
                return _repair_sheet(entry, run)
            puzzle = run.rules.puzzle(entry.puzzle)
            costs = {kind: weights.get(kind, WEIGHTS[kind]) for kind in by}
            allowed = Allowed(costs, _kept(puzzle, keep))
            task = RepairTask(puzzle, allowed, run.count, run.rules)
            running = RepairRun(
                task,
                **run.limits.keywords(),
                worker=worker,
            )
            return _search(running, entry, run)

        return run.answer_single(answer)


def _repair_sheet(sheet: Any, run: Run) -> int:
    """Answer for a puzzle of another family: its clues are removed and added."""
    from galaxies_asp.families.answers import SheetRepair, SheetRepairAnswer
    from galaxies_asp.families.making import cheapest_repairs

    name = sheet.name
    found = run.limits.call(cheapest_repairs, sheet, run.rules.encoding, run.count)
    if run.as_json:
        listed = [SheetRepair.about(repair) for repair in found]
        run.print(SheetRepairAnswer(name, listed, family=sheet.family_name))
    elif not found:
        echo(f"{name}: no change of the clues gives exactly 1 solution")
    for repair in () if run.as_json else found:
        changes = "; ".join(repair.changes) or "it has exactly 1 solution"
        if run.format_ == "text":
            echo(f"{name}: {changes}")
            if not run.quiet:
                run.show(repair.solved)
        else:
            note(name, changes)
            echo(written(repair.solved.puzzle, run.format_), nl=False)
    if run.output is not None and found:
        run.write(found[0].solved.picture("svg"))
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


def _search(running: RepairRun, entry: Entry, run: Run) -> int:
    """Search, report what was found even when interrupted, and return the exit code."""
    progress = run.progress()
    most = ""
    try:
        for event in running:
            if isinstance(event, Repair):
                most = f", at most {event.cost}"
            elif isinstance(event, Searched):
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


def _print(answer: RepairResult, entry: Entry, run: Run) -> None:
    """Print the answer about one puzzle."""
    if run.as_json:
        run.print(RepairAnswer.about(entry.name, answer))
    elif run.format_ == "text":
        _print_words(answer, entry, run)
    else:
        _print_notation(answer, entry, run)
    if run.output is not None and answer.best is not None:
        run.write(picture(answer.best))


def _print_notation(answer: RepairResult, entry: Entry, run: Run) -> None:
    echo(f"{entry.name}: {answer_in_words(answer)}", err=True)
    puzzles = [repair.puzzle for repair in answer.repairs]
    if answer.is_sound:
        puzzles = [answer.puzzle]
    texts = []
    for puzzle in puzzles:
        try:
            texts.append(written(entry.drawn(Position(puzzle)), run.format_))
        except GalaxiesError as error:
            hint = "; --by dots draws none" if puzzle.walls else ""
            raise GalaxiesError(f"the repaired puzzle: {error}{hint}") from None
    echo(joined(texts, run.format_), nl=False)
    for repair in answer.repairs:
        echo(_changes(answer.puzzle, repair), err=True)


def _print_words(answer: RepairResult, entry: Entry, run: Run) -> None:
    echo(f"{entry.name}: {answer_in_words(answer)}")
    for number, repair in enumerate(answer.repairs):
        echo(_changes(answer.puzzle, repair))
        if not run.quiet and not number:
            before = run.style.draw(Position(answer.puzzle))
            after = run.style.draw(repair.solution.position())
            drawing = side_by_side(before, after, terminal_width(), ("Before", "After"))
            echo(drawing, nl=False, color=True)


def _changes(puzzle: Puzzle, repair: Repair) -> str:
    return "; ".join(repair_in_words(puzzle, repair).splitlines())
