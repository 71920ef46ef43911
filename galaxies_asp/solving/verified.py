"""Models of an engine, each judged by a verifier."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from galaxies_asp.asp.search import Outcome, solutions
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.board.variants import MORE_THAN_LABELS
from galaxies_asp.fast.no_solution import NoSolutionError
from galaxies_asp.processes.cpu_time import Seconds
from galaxies_asp.solving.engine import Engine, Found
from galaxies_asp.verifying.rules import check_labels, check_solution

if TYPE_CHECKING:
    from galaxies_asp.verifying.violations import Violation

_OWN_RULES = (
    "; if the encoding has rules of its own, it states the fact own_rules, or name a "
    "verifier"
)


def verified_models(
    engine: Engine,
    options: list[str],
    *,
    models: int | None = None,
    seed: int = 0,
    statistics: bool = False,
) -> Iterator[Found | Outcome]:
    """Yield the labels of each solution, and at last how the search ended.

    Where an answer is more than labels, a `Solution` takes their place.

    Parameters
    ----------
    options, models, seed
        See `Engine.ground`.
    statistics
        Return the statistics of clingo.

    Raises
    ------
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.
    """
    verified = engine.verified
    started = time.process_time()
    found = False
    try:
        for event in solutions(
            lambda: engine.ground(options, models=models, seed=seed),
            _faults(engine) if verified else lambda found: (),
            statistics=statistics,
            hint=_OWN_RULES if engine.encoding.endswith(".lp") else "",
        ):
            if not isinstance(event, Outcome):
                found = True
                yield event
                continue
            has_none = event.exhausted and not found
            yield event._replace(
                reason=engine.obstacle() if has_none else None,
                messages=(*engine.warnings, *event.messages),
                encoding=engine.encoding,
                verified=verified,
            )
    except NoSolutionError as error:
        elapsed = time.process_time() - started
        yield Outcome(
            True,
            Seconds(ground=elapsed, total=elapsed),
            reason=str(error),
            encoding=engine.encoding,
            decided_by="propagation",
        )


def solution_of(puzzle: Puzzle, found: Found) -> Solution:
    """Return what is found as a solution."""
    return found if isinstance(found, Solution) else Solution(puzzle, found)


def _faults(engine: Engine) -> "Callable[[Found], Sequence[Violation]]":
    """Return the function that judges what is found."""
    puzzle, verifier = engine.puzzle, engine.rules.verifier
    if verifier is not None:
        from galaxies_asp.verifying.own import load_verifier

        judge = load_verifier(verifier)

        def judged(found: Found) -> "Sequence[Violation]":
            solution = solution_of(puzzle, found)
            return judge(solution.puzzle, solution.labels)

        return judged
    if puzzle.variants & MORE_THAN_LABELS:
        return lambda found: check_solution(puzzle, solution_of(puzzle, found))
    return lambda found: check_labels(
        puzzle, found.rows() if isinstance(found, Solution) else found
    )
