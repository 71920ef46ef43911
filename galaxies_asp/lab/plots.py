"""Plots of measured runs, and heat maps of a search."""

import io
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, groupby, product
from typing import TYPE_CHECKING, Any

from galaxies_asp.core.board.errors import MissingLibraryError
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.profiling import PERIODS, SearchAnswer
from galaxies_asp.lab.subject import Instance
from galaxies_asp.lab.subjects import subject_named

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# The colors of Okabe and Ito that are dark enough for lines on white: people with any
# kind of color vision tell them apart. Lines differ in their markers, too.
_COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_DASHES = ("-", "--", ":", "-.")
_MARKERS = "osDvPX*<>hpd"
_STOPPED = "^"

Style = dict[str, Any]
"""What matplotlib takes by name."""

_RESOLUTION = 150
_STYLE: Any = {"svg.hashsalt": "galaxies", "svg.fonttype": "none", "font.size": 9}
_SMALL: Style = {"lw": 1.2, "ms": 4}
_SIDE = 2.6
"""Inches of a board in a heat map."""

_LABEL_SHARE = 0.06
"""Share of an axis that a label takes."""


@dataclass(frozen=True)
class Measurement:
    """All runs of one line on one puzzle."""

    cells: int
    """The size of the instance."""
    seconds: tuple[float, ...]
    """CPU seconds of grounding and solving, for each seed; nothing if a run was stopped
    or refused."""
    stopped: float
    """CPU seconds after which the first of the stopped runs ended; 0 if none was."""
    rules: int
    """Of the ground program; 0 if it is not known."""
    name: str = ""
    """The name of the instance."""

    @property
    def median(self) -> float:
        """The median of the seconds."""
        return statistics.median(self.seconds)

    @property
    def end(self) -> float:
        """The median, or the seconds after which a run was stopped; 0 if unknown."""
        return self.median if self.seconds else self.stopped


@dataclass(frozen=True)
class Line:
    """An encoding with its options: its style, and its points sorted by cells."""

    name: str
    color: str
    dashes: str
    marker: str
    points: tuple[Measurement, ...]

    @property
    def finished(self) -> list[Measurement]:
        """The points whose runs are all complete."""
        return [point for point in self.points if point.seconds]

    @property
    def stopped(self) -> list[Measurement]:
        """The points with a censored run."""
        return [point for point in self.points if point.stopped]

    @property
    def hollow(self) -> Style:
        """The style of the mark of a censored run."""
        return {"mfc": "none", "mec": self.color, "ms": 7, "mew": 1.2, "lw": 0}


def require_matplotlib() -> None:
    """Raise MissingLibraryError if matplotlib is not installed."""
    try:
        import matplotlib.figure  # noqa: F401  (optional)
    except ImportError:
        raise MissingLibraryError(
            "plots need the library matplotlib: pip install 'galaxies-asp[plot]'"
        ) from None


def _picture(
    kind: str, width: float, height: float, draw: Callable[["Figure"], None]
) -> bytes:
    """Return a figure as a file without a date."""
    require_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure

    output = io.BytesIO()
    dates: dict[str, Style] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        dateless = dates.get(kind, {})
        figure.savefig(output, format=kind, dpi=_RESOLUTION, metadata=dateless)
    return output.getvalue()


def plot(runs: Mapping[Job, Run], names: Sequence[str], kind: str) -> bytes:
    """Draw plots of runs, named in `PLOTS`, side by side, with one legend.

    `names`: of `PLOTS`. `kind`: `svg`, `png` or `pdf`. Raises `MissingLibraryError` if
    matplotlib is not installed.
    """
    lines = lines_of(runs)

    def draw(figure: "Figure") -> None:
        for number, name in enumerate(names, 1):
            axes = figure.add_subplot(1, len(names), number)
            axes.grid(which="major", color="0.9")
            PLOTS[name](axes, lines)
        _legend(figure, lines)

    return _picture(kind, 1.5 + 4.5 * len(names), 4.2, draw)


