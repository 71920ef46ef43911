"""What the commands on all boards of a size share: size, limits, estimated costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import click

from galaxies_asp.cli import options
from galaxies_asp.cli.commands import Decorator, Run, command
from galaxies_asp.cli.output import Progress
from galaxies_asp.cli.values import SIZE, Choice
from galaxies_asp.core.board.answer import Answer, Height, Natural, Width
from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.counting.boards.counting import (
    MEMORY_LIMIT,
    check_board,
    estimate,
    is_compiled,
)
from galaxies_asp.processes.sharing import ALONE

DRAWABLE = ("partitions", "galaxies", "galaxies-toroidal")

size_argument = click.argument("size", type=SIZE, metavar="WxH")

limits_options = options.all_of(
    options.memory_limit_option(
        "Memory limit (1 MB = 10^6 bytes).", default=MEMORY_LIMIT // options.MEGABYTE
    ),
    options.force_option,
    "quiet",
)

RegionRows = Annotated[
    Sequence[Sequence[Natural]], "The region of each cell, row by row, counted from 0."
]
"""A line of galaxies boards sample --json and random --json."""


@dataclass(frozen=True)
class BoardsAnswer(Answer):
    """An answer about all boards of a size."""

    kind: Annotated[str, "Kind of boards."]
    width: Width
    height: Height


class Watch(Progress):
    """Shows progress, and stops work that exceeds its memory limit."""

    def __init__(self, quiet: bool, memory_limit: int) -> None:
        import psutil  # loads slowly

        super().__init__(quiet)
        self._limit = memory_limit
        self._process = psutil.Process()

    def __call__(self, what: str, done: int, total: int | None = None) -> None:
        """Show progress; raise LimitError if the memory is exhausted."""
        super().__call__(what, done, total or None)
        if self._process.memory_info().rss > self._limit:
            raise LimitError(
                f"stopped at the memory limit of {self._limit // options.MEGABYTE} MB; "
                "--memory-limit raises it"
            )


@dataclass(frozen=True)
class BoardsRun(Run):
    """A command on all boards of a size.

    Attributes
    ----------
    memory_limit
        Bytes.
    force
        Whether expensive work is started.
    """

    kind: str = "galaxies"
    size: tuple[int, int] = (1, 1)
    memory_limit: int = MEMORY_LIMIT
    force: bool = False

    @property
    def width(self) -> int:
        """Columns of cells."""
        return self.size[0]

    @property
    def height(self) -> int:
        """Rows of cells."""
        return self.size[1]

    def watch(
        self, kind: str = "", kernel: str | None = None, is_sampled: bool = False
    ) -> Watch:
        """Return the callback for progress.

        Parameters
        ----------
        kernel
            That of the count; None is the default one.
        is_sampled
            Whether boards are sampled, which arrays do.

        Raises `LimitError` if the estimated cost is too high, unless it is forced.
        """
        kind = kind or self.kind
        size = self.height, self.width
        check_board(kind, *size)
        kernel = "numpy" if is_sampled else kernel
        compiled = is_compiled(kind, *size, kernel, self.sharing or ALONE)
        cost = estimate(kind, *size, is_compiled=compiled, is_sampled=is_sampled)
        is_high = cost.seconds > 3600 or cost.memory > self.memory_limit
        if is_high and not self.force:
            raise LimitError(
                f"{kind} {self.width}x{self.height} would take {cost}; --force starts "
                "it anyway"
            )
        return Watch(self.quiet, self.memory_limit)


def boards_command(
    name: str, *more: options.Option | str, kinds: Sequence[str] = ()
) -> Decorator:
    """Return a decorator that makes a command on boards, of a size and of some kinds.

    Parameters
    ----------
    more
        Arguments and options besides the size, the kind and the limits.
    """
    kind = [click.argument("kind", type=Choice(kinds))] if kinds else []
    arguments = (*kind, size_argument, *more)
    return command(name, *arguments, limits_options, kind=BoardsRun)
