"""`galaxies repair`: the smallest changes after which a puzzle has one solution."""

import json
import re
import shutil
from dataclasses import dataclass

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import (
    WRITABLE,
    Look,
    from_option,
    inputs_argument,
    look_options,
)
from galaxies_asp.cli.options.inputs import Entry, Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.progress import Progress
from galaxies_asp.errors import GalaxiesError, OptionError
from galaxies_asp.grid import Point
from galaxies_asp.notation import write
from galaxies_asp.processes.worker import Worker, WorkerDiedError
from galaxies_asp.puzzle import Position, Puzzle
from galaxies_asp.render.text import side_by_side
from galaxies_asp.repair.answers import WORKER, Answer, RepairRun, as_json
from galaxies_asp.repair.changes import (
    DOT_KINDS,
    WALL_KINDS,
    WEIGHTS,
    Allowed,
    Kind,
)
from galaxies_asp.repair.pictures import picture
from galaxies_asp.repair.search import Progress as Searched
from galaxies_asp.repair.search import Repair, Request
from galaxies_asp.repair.words import answer_in_words, repair_in_words

_GROUPS = {"dots": DOT_KINDS, "walls": WALL_KINDS} | {str(k): (k,) for k in Kind}


def _kinds(
    context: click.Context, option: click.Parameter, value: str
) -> tuple[Kind, ...]:
    """Read kinds of changes, as in dots,erase."""
    kinds: list[Kind] = []
    for name in value.split(","):
        if name.strip() not in _GROUPS:
            known = ", ".join(_GROUPS)
            raise click.BadParameter(f"{name.strip()!r} is none of {known}")
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


@click.command(name="repair")
@inputs_argument
@click.option(
    "--by",
    default="dots,walls",
    show_default=True,
    callback=_kinds,
    metavar="KIND,...",
    help="What may be changed: dots (add, remove, move), walls (draw, erase).",
)
@click.option(
    "--weight",
    "weights",
    multiple=True,
    callback=_weights,
    metavar="KIND=N",
    help="What a change costs: 1 by default, 2 to draw a wall; repeatable.",
)
@click.option(
    "--keep",
    multiple=True,
    metavar="DOT",
    help="A dot that stays: its number, its place as in 7,4, or all; repeatable.",
)
@click.option(
    "-n",
    "--models",
    default=1,
    show_default=True,
    type=click.IntRange(min=0),
    help="At most so many of the cheapest repairs; 0 for all.",
)
@click.option("--all", "all_", is_flag=True, help="The same as --models 0.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="For each puzzle; after it, the best that was found.",
)
@click.option("-o", "--output", metavar="FILE", help="Draw the repair as SVG.")
@click.option("--json", "as_json_", is_flag=True, help="One JSON object a puzzle.")
@click.option(
    "--to",
    type=click.Choice(WRITABLE),
    metavar="NOTATION",
    help="Write the repaired puzzle in a notation, and the rest on standard error.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress, no drawings.")
@from_option
@look_options
def command(
    inputs: tuple[str, ...],
    by: tuple[Kind, ...],
    weights: dict[Kind, int],
    keep: tuple[str, ...],
    models: int,
    all_: bool,
    time_limit: float | None,
    output: str | None,
    as_json_: bool,
    to: str | None,
    quiet: bool,
    from_: str | None,
    look: Look,
) -> int:
    """Find the smallest changes that give a puzzle exactly one solution, with proof.

    Changes are added up by what they cost. Of the cheapest repairs one is shown that
    disturbs the puzzle least: whose dots move the least distance.

    Exit code 1: no change that is allowed repairs the puzzle.
    """
    sources = Inputs(inputs, from_)
    entries = list(sources)
    if output is not None and len(entries) > 1:
        raise click.UsageError("a drawing is of one puzzle; give one")
    if output is not None and not output.endswith((".svg", "-")):
        raise click.UsageError(f"{output}: the drawing is SVG; name a file .svg")
    codes = []
    with Worker(WORKER) as worker:
        for entry in entries:
            report = _Report(entry, output, as_json_, to, quiet, look)
            try:
                costs = {kind: weights.get(kind, WEIGHTS[kind]) for kind in by}
                allowed = Allowed(costs, _kept(entry.position.puzzle, keep))
                request = Request(entry.position.puzzle, allowed, 0 if all_ else models)
                codes.append(_run(RepairRun(request, time_limit, worker), report))
            except OptionError as error:
                raise click.UsageError(f"{entry.name}: {error}") from None
            except WorkerDiedError as error:
                click.echo(f"galaxies: {entry.name}: {error}", err=True)
                codes.append(exits.LIMIT_REACHED)
    return exits.DATA_ERROR if sources.faulty else exits.worst(codes)


