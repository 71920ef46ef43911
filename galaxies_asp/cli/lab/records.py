"""`galaxies lab repeat` and `export`: comparisons as records and files."""

import shlex
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Argument, Option, command
from galaxies_asp.cli.inputs import NotationName, source_text
from galaxies_asp.cli.lab import options as lab
from galaxies_asp.cli.lab.comparing import agreed, measure
from galaxies_asp.cli.lab.report import sentences
from galaxies_asp.cli.options import Jobs, Output, OutputFile, format_option
from galaxies_asp.cli.output import ProgressBar, echo, write_output
from galaxies_asp.cli.values import ANY_FOLDER
from galaxies_asp.core.board.errors import GalaxiesError, counted
from galaxies_asp.lab.cost import NAME, Job, Run, variants
from galaxies_asp.lab.export import export
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.machine import circumstances, machine, versions
from galaxies_asp.lab.record import Record, from_json, to_json
from galaxies_asp.lab.statistics import contrasts
from galaxies_asp.lab.store import Campaign
from galaxies_asp.lab.table import (
    aligned,
    cost_rows,
    piped,
    summary_rows,
    written,
)
from galaxies_asp.processes.files import make_folder
from galaxies_asp.processes.pool import Pool

RecordPath = Annotated[str, Argument(metavar="RECORD")]


@command("repeat")
def repeat_command(
    record_path: RecordPath,
    family: Annotated[
        str | None,
        Option("--family", "--domain", metavar="FILE.py"),
        "The Python file of the family, which is executed, if the record names one.",
    ],
    jobs: Jobs,
    output: Annotated[OutputFile, "Write a record of this measurement."],
) -> int:
    """Compare and measure again what a record describes.

    `lab compare --record` writes RECORD. It contains the text of each encoding, so
    later changes of an encoding do not matter.
    """
    made = _read(record_path)
    if not family and Path(made.plan.family).suffix == ".py":
        raise click.UsageError(
            f"the record names the Python file {made.plan.family}; --family FILE.py "
            "executes it"
        )
    plan = replace(made.plan, family=family or made.plan.family)
    now = versions() | machine()
    for name, value in now.items():
        before = made.versions.get(name)
        if before != value:
            echo(f"{name} was {before} and is {value}", err=True)
    executed, progress = compared_family(plan.family), ProgressBar()
    codes: list[int] = []
    with tempfile.TemporaryDirectory() as folder, Pool(jobs, NAME) as workers:
        work = Campaign(workers, plan.limits)
        names = {e.restored(executed, Path(folder)): e.name for e in made.encodings}
        for new, old in names.items():
            if new != old:
                echo(f"{old} as recorded: it has changed", err=True)
        agreed(plan, list(names), work, progress, codes, names)
        again = measure(plan, names, work, progress, codes)
    runs = {
        replace(job, encoding=names[job.encoding], family=made.plan.family): measured
        for job, measured in again.items()
    }
    echo(aligned(cost_rows(runs, limit=plan.limits.seconds)), nl=False)
    if made.runs:
        codes.append(_compared(made.runs, runs))
    if output is not None:
        again_made = replace(made, versions=now | circumstances(), runs=runs)
        write_output(to_json(again_made), output)
    return exits.worst(codes)


def _read(path: str) -> Record:
    if not Path(path).is_file():
        raise click.UsageError(f"{path}: there is no such file")
    try:
        return from_json(source_text(path)[1])
    except GalaxiesError as error:
        raise GalaxiesError(f"{path}: {error}") from None


def _compared(before: Mapping[Job, Run], now: Mapping[Job, Run]) -> int:
    """Compare the runs; different answers are a negative answer."""
    both = [(job, before[job], run) for job, run in now.items() if job in before]
    ended = [(job, a, b) for job, a, b in both if a.finished and b.finished]
    other = [job for job, a, b in ended if a.status != b.status]
    same = sum(a.counts == b.counts for _, a, b in ended)
    echo(f"{same} of {len(ended)} runs have the same counts as before", err=True)
    for name in dict.fromkeys(job.label for job, _, _ in ended):
        times = {
            replace(job, encoding=when, options=()): run
            for job, a, b in ended
            for when, run in (("before", a), ("now", b))
            if job.label == name
        }
        time = next(c for c in contrasts(times) if c.quantity == "CPU time")
        if time.ratio is not None:
            interval = "" if time.interval == "?" else f" ({time.interval})"
            ratio = f"{time.ratio:.2f} of before{interval}"
            echo(f"{name}: CPU time {ratio}: {time.verdict}", err=True)
    for job in other:
        echo(
            f"{job.encoding} on {job.board.name}, seed {job.seed}: was "
            f"{before[job].status}, is {now[job].status}",
            err=True,
        )
    return exits.NEGATIVE if other else exits.ANSWERED


@command("report")
def report_command(
    record_path: RecordPath,
    path: Annotated[Path, Argument(type=ANY_FOLDER, metavar="FOLDER")],
) -> int:
    """Write what a paper says of a measured record into a folder.

    report.md has the ratios in sentences; wins, timeouts and times of each encoding and
    of the virtual best; the table, the versions, the options, seeds, limits and
    instances. runs.csv has each run, as pandas reads and draws them.
    """
    made = _read(record_path)
    if not made.runs:
        raise click.UsageError(f"{record_path}: nothing is measured; see `lab repeat`")
    plan, limit = made.plan, made.plan.limits.seconds
    first = next(iter(made.runs)).label
    sets = [shlex.join(options) or "none" for options in plan.variants]
    lines = (
        *sentences(contrasts(made.runs, limit), first),
        piped(summary_rows(made.runs, limit)),
        written(made.runs, {}, limit, "markdown"),
        f"The question is {plan.task}, asked with {counted(len(plan.seeds), 'seed')} "
        f"({plan.perturbation}) and a limit of {limit or 'no'} CPU seconds.",
        f"Options of clingo: {'; '.join(sets)}.",
        f"Instances: {', '.join(board.name for board in plan.boards)}.",
        *(f"Encoding {one.name}: SHA-256 {one.sha256}." for one in made.encodings),
        *(f"{name}: {value}." for name, value in made.versions.items()),
    )
    files = {
        "report.md": "\n\n".join(lines) + "\n",
        "runs.csv": written(made.runs, {}, limit, "csv"),
    }
    make_folder(path)
    for name, text in files.items():
        write_output(text, str(path / name))
    return exits.ANSWERED


@command("export")
def export_command(
    *,
    format_: Annotated[
        str,
        format_option(
            ["lp", "plain"],
            "lp; plain, without documentation and comments, at whose blocks tools such "
            "as xclingo stop",
        ),
    ] = "lp",
    arguments: lab.EncodingsAndInputs,
    option_texts: Annotated[
        str,
        Option("--options", metavar="OPTIONS"),
        "Options of clingo in the command that the file names.",
    ] = "",
    output: Output,
    family: lab.FamilyName,
    from_: NotationName,
) -> int:
    """Write one file with facts and encoding that plain clingo solves."""
    given = lab.subject(family, arguments, from_)
    if not given.boards:
        if given.faulty:
            return exits.DATA_ERROR
        raise click.UsageError("give an encoding, and a puzzle after it")
    for what, things in (("encoding", given.encodings), ("puzzle", given.boards)):
        if len(things) > 1:
            raise click.UsageError(f"a file contains one {what}, not {len(things)}")
    (options,) = variants([option_texts])
    chosen = given.encodings[0], given.boards[0], options
    text = export(given.family, *chosen, is_plain=format_ == "plain")
    write_output(text, output)
    return exits.ANSWERED
