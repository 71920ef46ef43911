"""`galaxies lab compare`: the solutions of encodings, and their cost."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Option, command
from galaxies_asp.cli.inputs import NotationName
from galaxies_asp.cli.lab import options as lab
from galaxies_asp.cli.lab.report import (
    agreement_lines,
    difference_text,
    note_lines,
    report,
)
from galaxies_asp.cli.lab.searching import EXHAUSTIVE, differing_boards, searched_boards
from galaxies_asp.cli.lab.versions import compare_versions
from galaxies_asp.cli.options import OutputFile, format_option
from galaxies_asp.cli.output import ProgressBar, echo, write_output
from galaxies_asp.cli.values import Choice
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.lab.cost import Job, Plan, Run
from galaxies_asp.lab.equivalence import Agreement, Judge, agree
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import board_sets
from galaxies_asp.lab.source import comparable
from galaxies_asp.lab.statistics import seeds_to_decide
from galaxies_asp.lab.store import Campaign
from galaxies_asp.lab.table import written
from galaxies_asp.lab.versions import VERSIONS


@command("compare")
def compare_command(
    *,
    add_up: Annotated[bool, Option("--sum"), "Add up the instances of a table."],
    clingo: Annotated[
        str | None,
        Option("-c", "--clingo", metavar=VERSIONS, type=Choice([VERSIONS])),
        "Compare each encoding with itself under both versions of clingo, no others.",
    ] = None,
    arguments: lab.EncodingsAndInputs,
    family: lab.FamilyName,
    checks: Annotated[lab.CheckedBoards, lab.ComparedBoards],
    measuring: lab.Measuring,
    run: lab.CampaignOptions,
    format_: Annotated[
        str,
        format_option(
            ["table", "markdown", "report", "csv", "json"],
            "Tables; what a paper says, in Markdown; or each run",
        ),
    ] = "table",
    output: Annotated[OutputFile, "Write the figures to a file."],
    from_: NotationName,
) -> int:
    """Compare the solutions of encodings, and their cost.

    First, clingo searches all small boards for one on which an encoding differs from
    the first one. Then the verifier judges every solution of each encoding on
    that board, on the others and on the instances, and each encoding is compared with
    the first one that finds all solutions. An encoding that differs is shown with a
    minimal board, and is not measured. Then CPU times are measured: the median over the
    runs, the minimum and the maximum. Each encoding is compared with the first one by
    the ratio of sums, its bootstrap interval and a paired test, corrected for the
    number of comparisons. The time of a run that reaches the limit counts as twice the
    limit (PAR-2).

    Without instances and boards, some larger sizes are searched as well, such as 5x1
    and 4x4, and random boards follow, for 20 CPU seconds in all.
    """
    size = EXHAUSTIVE if checks.prove is None else checks.prove
    given = lab.subject(family, arguments, from_, others=checks.any)
    codes = [exits.DATA_ERROR] * given.faulty
    if clingo:
        some = [*checks.of(given.family), *given.boards]
        tried = some or board_sets(given.family, *size)
        codes += compare_versions(given.family, given.encodings, tried)
        return exits.worst(codes)
    if len(given.encodings) == 1:
        has_verifier = given.family.has_verifier
        judged = "the verifier judges" if has_verifier else "nothing judges"
        said = f"one encoding: {judged} its solutions; name a second one to compare"
        echo(f"{said} with", err=True)
    refused = _unreadable(given)
    readable = [name for name in given.encodings if name not in refused]
    without = lab.left_out(checks.kind, given.family, readable)
    checked = [*checks.of(given.family, without), *given.boards]
    searches = not checks.any and len(arguments) == len(given.encodings)
    if (given.faulty or refused) and (searches or not checked):
        return exits.DATA_ERROR
    with run.campaign() as work:
        shown = run.progress(), without, checks.lattice
        if searches and readable:
            batches = checks.batches(given.family, without)
            asked = given.family, readable, work, size, batches
            checked[:0] = searched_boards(*asked, *shown)
        elif any(size):
            checked[:0] = differing_boards(given.family, readable, work, size, *shown)
        plan = measuring.plan(given, checked, run.limits)
        codes.extend(exits.DATA_ERROR for _ in refused)
        agreement = _agreed(plan, readable, work, run.progress(), codes, form=format_)
        refused |= {fault.wrong: fault.reason for fault in agreement.differences}
        refused |= agreement.refused
        sound = [name for name in agreement.sound if name not in refused]
        if plan.seeds and given.boards:
            compared = len(sound) * len(plan.variants) - 1
            design = len(plan.seeds), len(given.boards), compared
            if more := seeds_to_decide(*design):
                echo(
                    f"--seeds {len(plan.seeds)} cannot decide: no p-value can be below "
                    f"5 % after the correction; --seeds {more} can",
                    err=True,
                )
            runs = _measured(plan, sound, work, run.progress(), codes)
            rows = {  # also for those that are not measured
                job: runs.get(job) or Run("refused", message=refused[job.encoding])
                for job in plan.jobs(given.encodings)
            }
            rest = agreement.references(), plan.limits.seconds
            if format_ == "report":
                text = report(plan, rows, *rest)
            else:
                text = written(rows, *rest, format_, add_up)
            write_output(text, output)
    return exits.worst(codes)


def _unreadable(given: lab.Given) -> dict[str, str]:
    """Return the encodings that cannot be used, with the reason; print it."""
    refused = {}
    for encoding in given.encodings:
        if encoding in given.family.native:
            continue
        try:
            comparable(given.family, encoding)
        except GalaxiesError as error:
            refused[encoding] = str(error)
            echo(f"{encoding}: refused: {error}", err=True)
    return refused


def _agreed(
    plan: Plan,
    encodings: Sequence[str],
    work: Campaign,
    progress: ProgressBar,
    codes: list[int],
    form: str = "table",
) -> Agreement:
    """Compare the solutions of encodings; print notes on each, and the result.

    `codes`: takes the exit codes for what was compared. `form`: the format of a table;
    in JSON, a difference is a line.
    """
    family, judge = compared_family(plan.family), Judge(plan.family, work)
    judge.prepare(encodings, plan.checked, progress)
    agreement = agree(judge, encodings, plan.checked)
    for line in note_lines(judge, encodings, plan.checked):
        echo(line, err=True)
    for difference in agreement.differences:
        if form == "json":
            echo(difference.line().json())
        else:
            echo(difference_text(family, difference), nl=False, err=form == "csv")
    for line in agreement_lines(family, agreement):
        echo(line, err=True)
    codes.extend(exits.NEGATIVE for _ in agreement.differences)
    for verdict in (comparison.verdict for comparison in agreement.comparisons):
        if verdict.why in ("refused", "died"):
            codes.append(exits.DATA_ERROR)
        elif verdict.why != "unasked" and not verdict.complete:
            codes.append(exits.LIMIT_REACHED)
    return agreement


def _measured(
    plan: Plan,
    encodings: Iterable[str],
    work: Campaign,
    progress: ProgressBar,
    codes: list[int],
) -> dict[Job, Run]:
    """Measure encodings; print what is known, and errors. Add to `codes`."""
    planned = plan.jobs(encodings)
    known = sum(work.recalled(job) is not None for job in planned)
    runs: dict[Job, Run] = work.run(planned, progress)
    if known:
        new = len(planned) - known
        echo(f"{new} runs measured, {known} remembered", err=True)
    refused = {job.encoding: r.message for job, r in runs.items() if r.message}
    for encoding, message in refused.items():
        echo(f"{encoding}: refused: {message}", err=True)
    for measured in runs.values():
        if not measured.finished:
            code = exits.LIMIT_REACHED if measured.stopped else exits.DATA_ERROR
            codes.append(code)
    return runs
