"""`galaxies solve`: solutions, drawn or as JSON, and what is known about others."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from itertools import chain, islice, zip_longest
from typing import TYPE_CHECKING, Annotated, NamedTuple

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Group, Option, command, note
from galaxies_asp.cli.inputs import Inputs, Sources
from galaxies_asp.cli.output import (
    SOLVABLE,
    ProgressBar,
    collected,
    echo,
    joined,
    say_once,
    written,
)
from galaxies_asp.core.asp.search import Outcome
from galaxies_asp.core.board.effort import LimitReachedError, Seconds
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.engine import ClingoOptions, SolveRequest
from galaxies_asp.core.result import AnyResult
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.processes.errors import WorkerDiedError
from galaxies_asp.solving.plan import confirming
from galaxies_asp.solving.search import WORKER, Search

if TYPE_CHECKING:  # they are loaded where work is shared
    from concurrent.futures import Future

    from galaxies_asp.processes.worker import Worker

Show = Callable[[str], object]
"""Prints a part of an answer, or collects it."""


_AT_ONCE = 64
"""The puzzles that are solved in one call."""

UNIQUENESS = 2
"""The number of solutions that decides whether there is exactly 1."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Solving:
    """How puzzles are solved, and answers printed."""

    confirm: Annotated[
        str | None,
        Option(metavar="NAME"),
        "Check solutions and completeness with a second encoding.",
    ]
    clingo: Annotated[
        ClingoOptions,
        Group(
            ClingoOptions,
            options=Option("-c", "--clingo", metavar="OPTION"),
            statistics=Option("--stats", help="Print clingo's statistics as JSON."),
            seed=Option(type=options.SEEDS),
        ),
    ]
    count: Annotated[
        int,
        options.COUNT_OR_ALL,
        "Maximum number of solutions; 0: all; 2 decides whether there is exactly 1.",
    ] = UNIQUENESS
    rules: options.RulesOptions
    limits: options.WorkLimits
    jobs: options.Jobs
    as_json: options.Json
    format_: Annotated[
        str,
        options.format_option(["text", *SOLVABLE, "csv"], "Format of the solutions"),
    ] = "text"
    output: options.Output
    quiet: options.Quiet
    style: options.DrawingStyle
    of: options.OutputPart

    @property
    def needs_clingo(self) -> bool:
        """Whether clingo has to search for each puzzle of a batch."""
        asked = self.clingo
        return bool(asked.options or asked.statistics or asked.threads > 1)

    def request(self, entry: AnySheet) -> SolveRequest:
        """Return the request for the solutions of a puzzle of a batch."""
        return SolveRequest(
            entry, self.count, self.rules, part=self.of, **vars(self.clingo)
        )

    def search(self, entry: AnySheet, worker: "Worker | None" = None) -> Search[object]:
        """Return the search for the solutions of a puzzle."""
        request, limits = self.request(entry), self.limits._asdict()
        search: Search[object] = Search(request, **limits, worker=worker)
        return search

    def results(self, entries: Sequence[AnySheet]) -> Sequence[AnyResult | None]:
        """Return the results of one call for puzzles of a batch, None for others."""
        if self.needs_clingo or self.clingo.seed is not None or len(entries) < 2:
            return [None] * len(entries)
        from galaxies_asp.solving.many import results  # a single puzzle needs it not

        return results(entries, self.rules, self.count)

    def conclude(
        self, entry: AnySheet, number: int, result: AnyResult, show: Show
    ) -> int:
        """Confirm and print a result; return the exit code."""
        found = len(result.solutions)
        code = exits.ANSWERED
        if (found > 1 and self.count == UNIQUENESS) or result.status == "none":
            code = exits.NEGATIVE
        elif result.stopped_by in ("time", "memory"):
            code = exits.LIMIT_REACHED
        second = self.confirm
        is_open = code == exits.LIMIT_REACHED or self.needs_clingo
        if second is None and not is_open:
            second = confirming(entry, self.rules, number)
        if second is not None:
            from galaxies_asp.solving.judging import confirm

            request, limits = self.request(entry), self.limits._asdict()
            if not confirm(result, request, second, **limits):
                second = None
        self.print_result(entry, result, show, second)
        if self.confirm and second is None:
            note(entry.name, f"not confirmed by {self.confirm}: a limit was reached")
            return exits.LIMIT_REACHED
        return code

    def print_result(
        self,
        entry: AnySheet,
        result: AnyResult,
        show: Show,
        confirmed_by: str | None = None,
    ) -> None:
        """Print the result."""
        for message in result.messages:
            say_once(message)
        if self.as_json:
            from galaxies_asp.solving.answers import SolveAnswer

            answer = SolveAnswer.about(entry.name, result, confirmed_by)
            show(f"{answer.json()}\n")
        elif self.format_ == "text":
            more = f", confirmed by {confirmed_by}" if confirmed_by else ""
            show(f"{entry.name}: {result.verdict()}{more}\n")
            if not self.quiet:
                show("".join(self._drawings(entry, result)))
        else:
            found = (entry.drawn(solution) for solution in result.solutions)
            texts = [written(solved, self.format_) for solved in found]
            show(joined(texts, self.format_))
            if result.status != "unique":
                echo(f"{entry.name}: {result.verdict()}", err=True)
        if self.clingo.statistics:
            echo(json.dumps(result.statistics, indent=2), err=True)

    def _drawings(self, entry: AnySheet, result: AnyResult) -> Iterator[str]:
        style, puzzle = self.style, result.sheet.blank
        if not result.solutions:
            yield puzzle.text(style)
        for number, solution in enumerate(result.solutions):
            shown = entry.drawn(solution)
            yield shown.text(style) if number else puzzle.text_with(shown, style)
            if shown.remark:
                yield f"{shown.remark}\n"
        if differences := result.differences():
            yield f"{differences}\n"


