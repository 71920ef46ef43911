"""`galaxies repair`: the cheapest changes that give a puzzle exactly 1 solution."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Option, command
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
from galaxies_asp.cli.values import Keyed, Parsed, dot_at
from galaxies_asp.core.asp.rules import STANDARD
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing.text import side_by_side
from galaxies_asp.core.drawing.text_style import terminal_width
from galaxies_asp.core.notation.json_lines import pairs_of
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.processes.worker import Worker
from galaxies_asp.repairing import answers, changes, typing_errors
from galaxies_asp.repairing.changes import Edit
from galaxies_asp.repairing.cheapest import RepairProgress, RepairTask

_GROUPS = {
    "dots": changes.DOT_KINDS,
    "walls": changes.WALL_KINDS,
    "clues": changes.CLUE_KINDS,
    **{str(kind): (kind,) for kind in Edit},
}


def _kinds(
    _context: object, _option: object, groups: Sequence[Sequence[Edit]]
) -> tuple[Edit, ...]:
    """Return the kinds of changes of several groups, each once."""
    return tuple(dict.fromkeys(chain.from_iterable(groups)))


def _weight(text: str) -> tuple[Edit, int]:
    """Read a cost, as in draw=3."""
    match = re.fullmatch(r"(\w+)=(\d{1,6})", text)
    if match is None or match[1] not in list(Edit):
        raise ValueError(
            f"{text!r} is not a kind of change and its cost, such as draw=3; the kinds "
            f"are {', '.join(Edit)}"
        )
    return Edit(match[1]), int(match[2])


@dataclass(frozen=True, kw_only=True)
class RepairOptions:
    """Which changes are allowed, how long they are searched for, and what is shown."""

    sources: Sources
    weights: Annotated[
        tuple[tuple[Edit, int], ...],
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
        tuple[Edit, ...],
        Option(metavar="KIND,...", callback=_kinds),
        Keyed(_GROUPS),
        "Allowed changes, by default all: dots (add, remove, move), walls (draw, "
        "erase), clues of a family or that an encoding declares (write, delete).",
    ]
    count: Annotated[
        int, options.COUNT_OR_ALL, "Maximum number of cheapest repairs; 0: all."
    ] = 1
    rules: options.RulesOptions
    limits: options.WorkLimits
    output: options.Svg
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

    For a game ID or an address of Galaxies, texts that differ from it by one letter and
    have exactly 1 solution come first.

    Under other rules than the standard ones, the encoding itself proposes the changes;
    this takes longer.

    At a limit, the best repair so far is given.

    Exit code 1: no allowed change repairs the puzzle.
    """
    corrected: list[tuple[Puzzle | None, list[str]]] = []
    if not (run.by or run.keep or run.weights or run.rules != STANDARD):
        for text in run.sources.typed:
            corrected += _corrected(text, run)
    with Worker(answers.WORKER) as worker:

        def answer(entry: AnySheet) -> int:
            sheet = entry.under(run.rules).blank
            changes.check_kinds(sheet, (*run.by, *dict(run.weights)))
            weighted = {**changes.WEIGHTS, **dict(run.weights)}
            costs = {kind: weighted[kind] for kind in run.by or changes.kinds_of(sheet)}
            unsure = pairs_of(entry.metadata, "unsure")  # of a board in a picture
            allowed = changes.Allowed(costs, _kept(sheet, run.keep), frozenset(unsure))
            task = RepairTask(sheet, allowed, run.count, run.rules)
            limits = run.limits._asdict()
            running = answers.RepairRun(task, **limits, worker=worker)
            asked = [right for one, right in corrected if _is_of(sheet, one)]
            return _search(running, run, next(iter(asked), []))

        return run.sources.answer_drawn(answer, run.output, run.as_json)


def _is_of(sheet: AnySheet, puzzle: Puzzle | None) -> bool:
    """Tell whether a board is that puzzle of Galaxies."""
    position = sheet.position
    return isinstance(position, Position) and position.puzzle == puzzle


