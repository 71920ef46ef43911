"""`galaxies lab`: experiments with encodings."""

import json
import os
import re
import shlex
from dataclasses import asdict, replace
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.files import write_output
from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.cli.lab_report import difference_text, verdict_text
from galaxies_asp.cli.options import Look, from_option, look_options
from galaxies_asp.cli.progress import Progress
from galaxies_asp.encodings import BUILT_IN, FAST, MIXES
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.lab.answers import Size
from galaxies_asp.lab.campaign import Limits, campaign
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.equivalence import Judge, sizes
from galaxies_asp.lab.export import export
from galaxies_asp.lab.ground import GroundReport, Grounds
from galaxies_asp.lab.lint import lint
from galaxies_asp.lab.rules import RuleReport, study
from galaxies_asp.lab.store import Store
from galaxies_asp.lab.table import (
    csv_text,
    json_lines,
    markdown,
    summaries,
    table,
    totals,
)
from galaxies_asp.lab.worker import NAME
from galaxies_asp.puzzle import Puzzle
from galaxies_asp.supervise import LimitReachedError, Worker, WorkerDiedError

_MEGABYTE = 1_000_000
_MOST_CELLS = 12


class _Boards(click.ParamType[Size]):
    """A size such as 3x3."""

    name = "WxH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Size:
        match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", str(value))
        if match is None:
            self.fail(f"{value!r} is no size such as 3x3", param, ctx)
        size = Size(int(match[1]), int(match[2]))
        if size.width * size.height > _MOST_CELLS:
            self.fail(f"at most {_MOST_CELLS} cells, as in 4x3", param, ctx)
        return size


_time_limit = click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="For each run, grounding included.",
)
_memory_limit = click.option(
    "--memory-limit",
    type=click.IntRange(min=1),
    default=4000,
    show_default=True,
    metavar="MB",
    help="For each run, grounding included.",
)


@click.group(name="lab")
def command() -> None:
    """Experiment with encodings.

    An encoding is fast, grow, assign, idp, a file of yours, or a mix: choice, growth or
    walls with parts added, as in choice+level+pair, and with rules left out, as in
    choice+no-symmetry. The parts are the files in the folders of encodings/galaxies.
    """


@command.command(name="compare")
@click.argument("arguments", nargs=-1, required=True, metavar="ENCODING... INPUT...")
@click.option("--exhaustive", type=_Boards(), help="Also all dots on all boards up to.")
@click.option("--seeds", type=click.IntRange(1, 1000), default=3, show_default=True)
@click.option(
    "--options",
    "variants",
    multiple=True,
    metavar="OPTIONS",
    help="Measure with these options for clingo, as in --options=--eq=0; repeatable.",
)
@click.option("--equal-only", is_flag=True, help="Compare solutions, measure nothing.")
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    help="So many at once (default: one a processor).",
)
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Remember runs in this file: what is in it is not measured again.",
)
@click.option(
    "--to",
    type=click.Choice(["table", "markdown", "csv", "json"]),
    default="table",
    show_default=True,
)
@click.option("--sum", "add_up", is_flag=True, help="Tables: add up the puzzles.")
@click.option("-o", "--output", metavar="FILE", help="Write the figures there.")
@_time_limit
@_memory_limit
@from_option
@look_options
def compare(
    arguments: tuple[str, ...],
    exhaustive: Size | None,
    seeds: int,
    variants: tuple[str, ...],
    equal_only: bool,
    processes: int,
    store: Path | None,
    to: str,
    add_up: bool,
    output: str | None,
    time_limit: float,
    memory_limit: int,
    from_: str | None,
    look: Look,
) -> int:
    """Compare the solutions of encodings, and what they cost.

    First the solutions: each encoding is held against the first. An encoding that
    differs is shown with its smallest board, and not measured. Then CPU times, medians
    over the seeds with the least and the most; what reached a limit has no time.
    """
    encodings = [name for name in arguments if _is_encoding(name)]
    given = tuple(name for name in arguments if not _is_encoding(name))
    if not encodings:
        raise click.UsageError("name an encoding, and puzzles after it")
    if not given and exhaustive is None:
        raise click.UsageError("name puzzles, or boards with --exhaustive 3x3")
    sources = Inputs(given, from_) if given else None
    puzzles = [
        replace(entry.position.puzzle, name=entry.name) for entry in sources or ()
    ]
    limits = Limits(time_limit, memory_limit * _MEGABYTE)
    sound, codes = _sound(encodings, puzzles, exhaustive, limits, look)
    if not equal_only and puzzles and sound:
        jobs = [
            Job(encoding, puzzle, seed, tuple(shlex.split(options)))
            for encoding in sound
            for options in variants or ("",)
            for puzzle in puzzles
            for seed in range(1, seeds + 1)
        ]
        runs = _measure(jobs, store, limits, processes)
        write_output(_figures(runs, to, add_up), output)
        codes += [_exit_code(run) for run in runs.values()]
    return exits.DATA_ERROR if sources and sources.faulty else exits.worst(codes)