@command("solve", has_csv=True)
def solve_command(sources: Sources, run: Solving) -> int:
    """Solve puzzles; by default, also decide whether the solution is unique.

    The encoding auto takes fast, which propagates in C before clingo solves what is
    left of `grow.lp`, and `grow.lp` where there is no compiled library. Of many
    puzzles, `grow.lp` confirms one answer in 100. With --jobs, answers keep the order
    of the puzzles, and a limit holds for each puzzle, its confirmation included.
    """
    with collected(run.output) as show:
        if run.jobs > 1:
            return _answer_all(sources, run, show)
        with ExitStack() as stack:
            worker = None
            if run.limits.any:
                from galaxies_asp.processes.worker import Worker

                worker = stack.enter_context(Worker(WORKER))

            def answer(entry: AnySheet, number: int, known: AnyResult | None) -> int:
                if known is not None:
                    return run.conclude(entry, number, known, show)
                search = run.search(entry, worker)
                progress = ProgressBar(run.quiet)
                found: list[object] = []
                try:
                    for solution in search:
                        found.append(solution)
                        progress(f"{entry.name}: solutions", len(found))
                except KeyboardInterrupt:
                    run.print_result(entry, search.result(found), show)
                    raise
                return run.conclude(entry, number, search.result(found), show)

            return sources.answer_each(answer, _with_results(sources, run))


def _with_results(
    sources: Inputs, run: Solving
) -> Iterator[tuple[AnySheet, int, AnyResult | None]]:
    """Yield the puzzles with their numbers, and results where others are at hand."""
    number = 0
    for group in sources.groups(1 if run.limits.any else _AT_ONCE):
        entries = [item for item in group if not callable(item)]
        results = run.results(entries)
        for entry, result in zip(sources.admitted(group), results):  # noqa: B905
            yield entry, number, result
            number += 1


# Worker processes receive several puzzles at once and return texts to print: the parent
# process only reads puzzles and prints. Under limits, the solutions of the puzzle in
# work are sent as they are found, so that nothing is lost if the worker is killed.

_WORKER = f"{__name__}:answers"

_Numbered = tuple[tuple[int, AnySheet], ...]
"""Puzzles with their numbers in the batch, from 0."""


