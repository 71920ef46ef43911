"""`galaxies lab repeat` and `export`: comparisons as records and files."""

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.inputs import from_option, source_text
from galaxies_asp.cli.lab import options as lab
from galaxies_asp.cli.lab.comparing import agreed, measure
from galaxies_asp.cli.options import jobs_option, option, output_option, quiet_option
from galaxies_asp.cli.output import echo, write_output
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.cost import NAME, Job, Run
from galaxies_asp.lab.export import PROGRAM, benchmark_folder, export
from galaxies_asp.lab.record import Record, from_json, record, to_json
from galaxies_asp.lab.statistics import contrasts
from galaxies_asp.lab.store import Campaign, machine, versions
from galaxies_asp.lab.table import aligned, cost_rows
from galaxies_asp.processes.files import make_folder
from galaxies_asp.processes.sharing import Sharing


@lab.command(
    "repeat",
    click.argument("record_path", metavar="RECORD"),
    option(
        *("--family", "--domain", "FILE.py"),
        "The Python file of the family, which is executed, if the record names one.",
        parameter="family",
    ),
    jobs_option(default=1),
    quiet_option,
    output_option("Write a record of this measurement."),
)
def repeat_command(run: lab.LabRun, record_path: str, jobs: int) -> int:
    """Compare and measure again what a record describes.

    `lab compare --record` and `lab export` write RECORD. It contains the text of each
    encoding, so later changes of an encoding do not matter.
    """
    made = _read(record_path)
    if not run.family and Path(made.plan.family).suffix == ".py":
        raise click.UsageError(
            f"the record names the Python file {made.plan.family}; --family FILE.py "
            "executes it"
        )
    plan = replace(made.plan, family=run.family or made.plan.family)
    for name, now in (versions() | machine()).items():
        before = made.versions.get(name)
        if before != now:
            echo(f"{name} was {before} and is {now}", err=True)
    family, workers = family_named(plan.family), Sharing(jobs).workers(NAME)
    with tempfile.TemporaryDirectory() as folder, workers:
        work = Campaign(workers, plan.limits)
        names = {e.restored(family, Path(folder)): e.name for e in made.encodings}
        for new, old in names.items():
            if new != old:
                echo(f"{old} as recorded: it has changed", err=True)
        agreed(run, plan, list(names), work, names)
        again = measure(run, plan, names, work)
    runs = {
        replace(job, encoding=names[job.encoding], family=made.plan.family): measured
        for job, measured in again.items()
    }
    echo(aligned(cost_rows(runs, limit=plan.limits.seconds)), nl=False)
    if made.runs:
        run.codes.append(_compared(made.runs, runs))
    if run.output is not None:
        run.write(to_json(replace(made, versions=versions() | machine(), runs=runs)))
    return exits.worst(run.codes)


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


@lab.command(
    "export",
    lab.encodings_and_inputs,
    output_option("Write to FILE.lp, and a record for `lab repeat` to FILE.json."),
    lab.family_option,
    lab.measuring_options,
    lab.sweep_options,
    lab.cpu_limits_options,
    from_option,
)
def export_command(
    run: lab.LabRun,
    folder: Annotated[
        Path | None,
        "--benchmark-tool",
        click.Path(path_type=Path),
        "FOLDER",
        "Write a folder for Potassco's benchmark-tool: runscript, encodings, puzzles.",
    ] = None,
) -> int:
    """Write one file with facts and encoding that plain clingo solves.

    --benchmark-tool writes a folder for any number of encodings, instances and options.
    The seeds and limits are those of a repeated or exported comparison.
    """
    output = run.output
    if output is not None and Path(output).suffix == ".json":
        raise click.UsageError(f"{output}: this is the name of the record")
    given = run.subject()
    if not given.boards:
        if run.codes:
            return exits.DATA_ERROR
        raise click.UsageError("give an encoding, and a puzzle after it")
    plan = run.plan(given, given.boards)
    if folder is not None:
        for path, text in list(benchmark_folder(plan, given.encodings)):
            target = folder / path
            make_folder(target.parent)
            write_output(text, str(target))
            if path == PROGRAM:
                target.chmod(0o755)
        made = to_json(record(plan, given.encodings))
        write_output(made, str(folder / "record.json"))
        return exits.worst(run.codes)
    for what, things in (
        ("encoding", given.encodings),
        ("puzzle", given.boards),
        ("set of options", run.variants),
    ):
        if len(things) > 1:
            raise click.UsageError(
                f"a file contains one {what}, not {len(things)}; "
                "--benchmark-tool FOLDER takes several"
            )
    run.write(export(given.family, given.encodings[0], given.boards[0], *run.variants))
    if output not in (None, "-"):
        made = to_json(record(plan, given.encodings))
        write_output(made, str(Path(output or "").with_suffix(".json")))
    return exits.ANSWERED
