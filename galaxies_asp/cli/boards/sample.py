"""`galaxies boards sample` and `statistics`: uniform samples of boards."""

import json

import click

from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.cli import exits
from galaxies_asp.cli.boards.drawing import drawable
from galaxies_asp.cli.boards.options import (
    DRAWABLE,
    BoardLimits,
    Watch,
    kind_argument,
    limits_options,
    size_argument,
)
from galaxies_asp.cli.options import (
    count_option,
    json_option,
    output_option,
    seed_option,
    style_options,
)
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.text_style import TextStyle
from galaxies_asp.counting.boards import sampling, statistics
from galaxies_asp.counting.boards.matrices import Ints
from galaxies_asp.counting.intervals import Interval


@click.command(name="sample")
@kind_argument(*DRAWABLE)
@size_argument
@count_option("Number of boards.")
@seed_option()
@json_option("Print an array of labels per line, counted from 0.")
@output_option()
@limits_options
@style_options
def sample_command(
    kind: str,
    size: tuple[int, int],
    count: int,
    seed: int,
    as_json: bool,
    output: str | None,
    limits: BoardLimits,
    style: TextStyle,
) -> int:
    """Draw boards at random, each with the same probability."""
    width, height = size
    limits.check(kind, size)
    watch = limits.watch()
    boards = sampling.sampler(kind, height, width, watch)
    watch.clear()
    drawn = sampling.draw(boards, count, seed)
    if as_json:
        texts = [f"{json.dumps(labels.tolist())}\n" for labels in drawn]
    else:
        texts = [style.draw(drawable(labels)) for labels in drawn]
    write_output(("" if as_json else "\n").join(texts), output)
    return exits.ANSWERED


@click.command(name="statistics")
@kind_argument(*DRAWABLE)
@size_argument
@count_option("Number of boards in the sample.", default=1000, minimum=2)
@seed_option()
@click.option(
    "--proper",
    is_flag=True,
    help="Also solve the dots of each board: do they have exactly 1 solution?",
)
@limits_options
def statistics_command(
    kind: str,
    size: tuple[int, int],
    count: int,
    seed: int,
    proper: bool,
    limits: BoardLimits,
) -> int:
    """Estimate properties of boards from a sample; print one JSON object."""
    width, height = size
    limits.check(kind, size)
    watch = limits.watch()
    boards = sampling.sampler(kind, height, width, watch)
    drawn = []
    for number, labels in enumerate(sampling.draw(boards, count, seed), 1):
        drawn.append(labels)
        watch("boards drawn", number, count)
    unique = _proper(drawn, watch) if proper and kind == "galaxies" else None
    watch.clear()
    answer = {"schema": 1, "kind": kind, "width": width, "height": height}
    answer |= {"seed": seed, "total": boards.total}
    click.echo(json.dumps(answer | _plain(statistics.summarize(drawn, unique))))
    return exits.ANSWERED


def _proper(boards: list[Ints], watch: Watch) -> list[bool]:
    from galaxies_asp.solving.search import is_unique

    unique = []
    for labels in boards:
        height, width = labels.shape
        unique.append(is_unique(Puzzle(width, height, statistics.dots_of(labels))))
        watch("puzzles solved", len(unique), len(boards))
    return unique


def _plain(summary: statistics.Summary) -> dict[str, object]:
    """Return a summary for JSON: an interval is the value and its bounds."""

    def plain(value: object) -> object:
        return value.rounded() if isinstance(value, Interval) else value

    names = ("boards", "regions", "sizes", "on_cells", "on_edges", "on_vertices")
    return {name: plain(getattr(summary, name)) for name in (*names, "proper")}
