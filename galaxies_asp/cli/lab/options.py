"""Options that the verbs of the lab share."""

import re

import click

from galaxies_asp.lab.answers import Size

MEGABYTE = 1_000_000
_MOST_CELLS = 12


class Boards(click.ParamType[Size]):
    """A size such as 3x3."""

    name = "WxH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Size:
        """Read a size, or say what one looks like."""
        match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", str(value))
        if match is None:
            self.fail(f"{value!r} is no size such as 3x3", param, ctx)
        size = Size(int(match[1]), int(match[2]))
        if size.width * size.height > _MOST_CELLS:
            self.fail(f"at most {_MOST_CELLS} cells, as in 4x3", param, ctx)
        return size


time_limit_option = click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="CPU time for each run, grounding included.",
)
memory_limit_option = click.option(
    "--memory-limit",
    type=click.IntRange(min=1),
    default=4000,
    show_default=True,
    metavar="MB",
    help="For each run, grounding included.",
)
