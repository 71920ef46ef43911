"""The fewest or most atoms of a predicate in a solution, by clingo's optimization."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated, Any

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.answer import Encoding, Natural, PuzzleAnswer
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import EncodingError, GalaxiesError, did_you_mean
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.solving.judging import broken_rules
from galaxies_asp.solving.plan import engine


@dataclass(frozen=True, kw_only=True)
class ExtremeAnswer(PuzzleAnswer):
    """Answer of galaxies count --json with --fewest or --most."""

    atom: Annotated[str, "The predicate whose atoms were counted."]
    which: Annotated[str, "`fewest` or `most`."]
    count: Annotated[
        Natural, "The number of atoms in a solution; the best known if not complete."
    ]
    complete: Annotated[bool, "Whether no solution has fewer, or more: a proof."]
    encoding: Encoding


def extreme(
    sheet: AnySheet,
    atom: str,
    which: str,
    rules: Rules = STANDARD,
    time_limit: float | None = None,
) -> ExtremeAnswer:
    """Return the fewest or most atoms of a predicate among all solutions.

    The solution that shows it is verified. `which`: `fewest` or `most`. `time_limit`:
    seconds, after which the best number so far is the answer.

    Raises `NoSolutionError` if there is no solution, `GalaxiesError` if the program has
    no such atom, and `LimitReachedError` if no solution is known at the limit.
    """
    begun = time.process_time()
    deadline = None if time_limit is None else time.monotonic() + time_limit
    plan: Any = engine(sheet, rules)
    grounded = plan.ground(["0", *sheet.family.options])
    program = grounded.program
    program.settings.opt_mode = "opt"
    known = [one for one in program.control.symbolic_atoms if one.symbol.name == atom]
    if not known:
        names = {one.symbol.name for one in program.control.symbolic_atoms}
        hint = (
            f"; there are {', '.join(sorted(names))}" if names else "; name one with -e"
        )
        hint = did_you_mean(atom, names) or hint
        raise GalaxiesError(f"no atom {atom!r} in the encoding {plan.encoding}{hint}")
    sign = 1 if which == "fewest" else -1
    with program.control.backend() as backend:
        backend.add_minimize(0, [(one.literal, sign) for one in known])
    best: list[tuple[int, Any]] = []

    def on_model(model: Any) -> None:
        number = sum(model.is_true(one.literal) for one in known)
        best[:] = [(number, grounded.read(model))]

    result = program.search(on_model, deadline=deadline)
    if not best:
        if result.exhausted:
            raise NoSolutionError("a search shows that there is no solution")
        raise LimitReachedError("time", time.process_time() - begun)
    ((number, found),) = best
    solution = found if hasattr(found, "family") else sheet.drawn(found)
    if faults := broken_rules(solution, rules):
        fault = f"a model of {plan.encoding} breaks the rules of the puzzle"
        raise EncodingError(f"{fault}: {faults[0]}")
    return ExtremeAnswer(
        sheet.name,
        atom=atom,
        which=which,
        count=number,
        complete=bool(result.exhausted),
        encoding=plan.encoding,
    )
