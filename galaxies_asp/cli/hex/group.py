"""`galaxies hex`: fences and a symmetric loop, on hexagons or on squares."""

import random

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.check import print_judgment
from galaxies_asp.cli.group import Group
from galaxies_asp.cli.hex.inputs import (
    FORMATS,
    Entry,
    draw,
    lattice_option,
    sources_options,
)
from galaxies_asp.cli.hex.solve import (
    count_command,
    count_empty_command,
    solve_command,
)
from galaxies_asp.cli.inputs import Sources
from galaxies_asp.cli.options import (
    color_option,
    count_option,
    format_option,
    json_option,
    output_option,
    quiet_option,
    seed_option,
    solution_option,
)
from galaxies_asp.cli.output import Progress, format_of, write_output
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.families.fences.lattice import by_name
from galaxies_asp.families.fences.puzzle import MAX_SIDE, Attempt
from galaxies_asp.families.fences.solve import solve
from galaxies_asp.families.fences.verify import verify

_SUFFIXES = {".txt": "text", ".svg": "svg", ".json": "json", ".jsonl": "json"}


@click.group(name="hex", cls=Group)
def command() -> None:
    """Solve, draw and generate fences with a loop on hexagons or squares.

    INPUT is a file, `-` for standard input, the name of a shipped puzzle such as
    js-2024-09, or a puzzle itself: JSON lines, or drawings.
    """


for _part in (solve_command, count_command, count_empty_command):
    command.add_command(_part)


@command.command(name="check")
@sources_options
@json_option()
@quiet_option
@color_option
def check_command(
    sources: Sources[Entry], as_json: bool, quiet: bool, color: bool
) -> int:
    """Verify attempts: list each broken rule and its place."""

    def judge(entry: Entry) -> int:
        if not isinstance(entry.board, Attempt):
            raise GalaxiesError("this is a puzzle without an attempt")
        violations = verify(entry.board)
        is_drawn = violations and not quiet
        drawing = draw(entry.board, "text", color) if is_drawn else ""
        return print_judgment(entry.name, violations, drawing, as_json)

    return sources.answer_each(judge)


@command.command(name="render")
@sources_options
@output_option()
@format_option(
    FORMATS,
    "Format (default: by the suffix of -o, otherwise text); other commands read "
    "drawing and json",
)
@solution_option
@color_option
def render_command(
    sources: Sources[Entry],
    output: str | None,
    format_: str | None,
    solution: bool,
    color: bool,
) -> int:
    """Draw puzzles, attempts and solutions, or convert them between notations."""
    format_ = format_ or format_of(output, _SUFFIXES, "text")
    texts: list[str] = []

    def render(entry: Entry) -> int:
        board = entry.board
        if solution and not isinstance(board, Attempt):
            result = solve(board, 1)
            if not result.solutions:
                why = f": {result.reason}" if result.reason else ""
                click.echo(f"galaxies: {entry.name}: no solution{why}", err=True)
                return exits.NEGATIVE
            board = result.solutions[0]
        texts.append(draw(board, format_, color))
        return exits.ANSWERED

    code = sources.answer_each(render)
    if format_ == "svg" and len(texts) > 1:
        raise click.UsageError(f"an SVG file holds one puzzle, not {len(texts)}")
    if texts:
        write_output(("" if format_ == "json" else "\n").join(texts), output)
    return code


@command.command(name="generate")
@click.option(
    "--side",
    default=4,
    show_default=True,
    type=click.IntRange(1, MAX_SIDE),
    metavar="N",
    help="Number of cells on a side of the board.",
)
@count_option("Number of puzzles.")
@lattice_option
@seed_option()
@click.option("--solution", is_flag=True, help="Include the solution.")
@format_option(FORMATS, default="json")
@output_option()
@quiet_option
def generate_command(
    side: int,
    count: int,
    lattice: str,
    seed: int,
    solution: bool,
    format_: str,
    output: str | None,
    quiet: bool,
) -> int:
    """Generate puzzles with exactly 1 loop; their fences may differ."""
    from galaxies_asp.families.fences.generate import generate

    progress = Progress(quiet)
    texts = []
    for index in range(count):
        rng = random.Random(seed + index)
        made = generate(side, rng, by_name(lattice), progress)
        named = made.named(f"{lattice}-{side}-{seed + index}")
        texts.append(draw(named if solution else named.puzzle, format_, False))
    progress.clear()
    write_output("".join(texts), output)
    return exits.ANSWERED
