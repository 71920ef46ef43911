"""`galaxies hex`: the puzzles of fences and a loop, on hexagons and squares."""

import json
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from galaxies_asp.asp.data import data_folder
from galaxies_asp.asp.search import SearchInterrupted
from galaxies_asp.cli import exits
from galaxies_asp.cli.hex.report import KINDS, Report, draw
from galaxies_asp.cli.options.common import use_color
from galaxies_asp.cli.options.inputs import place_of, source_text
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.progress import Progress
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.fences.lattice import LATTICES, by_name
from galaxies_asp.fences.notation import Board, puzzle_of, read
from galaxies_asp.fences.puzzle import MAX_SIDE, Attempt
from galaxies_asp.fences.solve import WORKER, Of, Result, solve
from galaxies_asp.fences.verify import Violation, verify
from galaxies_asp.processes.worker import Worker

_STYLES = {".txt": "text", ".svg": "svg", ".json": "json", ".jsonl": "json"}

_inputs = click.argument("inputs", nargs=-1, metavar="[INPUT]...")
_time_limit = click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="For each search, grounding included.",
)
_lattice = click.option(
    "--lattice",
    type=click.Choice(list(LATTICES)),
    default="hexagonal",
    show_default=True,
)
_seed = click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Chance.")
_output = click.option("-o", "--output", metavar="FILE", help="Write to a file.")
_json = click.option("--json", "as_json", is_flag=True, help="JSON lines.")
_quiet = click.option("-q", "--quiet", is_flag=True, help="No progress, no drawings.")
_color = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colour the board; auto: in a terminal, unless NO_COLOR is set.",
)


@click.group(name="hex")
def command() -> None:
    """Fences and a symmetric loop, on hexagons or on squares.

    INPUT is a file, `-` for standard input, the name of a puzzle that comes with the
    program (such as js-2024-09), or a puzzle itself: JSON lines, or drawings.
    """


@command.command(name="solve")
@_inputs
@click.option(
    "-n",
    "--models",
    default=2,
    show_default=True,
    type=click.IntRange(min=0),
    help="At most so many solutions; 0 for all; 2 asks whether there is exactly one.",
)
@click.option(
    "--of",
    type=click.Choice(KINDS),
    default="solutions",
    show_default=True,
    help="What is to differ: fences or loop, the loops, or the fences.",
)
@_time_limit
@_seed
@_json
@click.option("--show", is_flag=True, help="With --json: the solutions themselves.")
@click.option(
    "--attempts", is_flag=True, help="Each solution as a line for `check` or `render`."
)
@_quiet
@_color
def solve_command(
    inputs: tuple[str, ...],
    models: int,
    of: Of,
    time_limit: float | None,
    seed: int | None,
    as_json: bool,
    show: bool,
    attempts: bool,
    quiet: bool,
    color: str,
) -> int:
    """Solve puzzles; by default, prove also that there is no other solution."""
    report = Report(as_json, show, attempts, quiet, use_color(color))
    sources = _Sources(inputs)
    codes = []
    with Worker(WORKER) as worker:
        for name, board in sources:
            progress = Progress(quiet)
            try:
                result = solve(
                    puzzle_of(board),
                    models,
                    of=of,
                    time_limit=time_limit,
                    seed=seed,
                    worker=worker,
                    progress=partial(progress.report, name),
                )
            except SearchInterrupted as stop:
                progress.clear()
                report.print(name, stop.result)
                raise
            progress.clear()
            report.print(name, result)
            codes.append(_exit_code(result, models))
    return sources.worst(codes)


def _exit_code(result: Result, models: int) -> int:
    is_none = result.complete and not result.solutions
    if is_none or (models == 2 and len(result.solutions) > 1):
        return exits.NEGATIVE
    return exits.LIMIT_REACHED if result.stopped_by == "time" else exits.ANSWERED


@command.command(name="check")
@_inputs
@_json
@_quiet
@_color
def check_command(
    inputs: tuple[str, ...], as_json: bool, quiet: bool, color: str
) -> int:
    """Judge attempts: list every broken rule and where it is broken."""
    sources = _Sources(inputs)
    codes = []
    for name, board in sources:
        if not isinstance(board, Attempt):
            click.echo(f"galaxies: {name}: this is a puzzle only", err=True)
            codes.append(exits.DATA_ERROR)
            continue
        violations = verify(board)
        codes.append(exits.NEGATIVE if violations else exits.ANSWERED)
        if as_json:
            click.echo(json.dumps(_judgement(name, violations)))
            continue
        if violations and not quiet:
            click.echo(draw(board, "text", use_color(color)), nl=False, color=True)
        for violation in violations:
            click.echo(f"{name}: {violation}")
        if not violations:
            click.echo(f"{name}: correct")
    return sources.worst(codes)


def _judgement(name: str, violations: list[Violation]) -> dict[str, object]:
    return {
        "schema": 1,
        "id": name,
        "correct": not violations,
        "violations": [
            {
                "kind": str(violation.kind),
                "places": [list(place) for place in violation.places],
                "message": violation.message,
            }
            for violation in violations
        ],
    }


