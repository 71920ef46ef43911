"""What the commands on all boards of a size share: size, limits, estimated costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from galaxies_asp.cli import options
from galaxies_asp.cli.commands import Argument
from galaxies_asp.cli.output import ProgressBar
from galaxies_asp.cli.values import SIZE, Choice
from galaxies_asp.core.board.answer import Answer, Height, Natural, Width
from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.counting.boards.counting import MEMORY_LIMIT as MEMORY_BYTES
from galaxies_asp.counting.boards.counting import check_board, estimate, is_compiled
from galaxies_asp.processes.sharing import ALONE, Sharing

DRAWABLE = ("partitions", "galaxies", "galaxies-toroidal")

Kind = Annotated[str, Argument(), Choice(DRAWABLE)]
"""A kind of boards that can be drawn."""
Size = Annotated[tuple[int, int], Argument(type=SIZE, metavar="WxH")]

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


class Watch(ProgressBar):
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
class CostLimits:
    """How expensive work on all boards of a size may be, and whether it is shown."""

    memory_limit: Annotated[
        int, options.MEMORY_LIMIT, "Memory limit (1 MB = 10^6 bytes)."
    ] = MEMORY_BYTES // options.MEGABYTE
    force: options.Force = False
    quiet: options.Quiet = False

    def watch(
        self,
        kind: str,
        size: tuple[int, int],
        *,
        kernel: str | None = None,
        sharing: Sharing = ALONE,
        is_sampled: bool = False,
    ) -> Watch:
        """Return the callback for progress.

        Parameters
        ----------
        size
            The columns and rows of cells.
        kernel
            That of the count; None is the default one.
        is_sampled
            Whether boards are sampled, which arrays do.

        Raises `LimitError` if the estimated cost is too high, unless it is forced.
        """
        width, height = size
        check_board(kind, height, width)
        kernel = "numpy" if is_sampled else kernel
        compiled = is_compiled(kind, height, width, kernel, sharing)
        cost = estimate(
            kind, height, width, is_compiled=compiled, is_sampled=is_sampled
        )
        is_high = cost.seconds > 3600 or cost.memory > self.memory_limit
        if is_high and not self.force:
            raise LimitError(
                f"{kind} {width}x{height} would take {cost}; --force starts it anyway"
            )
        return self.measured()

    def measured(self) -> Watch:
        """Return the callback for progress of work whose cost is not estimated."""
        return Watch(self.quiet, self.memory_limit)
