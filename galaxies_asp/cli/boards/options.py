"""Options of the commands on all boards: size, limits, and estimated costs."""

from dataclasses import dataclass

import click

from galaxies_asp.cli.limits import MEGABYTE
from galaxies_asp.cli.options import (
    Option,
    force_option,
    grouped,
    memory_limit_option,
    quiet_option,
)
from galaxies_asp.cli.output import Progress
from galaxies_asp.cli.values import Choice, SizeType
from galaxies_asp.counting.boards.estimates import MEMORY_LIMIT, check_board, estimate
from galaxies_asp.errors import LimitError
from galaxies_asp.processes.worker import import_psutil

_HOUR = 3600.0

DRAWABLE = ("partitions", "galaxies", "galaxies-toroidal")

size_argument = click.argument("size", type=SizeType(), metavar="WxH")


def kind_argument(*kinds: str) -> Option:
    """Return the argument for the kind of boards."""
    return click.argument("kind", type=Choice(kinds))


class Watch:
    """Show progress, and stop work that exceeds its memory limit."""

    def __init__(self, quiet: bool, memory_limit: int) -> None:
        self._progress = Progress(quiet)
        self._limit = memory_limit
        self._process = import_psutil().Process()

    def __call__(self, what: str, done: int, total: int | None = None) -> None:
        """Show progress; raise LimitError if the memory is exhausted."""
        self._progress(what, done, total or None)
        if self._process.memory_info().rss > self._limit:
            raise LimitError(
                f"stopped at the memory limit of {self._limit // MEGABYTE} MB; "
                "--memory-limit raises it"
            )

    def clear(self) -> None:
        """Remove the display of progress."""
        self._progress.clear()


@dataclass(frozen=True)
class BoardLimits:
    """The memory limit in bytes, and whether to start expensive work."""

    memory_limit: int
    force: bool
    quiet: bool

    def watch(self) -> Watch:
        """Return the callback for progress."""
        return Watch(self.quiet, self.memory_limit)

    def check(self, kind: str, size: tuple[int, int]) -> None:
        """Reject boards whose estimated cost is too high, unless it is forced."""
        width, height = size
        check_board(kind, height, width)
        cost = estimate(kind, height, width, self.memory_limit)
        is_high = cost.seconds > _HOUR or cost.memory > self.memory_limit
        if is_high and not self.force:
            raise LimitError(
                f"{kind} {width}x{height} would take {cost}; --force starts it anyway"
            )


limits_options = grouped(
    "limits",
    BoardLimits,
    memory_limit_option(MEMORY_LIMIT // MEGABYTE, "Memory limit (1 MB = 10^6 bytes)."),
    force_option,
    quiet_option,
)
