"""Measured runs as a table, CSV, or JSON lines."""

import csv
import io
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, ClassVar

from galaxies_asp.board.answer import Answer, AtLeast, Natural
from galaxies_asp.families.family import Board
from galaxies_asp.lab.cost import COUNTS, Job, Run
from galaxies_asp.lab.statistics import Contrast, contrasts, explained, par2

NOT_COMPARED, REFERENCE = "?", "reference"
"""Entries of the column `same as`."""

_SAME_AS = 2
"""The column `same as`; omitted if nothing was compared."""

References = Mapping[tuple[str, str], str | None]
"""The reference of each encoding and instance, by their names."""

Row = Sequence[str]

HEADER = (
    *("encoding", "instance", "same as", "answer"),
    *("ground ms", "solve ms", "PAR-2 ms", "peak MB", *COUNTS),
)
_TEXT_COLUMNS = {
    *("encoding", "instance", "same as", "answer", "quantity", "conclusion"),
    *("SHA-256", "what", "version"),
}

CpuSeconds = Annotated[float, AtLeast(0)]


@dataclass(frozen=True)
class RunAnswer(Answer):
    """A line of galaxies lab compare -f json: a run."""

    schema: ClassVar[int] = 2

    encoding: str
    instance: str
    seed: Annotated[Natural, "0: the program as written."]
    perturbation: Annotated[str | None, "How the seed changes the run."]
    task: Annotated[str, "Question that the run answers."]
    options: Annotated[Sequence[str], "Options of clingo."]
    same_as: Annotated[
        str | None,
        "Encoding with which this one has the same solutions; null: not compared.",
    ]
    status: Annotated[str, "Answer, or the limit that stopped the run."]
    ground: Annotated[CpuSeconds | None, "CPU seconds of grounding."]
    solve: Annotated[CpuSeconds | None, "CPU seconds of solving."]
    cpu: Annotated[CpuSeconds | None, "CPU seconds of the run."]
    peak: Annotated[Natural | None, "Peak memory in bytes."]
    message: Annotated[str | None, "Error of clingo."]
    rules: Annotated[Natural | None, "Ground rules."]
    atoms: Annotated[Natural | None, "Ground atoms."]
    bodies: Annotated[Natural | None, "Ground bodies."]
    sccs: Annotated[Natural | None, "Nontrivial strongly connected components."]
    variables: Annotated[Natural | None, "Variables of the solver."]
    constraints: Annotated[Natural | None, "Constraints of the solver."]
    choices: Annotated[Natural | None, "Choices."]
    conflicts: Annotated[Natural | None, "Conflicts."]


@dataclass(frozen=True)
class Summary:
    """All runs of an encoding on an instance, one for each seed.

    Attributes
    ----------
    label
        The name of the encoding with its options.
    limit
        The limit of CPU seconds.
    same_as
        The encoding that has the same solutions, as far as they were compared.
    """

    label: str
    board: str
    runs: Sequence[Run]
    limit: float | None = None
    same_as: str = NOT_COMPARED

    def cells(self) -> Row:
        """Return the row as text: medians with minimum and maximum."""
        ended = [run for run in self.runs if run.finished]
        complete = len(ended) == len(self.runs)
        score = par2(self.runs, self.limit)
        counts = [run.counts or {} for run in ended]
        return [
            *(self.label, self.board, self.same_as, self._answer()),
            _spread([run.ground for run in self.runs], _ms),
            _spread([run.solve for run in ended] if complete else [], _ms),
            _ms(score) if score is not None else "?",
            _spread([run.peak for run in ended], lambda size: f"{size / 1e6:.0f}"),
            *(
                _spread([c.get(name) for c in counts], "{:.0f}".format)
                for name in COUNTS
            ),
        ]

    def _answer(self) -> str:
        stopped = [run for run in self.runs if not run.finished]
        if not stopped:
            return "/".join(sorted({run.status for run in self.runs}))
        status = stopped[0].status
        if not stopped[0].stopped:
            return status
        return f"> {status} limit ({len(stopped)}/{len(self.runs)})"


def summaries(
    runs: Mapping[Job, Run], references: References, limit: float | None = None
) -> list[Summary]:
    """Group the runs by encoding, options and instance."""
    groups: dict[Job, list[Run]] = {}
    for job, run in runs.items():
        groups.setdefault(replace(job, seed=0), []).append(run)
    rows = []
    for job, measured in groups.items():
        same = references.get((job.encoding, job.board.name)) or NOT_COMPARED
        same = REFERENCE if same == job.encoding else same
        rows.append(Summary(job.label, job.board.name, measured, limit, same))
    return rows