def lines_of(runs: Mapping[Job, Run]) -> list[Line]:
    """Return a line for each encoding with its options, in the order of the runs."""
    groups: dict[str, dict[Instance, list[Run]]] = {}
    for job, run in runs.items():
        groups.setdefault(job.label, {}).setdefault(job.board, []).append(run)
    size = subject_named(next(iter(runs)).family).size
    styles = zip(cycle(product(_DASHES, _COLORS)), cycle(_MARKERS), strict=False)
    lines = []
    for (name, by_board), ((dashes, color), marker) in zip(
        groups.items(), styles, strict=False
    ):
        points = [
            replace(_point(size(board.facts), those), name=board.name)
            for board, those in by_board.items()
        ]
        points.sort(key=lambda point: point.cells)
        lines.append(Line(name, color, dashes, marker, tuple(points)))
    return lines


def _point(cells: int, runs: list[Run]) -> Measurement:
    if not all(run.finished for run in runs):
        stopped = min((run.cpu or 0.0 for run in runs if run.stopped), default=0.0)
        return Measurement(cells, (), stopped, 0)
    rules = statistics.median((run.counts or {}).get("rules", 0) for run in runs)
    return Measurement(cells, tuple(run.seconds for run in runs), 0.0, round(rules))


def _cactus(axes: "Axes", lines: list[Line]) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_title("Puzzles solved within a time")
    axes.set_xlabel("CPU seconds for a puzzle")
    axes.set_ylabel("puzzles solved")
    axes.set_xscale("log")
    for line in lines:
        seconds = sorted(point.median for point in line.finished)
        solved = range(1, len(seconds) + 1)
        axes.plot(
            seconds,
            solved,
            line.marker + line.dashes,
            color=line.color,
            drawstyle="steps-post",
            **_SMALL,
        )
        if line.stopped:
            end = max([*seconds, *(point.stopped for point in line.stopped)])
            ends = [seconds[-1] if seconds else end, end]
            axes.plot(ends, [len(seconds)] * 2, line.dashes, color=line.color, lw=1)
            axes.plot([end], [len(seconds)], _STOPPED, **line.hollow)
    most = max((len(line.points) for line in lines), default=1)
    axes.axhline(most, color="0.6", lw=0.8, ls=":")
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def _time(axes: "Axes", lines: list[Line]) -> None:
    axes.set_title("Time against size")
    _over_cells(axes, lines, "CPU seconds", lambda point: point.median)
    for line in lines:
        for point in line.finished:
            ends = min(point.seconds), max(point.seconds)
            axes.plot([point.cells] * 2, ends, "-", color=line.color, lw=0.8, alpha=0.5)
        _mark(axes, line, [point.stopped for point in line.stopped])


def _ground(axes: "Axes", lines: list[Line]) -> None:
    axes.set_title("Ground rules against size")
    _over_cells(axes, lines, "ground rules", lambda point: float(point.rules))
    if any(not point.rules for line in lines for point in line.finished):
        axes.set_yscale("symlog", linthresh=1, linscale=0.3)
        axes.set_ylim(bottom=-0.2)
    stopped = [line for line in lines if line.stopped]
    for number, line in enumerate(stopped):
        # Their size is unknown: they are drawn at the upper edge.
        heights = [0.98 - 0.03 * number] * len(line.stopped)
        _mark(axes, line, heights, transform=axes.get_xaxis_transform())


def _scatter(axes: "Axes", lines: list[Line]) -> None:
    """Draw each instance with its times under the first encoding and another one."""
    first, *others = lines
    axes.set_title("Instance by instance")
    axes.set_xlabel(f"CPU seconds of {first.name}")
    axes.set_ylabel("CPU seconds of the others")
    axes.set_xscale("log")
    axes.set_yscale("log")
    known = {point.name: point for point in first.points if point.end}
    ends = [point.end for line in lines for point in line.points if point.end]
    for line in others:
        for point in line.points:
            if point.end and (other := known.get(point.name)):
                is_cut = point.stopped or other.stopped
                style = line.hollow if is_cut else {"color": line.color, **_SMALL}
                marker = _STOPPED if is_cut else line.marker
                axes.plot([other.end], [point.end], marker, **style)
    if ends:
        axes.plot([min(ends), max(ends)], [min(ends), max(ends)], "-", color="0.6")