@command.command(name="render")
@_inputs
@_output
@click.option(
    "--style",
    type=click.Choice(["text", "svg", "drawing", "json"]),
    help="What to write; by default as the output's name says, or text. A drawing is "
    "the notation of rows of cells, which can be read again.",
)
@click.option("--solution", is_flag=True, help="Solve it first, and draw the solution.")
@_color
def render_command(
    inputs: tuple[str, ...],
    output: str | None,
    style: str | None,
    solution: bool,
    color: str,
) -> int:
    """Draw puzzles, attempts and solutions, or write them in the other notation."""
    if style is None:
        suffix = ".txt" if output in (None, "-") else Path(output or "").suffix.lower()
        if suffix not in _STYLES:
            known = ", ".join(_STYLES)
            raise click.UsageError(
                f"{output}: the name ends in none of {known}; use --style"
            )
        style = _STYLES[suffix]
    sources = _Sources(inputs)
    codes, texts = [], []
    for name, board in sources:
        if solution and not isinstance(board, Attempt):
            result = solve(board, 1)
            if not result.solutions:
                why = f": {result.reason}" if result.reason else ""
                click.echo(f"galaxies: {name}: no solution{why}", err=True)
                codes.append(exits.NEGATIVE)
                continue
            board = result.solutions[0]
        texts.append(draw(board, style, use_color(color)))
    if style == "svg" and len(texts) > 1:
        raise click.UsageError(f"{len(texts)} puzzles; an SVG file holds one")
    if texts:
        write_output(("" if style == "json" else "\n").join(texts), output)
    return sources.worst(codes)


@command.command(name="generate")
@click.option("--side", default=4, show_default=True, type=click.IntRange(1, MAX_SIDE))
@click.option("-n", "--number", default=1, type=click.IntRange(1), show_default=True)
@_lattice
@_seed
@click.option("--solution", is_flag=True, help="Write the solution as well.")
@click.option(
    "--style",
    type=click.Choice(["text", "svg", "drawing", "json"]),
    default="json",
    show_default=True,
)
@_quiet
def generate_command(
    side: int,
    number: int,
    lattice: str,
    seed: int | None,
    solution: bool,
    style: str,
    quiet: bool,
) -> int:
    """Make puzzles with exactly one loop (their fences may differ)."""
    from galaxies_asp.fences.generate import generate

    first = random.randrange(2**31 - number) if seed is None else seed
    for index in range(number):
        progress = Progress(quiet)
        name = f"{lattice}-{side}-{first + index}"
        rng = random.Random(first + index)
        made = generate(side, rng, by_name(lattice), progress.report)
        progress.clear()
        named = made.named(name)
        board: Board = named if solution else named.puzzle
        click.echo(draw(board, style, False), nl=False)
    return exits.ANSWERED


@command.command(name="count")
@_inputs
@click.option(
    "--of",
    type=click.Choice(KINDS),
    multiple=True,
    help="What to count; repeatable; by default all three.",
)
@click.option(
    "--empty",
    type=click.IntRange(1, MAX_SIDE),
    metavar="SIDE",
    help="Count the symmetric loops through all colours on an empty board instead.",
)
@_lattice
@_time_limit
@_json
@_quiet
def count_command(
    inputs: tuple[str, ...],
    of: tuple[Of, ...],
    empty: int | None,
    lattice: str,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Count loops, sets of fences, and solutions, which are pairs of the two."""
    if empty is not None:
        return _count_empty(empty, lattice, as_json, quiet)
    sources = _Sources(inputs)
    codes = []
    for name, board in sources:
        counts: dict[str, int | None] = {}
        found: dict[str, int] = {}
        for kind in of or KINDS:
            progress = Progress(quiet)
            result = solve(
                puzzle_of(board),
                of=kind,
                time_limit=time_limit,
                progress=partial(progress.report, kind),
            )
            progress.clear()
            found[kind] = len(result.solutions)
            counts[kind] = found[kind] if result.complete else None
        is_known = None not in counts.values()
        codes.append(exits.ANSWERED if is_known else exits.LIMIT_REACHED)
        if as_json:
            fields = {"schema": 1, "id": name, **counts, "complete": is_known}
            click.echo(json.dumps(fields))
            continue
        words = [
            f"{kind}: {found[kind]}" if count is not None else f"{kind}: not known"
            for kind, count in counts.items()
        ]
        click.echo(f"{name}: {', '.join(words)}")
    return sources.worst(codes)


def _count_empty(side: int, lattice: str, as_json: bool, quiet: bool) -> int:
    from galaxies_asp.fences.count import count_symmetric_loops

    progress = Progress(quiet)
    count = count_symmetric_loops(
        side,
        by_name(lattice),
        progress.report,
    )
    progress.clear()
    fields = {"schema": 1, "lattice": lattice, "side": side, "symmetric_loops": count}
    click.echo(json.dumps(fields) if as_json else str(count))
    return exits.ANSWERED


class _Sources:
    """The boards of all inputs, each with what to call it.

    An input that cannot be read is reported on standard error and left out.
    """

    def __init__(self, inputs: tuple[str, ...]) -> None:
        self._inputs = inputs or ("-",)
        self._faulty = False

    def __iter__(self) -> Iterator[tuple[str, Board]]:
        for source in self._inputs:
            try:
                label, text = _read_source(source)
                boards = read(text)
            except GalaxiesError as error:
                self._faulty = True
                click.echo(f"galaxies: {place_of(source)}: {error}", err=True)
                continue
            for number, board in enumerate(boards, 1):
                numbered = label if len(boards) == 1 else f"{label}#{number}"
                yield puzzle_of(board).name or numbered, board

    def worst(self, codes: list[int]) -> int:
        """Return the exit code for all."""
        return exits.DATA_ERROR if self._faulty else exits.worst(codes)


def _read_source(source: str) -> tuple[str, str]:
    """Return what to call a source, and its text; our own puzzles have names."""
    if source.replace("-", "").isalnum() and not Path(source).exists():
        for path in sorted((data_folder("puzzles") / "hex").glob("*.jsonl")):
            for line in path.read_text(encoding="utf-8").splitlines():
                if json.loads(line)["id"] == source:
                    return source, line
        raise GalaxiesError("there is no such file, and no puzzle of this name")
    return source_text(source)
