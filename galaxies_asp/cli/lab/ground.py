"""`galaxies lab ground`: where the size of a ground program comes from."""

import json
import re
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click

from galaxies_asp.all_solutions.drawing import candidates_svg, of_dot, possible_text
from galaxies_asp.all_solutions.forced import Possibilities
from galaxies_asp.cli import exits
from galaxies_asp.cli.lab.options import (
    MEGABYTE,
    memory_limit_option,
    time_limit_option,
)
from galaxies_asp.cli.options.common import Look, from_option, look_options
from galaxies_asp.cli.options.inputs import Entry, Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.grid import Point
from galaxies_asp.lab.ground import GroundReport, GroundRequest, candidate_map
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.worker import LimitReachedError, Worker, WorkerDiedError
from galaxies_asp.puzzle import Puzzle


class _Dot(click.ParamType[Point]):
    """The place of a dot such as 5,3."""

    name = "X,Y"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Point:
        match = re.fullmatch(r"\(?(\d{1,4}),(\d{1,4})\)?", str(value))
        if match is None:
            self.fail(f"{value!r} is no point such as 5,3", param, ctx)
        return Point(int(match[1]), int(match[2]))


@click.command(name="ground")
@click.argument("encoding")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--top", default=10, type=click.IntRange(1), help="So many rules.")
@click.option("--dot", type=_Dot(), help="Draw the candidate cells of this dot alone.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle.")
@click.option(
    "-o", "--output", metavar="FILE", help="Draw the candidates there: .svg or .png."
)
@time_limit_option
@memory_limit_option
@from_option
@look_options
def command(
    encoding: str,
    inputs: tuple[str, ...],
    top: int,
    dot: Point | None,
    as_json: bool,
    output: str | None,
    time_limit: float,
    memory_limit: int,
    from_: str | None,
    look: Look,
) -> int:
    """Show where the size of a ground program comes from.

    The instances of each rule, the largest first; the atoms of each predicate, those
    that are possible and those of them that are facts; and the candidates that are left
    for the search: a cell shows its dot, or how many dots it may have. In the map (-o),
    lines in an open cell point at these.
    """
    if output is not None and Path(output).suffix.lower() not in (".svg", ".png"):
        raise click.UsageError(f"{output}: the name of a map ends in .svg or .png")
    sources = Inputs(inputs, from_)
    entries = list(sources)
    if output is not None and len(entries) > 1:
        raise click.UsageError(f"{output}: one map holds one puzzle")
    limits = Limits(time_limit, memory_limit * MEGABYTE)
    code = exits.ANSWERED
    with Worker(NAME) as worker:
        for entry in entries:
            puzzle = entry.position.puzzle
            number = None if dot is None else _number(entry, dot)
            try:
                report = limits.ask(worker, GroundRequest(encoding, puzzle))
            except (LimitReachedError, WorkerDiedError) as error:
                click.echo(f"galaxies: {entry.name}: stopped: {error}", err=True)
                code = exits.LIMIT_REACHED
                continue
            if as_json:
                click.echo(json.dumps({"id": entry.name, **asdict(report)}))
            else:
                _print_sizes(entry.name, report, top)
            found = candidate_map(puzzle, report)
            shown = found if number is None else of_dot(found, number)
            if output is not None:
                write_output(_picture(shown, output), output)
            elif not as_json:
                _print_candidates(found, shown, number, look)
    return exits.DATA_ERROR if sources.faulty else code


def _number(entry: Entry, dot: Point) -> int:
    centers = entry.position.puzzle.centers
    if dot not in centers:
        raise GalaxiesError(
            f"{entry.name} has no dot at {dot}; its dots are "
            + ", ".join(map(str, centers))
        )
    return centers.index(dot)


def _print_sizes(name: str, report: GroundReport, top: int) -> None:
    total = sum(rule.instances for rule in report.rules)
    click.echo(f"{name}: {total} instances of {len(report.rules)} rules")
    for rule in report.rules[:top]:
        click.echo(f"{rule.instances:>10}  {rule.place:<24}  {rule.text}")
    click.echo(f"{'possible':>10}  {'facts':>10}")
    for predicate in report.predicates:
        click.echo(f"{predicate.possible:>10}  {predicate.facts:>10}  {predicate.name}")


def _print_candidates(
    found: Possibilities, shown: Possibilities, dot: int | None, look: Look
) -> None:
    counts = Counter(len(dots) for dots in found.dots.values())
    pairs = sum(map(len, found.dots.values()))
    click.echo(
        f"{pairs} candidates for {len(found.dots)} cells: {counts[1]} cells have one"
        + (f", {counts[0]} have none" if counts[0] else "")
    )
    if dot is None:
        click.echo(possible_text(shown, rulers=look.rulers), nl=False)
        return
    cells = [cell for cell, dots in found.dots.items() if dot in dots]
    alone = sum(len(found.dots[cell]) == 1 for cell in cells)
    center = _center(found.puzzle, dot)
    click.echo(f"{center}: {len(cells)} cells, {alone} of them of no other dot")
    click.echo(look.draw(shown.position()), nl=False, color=True)


def _center(puzzle: Puzzle, dot: int) -> str:
    return f"the dot at {puzzle.centers[dot]}"


def _picture(shown: Possibilities, output: str) -> str | bytes:
    from galaxies_asp.render.raster import png_of
    from galaxies_asp.render.svg import size

    picture = candidates_svg(shown)
    if Path(output).suffix.lower() == ".svg":
        return picture
    return png_of(picture, size(shown.position()))
