"""`galaxies lab ground` and `lab search`: where the work of an encoding lies."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import click

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.board.grid import dot_name
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import command, note
from galaxies_asp.cli.inputs import from_option, inputs_argument
from galaxies_asp.cli.lab.options import (
    PLOT_FILES,
    LabRun,
    cpu_limits_options,
    encoding_argument,
    family_option,
    task_option,
)
from galaxies_asp.cli.options import json_option, output_option, style_options
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import dot_at
from galaxies_asp.drawing.text_style import TextStyle
from galaxies_asp.families.family import Board
from galaxies_asp.families.galaxies.family import NAME as GALAXIES
from galaxies_asp.families.galaxies.family import puzzle_of
from galaxies_asp.families.galaxies.possibilities import (
    candidates_scene,
    of_dot,
    possible_text,
)
from galaxies_asp.lab.cost import NAME
from galaxies_asp.lab.ground import GroundAnswer, GroundRequest, candidate_map
from galaxies_asp.lab.trace import PERIODS, SearchAnswer, TraceRequest
from galaxies_asp.processes.progress import LimitReachedError, WorkerDiedError
from galaxies_asp.processes.worker import Worker
from galaxies_asp.solving.result import Possibilities


def _answered(
    run: LabRun, request: Callable[[str, str, Board], Any], codes: list[int]
) -> Iterator[tuple[Board, Any]]:
    """Yield each instance with the answer to its request; print what was stopped.

    Without inputs, puzzles of Galaxies are read from standard input.

    Parameters
    ----------
    request
        Returns the request about a family, an encoding and an instance.
    codes
        Receives an exit code for each fault.
    """
    inputs = run.inputs or (("-",) if run.family == GALAXIES else ())
    given = run.subject(run.encoding, *inputs)
    if run.output is not None and len(given.boards) > 1:
        message = f"-o draws one instance, but {len(given.boards)} were given"
        raise click.UsageError(message)
    codes += given.codes
    with Worker(NAME) as worker:
        for board in given.boards:
            asked = request(given.family.name, run.encoding, board)
            try:
                yield board, run.run_limits.ask(worker, asked)
            except (LimitReachedError, WorkerDiedError) as error:
                note(board.name, error)
                codes.append(exits.LIMIT_REACHED)


@command(
    "ground",
    encoding_argument,
    inputs_argument,
    family_option,
    from_option,
    json_option(),
    output_option("Draw the candidates as .svg or .png."),
    cpu_limits_options,
    style_options,
    kind=LabRun,
)
def ground_command(
    run: LabRun,
    top: Annotated[int, click.IntRange(1), "Show the N largest rules."] = 10,
    dot: Annotated[
        str | None,
        "DOT",
        "Draw the candidate cells of one dot: its letter, or its place such as 7,4.",
    ] = None,
) -> int:
    """Show where the size of a ground program comes from.

    Shown are the instances of each rule, the largest numbers first; the atoms of each
    predicate, possible ones and facts; and the candidates that remain for the search: a
    cell shows its dot, or its number of candidates. In the map (-o), lines in an open
    cell point to its candidates.
    """
    output = run.output
    if output is not None and Path(output).suffix.lower() not in (".svg", ".png"):
        raise click.UsageError(f"{output}: the name of a map ends in .svg or .png")
    codes: list[int] = []
    for board, report in _answered(run, GroundRequest, codes):
        number = None if dot is None else _number(board, dot)
        for message in report.messages:
            echo(f"{run.encoding}: clingo warns: {message}", err=True)
        if run.as_json:
            run.print(report)
        else:
            _print_sizes(board.name, report, top)
        if run.family.partition("+")[0] != GALAXIES:
            continue
        candidates = candidate_map(puzzle_of(board.facts), report)
        shown = candidates if number is None else of_dot(candidates, number)
        if output is not None:
            scene = candidates_scene(shown)
            if Path(output).suffix.lower() == ".svg":
                from galaxies_asp.drawing.svg import paint

                run.write(paint(scene))
            else:
                from galaxies_asp.drawing.raster import png_of

                run.write(png_of(scene))
        elif not run.as_json:
            _print_candidates(candidates, shown, number, run.style)
    return exits.worst(codes)


def _number(board: Board, name: str) -> int:
    puzzle = puzzle_of(board.facts)
    dot = dot_at(puzzle, name)
    if dot is None:
        dots = enumerate(puzzle.centers)
        names = ", ".join(f"{dot_name(index)} at {center}" for index, center in dots)
        raise GalaxiesError(f"{board.name}: there is no dot {name}; the dots: {names}")
    return puzzle.centers.index(dot)


def _print_sizes(name: str, report: GroundAnswer, top: int) -> None:
    total = sum(rule.instances for rule in report.rules)
    echo(f"{name}: {total} instances of {len(report.rules)} rules")
    for rule in report.rules[:top]:
        echo(f"{rule.instances:>10}  {rule.place:<24}  {rule.text}")
    echo(f"{'possible':>10}  {'facts':>10}")
    for predicate in report.predicates:
        echo(f"{predicate.possible:>10}  {predicate.facts:>10}  {predicate.name}")


def _print_candidates(
    candidates: Possibilities, shown: Possibilities, dot: int | None, style: TextStyle
) -> None:
    counts = Counter(len(dots) for dots in candidates.dots.values())
    pairs = sum(map(len, candidates.dots.values()))
    echo(
        f"{pairs} candidates for {len(candidates.dots)} cells: {counts[1]} cells have "
        "one" + (f", {counts[0]} have none" if counts[0] else "")
    )
    if dot is None:
        echo(possible_text(shown, rulers=style.rulers), nl=False)
        return
    cells = [cell for cell, dots in candidates.dots.items() if dot in dots]
    alone = sum(len(candidates.dots[cell]) == 1 for cell in cells)
    center = f"dot {dot_name(dot)} at {candidates.puzzle.centers[dot]}"
    echo(f"{center}: {len(cells)} cells, {alone} of them of no other dot")
    echo(style.draw(shown.position()), nl=False, color=True)


@command(
    "search",
    encoding_argument,
    inputs_argument,
    family_option,
    from_option,
    task_option("What is searched for; see `lab compare`."),
    json_option(),
    output_option("Draw a heat map of the board as .svg, .png or .pdf."),
    cpu_limits_options,
    kind=LabRun,
)
def search_command(run: LabRun) -> int:
    """Show where the time of a search goes: decisions and conflicts.

    Counted are the decisions about atoms of each predicate, and those that led to a
    conflict, in four periods of the search with equally many decisions. The heat map
    (-o) shows the same for each cell: the first argument (X,Y) of the output.
    """
    kind = PLOT_FILES.get(Path(run.output or "map.svg").suffix.lower())
    if kind is None:
        raise click.UsageError(
            f"{run.output}: a map's name ends in {', '.join(PLOT_FILES)}"
        )
    codes: list[int] = []
    asked = partial(TraceRequest, task=run.task)
    for board, trace in _answered(run, asked, codes):
        if run.as_json:
            run.print(trace)
        else:
            _print_activity(board.name, trace)
        if run.output is not None:
            from galaxies_asp.lab.plots import heat_map

            run.write(heat_map(trace, kind))
    return exits.worst(codes)


def _print_activity(name: str, trace: SearchAnswer) -> None:
    echo(f"{name}: {trace.decisions} decisions, {trace.conflicts} conflicts")
    if not trace.decisions:
        return
    echo(f"{'decisions':>10}  {'share':>6}  {'conflicts':>10}  by period")
    for predicate, activity in trace.predicates.items():
        total, conflicts = sum(activity.decisions), sum(activity.conflicts)
        periods = " ".join(f"{number:>6}" for number in activity.decisions)
        echo(
            f"{total:>10}  {total / trace.decisions:>6.1%}  {conflicts:>10}  "
            f"{periods}  {predicate}"
        )
    if not trace.places:
        return
    places = sorted(trace.places, key=lambda place: -sum(place.conflicts))
    most = ", ".join(f"{place.at}: {sum(place.conflicts)}" for place in places[:5])
    echo(f"places with the most conflicts in {PERIODS} periods: {most}")
