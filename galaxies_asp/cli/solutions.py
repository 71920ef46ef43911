"""The solutions of a puzzle: how they are searched for, and how they are printed."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import click

from galaxies_asp.asp.encodings import BUILT_IN, FAST
from galaxies_asp.asp.search import STOPPED, SearchResult
from galaxies_asp.board.grid import cell_at, cell_name
from galaxies_asp.board.puzzle import Position, Solution
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Run, note
from galaxies_asp.cli.inputs import asked
from galaxies_asp.cli.limits import Limits
from galaxies_asp.cli.options import UNIQUENESS
from galaxies_asp.cli.output import joined, written
from galaxies_asp.solving.plan import confirming
from galaxies_asp.solving.request import SolveRequest
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import Search

if TYPE_CHECKING:
    from galaxies_asp.families.sheet import SheetResult
    from galaxies_asp.processes.worker import Worker
    from galaxies_asp.solving.answers import SolveAnswer


@dataclass(frozen=True, eq=False, repr=False)
class Settings:
    """How puzzles are solved, and answers printed."""

    run: Run
    confirm: str | None
    threads: int
    clingo: tuple[str, ...]
    stats: bool
    part: str = ""

    def without_limits(self) -> "Settings":
        """Return the settings for a worker, whose parent limits it."""
        return replace(self, run=replace(self.run, limits=Limits(None, None)))

    def search(self, entry: Any, number: int, worker: "Worker | None" = None) -> Search:
        """Return the search for the solutions of a puzzle, by its number in a batch."""
        needs_clingo = self.clingo or self.stats or self.threads > 1
        options: dict[str, Any] = {
            "models": self.run.count,
            "rules": self.run.rules,
            "threads": self.threads,
            "seed": self.run.seed,
            "options": self.clingo,
            "statistics": self.stats,
            "number": 0 if needs_clingo else number,
        }
        limits = self.run.limits.keywords() | {"worker": worker}
        return Search(SolveRequest(asked(entry), part=self.part, **options), **limits)

    def conclude(
        self, entry: Any, search: Search, result: Result, show: Callable[[str], None]
    ) -> int:
        """Confirm and print a result; return the exit code."""
        code = exit_code(result, self.run.count)
        second = self.confirm
        if second is None and code != exits.LIMIT_REACHED:
            request = search.request
            second = confirming(request.puzzle, request.rules, request.number)
        confirmed = second is not None and self._is_confirmed(search, result, second)
        self.print(entry, result, show, second if confirmed else None)
        if self.confirm and not confirmed:
            note(entry.name, f"not confirmed by {self.confirm}: a limit was reached")
            return exits.LIMIT_REACHED
        return code

    def _is_confirmed(self, search: Search, result: Result, encoding: str) -> bool:
        from galaxies_asp.solving.judging import confirm

        limits = self.run.limits.keywords()
        return confirm(result, search.request, encoding, **limits)

    def print(
        self,
        entry: Any,
        result: Result,
        show: Callable[[str], None],
        confirmed_by: str | None = None,
    ) -> None:
        """Print the result."""
        for message in result.messages:
            click.echo(message, err=True)
        self.run.print_decision(entry.name, result.encoding, result.decided_by)
        if self.run.as_json:
            show(f"{_answer(entry, result, confirmed_by).json()}\n")
        elif self.run.format_ == "text":
            more = f", confirmed by {confirmed_by}" if confirmed_by else ""
            show(f"{entry.name}: {verdict(result)}{more}\n")
            if not self.run.quiet:
                show("".join(self._drawings(entry, result)))
        else:
            self._print_notation(entry, result, show)
        if self.stats:
            click.echo(json.dumps(result.statistics, indent=2), err=True)

    def _print_notation(
        self, entry: Any, result: Result, show: Callable[[str], None]
    ) -> None:
        name, notation = entry.name, self.run.format_
        texts = [
            written(name, drawn(solution), notation, entry.family)
            for solution in result.solutions
        ]
        show(joined(texts, notation))
        if result.status != "unique":
            click.echo(f"{name}: {verdict(result)}", err=True)

    def _drawings(self, entry: Any, result: Result) -> Iterator[str]:
        style, family = self.run.style, entry.family
        if family is not None:
            for position in result.solutions or (entry.position,):
                yield style.draw(position, family=family)
                if result.solutions and (remark := family.remark(position)):
                    yield f"{remark}\n"
            return
        if not result.solutions:
            yield style.draw(Position(result.puzzle))
        for number, solution in enumerate(result.solutions):
            draw = style.draw if number else style.draw_beside_puzzle
            yield draw(solution.position())
        if len(result.solutions) == UNIQUENESS:
            yield f"{_differences(*result.solutions)}\n"


def exit_code(result: SearchResult[Any], models: int) -> int:
    """Return the exit code for the result of a search."""
    count = len(result.solutions)
    if (result.complete and not count) or (count > 1 and models == UNIQUENESS):
        return exits.NEGATIVE
    is_limited = result.stopped_by in ("time", "memory")
    return exits.LIMIT_REACHED if is_limited else exits.ANSWERED


def drawn(solution: Any) -> Any:
    """Return a solution as a position; those of other families are positions."""
    return solution.position() if isinstance(solution, Solution) else solution


def _answer(entry: Any, result: Result, confirmed_by: str | None) -> "SolveAnswer":
    if entry.family is None:
        from galaxies_asp.solving.answers import SolveAnswer

        return SolveAnswer.about(entry.name, result, confirmed_by)
    from galaxies_asp.families.answers import solve_answer

    return solve_answer(cast("SheetResult", result))


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


def _differences(first: Solution, second: Solution) -> str:
    """Return the cells in which two solutions differ."""
    differing = [
        cell_name(cell_at(column, row))
        for row, column in zip(*(first.labels != second.labels).nonzero(), strict=True)
    ]
    shown = " ".join(differing[:20]) + (" ..." if len(differing) > 20 else "")
    return f"The two solutions differ in {len(differing)} cells: {shown}"


def under(result: Result) -> str:
    """Return the words that name an encoding of other rules or of the user."""
    family = getattr(result.puzzle, "family", None)
    usual = (FAST, *BUILT_IN) if family is None else (*family.encodings,)[:1]
    name = result.encoding
    return "" if name in ("", *usual) else f" under the encoding {name}"
