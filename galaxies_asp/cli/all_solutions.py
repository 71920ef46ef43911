"""`galaxies count`, `forced` and `enumerate`: what is known about all solutions."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import click

from galaxies_asp.all_solutions import answers
from galaxies_asp.all_solutions.count import count, forced
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, note, on_puzzles
from galaxies_asp.cli.output import Progress, collected, echo, joined, warn, written
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.search import STOPPED, Outcome
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import GalaxiesError, counted
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.drawing import painted
from galaxies_asp.core.drawing.svg import MOST_ON_A_SHEET, sheet_svg
from galaxies_asp.core.engine import Batch, TooManyDecisionsError
from galaxies_asp.core.result import Possibilities
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.processes.errors import WorkerDiedError
from galaxies_asp.processes.serving import call_each
from galaxies_asp.processes.sharing import limited
from galaxies_asp.solving.plan import engine


@on_puzzles(
    "count",
    "rules limits sharing verbose quiet",
    options.json_option("Print JSON with components and timing."),
    "of",
)
def count_command(run: Run) -> int:
    """Count the solutions of puzzles without listing them.

    Prints the exact number, or `>= N` (exit code 3) if a limit is reached first.
    Under the standard rules the number comes from a decision diagram; under any other
    encoding all models are enumerated.
    """

    def answer(entry: Sheet[Any]) -> int:
        progress = run.progress()
        result = count(
            entry,
            part=run.of,
            rules=run.rules,
            **run.limits._asdict(),
            workers=workers,
            report=lambda number: progress(f"{entry.name}: solutions", number),
        )
        verified, total = result.verified, result.total
        if verified is not None and (run.verbose or verified < total):
            said = f"only {verified:,} solutions were verified, the others counted"
            if verified == total:
                said = f"{counted(total, 'solution')}, verified"
            elif not verified:
                said = "no solution was verified: no verifier for these rules"
            note(entry.name, said)
        run.print_decision(entry.name, result)
        answer = answers.CountAnswer.of(
            result,
            id=entry.name,
            family=entry.family.name,
            count=total,
            seconds=round(result.seconds, 6),
            part=run.of or None,
        )
        run.answer(answer, f"{total}\n" if result.complete else f">= {total}\n")
        if result.stopped_by == "interrupt":
            raise KeyboardInterrupt
        return exits.ANSWERED if result.complete else exits.LIMIT_REACHED

    with run.sharing.executor() as workers:
        return run.answer_each(answer)


@on_puzzles(
    "forced",
    "rules verbose json",
    options.output_option("Draw an SVG map; cells with more candidates are darker."),
    "limits quiet style",
)
def forced_command(run: Run) -> int:
    """Show which cells and walls are the same in all solutions.

    The drawing shows the letter of each forced cell, and each forced wall.
    """

    def answer(entry: Sheet[Any]) -> int:
        try:
            possible: Possibilities[Any] = run.limits.call(
                forced, entry, rules=run.rules
            )
        except NoSolutionError as error:
            note(entry.name, f"no solution: {error}")
            return exits.NEGATIVE
        run.print_decision(entry.name, possible)
        if run.output is not None:
            run.write(painted(possible.scene(), "svg"))
        if run.as_json:
            run.print(answers.ForcedAnswer.about(entry.name, possible))
        elif run.output != "-":
            echo(f"{entry.name}: {possible.in_words()}")
            if not run.quiet:
                run.show(entry.drawn(possible.position()))
        return exits.ANSWERED

    return run.answer_single(answer)


@on_puzzles(
    "enumerate",
    options.count_option("Maximum number of solutions; 0: all.", default=0, minimum=0),
    options.seed_option(
        "Random seed: shuffle the order, or draw other samples.", default=None
    ),
    options.format_option(
        ["json", "npz", "drawing", "sheet"],
        "One JSON array per line, packed arrays, drawings, or an SVG of all boards",
        default="json",
    ),
    options.json_option(
        "Print an object for each solution, and at last one that says whether these "
        "are all, and how they were found."
    ),
    "output quiet verbose rules limits of",
)
def enumerate_command(
    run: Run,
    sampled: Annotated[
        bool,
        "--sample",
        "Draw N solutions uniformly, with replacement, instead of listing them.",
    ] = False,
) -> int:
    """List the solutions of one puzzle, always in the same order, each verified.

    --seed shuffles the order. It is uniform where a decision diagram represents all
    solutions; where they are searched for, consecutive solutions are similar. At a
    limit, the solutions found so far are written, and the exit code is 3; at Ctrl-C
    they are printed, but a file stays as it was.

    A JSON line contains the dot of each cell, row by row, counted from 0; holes are
    null. With hidden dots or loose walls it is an object that also names these. Of
    another family it contains a solution as in `solve --json`.
    """
    if sampled and not run.count:
        raise click.UsageError("--sample needs the number of solutions, as in -n 5")
    entries = list(run.sources)
    if run.sources.faulty:
        return exits.DATA_ERROR
    if len(entries) != 1:
        raise click.UsageError(f"enumerate takes one puzzle, but got {len(entries)}")
    entry = entries[0].under(run.rules)
    with collected(run.output) as show:
        return _list(run, entry, sampled, show)


def _list(
    run: Run, entry: Sheet[Any], sampled: bool, show: Callable[[str | bytes], None]
) -> int:
    """Show the solutions of a puzzle, and say if these are not all."""
    is_lines = run.as_json or run.format_ == "json"
    is_seen = is_lines and run.output in (None, "-") and sys.stdout.isatty()
    progress = Progress(run.quiet or is_seen)
    most = run.count or (MOST_ON_A_SHEET + 1 if run.format_ == "sheet" else None)
    number, solutions, outcome = 0, [], Outcome()
    stopped_by = None
    try:
        for event in _events(run, entry, sampled):
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
    run.print_decision(entry.name, outcome)
    if run.as_json:
        answer = answers.EnumerateAnswer.of(
            outcome,
            id=entry.name,
            family=entry.family.name,
            count=number,
            complete=stopped_by is None and not sampled and outcome.exhausted,
            stopped_by=stopped_by,
            uniform=sampled,
        )
        show(f"{answer.json()}\n")
    if stopped_by == STOPPED["interrupt"]:
        warn(f"only {counted(number, 'solution')}")
        raise KeyboardInterrupt  # a file stays as it was
    if stopped_by is not None:
        warn(f"only {counted(number, 'solution')}: {stopped_by}")
        return exits.LIMIT_REACHED
    return exits.ANSWERED if number else exits.NEGATIVE


def _events(run: Run, sheet: Sheet[Any], sampled: bool) -> Iterator[Any]:
    """Yield the solutions of a puzzle; the first item and the last one are outcomes."""
    if sampled and not run.quiet and not engine(sheet, run.rules).has_bits:
        warn("all solutions are listed, then drawn uniformly")
    number = run.count if sampled else None
    solution, position = sheet.family.solution, sheet.position
    call = partial(_batches, sheet, run.rules, run.of, number, run.seed)
    for batch in limited(call_each, call, **run.limits._asdict()):
        if isinstance(batch, Outcome):
            yield batch
        else:
            yield from (solution(position, found) for found in batch)


def _batches(
    sheet: Sheet[Any], rules: Rules, part: str, sampled: int | None, seed: int | None
) -> Iterator[Batch[Any] | Outcome]:
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


def _written(entry: Sheet[Any], solutions: Sequence[Any], format_: str) -> str | bytes:
    """Return solutions in a format; say once what a notation leaves out."""
    if format_ == "npz":
        return entry.family.packed(entry.position, solutions)
    if format_ == "sheet":
        if len(solutions) > MOST_ON_A_SHEET:
            raise GalaxiesError(
                f"a sheet holds at most {MOST_ON_A_SHEET} solutions; limit them with -n"
            )
        return sheet_svg(entry.drawn(solution).scene() for solution in solutions)
    shown = [entry.drawn(solution) for solution in solutions]
    texts = [written(first, format_) for first in shown[:1]]
    texts += (other.written(format_) for other in shown[1:])
    return joined(texts, format_)


def _line(entry: Sheet[Any], solution: Any, in_objects: bool = False) -> str:
    """Return a solution as a line of JSON; an object if there is more to say."""
    fields = entry.family.fields(entry.position, solution)
    if in_objects or len(fields) > 1:
        return answers.SolutionLine(**fields).json()
    (alone,) = fields.values()
    return json.dumps(alone, ensure_ascii=False)
