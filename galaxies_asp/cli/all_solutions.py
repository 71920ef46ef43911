"""`galaxies count`, `forced` and `enumerate`: what is known about all solutions."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

import click

from galaxies_asp.all_solutions import answers
from galaxies_asp.all_solutions.count import count, forced
from galaxies_asp.all_solutions.extremes import extreme
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Option, command, note
from galaxies_asp.cli.inputs import Sources
from galaxies_asp.cli.output import (
    ProgressBar,
    collected,
    echo,
    joined,
    print_answer,
    print_drawing,
    warn,
    write_output,
    written,
)
from galaxies_asp.core.asp.encodings import FAST
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.search import STOPPED, Outcome
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import GalaxiesError, counted
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.drawing import MOST_ON_A_SHEET, painted
from galaxies_asp.core.engine import Batch, TooManyDecisionsError
from galaxies_asp.core.possibilities import Possibilities
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.processes.errors import WorkerDiedError
from galaxies_asp.processes.serving import call_each
from galaxies_asp.processes.sharing import executor, limited
from galaxies_asp.solving.plan import engine


@command("count", has_csv=True)
def count_command(
    sources: Sources,
    rules: options.RulesOptions,
    limits: options.WorkLimits,
    jobs: options.Jobs,
    quiet: options.Quiet,
    as_json: Annotated[bool, options.JSON, "Print JSON with components and timing."],
    of: options.OutputPart,
    fewest: Annotated[
        str | None,
        Option("--fewest", metavar="ATOM"),
        "Instead: the fewest atoms of this name in a solution, such as shaded; proven.",
    ] = None,
    most: Annotated[
        str | None,
        Option("--most", metavar="ATOM"),
        "Instead: the most atoms of this name in a solution; proven.",
    ] = None,
) -> int:
    """Count the solutions of puzzles without listing them.

    Prints the exact number, or `>= N` (exit code 3) if a limit is reached first.
    Under the standard rules the number comes from a decision diagram; under any other
    encoding all models are enumerated.
    """
    if fewest and most:
        raise click.UsageError("--fewest and --most are two questions; ask one")
    if atom := fewest or most:
        if of:
            raise click.UsageError("--of goes with neither --fewest nor --most")
        which = "fewest" if fewest else "most"
        ask = partial(_extreme, atom=atom, which=which, rules=rules, limits=limits)
        return sources.answer_each(partial(ask, as_json=as_json))

    def answer(entry: AnySheet) -> int:
        progress = ProgressBar(quiet)
        result = count(
            entry,
            part=of,
            rules=rules,
            **limits._asdict(),
            workers=workers,
            report=lambda number: progress(f"{entry.name}: solutions", number),
        )
        verified, total = result.verified, result.total
        if verified is not None and verified < total:
            said = f"only {verified:,} solutions were verified, the others counted"
            if not verified:
                said = "no solution was verified: no verifier for these rules"
            note(entry.name, said)
        answer = answers.CountAnswer.about(entry.name, result, of)
        print_answer(answer, f"{'' if result.complete else '>= '}{total}\n", as_json)
        if result.stopped_by == "interrupt":
            raise KeyboardInterrupt
        return exits.ANSWERED if result.complete else exits.LIMIT_REACHED

    with executor(jobs) as workers:
        return sources.answer_each(answer)


def _extreme(
    entry: AnySheet,
    atom: str,
    which: str,
    rules: Rules,
    limits: options.WorkLimits,
    as_json: bool,
) -> int:
    """Print the fewest or most atoms in a solution, or that there is none."""
    memory = limits._replace(time_limit=None)  # at a limit of time the best one counts
    try:
        found = memory.call(extreme, entry, atom, which, rules, limits.time_limit)
    except NoSolutionError as error:
        note(entry.name, f"no solution: {error}")
        return exits.NEGATIVE
    bound = {"fewest": "<= ", "most": ">= "}[which]
    print_answer(found, f"{'' if found.complete else bound}{found.count}\n", as_json)
    return exits.ANSWERED if found.complete else exits.LIMIT_REACHED


@command("forced")
def forced_command(
    sources: Sources,
    rules: options.RulesOptions,
    as_json: options.Json,
    output: options.Svg,
    limits: options.WorkLimits,
    quiet: options.Quiet,
    style: options.DrawingStyle,
) -> int:
    """Show which cells and walls are the same in all solutions.

    The drawing shows the letter of each forced cell, and each forced wall. In the map
    of -o, cells with more candidates are darker.
    """

    def answer(entry: AnySheet) -> int:
        try:
            possible: Possibilities[object] = limits.call(forced, entry, rules=rules)
        except NoSolutionError as error:
            note(entry.name, f"no solution: {error}")
            return exits.NEGATIVE
        if output is not None:
            from galaxies_asp.all_solutions.possible import map_of

            write_output(painted(map_of(possible), "svg"), output)
        if as_json:
            echo(answers.ForcedAnswer.about(entry.name, possible).json())
        elif output != "-":
            echo(f"{entry.name}: {possible.in_words()}")
            if not quiet:
                print_drawing(entry.drawn(possible.position()).text(style))
        return exits.ANSWERED

    return sources.answer_drawn(answer, output, as_json)


@dataclass(frozen=True, kw_only=True)
class EnumerateOptions:
    """Which solutions are listed, and how."""

    sources: Sources
    sampled: Annotated[
        bool,
        Option("--sample"),
        "Draw N solutions uniformly, with replacement, instead of listing them.",
    ]
    count: Annotated[int, options.COUNT_OR_ALL, "Maximum number; 0: all."] = 0
    seed: Annotated[
        int | None,
        options.SEEDS,
        "Random seed: shuffle the order, or draw other samples.",
    ]
    format_: Annotated[
        str,
        options.format_option(
            ["json", "drawing", "sheet"],
            "One JSON array per line, drawings, or an SVG of all boards",
        ),
    ] = "json"
    as_json: Annotated[
        bool,
        options.JSON,
        "Print an object for each solution, and at last one that says whether these "
        "are all, and how they were found.",
    ]
    output: options.OutputOrSvg
    quiet: options.Quiet
    rules: options.RulesOptions
    limits: options.WorkLimits
    of: options.OutputPart


@command("enumerate")
def enumerate_command(run: EnumerateOptions) -> int:
    """List the solutions of one puzzle, always in the same order, each verified.

    --seed shuffles the order. It is uniform where a decision diagram represents all
    solutions; where they are searched for, consecutive solutions are similar. At a
    limit, the solutions found so far are written, and the exit code is 3; at Ctrl-C
    they are printed, but a file stays as it was.

    A JSON line contains the dot of each cell, row by row, counted from 0; holes are
    null. With hidden dots or loose walls it is an object that also names these. Of
    another family it contains a solution as in `solve --json`.
    """
    if run.sampled and not run.count:
        raise click.UsageError("--sample needs the number of solutions, as in -n 5")
    if (run.output or "").lower().endswith(".svg") and run.format_ != "sheet":
        raise click.UsageError(f"{run.output}: -f sheet draws all boards as SVG")
    entries = list(run.sources)
    if run.sources.faulty:
        return exits.DATA_ERROR
    if len(entries) != 1:
        raise click.UsageError(f"enumerate takes one puzzle, but got {len(entries)}")
    entry = entries[0].under(run.rules)
    with collected(run.output) as show:
        return _list(run, entry, show)


def _list(
    run: EnumerateOptions, entry: AnySheet, show: Callable[[str | bytes], None]
) -> int:
    """Show the solutions of a puzzle, and say if these are not all."""
    is_lines = run.as_json or run.format_ == "json"
    is_seen = is_lines and run.output in (None, "-") and sys.stdout.isatty()
    progress = ProgressBar(run.quiet or is_seen)
    most = run.count or (MOST_ON_A_SHEET + 1 if run.format_ == "sheet" else None)
    number, solutions, outcome = 0, [], Outcome()
    stopped_by = None
    try:
        for event in _events(run, entry):
            if isinstance(event, Outcome):
                outcome = event
                continue
            number += 1
            progress(f"{entry.name}: solutions", number, most)
            if is_lines:
                show(f"{_line(entry, event, run.as_json)}\n")
            else:
                solutions.append(event)
            if number == most:
                break
        if outcome.stopped_by in ("time", "memory"):
            stopped_by = STOPPED[outcome.stopped_by]
    except NoSolutionError:
        outcome = replace(outcome, exhausted=True)
    except (LimitReachedError, WorkerDiedError) as error:
        stopped_by = str(error)
    except KeyboardInterrupt:
        stopped_by = STOPPED["interrupt"]
    if not is_lines:
        show(_written(entry, solutions, run.format_))
    if run.as_json:
        is_cut = number == most and not (run.sampled or outcome.exhausted)
        answer = answers.EnumerateAnswer.of(
            outcome,
            id=entry.name,
            family=entry.family.name,
            count=number,
            complete=stopped_by is None and not run.sampled and outcome.exhausted,
            stopped_by=stopped_by or (STOPPED["models"] if is_cut else None),
            uniform=run.sampled,
        )
        show(f"{answer.json()}\n")
    if stopped_by == STOPPED["interrupt"]:
        warn(f"only {counted(number, 'solution')}")
        raise KeyboardInterrupt  # a file stays as it was
    if stopped_by is not None:
        warn(f"only {counted(number, 'solution')}: {stopped_by}")
        return exits.LIMIT_REACHED
    if not (number or run.as_json):
        warn(f"{entry.name}: no solution")
    return exits.ANSWERED if number else exits.NEGATIVE


def _events(run: EnumerateOptions, sheet: AnySheet) -> Iterator[object]:
    """Yield the solutions of a puzzle; the first item and the last one are outcomes."""
    if run.sampled and not run.quiet and engine(sheet, run.rules).encoding != FAST:
        warn("all solutions are listed, then drawn uniformly")
    number = run.count if run.sampled else None
    solution, position = sheet.family.solution, sheet.position
    call = partial(_batches, sheet, run.rules, run.of, number, run.seed)
    for batch in limited(call_each, call, **run.limits._asdict()):
        if isinstance(batch, Outcome):
            yield batch
        else:
            yield from (solution(position, found) for found in batch)


def _batches(
    sheet: AnySheet, rules: Rules, part: str, sampled: int | None, seed: int | None
) -> Iterator[Batch[object] | Outcome]:
    """Yield batches of solutions; the first item and the last one are outcomes."""
    answering = engine(sheet, rules, part)
    outcome = Outcome(
        encoding=answering.encoding,
        decided_by=answering.decided_by(),
        verified=answering.verified,
    )
    yield outcome
    if sampled is None:
        yield from answering.batches(seed)
        yield replace(outcome, exhausted=True)
        return
    try:
        yield answering.sample(sampled, seed or 0)
    except TooManyDecisionsError:
        raise GalaxiesError(
            "the solutions cannot be counted, so they cannot be drawn uniformly"
        ) from None


def _written(entry: AnySheet, solutions: Sequence[object], format_: str) -> str:
    """Return solutions in a format; say once what a notation leaves out."""
    if format_ == "sheet":
        from galaxies_asp.core.drawing.svg import sheet_svg

        if len(solutions) > MOST_ON_A_SHEET:
            raise GalaxiesError(
                f"a sheet holds at most {MOST_ON_A_SHEET} solutions; limit them with -n"
            )
        return sheet_svg(entry.drawn(solution).scene() for solution in solutions)
    shown = [entry.drawn(solution) for solution in solutions]
    texts = [written(first, format_) for first in shown[:1]]
    texts += (other.written(format_) for other in shown[1:])
    return joined(texts, format_)


def _line(entry: AnySheet, solution: object, in_objects: bool = False) -> str:
    """Return a solution as a line of JSON; an object if there is more to say."""
    fields = entry.family.fields(entry.position, solution)
    if in_objects or len(fields) > 1:
        return answers.SolutionLine(**fields).json()
    (alone,) = fields.values()
    return json.dumps(alone, ensure_ascii=False)
