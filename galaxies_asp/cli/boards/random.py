"""`galaxies boards random`: boards from one of several engines."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

import click

from galaxies_asp.boards.engines import chain, morris, rows, searched, uniform
from galaxies_asp.cli import exits
from galaxies_asp.cli.boards.limits import (
    OverLimitError,
    check_cost,
    limit_options,
    limited,
    watched,
)
from galaxies_asp.cli.options.common import WRITABLE, Look, look_options
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.progress import Progress
from galaxies_asp.notation import by_name, write
from galaxies_asp.processes.worker import LimitReachedError, Worker
from galaxies_asp.puzzle import Position, Solution, check_size

_ATTEMPTS = 1_000_000
_MEGABYTE = 1 << 20
_MOST_ON_A_SHEET = 400

_share = click.FloatRange(0, 1)


@dataclass(frozen=True)
class _Wish:
    """What is asked for; None where an option is left to the engine."""

    height: int
    width: int
    count: int
    seed: int
    walls_beside: float | None
    walls_above: float | None
    regions: float | None
    attempts: int | None
    mean_size: float | None
    spread: float | None
    sweeps: int | None
    random_share: float | None
    time_limit: float | None
    memory_limit: int
    force: bool
    quiet: bool


@click.command(name="random")
@click.argument("height", type=click.IntRange(min=1), metavar="H")
@click.argument("width", type=click.IntRange(min=1), metavar="W")
@click.option(
    "--engine",
    type=click.Choice(["rows", "morris", "uniform", "chain", "clingo"]),
    default="morris",
    show_default=True,
    help="Divide row by row and keep what is symmetric; grow regions from centres; "
    "draw from the exact count; change a board until all are equally likely; search "
    "with clingo at random.",
)
@click.option("--count", type=click.IntRange(min=0), default=1, show_default=True)
@click.option(
    "--seed",
    type=click.IntRange(0, searched.MAX_SEED),
    default=0,
    show_default=True,
    help="The same seed gives the same boards.",
)
@click.option(
    "--walls-beside", type=_share, metavar="SHARE", help="rows: of upright walls; 0.5."
)
@click.option(
    "--walls-above", type=_share, metavar="SHARE", help="rows: of level walls; 0.5."
)
@click.option(
    "--regions",
    type=click.FloatRange(min=1),
    metavar="N",
    help="rows: walls so that N regions are expected, before boards are selected.",
)
@click.option(
    "--attempts",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"rows: give up after so many divisions; {_ATTEMPTS:,}.",
)
@click.option(
    "--mean-size",
    type=click.FloatRange(min=1),
    metavar="CELLS",
    help="morris: of the regions that are grown; by default drawn for each board.",
)
@click.option(
    "--spread",
    type=click.FloatRange(min=0),
    metavar="CELLS",
    help="morris: standard deviation of sizes; half the mean size less 0.3.",
)
@click.option(
    "--sweeps",
    type=click.IntRange(min=0),
    metavar="N",
    help=f"chain: how often each part of the board is changed; {chain.SWEEPS}.",
)
@click.option(
    "--random-share",
    type=_share,
    metavar="SHARE",
    help="clingo: of random decisions; 1. Fewer are faster on large boards, and make "
    "boards more alike.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="clingo: for all boards, grounding included.",
)
@click.option("--puzzle", "dots_only", is_flag=True, help="The dots, no regions.")
@click.option("--json", "as_json", is_flag=True, help="One array of labels a line.")
@click.option(
    "--to", type=click.Choice(WRITABLE), metavar="NOTATION", help="Write in a notation."
)
@click.option("--sheet", is_flag=True, help="An SVG with all boards.")
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
@limit_options
@look_options
def command(
    engine: str,
    dots_only: bool,
    as_json: bool,
    to: str | None,
    sheet: bool,
    output: str | None,
    look: Look,
    **wishes: object,
) -> int:
    """Make galaxies boards of H rows and W columns at random."""
    wish = _Wish(**wishes)  # type: ignore[arg-type]
    _check_options(engine, wish)
    if as_json + (to is not None) + sheet > 1:
        raise click.UsageError("choose one of --json, --to and --sheet")
    if as_json and dots_only:
        raise click.UsageError("--json writes regions; --puzzle wants none")
    if sheet and wish.count > _MOST_ON_A_SHEET:
        raise click.UsageError(f"a sheet has room for {_MOST_ON_A_SHEET} boards")
    check_size(wish.width, wish.height)
    printer = _Printer(output, as_json, to, sheet, dots_only, look)

    def work() -> int:
        try:
            named = f"{engine} {wish.width}x{wish.height} seed {wish.seed}"
            for number, board in enumerate(_ENGINES[engine](wish), 1):
                puzzle = replace(board.puzzle, name=f"{named} board {number}")
                printer.add(Solution(puzzle, board.labels))
        finally:
            printer.finish()
        return exits.ANSWERED

    return limited(work)


_OF_ENGINE = {
    "rows": ("walls_beside", "walls_above", "regions", "attempts"),
    "morris": ("mean_size", "spread"),
    "uniform": (),
    "chain": ("sweeps",),
    "clingo": ("random_share", "time_limit"),
}


def _check_options(engine: str, wish: _Wish) -> None:
    """Refuse options of other engines, and those that contradict each other."""
    for other, names in _OF_ENGINE.items():
        for name in names:
            if other != engine and getattr(wish, name) is not None:
                option = f"--{name.replace('_', '-')}"
                raise click.UsageError(f"{option} is for --engine {other}")
    if wish.regions and (wish.walls_beside, wish.walls_above) != (None, None):
        raise click.UsageError("give shares of walls or --regions, not both")
    if wish.spread is not None and wish.mean_size is None:
        raise click.UsageError("--spread needs --mean-size")


def _by_rows(wish: _Wish) -> Iterator[Solution]:
    if wish.regions is not None:
        share = rows.share_for(wish.regions, wish.height, wish.width)
        walls = rows.Walls(share, share)
    else:
        shares = (wish.walls_beside, wish.walls_above)
        walls = rows.Walls(*(0.5 if share is None else share for share in shares))
    progress = Progress(wish.quiet)
    tally = rows.Tally()
    boards = rows.boards(
        wish.height,
        wish.width,
        walls,
        wish.seed,
        wish.attempts or _ATTEMPTS,
        tally,
        progress.report,
    )
    for board in islice(boards, wish.count):
        progress.clear()
        yield board
    progress.clear()
    if not wish.quiet:
        click.echo(f"galaxies: {tally}", err=True)
    if tally.boards < wish.count:
        raise OverLimitError(
            f"{tally.boards} of {wish.count} boards were found; --attempts allows more "
            "divisions, and other engines throw none away"
        )


def _by_morris(wish: _Wish) -> Iterator[Solution]:
    sizes = None
    if wish.mean_size is not None:
        spread = wish.mean_size / 2 - 0.3 if wish.spread is None else wish.spread
        sizes = morris.sizes_about(wish.height, wish.width, wish.mean_size, spread)
    progress = Progress(wish.quiet)
    boards = morris.boards(wish.height, wish.width, wish.seed, sizes)
    return _told(islice(boards, wish.count), progress)


def _by_counting(wish: _Wish) -> Iterator[Solution]:
    size = wish.height, wish.width
    check_cost("galaxies", *size, wish.memory_limit, wish.force)
    with watched(wish.quiet, wish.memory_limit) as watch:
        boards = uniform.boards(*size, wish.count, wish.seed, watch)
    return _told(boards, Progress(wish.quiet))


def _by_chain(wish: _Wish) -> Iterator[Solution]:
    sweeps = chain.SWEEPS if wish.sweeps is None else wish.sweeps
    progress = Progress(wish.quiet)
    boards = chain.boards(
        wish.height,
        wish.width,
        wish.seed,
        sweeps,
        progress.report,
    )
    return _told(islice(boards, wish.count), progress)


def _by_clingo(wish: _Wish) -> Iterator[Solution]:
    share = 1 if wish.random_share is None else wish.random_share
    request = searched.Request(wish.height, wish.width, wish.count, wish.seed, share)
    found = 0
    with Worker(searched.WORKER) as worker:
        boards = searched.boards(
            request,
            worker,
            time_limit=wish.time_limit,
            memory_limit=wish.memory_limit * _MEGABYTE,
        )
        try:
            for board in _told(boards, Progress(wish.quiet)):
                found += 1
                yield board
        except LimitReachedError as limit:
            raise OverLimitError(
                f"{found} of {wish.count} boards were found within the {limit} limit; "
                "a smaller --random-share may find them sooner"
            ) from None


_ENGINES: dict[str, Callable[[_Wish], Iterator[Solution]]] = {
    "rows": _by_rows,
    "morris": _by_morris,
    "uniform": _by_counting,
    "chain": _by_chain,
    "clingo": _by_clingo,
}


def _told(boards: Iterator[Solution], progress: Progress) -> Iterator[Solution]:
    """Pass boards on, and tell how many there are."""
    for number, board in enumerate(boards, 1):
        progress.clear()
        yield board
        progress.report("boards", number)
    progress.clear()


class _Printer:
    """Prints boards as they come; keeps them for a file or a sheet, which are whole."""

    def __init__(
        self,
        output: str | None,
        as_json: bool,
        to: str | None,
        sheet: bool,
        dots_only: bool,
        look: Look,
    ) -> None:
        self._output, self._sheet, self._dots_only = output, sheet, dots_only
        self._as_json, self._to, self._look = as_json, to, look
        self._is_kept = sheet or output not in (None, "-")
        self._texts: list[str] = []
        self._positions: list[Position] = []
        self._number = 0

    def add(self, board: Solution) -> None:
        """Print a board, or keep it."""
        position = Position(board.puzzle) if self._dots_only else board.position()
        if self._sheet:
            self._positions.append(position)
            return
        text = self._text(board, position)
        if self._number and self._is_apart():
            text = "\n" + text
        self._number += 1
        if self._is_kept:
            self._texts.append(text)
        else:
            click.echo(text, nl=False, color=True)

    def _text(self, board: Solution, position: Position) -> str:
        if self._as_json:
            return json.dumps((board.labels + 1).tolist()) + "\n"
        if self._to is not None:
            return write(position, self._to)
        return self._look.draw(position)

    def _is_apart(self) -> bool:
        """Tell whether there is an empty line between boards."""
        if self._to is not None:
            return not by_name(self._to).one_line and self._to not in ("json", "pzprv3")
        return not self._as_json

    def finish(self) -> None:
        """Write what was kept, also if not all boards came."""
        if self._sheet and self._positions:
            from galaxies_asp.render.svg import sheet_svg

            write_output(sheet_svg(self._positions), self._output)
        elif self._texts:
            write_output("".join(self._texts), self._output)