class SolveTask(NamedTuple):
    """Puzzles to solve; `streams`: send solutions before the answer is complete."""

    entries: _Numbered
    settings: Solving
    streams: bool


class Printed(NamedTuple):
    """What one puzzle prints, and its exit code; or the error that it ends with."""

    name: str
    text: str = ""
    messages: str = ""
    code: int | Exception = 0
    ignored: tuple[str, ...] = ()
    """What is ignored in the encoding, which is printed once."""

    def show(self, show: Show) -> int:
        """Print the answer; return the exit code, or raise the error."""
        show(self.text)
        for message in self.ignored:
            say_once(message)
        echo(self.messages, nl=False, err=True)
        if isinstance(self.code, Exception):
            raise self.code
        return self.code


def _answer_all(sources: Inputs, run: Solving, show: Show) -> int:
    """Solve all puzzles and print the answers in order; return the exit code."""
    from galaxies_asp.processes.pool import Pool, futures_ahead

    def submit(entries: _Numbered) -> "Future[list[Printed]]":
        return workers.use(partial(_ask, entries, run))

    numbered = enumerate(sources)
    chunks = iter(lambda: tuple(islice(numbered, 16)), ())
    with Pool(run.jobs, _WORKER) as workers:
        futures = futures_ahead(workers, submit, chunks)
        answers = chain.from_iterable(future.result() for _, future in futures)
        return sources.answer_each(lambda each: each.show(show), zip(answers))


def _ask(entries: _Numbered, settings: Solving, worker: "Worker") -> list[Printed]:
    """Return the answers of a worker; a puzzle that reaches a limit is left out."""
    limits, unlimited = settings.limits, replace(settings, limits=options.WorkLimits())
    answers: list[Printed] = []
    while len(answers) < len(entries):
        solutions: list[object] = []
        try:
            for item in worker.stream(
                SolveTask(entries[len(answers) :], unlimited, limits.any),
                **limits._asdict(),
                ends_part=lambda item: isinstance(item, Printed),
            ):
                if isinstance(item, Printed):
                    answers.append(item)
                    solutions.clear()
                else:
                    solutions.append(item)
        except LimitReachedError as limit:
            _, entry = entries[len(answers)]
            search = settings.search(entry)
            outcome = Outcome(False, Seconds(total=limit.cpu_seconds), limit.limit)
            result = search.result(solutions, outcome)
            unconfirmed = replace(settings, confirm=None)
            answers.append(_printed(unconfirmed, entry, 0, result))
        except WorkerDiedError as error:
            answers.append(Printed(entries[len(answers)][1].name, code=error))
    return answers


def warm_up() -> None:
    """Import what most puzzles need; this does not count as work on the first one."""
    import galaxies_asp.core.asp.models
    import galaxies_asp.core.asp.program  # noqa: F401


def answers(task: SolveTask) -> Iterator[object]:
    """Yield the answer to each puzzle, after its solutions if they are wanted."""
    entries = [entry for _, entry in task.entries]
    known = () if task.streams else task.settings.results(entries)
    for (number, entry), result in zip_longest(task.entries, known):
        if result is not None:
            yield _printed(task.settings, entry, number, result)
            continue
        search = task.settings.search(entry)
        solutions = []
        try:
            for solution in search:
                solutions.append(solution)
                if task.streams:
                    yield solution
            result = search.result(solutions)
        except GalaxiesError as error:
            yield Printed(entry.name, code=error)
            continue
        yield _printed(task.settings, entry, number, result)


def _printed(
    settings: Solving, entry: AnySheet, number: int, result: AnyResult
) -> Printed:
    text, messages, ignored = StringIO(), StringIO(), result.messages
    result = replace(result, messages=())
    with redirect_stdout(messages), redirect_stderr(messages):
        try:
            code: int | Exception = settings.conclude(entry, number, result, text.write)
        except GalaxiesError as error:
            code = error
    return Printed(entry.name, text.getvalue(), messages.getvalue(), code, ignored)