def _corrected(
    text: str, run: RepairOptions
) -> Iterator[tuple[Puzzle | None, list[str]]]:
    """Yield the texts that differ by one letter, of puzzles that need a repair.

    They are printed; with --json only those of texts that cannot be read.
    """
    progress = ProgressBar(run.quiet)
    for typed in typing_errors.typed_in(text):
        if typing_errors.is_right(typed):
            continue
        right = []
        for number, other in enumerate(typing_errors.corrected(typed), 1):
            progress(f"{typed}: texts that differ by one letter", number)
            right += [other] if other else []
        puzzle = typing_errors.puzzle_of(typed)
        yield puzzle, right
        if right and not (run.as_json and puzzle):
            is_aside = run.as_json or run.format_ != "text"
            echo(f"{typed}: exactly 1 solution if one letter differs:", err=is_aside)
            for other in right:
                echo(f"  {other}", err=is_aside)


def _kept(sheet: AnySheet, names: tuple[str, ...]) -> frozenset[Point]:
    """Return the dots of Galaxies with the given letters or places."""
    kept: set[Point] = set()
    for name in names:
        puzzle = sheet.position.puzzle
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


def _search(
    running: answers.RepairRun, run: RepairOptions, one_letter: list[str]
) -> int:
    """Search, report what was found even when interrupted, and return the exit code."""
    progress = ProgressBar(run.quiet)
    name, most = running.task.sheet.name, ""
    try:
        for event in running:
            if isinstance(event, changes.Repair):
                most = f", at most {event.cost}"
            elif isinstance(event, RepairProgress):
                bounds = f"cost at least {event.at_least}{most}"
                progress(f"{name}: {bounds}; trials", event.proposals)
    except KeyboardInterrupt:
        _print(running.answer(), run, one_letter)
        raise
    answer = running.answer()
    _print(answer, run, one_letter)
    if answer.complete:
        sound = answer.is_sound or answer.repairs
        return exits.ANSWERED if sound else exits.NEGATIVE
    if answer.minimal and running.task.models == 1:
        return exits.ANSWERED
    return exits.LIMIT_REACHED


def _print(
    answer: answers.RepairResult, run: RepairOptions, one_letter: list[str]
) -> None:
    """Print the answer about one puzzle."""
    is_text = run.format_ == "text"
    before, name = answer.sheet, answer.sheet.name
    if run.as_json:
        echo(answers.RepairAnswer.about(name, answer, tuple(one_letter)).json())
    elif run.output != "-" or answer.best is None:
        echo(f"{name}: {answers.answer_in_words(answer)}", err=not is_text)
        if not is_text:
            echo(_repaired(answer, run.format_), nl=False)
        for repair in answer.repairs:
            words = answers.repair_in_words(before, repair)
            echo("; ".join(words.splitlines()), err=not is_text)
            if is_text and not run.quiet and repair is answer.best:
                texts = before.text(run.style), repair.solved.text(run.style)
                headings = "Before", "After"
                drawing = side_by_side(texts[0], texts[1], terminal_width(), headings)
                print_drawing(drawing)
    if run.output is not None and answer.best is not None:
        write_output(answers.picture(answer.best), run.output)


def _repaired(answer: answers.RepairResult, notation: str) -> str:
    """Return the repaired puzzles in a notation."""
    texts = []
    repaired = [repair.solved.blank for repair in answer.repairs]
    for sheet in [answer.sheet] if answer.is_sound else repaired:
        try:
            texts.append(written(sheet, notation))
        except GalaxiesError as error:
            drawn = any(c.kind is Edit.DRAW for r in answer.repairs for c in r.changes)
            hint = "; --by dots draws none" if drawn else ""
            raise GalaxiesError(f"the repaired puzzle: {error}{hint}") from None
    return joined(texts, notation)