def _kept(puzzle: Puzzle, names: tuple[str, ...]) -> frozenset[Point]:
    """Return the dots that are named by number or place."""
    kept: set[Point] = set()
    for name in names:
        match = re.fullmatch(r"\s*\(?\s*(\d{1,7})\s*,\s*(\d{1,7})\s*\)?\s*", name)
        number = int(name) if name.isdecimal() and len(name) < 8 else 0
        if name == "all":
            kept.update(puzzle.centers)
        elif match and (place := Point(int(match[1]), int(match[2]))) in puzzle.centers:
            kept.add(place)
        elif 1 <= number <= len(puzzle.centers):
            kept.add(puzzle.centers[number - 1])
        else:
            raise OptionError(
                f"--keep {name}: no such dot; the {len(puzzle.centers)} dots have "
                "numbers from 1 and places such as 7,4"
            )
    return frozenset(kept)


def _run(running: RepairRun, report: "_Report") -> int:
    """Search, report what was found even when interrupted, and return the exit code."""
    progress = Progress(report.quiet)
    try:
        for event in running:
            if isinstance(event, Searched):
                progress.show(
                    f"{report.entry.name}: the cost is at least {event.at_least}; "
                    f"{event.proposals:,} puzzles tried"
                )
    except KeyboardInterrupt:
        progress.clear()
        report.print(running.answer())
        raise
    progress.clear()
    answer = running.answer()
    report.print(answer)
    if answer.complete:
        sound = answer.is_sound or answer.repairs
        return exits.ANSWERED if sound else exits.NEGATIVE
    if answer.minimal and running.request.models == 1:
        return exits.ANSWERED
    return exits.LIMIT_REACHED


@dataclass(frozen=True)
class _Report:
    """Print the answer about one puzzle."""

    entry: Entry
    output: str | None
    as_json: bool
    to: str | None
    quiet: bool
    look: Look

    def print(self, answer: Answer) -> None:
        """Print the answer in the form that was asked for."""
        if self.as_json:
            click.echo(json.dumps(as_json(self.entry.name, answer)))
        elif self.to is not None:
            self._print_notation(answer, self.to)
        else:
            self._print_words(answer)
        if self.output is not None and answer.best is not None:
            write_output(picture(answer.best), self.output)

    def _print_notation(self, answer: Answer, notation: str) -> None:
        click.echo(f"{self.entry.name}: {answer_in_words(answer)}", err=True)
        puzzles = [repair.puzzle for repair in answer.repairs]
        if answer.is_sound:
            puzzles = [answer.puzzle]
        for number, puzzle in enumerate(puzzles):
            try:
                text = write(puzzle, notation)
            except GalaxiesError as error:
                hint = "; --by dots gives none" if puzzle.walls else ""
                raise GalaxiesError(
                    f"{self.entry.name}: the repaired puzzle: {error}{hint}"
                ) from None
            if number and notation in ("drawing", "grid"):
                click.echo()
            click.echo(text, nl=False)
        for repair in answer.repairs:
            click.echo(_changes(answer.puzzle, repair), err=True)

    def _print_words(self, answer: Answer) -> None:
        click.echo(f"{self.entry.name}: {answer_in_words(answer)}")
        for number, repair in enumerate(answer.repairs):
            click.echo(_changes(answer.puzzle, repair))
            if not self.quiet and not number:
                self._draw(answer.puzzle, repair)

    def _draw(self, puzzle: Puzzle, repair: Repair) -> None:
        width = shutil.get_terminal_size((80, 24)).columns
        before = self.look.draw(Position(puzzle))
        after = self.look.draw(repair.solution.position())
        drawing = side_by_side(before, after, width, ("Before", "After"))
        click.echo(drawing, nl=False, color=True)


def _changes(puzzle: Puzzle, repair: Repair) -> str:
    return "; ".join(repair_in_words(puzzle, repair).splitlines())
