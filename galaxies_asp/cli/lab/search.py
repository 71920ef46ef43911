"""`galaxies lab search`: where the time of a search goes."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.completion import complete_encoding
from galaxies_asp.cli.inputs import from_option, inputs_argument
from galaxies_asp.cli.lab.boards import answered, instances_of, require_one
from galaxies_asp.cli.lab.options import cpu_limits_options, family_option, subject
from galaxies_asp.cli.options import json_option, output_option
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.values import Choice
from galaxies_asp.families.family import Board
from galaxies_asp.lab.cost import TASKS, Task
from galaxies_asp.lab.trace import PERIODS, Trace, TraceRequest
from galaxies_asp.processes.pool import Limits

_KINDS = {".svg": "svg", ".png": "png", ".pdf": "pdf"}


@click.command(name="search")
@click.argument("encoding", shell_complete=complete_encoding)
@inputs_argument
@family_option
@from_option
@click.option(
    "--task",
    type=Choice(list(TASKS)),
    default="unique",
    show_default=True,
    help="What is searched for; see `lab compare`.",
)
@json_option()
@output_option("Draw a heat map of the board as .svg, .png or .pdf.")
@cpu_limits_options
def command(
    encoding: str,
    inputs: tuple[str, ...],
    family: str,
    from_: str | None,
    task: Task,
    as_json: bool,
    output: str | None,
    limits: Limits,
) -> int:
    """Show where the time of a search goes: decisions and conflicts.

    Counted are the decisions about atoms of each predicate, and those that led to a
    conflict, in four periods of the search with equally many decisions. The heat map
    (-o) shows the same for each cell: the first argument (X,Y) of the output.
    """
    kind = _KINDS.get(Path(output or "map.svg").suffix.lower())
    if kind is None:
        raise click.UsageError(f"{output}: a map's name ends in {', '.join(_KINDS)}")
    given = subject((encoding, *instances_of(inputs, family)), family, from_)
    require_one(given, output)
    codes: list[int] = []

    def request(board: Board) -> TraceRequest:
        return TraceRequest(given.family.name, encoding, board, task)

    for board, found in answered(given, request, limits, codes):
        if as_json:
            _print_json(board.name, found)
        else:
            _print(board.name, found)
        if output is not None:
            from galaxies_asp.lab.heat import heat_map

            write_output(heat_map(found, kind), output)
    return exits.worst(codes)


def _print_json(name: str, found: Trace) -> None:
    places = [{"at": at, **asdict(one)} for at, one in sorted(found.places.items())]
    predicates = {key: asdict(one) for key, one in found.predicates.items()}
    click.echo(
        json.dumps(
            {
                "schema": 1,
                "id": name,
                "decisions": found.decisions,
                "conflicts": found.conflicts,
                "predicates": predicates,
                "places": places,
            }
        )
    )


def _print(name: str, found: Trace) -> None:
    click.echo(f"{name}: {found.decisions} decisions, {found.conflicts} conflicts")
    if not found.decisions:
        return
    click.echo(f"{'decisions':>10}  {'share':>6}  {'conflicts':>10}  by period")
    for predicate, one in found.predicates.items():
        total = sum(one.decisions)
        periods = " ".join(f"{number:>6}" for number in one.decisions)
        click.echo(
            f"{total:>10}  {total / found.decisions:>6.1%}  {sum(one.conflicts):>10}  "
            f"{periods}  {predicate}"
        )
    if not found.places:
        return
    cells = sorted(found.places.items(), key=lambda pair: -sum(pair[1].conflicts))
    most = ", ".join(f"({x},{y}): {sum(one.conflicts)}" for (x, y), one in cells[:5])
    click.echo(f"places with the most conflicts in {PERIODS} periods: {most}")
