"""`galaxies lab ground`: where the size of a ground program comes from."""

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click

from galaxies_asp.all_solutions.drawing import candidates_scene, of_dot, possible_text
from galaxies_asp.board.grid import dot_name
from galaxies_asp.cli import exits
from galaxies_asp.cli.completion import complete_encoding
from galaxies_asp.cli.inputs import from_option, inputs_argument
from galaxies_asp.cli.lab.boards import answered, instances_of, require_one
from galaxies_asp.cli.lab.options import cpu_limits_options, family_option, subject
from galaxies_asp.cli.options import json_option, output_option, style_options
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.text_style import TextStyle
from galaxies_asp.cli.values import dot_at
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.families.family import Board
from galaxies_asp.families.galaxies.family import NAME as GALAXIES
from galaxies_asp.families.galaxies.family import puzzle_of
from galaxies_asp.lab.ground import GroundReport, GroundRequest, candidate_map
from galaxies_asp.processes.pool import Limits
from galaxies_asp.solving.result import Possibilities


@click.command(name="ground")
@click.argument("encoding", shell_complete=complete_encoding)
@inputs_argument
@family_option
@from_option
@click.option(
    "--top",
    default=10,
    show_default=True,
    type=click.IntRange(1),
    metavar="N",
    help="Show the N largest rules.",
)
@click.option(
    "--dot",
    metavar="DOT",
    help="Draw the candidate cells of one dot: its letter, or its place such as 7,4.",
)
@json_option()
@output_option("Draw the candidates as .svg or .png.")
@cpu_limits_options
@style_options
def command(
    encoding: str,
    inputs: tuple[str, ...],
    family: str,
    from_: str | None,
    top: int,
    dot: str | None,
    as_json: bool,
    output: str | None,
    limits: Limits,
    style: TextStyle,
) -> int:
    """Show where the size of a ground program comes from.

    Shown are the instances of each rule, the largest numbers first; the atoms of each
    predicate, possible ones and facts; and the candidates that remain for the search: a
    cell shows its dot, or its number of candidates. In the map (-o), lines in an open
    cell point to its candidates.
    """
    if output is not None and Path(output).suffix.lower() not in (".svg", ".png"):
        raise click.UsageError(f"{output}: the name of a map ends in .svg or .png")
    given = subject((encoding, *instances_of(inputs, family)), family, from_)
    require_one(given, output)
    codes: list[int] = []

    def request(board: Board) -> GroundRequest:
        return GroundRequest(given.family.name, encoding, board)

    for board, report in answered(given, request, limits, codes):
        number = None if dot is None else _number(board, dot)
        for message in report.messages:
            click.echo(f"{encoding}: clingo warns: {message}", err=True)
        if as_json:
            click.echo(json.dumps({"schema": 2, "id": board.name, **asdict(report)}))
        else:
            _print_sizes(board.name, report, top)
        if given.family.name.partition("+")[0] != GALAXIES:
            continue
        found = candidate_map(puzzle_of(board.facts), report)
        shown = found if number is None else of_dot(found, number)
        if output is not None:
            write_output(_picture(shown, output), output)
        elif not as_json:
            _print_candidates(found, shown, number, style)
    return exits.worst(codes)


def _number(board: Board, name: str) -> int:
    puzzle = puzzle_of(board.facts)
    dot = dot_at(puzzle, name)
    if dot is None:
        names = ", ".join(
            f"{dot_name(index)} at {center}"
            for index, center in enumerate(puzzle.centers)
        )
        raise GalaxiesError(f"{board.name}: there is no dot {name}; the dots: {names}")
    return puzzle.centers.index(dot)


def _print_sizes(name: str, report: GroundReport, top: int) -> None:
    total = sum(rule.instances for rule in report.rules)
    click.echo(f"{name}: {total} instances of {len(report.rules)} rules")
    for rule in report.rules[:top]:
        click.echo(f"{rule.instances:>10}  {rule.place:<24}  {rule.text}")
    click.echo(f"{'possible':>10}  {'facts':>10}")
    for predicate in report.predicates:
        click.echo(f"{predicate.possible:>10}  {predicate.facts:>10}  {predicate.name}")


def _print_candidates(
    found: Possibilities, shown: Possibilities, dot: int | None, style: TextStyle
) -> None:
    counts = Counter(len(dots) for dots in found.dots.values())
    pairs = sum(map(len, found.dots.values()))
    click.echo(
        f"{pairs} candidates for {len(found.dots)} cells: {counts[1]} cells have one"
        + (f", {counts[0]} have none" if counts[0] else "")
    )
    if dot is None:
        click.echo(possible_text(shown, rulers=style.rulers), nl=False)
        return
    cells = [cell for cell, dots in found.dots.items() if dot in dots]
    alone = sum(len(found.dots[cell]) == 1 for cell in cells)
    center = f"dot {dot_name(dot)} at {found.puzzle.centers[dot]}"
    click.echo(f"{center}: {len(cells)} cells, {alone} of them of no other dot")
    click.echo(style.draw(shown.position()), nl=False, color=True)


def _picture(shown: Possibilities, output: str) -> str | bytes:
    from galaxies_asp.drawing.raster import png_of
    from galaxies_asp.drawing.svg import paint

    scene = candidates_scene(shown)
    if Path(output).suffix.lower() == ".svg":
        return paint(scene)
    return png_of(scene)
