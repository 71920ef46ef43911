"""Measured runs as a table, CSV, or JSON lines."""

import csv
import io
import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from galaxies_asp.grid import Point
from galaxies_asp.lab.cost import COUNTS, Job, Run
from galaxies_asp.lab.settings import label
from galaxies_asp.puzzle import Puzzle

_COLUMNS = ("encoding", "puzzle", "seed", "options", "same as", "status")
_FIGURES = ("ground", "solve", "cpu")

NOT_COMPARED, REFERENCE = "?", "reference"
"""Entries of the column `same as`.
"""

_SAME_AS = 2
"""The column `same as`; omitted if nothing was compared."""

References = Mapping[tuple[str, str], str | None]
"""The reference of each encoding and puzzle, by their names."""


@dataclass(frozen=True)
class Summary:
    """All runs of an encoding on a puzzle, one for each seed.

    Attributes
    ----------
    same_as
        The encoding that has the same solutions, as far as they were compared.
    """

    encoding: str
    puzzle: str
    options: tuple[str, ...]
    runs: tuple[Run, ...]
    same_as: str = NOT_COMPARED

    @property
    def label(self) -> str:
        """The name of the encoding with its options."""
        return label(self.encoding, self.options)

    @property
    def finished(self) -> tuple[Run, ...]:
        """The complete runs."""
        return tuple(run for run in self.runs if run.finished)

    def cells(self) -> list[str]:
        """Return the row as text; a censored run has no numbers."""
        same_as = REFERENCE if self.same_as == self.encoding else self.same_as
        names = [self.label, self.puzzle, same_as]
        if len(self.finished) < len(self.runs):
            return [*names, self._censored(), *[""] * (3 + len(COUNTS))]
        peak = statistics.median(run.peak for run in self.runs)
        return [
            *(*names, "/".join(sorted({run.status for run in self.runs}))),
            _milliseconds([run.ground for run in self.runs]),
            _milliseconds([run.solve for run in self.runs]),
            f"{peak / 1e6:.0f}" if peak else "?",
            *(self._count(name) for name in COUNTS),
        ]

    def _censored(self) -> str:
        stopped = [run for run in self.runs if not run.finished]
        status = stopped[0].status
        if status == "refused":
            return "refused"
        return f"> {status} limit ({len(stopped)}/{len(self.runs)})"

    def _count(self, name: str) -> str:
        values = [run.counts[name] for run in self.runs if run.counts]
        values = [value for value in values if value is not None]
        return f"{statistics.median(values):.0f}" if values else "0"


def summaries(runs: Mapping[Job, Run], references: References) -> list[Summary]:
    """Group the runs by encoding, options and puzzle."""
    groups: dict[tuple[str, tuple[str, ...], str], list[Run]] = {}
    for job, run in runs.items():
        key = (job.encoding, job.options, job.puzzle.name)
        groups.setdefault(key, []).append(run)
    return [
        Summary(
            *(encoding, puzzle, options, tuple(found)),
            references.get((encoding, puzzle)) or NOT_COMPARED,
        )
        for (encoding, options, puzzle), found in groups.items()
    ]


def totals(runs: Mapping[Job, Run], references: References) -> list[Summary]:
    """Sum over the puzzles, seed by seed; group by encoding and options."""
    puzzles = {job.puzzle.name for job in runs}
    name = f"all {len({job.puzzle for job in runs})}"
    sums: dict[Job, Run] = {}
    sets: dict[Job, list[Run]] = {}
    for job, run in runs.items():
        sets.setdefault(replace(job, puzzle=_ALL), []).append(run)
    for job, found in sets.items():
        sums[job] = _total(found)
    return [
        replace(row, puzzle=name, same_as=_joined(row.encoding, puzzles, references))
        for row in summaries(sums, {})
    ]


def _joined(encoding: str, puzzles: Iterable[str], references: References) -> str:
    found = {references.get((encoding, name)) or NOT_COMPARED for name in puzzles}
    return "/".join(sorted(found))


def _total(runs: list[Run]) -> Run:
    """Return the sum of runs, or the first censored run if there is one."""
    for run in runs:
        if not run.finished:
            return run
    statuses = {run.status for run in runs}
    return Run(
        "/".join(sorted(statuses)),
        ground=sum(run.ground for run in runs),
        solve=sum(run.solve for run in runs),
        cpu=sum(run.cpu for run in runs),
        peak=max(run.peak for run in runs),
        counts={
            name: sum((run.counts or {}).get(name, 0) for run in runs)
            for name in COUNTS
        },
    )


_ALL = Puzzle(1, 1, (Point(1, 1),), name="all")
"""Stands for all puzzles in sums."""

HEADER = (
    *("encoding", "puzzle", "same as", "answer", "ground ms", "solve ms", "peak MB"),
    *COUNTS,
)

_NUMBERS = len(HEADER) - 4
"""The number of numeric columns, which are the last ones."""


def table(rows: Iterable[Summary]) -> str:
    """Return a table; its times are medians, with minimum and maximum."""
    cells = _with_header(rows)
    left = len(cells[0]) - _NUMBERS
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "".join(
        "  ".join(
            text.ljust(width) if index < left else text.rjust(width)
            for index, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + "\n"
        for row in cells
    )


def markdown(rows: Iterable[Summary]) -> str:
    """Return the same table in Markdown."""
    header, *cells = _with_header(rows)
    marks = ["---"] * (len(header) - _NUMBERS) + ["--:"] * _NUMBERS
    return "".join(f"| {' | '.join(row)} |\n" for row in (header, marks, *cells))


def _with_header(rows: Iterable[Summary]) -> list[list[str]]:
    cells = [list(HEADER), *(row.cells() for row in rows)]
    if all(row[_SAME_AS] == NOT_COMPARED for row in cells[1:]):
        for row in cells:
            del row[_SAME_AS]
    return cells


def csv_text(runs: Mapping[Job, Run], references: References) -> str:
    """Return one line per run; censored runs have no figures."""
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow([*_COLUMNS, *_FIGURES, "peak", *COUNTS, "message"])
    for job, run in runs.items():
        figures: Sequence[object] = ("", "", "")
        if run.finished:
            figures = (f"{run.ground:.6f}", f"{run.solve:.6f}", f"{run.cpu:.6f}")
        counts = run.counts or {}
        writer.writerow(
            [
                *(job.encoding, job.puzzle.name, job.seed, " ".join(job.options)),
                references.get((job.encoding, job.puzzle.name)) or "",
                *(run.status, *figures, run.peak or ""),
                *(counts.get(name, "") for name in COUNTS),
                run.message,
            ]
        )
    return output.getvalue()


def json_lines(runs: Mapping[Job, Run], references: References) -> str:
    """Return one object per run."""
    return "".join(
        json.dumps(
            {
                "schema": 1,
                "encoding": job.encoding,
                "puzzle": job.puzzle.name,
                "seed": job.seed,
                "options": list(job.options),
                "same_as": references.get((job.encoding, job.puzzle.name)),
                **asdict(run),
            }
        )
        + "\n"
        for job, run in runs.items()
    )


def _milliseconds(seconds: list[float]) -> str:
    middle = f"{1000 * statistics.median(seconds):.1f}"
    if len(seconds) == 1:
        return middle
    return f"{middle} ({1000 * min(seconds):.1f}-{1000 * max(seconds):.1f})"