def _is_encoding(name: str) -> bool:
    return name.split("+")[0] in (FAST, *BUILT_IN, *MIXES) or Path(name).suffix == ".lp"


def _sound(
    encodings: list[str],
    puzzles: list[Puzzle],
    exhaustive: Size | None,
    limits: Limits,
    look: Look,
) -> tuple[list[str], list[int]]:
    """Hold encodings against each other; return those not at fault, and exit codes."""
    sound, codes = list(dict.fromkeys(encodings)), []
    boards = [*(sizes(exhaustive) if exhaustive else ()), *puzzles]
    with Worker(NAME) as worker:
        judge = Judge(worker, limits)
        for encoding in tuple(sound):
            fault = judge.fault(encoding)
            if fault:
                click.echo(f"{encoding}: refused: {fault}", err=True)
                sound.remove(encoding)
                codes.append(exits.DATA_ERROR)
        pending = sound[1:]
        while pending:
            one, other = sound[0], pending.pop(0)
            verdict = judge.compare_all(one, other, boards)
            if verdict.difference is None:
                click.echo(verdict_text(verdict, one, other), err=True)
                if verdict.message or not verdict.complete:
                    codes.append(exits.LIMIT_REACHED)
                continue
            difference = judge.minimal(verdict.difference)
            click.echo(difference_text(difference, look), nl=False, color=True)
            sound.remove(difference.wrong)
            codes.append(exits.NEGATIVE)
            if difference.wrong == one:  # what was held against it proves nothing
                pending = sound[1:]
    return sound, codes


def _measure(
    jobs: list[Job], store: Path | None, limits: Limits, processes: int
) -> dict[Job, Run]:
    progress = Progress()
    done = {True: 0, False: 0}

    def report(job: Job, measured: bool) -> None:
        done[measured] += 1
        progress.update(f"{job.encoding} {job.puzzle.name}", sum(done.values()))

    with Store(store) as memory:
        runs = campaign(jobs, memory, limits=limits, processes=processes, report=report)
    progress.clear()
    if done[False]:
        click.echo(f"{done[True]} runs measured, {done[False]} remembered", err=True)
    refused = {job.encoding: run.message for job, run in runs.items() if run.message}
    for encoding, message in refused.items():
        click.echo(f"{encoding}: refused: {message}", err=True)
    return runs


def _figures(runs: dict[Job, Run], to: str, add_up: bool) -> str:
    if to == "csv":
        return csv_text(runs)
    if to == "json":
        return json_lines(runs)
    rows = totals(runs) if add_up else summaries(runs)
    return markdown(rows) if to == "markdown" else table(rows)


def _exit_code(run: Run) -> int:
    if run.status == "refused":
        return exits.DATA_ERROR
    return exits.ANSWERED if run.finished else exits.LIMIT_REACHED


@command.command(name="rules")
@click.argument("inputs", nargs=-1, metavar="[INPUT]...")
@click.option(
    "-e",
    "--encoding",
    default="choice+any",
    show_default=True,
    help="A mix; any cell may have any dot here, so that no rule hides another.",
)
@click.option("--without", multiple=True, metavar="RULE", help="Only these rules.")
@click.option(
    "--exhaustive",
    type=_Boards(),
    default="3x3",
    show_default=True,
    help="Look for the smallest board up to this size.",
)
@_time_limit
@_memory_limit
@from_option
@look_options
def rules(
    inputs: tuple[str, ...],
    encoding: str,
    without: tuple[str, ...],
    exhaustive: Size,
    time_limit: float,
    memory_limit: int,
    from_: str | None,
    look: Look,
) -> int:
    """Show what each rule is for: leave it out, and see what appears.

    For each rule the smallest board on which it matters, with an answer that breaks it;
    and for each puzzle how many answers there are without it.
    """
    sources = Inputs(inputs, from_) if inputs else None
    puzzles = [
        replace(entry.position.puzzle, name=entry.name) for entry in sources or ()
    ]
    limits = Limits(time_limit, memory_limit * _MEGABYTE)
    with Worker(NAME) as worker:
        judge = Judge(worker, limits)
        for report in study(judge, encoding, exhaustive, puzzles, without):
            _print_rule(report, exhaustive, look)
    return exits.DATA_ERROR if sources and sources.faulty else exits.ANSWERED


