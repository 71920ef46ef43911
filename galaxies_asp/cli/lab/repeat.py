"""`galaxies lab repeat`: measure again what a record describes."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.inputs import source_text
from galaxies_asp.cli.lab.compare import agreed, exit_code, measure, report
from galaxies_asp.cli.options import jobs_option, output_option
from galaxies_asp.cli.output import write_output
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.record import from_json, restored, to_json
from galaxies_asp.lab.settings import label
from galaxies_asp.lab.statistics import contrasts
from galaxies_asp.lab.store import Store, versions
from galaxies_asp.lab.table import summaries, table
from galaxies_asp.processes.sharing import Sharing


@click.command(name="repeat")
@click.argument("record_path", metavar="RECORD")
@click.option(
    "--family",
    "--domain",
    "family",
    metavar="FILE.py",
    help="The Python file of the family, which is executed, if the record names one.",
)
@jobs_option(default=1)
@output_option("Write a record of this measurement.")
def command(record_path: str, family: str | None, jobs: int, output: str | None) -> int:
    """Compare and measure again what a record describes.

    `lab compare --record` and `lab export` write RECORD. It contains the text of each
    encoding, so later changes of an encoding do not matter.
    """
    if not Path(record_path).is_file():
        raise click.UsageError(f"{record_path}: there is no such file")
    try:
        made = from_json(source_text(record_path)[1])
    except GalaxiesError as error:
        raise GalaxiesError(f"{record_path}: {error}") from None
    if family is None and Path(made.plan.family).suffix == ".py":
        raise click.UsageError(
            f"the record names the Python file {made.plan.family}; --family FILE.py "
            "executes it"
        )
    plan = replace(made.plan, family=family or made.plan.family)
    for name, now in versions().items():
        before = made.versions.get(name)
        if before != now:
            click.echo(f"{name} was {before} and is {now}", err=True)
    found = family_named(plan.family)
    sharing = Sharing(jobs)
    with tempfile.TemporaryDirectory() as folder, Store(None) as store:
        names = {e.name: restored(found, e, Path(folder)) for e in made.encodings}
        for encoding in made.encodings:
            if names[encoding.name] != encoding.name:
                click.echo(f"{encoding.name} as recorded: it has changed", err=True)
        codes = report(found, agreed(plan, list(names.values()), store, sharing))
        again = measure(plan.jobs(names.values()), store, plan.limits, sharing)
    called = {new: old for old, new in names.items()}
    runs = {
        replace(job, encoding=called[job.encoding], family=made.plan.family): run
        for job, run in again.items()
    }
    click.echo(table(summaries(runs, {}, plan.limits.seconds)), nl=False)
    codes += [exit_code(run) for run in runs.values()]
    if made.runs:
        codes.append(_compared(made.runs, runs))
    if output is not None:
        write_output(to_json(replace(made, versions=versions(), runs=runs)), output)
    return exits.worst(codes)


def _compare_times(name: str, ended: Sequence[tuple[Job, Run, Run]]) -> None:
    """Print the ratio of the CPU times of an encoding, with its interval."""
    runs = {
        replace(job, encoding=when, options=()): run
        for job, before, now in ended
        for when, run in (("before", before), ("now", now))
    }
    found = next(one for one in contrasts(runs) if one.quantity == "CPU time")
    if found.ratio is None:
        return
    known = found.low is not None and found.high is not None
    interval = f" ({found.low:.2f}-{found.high:.2f})" if known else ""
    click.echo(
        f"{name}: CPU time {found.ratio:.2f} of before{interval}: {found.verdict}",
        err=True,
    )


def _compared(before: Mapping[Job, Run], now: Mapping[Job, Run]) -> int:
    """Compare the runs; different answers are a negative answer."""
    both = [(job, before[job], run) for job, run in now.items() if job in before]
    ended = [(job, a, b) for job, a, b in both if a.finished and b.finished]
    other = [job for job, a, b in ended if a.status != b.status]
    same = sum(a.counts == b.counts for _, a, b in ended)
    click.echo(f"{same} of {len(ended)} runs have the same counts as before", err=True)
    for name in dict.fromkeys(label(job.encoding, job.options) for job, _, _ in ended):
        _compare_times(
            name, [e for e in ended if label(e[0].encoding, e[0].options) == name]
        )
    for job in other:
        click.echo(
            f"{job.encoding} on {job.board.name}, seed {job.seed}: was "
            f"{before[job].status}, is {now[job].status}",
            err=True,
        )
    return exits.NEGATIVE if other else exits.ANSWERED
