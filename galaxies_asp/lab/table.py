"""Measured runs as a table, CSV, or JSON lines."""

import csv
import io
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from math import inf
from types import MappingProxyType
from typing import Annotated, ClassVar

from galaxies_asp.core.board.answer import Answer, Natural
from galaxies_asp.core.board.fields import Range
from galaxies_asp.lab.cost import COUNTS, Job, Run
from galaxies_asp.lab.instances import Instance
from galaxies_asp.lab.statistics import Contrast, contrasts, explained, par2

NOT_COMPARED, REFERENCE = "?", "reference"
"""Entries of the column `same as`."""

_SAME_AS = 2
"""The column `same as`; omitted if nothing was compared."""

References = Mapping[tuple[str, str], str | None]
"""The reference of each encoding and instance, by their names."""

Row = Sequence[str]

_NAMES = ("encoding", "instance", "same as", "answer")
HEADER = (*_NAMES, "ground ms", "solve ms", "PAR-2 ms", "peak MB", *COUNTS)
_TEXT_COLUMNS = {*_NAMES, "quantity", "conclusion"}

CpuSeconds = Annotated[float, Range(0)]


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


def cost_rows(
    runs: Mapping[Job, Run],
    references: References = MappingProxyType({}),
    limit: float | None = None,
    *,
    add_up: bool = False,
) -> list[Row]:
    """Return a row for each encoding with its options on each instance, and a header.

    Numbers are medians of the seeds, with minimum and maximum.

    `limit`: the limit of CPU seconds. `add_up`: sum over the instances, seed by seed.
    """
    everywhere = Instance(f"all {len({job.board for job in runs})}", "")
    rows: dict[Job, dict[int, list[Run]]] = {}
    same: dict[Job, set[str]] = {}
    for job, run in runs.items():
        at = replace(job, seed=0, board=everywhere if add_up else job.board)
        rows.setdefault(at, {}).setdefault(job.seed, []).append(run)
        known = references.get((job.encoding, job.board.name)) or NOT_COMPARED
        same.setdefault(at, set()).add(REFERENCE if known == job.encoding else known)
    table: list[Row] = [HEADER]
    for job, seeds in rows.items():
        cells = _cells(list(seeds.values()), limit)
        table.append((job.label, job.board.name, "/".join(sorted(same[job])), *cells))
    if all(row[_SAME_AS] == NOT_COMPARED for row in table[1:]):
        table = [(*row[:_SAME_AS], *row[_SAME_AS + 1 :]) for row in table]
    return table


def _cells(seeds: Sequence[Sequence[Run]], limit: float | None) -> Iterator[str]:
    """Yield the answer, times, memory and counts of the sums of all seeds as text."""
    runs = [_total(measured) for measured in seeds]
    ended = [run for run in runs if run.finished]
    missing = [run for run in runs if not run.finished]
    status = "/".join(sorted({run.status for run in runs}))
    if missing:
        status = missing[0].status
        if missing[0].stopped:
            status = f"> {status} limit ({len(missing)}/{len(runs)})"
    yield status
    yield _spread([run.ground for run in runs], _ms)
    # The median is known where more than half of the runs ended.
    is_cut = all(run.finished or run.stopped for run in runs)
    times = [inf if run.stopped else run.solve for run in runs]
    yield _spread(times if is_cut and ended else [], _ms)
    every = [run for measured in seeds for run in measured]
    score = par2(every, limit)
    yield "?" if score is None else _ms(score * len(every) / len(seeds))
    yield _spread([run.peak for run in ended], lambda size: f"{size / 1e6:.0f}")
    for name in COUNTS:
        counts = [(run.counts or {}).get(name) for run in ended]
        yield _spread(counts, "{:.0f}".format)


def _total(runs: Sequence[Run]) -> Run:
    """Return the sum of runs, or the first incomplete run if there is one."""
    if len(runs) == 1:
        return runs[0]
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
            name: sum(count[name] for count in counts)
            for name in COUNTS
            if all(name in count for count in counts)
        },
    )