def _print_rule(report: RuleReport, largest: Size, look: Look) -> None:
    if report.difference is not None:
        click.echo(f"{report.rule}: matters on this board and on none with fewer cells")
        click.echo(difference_text(report.difference, look), nl=False, color=True)
    elif report.verdict.complete:
        click.echo(f"{report.rule}: redundant on all boards up to {largest}")
    else:
        why = report.verdict.message or "there are too many answers to compare all"
        click.echo(f"{report.rule}: not known up to {largest}: {why}")
    for effect in report.effects:
        before, after = map(_number, (effect.with_rule, effect.without_rule))
        click.echo(f"  {effect.puzzle.name}: {before} with it, {after} without it")
    click.echo()


def _number(count: tuple[int, bool] | None) -> str:
    if count is None:
        return "not known"
    number, complete = count
    return str(number) if complete else f">= {number}"


@command.command(name="ground")
@click.argument("encoding")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--top", default=10, type=click.IntRange(1), help="So many rules.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle.")
@_time_limit
@_memory_limit
@from_option
def ground(
    encoding: str,
    inputs: tuple[str, ...],
    top: int,
    as_json: bool,
    time_limit: float,
    memory_limit: int,
    from_: str | None,
) -> int:
    """Show where the size of a ground program comes from.

    The instances of each rule, the largest first, and the atoms of each predicate:
    those that are possible, and those of them that are facts.
    """
    sources = Inputs(inputs, from_)
    code = exits.ANSWERED
    with Worker(NAME) as worker:
        for entry in sources:
            request = Grounds(encoding, entry.position.puzzle)
            try:
                (report,) = worker.stream(
                    request,
                    time_limit=time_limit,
                    memory_limit=memory_limit * _MEGABYTE,
                )
            except (LimitReachedError, WorkerDiedError) as error:
                click.echo(f"galaxies: {entry.name}: stopped: {error}", err=True)
                code = exits.LIMIT_REACHED
                continue
            if as_json:
                click.echo(json.dumps({"id": entry.name, **asdict(report)}))
            else:
                _print_ground(entry.name, report, top)
    return exits.DATA_ERROR if sources.faulty else code


def _print_ground(name: str, report: GroundReport, top: int) -> None:
    total = sum(rule.instances for rule in report.rules)
    click.echo(f"{name}: {total} instances of {len(report.rules)} rules")
    for rule in report.rules[:top]:
        click.echo(f"{rule.instances:>10}  {rule.place:<24}  {rule.text}")
    click.echo(f"{'possible':>10}  {'facts':>10}")
    for predicate in report.predicates:
        click.echo(f"{predicate.possible:>10}  {predicate.facts:>10}  {predicate.name}")


@command.command(name="lint")
@click.argument("encodings", nargs=-1, required=True, metavar="ENCODING...")
def lint_command(encodings: tuple[str, ...]) -> int:
    """Find what is probably a mistake: undocumented, unused, underivable predicates."""
    found = list(dict.fromkeys(str(f) for name in encodings for f in lint(name)))
    for finding in found:
        click.echo(finding)
    return exits.NEGATIVE if found else exits.ANSWERED


@command.command(name="export")
@click.argument("encoding")
@click.argument("input_", metavar="INPUT")
@click.option("-o", "--output", metavar="FILE", help="Write there.")
@from_option
def export_command(
    encoding: str, input_: str, output: str | None, from_: str | None
) -> int:
    """Write one file, facts and encoding, that plain clingo runs."""
    entries = list(Inputs((input_,), from_))
    if len(entries) != 1:
        raise GalaxiesError(
            f"{input_}: one puzzle goes into a file, not {len(entries)}"
        )
    write_output(export(encoding, entries[0].position.puzzle), output)
    return exits.ANSWERED
