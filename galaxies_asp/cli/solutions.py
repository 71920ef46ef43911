"""The solutions of a puzzle: how they are searched for, and how they are printed."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Self

import click

from galaxies_asp.asp.search import STOPPED
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Run, note
from galaxies_asp.cli.limits import Limits
from galaxies_asp.cli.options import UNIQUENESS
from galaxies_asp.cli.output import echo, joined, written
from galaxies_asp.families.entry import Entry
from galaxies_asp.solving.engine import SolveRequest
from galaxies_asp.solving.plan import confirming
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import Search

if TYPE_CHECKING:
    from galaxies_asp.processes.worker import Worker


@dataclass(frozen=True, eq=False, repr=False)
class Solving(Run):
    """How puzzles are solved, and answers printed.

    Attributes
    ----------
    of
        Of other families: the part in which solutions differ; empty: anything.
    """

    of: str = ""
    confirm: Annotated[
        str | None, "NAME", "Check solutions and completeness with a second encoding."
    ] = None
    threads: Annotated[int, click.IntRange(1, 64), "Number of clingo's threads."] = 1
    clingo: Annotated[
        tuple[str, ...],
        "-c",
        "--clingo",
        "OPTION",
        "Option of clingo, as in --clingo=--configuration=jumpy; repeatable.",
    ] = ()
    stats: Annotated[bool, "Print clingo's statistics as JSON."] = False

    def without_limits(self) -> Self:
        """Return the settings for a worker, whose parent limits it."""
        return replace(self, limits=Limits(None, None))

    def search(
        self, entry: Entry, number: int, worker: "Worker | None" = None
    ) -> Search:
        """Return the search for the solutions of a puzzle, by its number in a batch."""
        needs_clingo = self.clingo or self.stats or self.threads > 1
        options: dict[str, Any] = {
            "models": self.count,
            "rules": self.rules,
            "threads": self.threads,
            "seed": self.seed,
            "options": self.clingo,
            "statistics": self.stats,
            "number": 0 if needs_clingo else number,
        }
        limits = self.limits.keywords() | {"worker": worker}
        return Search(SolveRequest(entry.puzzle, part=self.of, **options), **limits)

    def conclude(
        self, entry: Entry, search: Search, result: Result, show: Callable[[str], None]
    ) -> int:
        """Confirm and print a result; return the exit code."""
        code = exit_code(result, self.count)
        second = self.confirm
        if second is None and code != exits.LIMIT_REACHED:
            request = search.request
            second = confirming(request.puzzle, request.rules, request.number)
        confirmed = second is not None and self._is_confirmed(search, result, second)
        self.print_result(entry, result, show, second if confirmed else None)
        if self.confirm and not confirmed:
            note(entry.name, f"not confirmed by {self.confirm}: a limit was reached")
            return exits.LIMIT_REACHED
        return code

    def _is_confirmed(self, search: Search, result: Result, encoding: str) -> bool:
        from galaxies_asp.solving.judging import confirm

        limits = self.limits.keywords()
        return confirm(result, search.request, encoding, **limits)

    def print_result(
        self,
        entry: Entry,
        result: Result,
        show: Callable[[str], None],
        confirmed_by: str | None = None,
    ) -> None:
        """Print the result."""
        for message in result.messages:
            echo(message, err=True)
        self.print_decision(entry.name, result.encoding, result.decided_by)
        if self.as_json:
            show(f"{entry.answer(result, confirmed_by).json()}\n")
        elif self.format_ == "text":
            more = f", confirmed by {confirmed_by}" if confirmed_by else ""
            show(f"{entry.name}: {verdict(result)}{more}\n")
            if not self.quiet:
                show("".join(self._drawings(entry, result)))
        else:
            self._print_notation(entry, result, show)
        if self.stats:
            echo(json.dumps(result.statistics, indent=2), err=True)

    def _print_notation(
        self, entry: Entry, result: Result, show: Callable[[str], None]
    ) -> None:
        notation = self.format_
        texts = [written(entry.drawn(found), notation) for found in result.solutions]
        show(joined(texts, notation))
        if result.status != "unique":
            echo(f"{entry.name}: {verdict(result)}", err=True)

    def _drawings(self, entry: Entry, result: Result) -> Iterator[str]:
        style = self.style
        if not result.solutions:
            yield entry.blank.under(self.rules).text(style)
        for number, solution in enumerate(result.solutions):
            shown = entry.drawn(solution)
            yield shown.text(style) if number else shown.text_beside_puzzle(style)
            if shown.remark:
                yield f"{shown.remark}\n"
        if differences := result.differences():
            yield f"{differences}\n"


def exit_code(result: Result, models: int) -> int:
    """Return the exit code for the result of a search."""
    count = len(result.solutions)
    if (result.complete and not count) or (count > 1 and models == UNIQUENESS):
        return exits.NEGATIVE
    is_limited = result.stopped_by in ("time", "memory")
    return exits.LIMIT_REACHED if is_limited else exits.ANSWERED


def verdict(result: Result) -> str:
    """Return the number of solutions in words, and whether it is exact."""
    count = len(result.solutions)
    where = under(result)
    verified = "verified"
    if not result.outcome.verified:
        verified = "not verified: no verifier for these rules"
    if result.complete and not count:
        return f"no solution{where}" + (f": {result.reason}" if result.reason else "")
    if result.complete:
        return f"exactly {result.counted()}{where}, {verified}"
    why = STOPPED[result.stopped_by]
    if not count:
        return f"no solution found: {why}"
    return f"at least {result.counted()}{where}, {verified}; {why}"


def under(result: Result) -> str:
    """Return the words that name an encoding of other rules or of the user."""
    is_usual = result.encoding in ("", *result.usual_encodings)
    return "" if is_usual else f" under the encoding {result.encoding}"