def _mark(axes: "Axes", line: Line, heights: list[float], **how: Any) -> None:
    """Mark the points with a censored run."""
    cells = [point.cells for point in line.stopped]
    axes.plot(cells, heights, _STOPPED, **how, **line.hollow)


def _over_cells(
    axes: "Axes", lines: list[Line], unit: str, value: Callable[[Measurement], float]
) -> None:
    """Draw a value per puzzle, and a line through the medians per size."""
    axes.set_xlabel("size of the instance")
    axes.set_ylabel(unit)
    axes.set_xscale("log")
    if any(value(point) > 0 for line in lines for point in line.finished):
        axes.set_yscale("log")
    for line in lines:
        sizes, middles = [], []
        for cells, group in groupby(line.finished, key=lambda point: point.cells):
            values = [value(point) for point in group]
            sizes.append(cells)
            middles.append(statistics.median(values))
            at = [cells] * len(values)
            axes.plot(at, values, line.marker, color=line.color, ms=4, lw=0)
        axes.plot(sizes, middles, line.dashes, color=line.color, lw=1.2)
    sizes = sorted({point.cells for line in lines for point in line.points})
    least = (max(sizes) / max(1, min(sizes))) ** _LABEL_SHARE
    kept = sizes[:1]
    for size in sizes:  # labels do not overlap on a logarithmic axis
        if size >= kept[-1] * least and size != kept[-1]:
            kept.append(size)
    axes.set_xticks(kept, list(map(str, kept)), rotation=45)
    axes.set_xticks([], minor=True)


PLOTS: dict[str, Callable[["Axes", list[Line]], None]] = {
    "cactus": _cactus,
    "time": _time,
    "ground": _ground,
    "scatter": _scatter,
}
"""The plots by name."""


def _legend(figure: "Figure", lines: list[Line]) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=line.color, ls=line.dashes, marker=line.marker, **_SMALL)
        for line in lines
    ]
    names = [
        f"{line.name} ({len(line.stopped)} stopped)" if line.stopped else line.name
        for line in lines
    ]
    if any(line.stopped for line in lines):
        handles.append(Line2D([], [], lw=0, marker=_STOPPED, mfc="none", mec="black"))
        names.append("stopped at a limit: not known")
    figure.legend(handles, names, loc="outside right upper", fontsize=8)


def heat_map(trace: SearchAnswer, kind: str) -> bytes:
    """Draw one board for each period: decisions above, conflicts below.

    `kind`: `svg`, `png` or `pdf`. Raises `MissingLibraryError` if matplotlib is not
    installed.
    """
    import numpy as np

    cells = [(place.at.y // 2, place.at.x // 2) for place in trace.places]
    height, width = np.max([(0, 0), *cells], axis=0) + 1
    counts = np.zeros((2, PERIODS, height, width), dtype=np.int64)
    for (row, column), place in zip(cells, trace.places, strict=True):
        counts[:, :, row, column] = place.decisions, place.conflicts

    def draw(figure: "Figure") -> None:
        axes: Any = figure.subplots(2, PERIODS, squeeze=False)
        for row, what in enumerate(("decisions", "conflicts")):
            highest = max(1, int(counts[row].max()))
            for period, panel in enumerate(axes[row]):
                image = panel.imshow(
                    counts[row, period], cmap="magma_r", vmin=0, vmax=highest
                )
                panel.set_xticks([])
                panel.set_yticks([])
                first, last = (100 * n // PERIODS for n in (period, period + 1))
                panel.set_title("" if row else f"{first} to {last} %")
            axes[row][0].set_ylabel(what)
            figure.colorbar(image, ax=list(axes[row]), shrink=0.8)

    return _picture(kind, _SIDE * PERIODS + 1, 2 * _SIDE * height / width + 0.8, draw)
