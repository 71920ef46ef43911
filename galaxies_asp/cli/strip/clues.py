"""`galaxies strip solve`, `check` and `render`: puzzles with clues."""

import json
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.output import write_output
from galaxies_asp.errors import GalaxiesError, NotationError
from galaxies_asp.strips.clues import draw
from galaxies_asp.strips.clues.board import Board, parse, write
from galaxies_asp.strips.clues.verify import verify

UNIQUENESS = 2
"""So many models answer the question whether there is exactly one solution."""


def _read(path: str) -> Board:
    try:
        with click.open_file(path, encoding="utf-8") as file:
            return parse(file.read())
    except NotationError as error:
        raise GalaxiesError(f"{path}: {error}") from None
    except OSError as error:
        raise GalaxiesError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise GalaxiesError(f"{path}: this is no text") from None


@click.command(name="solve")
@click.argument("file")
@click.option(
    "-n",
    "--models",
    default=UNIQUENESS,
    show_default=True,
    type=click.IntRange(min=0),
    help="At most so many solutions; 0 for all; 2 asks whether there is exactly one.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--text", "as_text", is_flag=True, help="Write files for `check`.")
def solve_command(file: str, models: int, as_json: bool, as_text: bool) -> int:
    """Solve a Ring-Ring, 2-Not-Touch or Circuit Board puzzle with clues.

    FILE is as docs/strips.md shows, or `-` for standard input. By default it is also
    proved that there is no other solution.
    """
    from galaxies_asp.strips.clues.solve import solve

    result = solve(_read(file), models)
    count = len(result.solutions)
    if as_json:
        answer = {
            "count": count,
            "complete": result.complete,
            "solutions": [solution.attempt for solution in result.solutions],
        }
        click.echo(json.dumps(answer, ensure_ascii=False))
    elif as_text:
        click.echo("\n".join(map(write, result.solutions)), nl=False)
    else:
        plural = "solution" if count == 1 else "solutions"
        known = "exactly" if result.complete else "at least"
        verdict = f"{known} {count} {plural}, verified" if count else "no solution"
        click.echo(f"{file}: {verdict}")
        for solution in result.solutions:
            click.echo(draw.text(solution), nl=False)
    is_negative = not count or (models == UNIQUENESS and count > 1)
    return exits.NEGATIVE if is_negative else exits.ANSWERED


@click.command(name="check")
@click.argument("file")
def check_command(file: str) -> int:
    """Judge an attempt at a puzzle with clues: list every broken rule."""
    board = _read(file)
    if board.attempt is None:
        raise GalaxiesError(f"{file}: this is a puzzle only")
    faults = verify(board)
    for fault in faults:
        click.echo(f"{file}: {fault}")
    if not faults:
        click.echo(f"{file}: correct")
    return exits.NEGATIVE if faults else exits.ANSWERED


@click.command(name="render")
@click.argument("file")
@click.option("-o", "--output", metavar="FILE", help="Write to a file; .svg draws SVG.")
@click.option("--solution", is_flag=True, help="Solve the puzzle, draw the solution.")
def render_command(file: str, output: str | None, solution: bool) -> int:
    """Draw a puzzle with clues, and what is drawn on it: as text or as SVG."""
    board = _read(file)
    if solution:
        from galaxies_asp.strips.clues.solve import solve

        found = solve(board, 1).solutions
        if not found:
            raise GalaxiesError(f"{file}: no solution")
        board = found[0]
    is_svg = output is not None and Path(output).suffix.lower() == ".svg"
    write_output(draw.svg(board) if is_svg else draw.text(board), output)
    return exits.ANSWERED
