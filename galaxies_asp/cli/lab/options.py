"""Options that the commands of the lab share."""

from pathlib import Path

import click

from galaxies_asp.asp.encodings import BUILT_IN, FAST, MIXES
from galaxies_asp.cli.options.grouping import grouped
from galaxies_asp.cli.options.limits import memory_limit_option
from galaxies_asp.cli.options.selection import SizeType
from galaxies_asp.lab.answers import Size
from galaxies_asp.processes.pool import Limits

_MOST_CELLS = 12


class SmallSizeType(click.ParamType[Size]):
    """A size of boards that can be enumerated."""

    name = "WxH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Size:
        """Read a size."""
        width, height = SizeType().convert(value, param, ctx)
        if width * height > _MOST_CELLS:
            self.fail(f"at most {_MOST_CELLS} cells, as in 4x3", param, ctx)
        return Size(width, height)


seeds_option = click.option(
    "--seeds",
    type=click.IntRange(1, 1000),
    default=3,
    show_default=True,
    metavar="N",
    help="Number of random seeds; each run is repeated with each seed.",
)


def is_encoding(name: str) -> bool:
    """Return whether an argument is an encoding rather than a puzzle."""
    base = name if Path(name).is_file() else name.split("+")[0]
    return base in (FAST, *BUILT_IN, *MIXES) or Path(base).suffix == ".lp"


def _limits(cpu_limit: float, memory_limit: int) -> Limits:
    return Limits(cpu_limit, memory_limit)


cpu_limits_options = grouped(
    "limits",
    _limits,
    click.option(
        "--cpu-limit",
        type=click.FloatRange(min=0, min_open=True),
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help="CPU time limit for each run, grounding included.",
    ),
    memory_limit_option(4000, "Memory limit for each run (1 MB = 10^6 bytes)."),
)