def totals(
    runs: Mapping[Job, Run], references: References, limit: float | None = None
) -> list[Summary]:
    """Sum over the instances, seed by seed; group by encoding and options."""
    boards = dict.fromkeys(job.board.name for job in runs)
    everywhere = Board(f"all {len({job.board for job in runs})}", "")
    sets: dict[Job, list[Run]] = {}
    same: dict[tuple[str, str], str] = {}
    for job, run in runs.items():
        sets.setdefault(replace(job, board=everywhere), []).append(run)
        names = {
            references.get((job.encoding, board)) or NOT_COMPARED for board in boards
        }
        same[job.encoding, everywhere.name] = "/".join(sorted(names))
    sums = {job: _total(measured) for job, measured in sets.items()}
    return summaries(sums, same, None if limit is None else limit * len(boards))


def _total(runs: list[Run]) -> Run:
    """Return the sum of runs, or the first incomplete run if there is one."""
    for run in runs:
        if not run.finished:
            return replace(run, ground=None)
    counts = [run.counts or {} for run in runs]
    return Run(
        "/".join(sorted({run.status for run in runs})),
        ground=sum(run.ground or 0.0 for run in runs),
        solve=sum(run.solve or 0.0 for run in runs),
        cpu=sum(run.cpu or 0.0 for run in runs),
        peak=max((run.peak for run in runs if run.peak is not None), default=None),
        counts={
            name: sum(one[name] for one in counts)
            for name in COUNTS
            if all(name in one for one in counts)
        },
    )


def written(
    runs: Mapping[Job, Run],
    references: References,
    limit: float | None,
    form: str,
    add_up: bool = False,
) -> str:
    """Return runs as `csv`, as lines of `json`, or as a `table` or `markdown`."""
    if form == "json":
        lines = (_answer(job, run, references).json() for job, run in runs.items())
        return "".join(f"{line}\n" for line in lines)
    if form == "csv":
        output = io.StringIO()
        names = [field.name for field in fields(RunAnswer)]
        writer = csv.DictWriter(output, names, lineterminator="\n")
        writer.writeheader()
        for job, run in runs.items():
            options = " ".join(job.options)
            writer.writerow(vars(_answer(job, run, references)) | {"options": options})
        return output.getvalue()
    layout = piped if form == "markdown" else aligned
    compared = contrasts(runs, limit)
    parts = [
        layout(rows_of((totals if add_up else summaries)(runs, references, limit)))
    ]
    ratios = contrast_rows(compared)
    if len(ratios) > 1:
        parts += [layout(ratios), explained(compared)]
    return "\n".join(parts)


def _answer(job: Job, run: Run, references: References) -> RunAnswer:
    counts = run.counts or {}
    return RunAnswer.of(
        run,
        encoding=job.encoding,
        instance=job.board.name,
        seed=job.seed,
        perturbation=job.perturbation if job.seed else None,
        task=job.task,
        options=list(job.options),
        same_as=references.get((job.encoding, job.board.name)),
        **{name: counts.get(name) for name in COUNTS},
    )


def rows_of(rows: Iterable[Summary]) -> list[Row]:
    """Return the rows of a table, with a header."""
    cells = [HEADER, *(row.cells() for row in rows)]
    if all(row[_SAME_AS] == NOT_COMPARED for row in cells[1:]):
        cells = [[*row[:_SAME_AS], *row[_SAME_AS + 1 :]] for row in cells]
    return cells


def contrast_rows(contrasts: Sequence[Contrast]) -> list[Row]:
    """Return the comparisons with the first encoding, with a header."""
    return [
        ("encoding", "quantity", "ratio", "95 % interval", "p", "pairs", "conclusion"),
        *(
            (
                *(contrast.encoding, contrast.quantity),
                "?" if contrast.ratio is None else f"{contrast.ratio:.2f}",
                contrast.interval,
                "?" if contrast.p is None else f"{contrast.p:.3f}",
                *(str(contrast.pairs), contrast.verdict),
            )
            for contrast in contrasts
            if contrast.pairs
        ),
    ]


def aligned(rows: Sequence[Row]) -> str:
    """Return rows as a table for a terminal."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    marks = ["<" if name in _TEXT_COLUMNS else ">" for name in rows[0]]
    layout = "  ".join(map("{{:{}{}}}".format, marks, widths))
    return "".join(f"{layout.format(*row).rstrip()}\n" for row in rows)


def piped(rows: Sequence[Row]) -> str:
    """Return rows as a table in Markdown."""
    marks = ["---" if name in _TEXT_COLUMNS else "--:" for name in rows[0]]
    return "".join(f"| {' | '.join(row)} |\n" for row in (rows[0], marks, *rows[1:]))


def _spread(values: Sequence[float | None], written: Callable[[float], str]) -> str:
    """Return the median, with minimum and maximum where they differ."""
    known = [value for value in values if value is not None]
    if not known:
        return "?"
    middle, low, high = map(written, (statistics.median(known), min(known), max(known)))
    return middle if low == high else f"{middle} ({low}-{high})"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f}"