def written(
    runs: Mapping[Job, Run],
    references: References,
    limit: float | None,
    form: str,
    add_up: bool = False,
) -> str:
    """Return runs as `csv`, as lines of `json`, or as a `table` or `markdown`.

    Tables end with the encodings that were not measured, and why.
    """
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
    refused = {j.encoding: r.message for j, r in runs.items() if r.status == "refused"}
    runs = {job: run for job, run in runs.items() if run.status != "refused"}
    compared = contrasts(runs, limit)
    rows = cost_rows(runs, references, limit, add_up=add_up)
    parts = [layout(rows)] if runs else []
    ratios = contrast_rows(compared)
    if len(ratios) > 1:
        parts += [layout(ratios), explained(compared)]
    parts += [f"{name} is not measured: {why}\n" for name, why in refused.items()]
    return "\n".join(parts)


def _answer(job: Job, run: Run, references: References) -> RunAnswer:
    known = asdict(run)
    known |= dict.fromkeys(COUNTS) | (known.pop("counts") or {})
    return RunAnswer(
        encoding=job.encoding,
        instance=job.board.name,
        seed=job.seed,
        perturbation=job.perturbation if job.seed else None,
        task=job.task,
        options=list(job.options),
        same_as=references.get((job.encoding, job.board.name)),
        **known,
    )


def contrast_rows(contrasts: Sequence[Contrast]) -> list[Row]:
    """Return the comparisons with the first encoding, with a header."""
    rows: list[Row] = [
        ("encoding", "quantity", "ratio", "95 % interval", "p", "pairs", "conclusion")
    ]
    for one in contrasts:
        ratio = "?" if one.ratio is None else f"{one.ratio:.2f}"
        p = "?" if one.p is None else f"{one.p:.3f}"
        numbers = ratio, one.interval, p, str(one.pairs)
        if one.pairs:
            rows.append((one.encoding, one.quantity, *numbers, one.verdict))
    return rows


def summary_rows(runs: Mapping[Job, Run], limit: float | None) -> list[Row]:
    """Return wins, stopped runs and times of each encoding, with the virtual best.

    An encoding wins an instance where the median of its CPU seconds is the least, and a
    stopped run counts as twice the limit (PAR-2). The virtual best takes the winner of
    each instance. Seconds are sums of the medians of all instances.
    """
    groups: dict[str, dict[Instance, list[Run]]] = {}
    for job, run in runs.items():
        groups.setdefault(job.label, {}).setdefault(job.board, []).append(run)
    scores = {
        name: {board: _score(measured, limit) for board, measured in boards.items()}
        for name, boards in groups.items()
    }
    every = list(dict.fromkeys(job.board for job in runs))
    best = {one: min(known.get(one, inf) for known in scores.values()) for one in every}
    rows: list[Row] = [
        ("encoding", "wins", "timeouts", "ground s", "solve s", "PAR-2 s")
    ]
    for name, boards in groups.items():
        wins = sum(scores[name][one] == best[one] < inf for one in boards)
        measured = [run for runs in boards.values() for run in runs]
        stopped = f"{sum(run.stopped for run in measured)}/{len(measured)}"
        parts = (
            _seconds(
                _median([getattr(run, part) for run in runs])
                for runs in boards.values()
            )
            for part in ("ground", "solve")
        )
        rows.append((name, str(wins), stopped, *parts, _seconds(scores[name].values())))
    rows.append(("virtual best", "", "", "", "", _seconds(best.values())))
    return rows


def _score(runs: Sequence[Run], limit: float | None) -> float:
    """Return the median of CPU seconds; a stopped run counts as twice the limit."""
    cut = inf if limit is None else 2 * limit
    return statistics.median(run.seconds if run.finished else cut for run in runs)


def _median(values: Iterable[float | None]) -> float:
    """Return the median of what is known; 0 if nothing is."""
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else 0.0


def _seconds(values: Iterable[float]) -> str:
    total = sum(values)
    return "?" if total == inf else f"{total:.3f}"


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
    return "stopped" if seconds == inf else f"{1000 * seconds:.1f}"
