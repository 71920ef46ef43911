"""Solutions of a puzzle of any family: search, verify every solution, count exactly."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar, Literal, NamedTuple, Unpack, cast

import clingo

from galaxies_asp.asp.atoms import Atoms
from galaxies_asp.asp.encodings import AUTO
from galaxies_asp.asp.program import Assumptions, Program
from galaxies_asp.asp.rules import Rules
from galaxies_asp.asp.search import (
    GroundProgram,
    LimitedSearch,
    Outcome,
    SearchLimits,
    solutions,
)
from galaxies_asp.board.errors import OptionError
from galaxies_asp.families.family import Family, Sheet
from galaxies_asp.solving.request import SolveRequest
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import Search
from galaxies_asp.verifying.answers import Fault

WORKER = f"{__name__}:search"


@dataclass(frozen=True, slots=True)
class SheetRequest(SolveRequest):
    """A request about a puzzle of any family, with the options of `SolveRequest`.

    Parameters
    ----------
    puzzle
        The `Sheet`.
    part
        The part of the output in which two solutions differ; empty: anything.

    Raises
    ------
    OptionError
        If there is no such part.
    """

    at_random: ClassVar[tuple[str, ...]] = ("--rand-freq=0.05",)

    puzzle: Any
    part: str = ""

    def __post_init__(self) -> None:
        SolveRequest.__post_init__(self)
        family = self.puzzle.family
        if self.part and self.part not in family.parts:
            known = ", ".join(family.parts) or "none"
            raise OptionError(
                f"{family.name} has no part {self.part!r} of solutions; "
                f"there are: {known}"
            )


@dataclass(frozen=True)
class SheetResult(Result):
    """The answer to a request: positions that differ in a part of the output."""

    solutions: tuple[Any, ...]
    puzzle: Any
    part: str = ""

    def different(self, part: str) -> int:
        """Return the number of solutions that differ in a part of the output."""
        family = self.puzzle.family
        names = {signature.partition("/")[0] for signature in family.parts[part]}
        return len(
            {
                frozenset(atom for atom in atoms if atom.partition("(")[0] in names)
                for atoms in map(family.atoms, self.solutions)
                if atoms is not None
            }
        )

    def counted(self) -> str:
        """Return the number of solutions in words, also of different parts."""
        words = super().counted()
        if self.part:
            return f"{words} that differ in their {self.part}"
        parts = self.puzzle.family.parts if len(self.solutions) > 1 else ()
        numbers = [f"different {part}: {self.different(part)}" for part in parts]
        return f"{words} ({', '.join(numbers)})" if numbers else words

    def _repr_html_(self) -> str:
        """Return the first solution, or the puzzle, as text."""
        board = self.solutions[0] if self.solutions else self.puzzle.position
        return f"<pre>{escape(self.puzzle.family.written(board))}</pre>"


class SheetSearch(Search):
    """A search for the solutions of a puzzle of any family."""

    request: SheetRequest
    puzzle: Any
    _search: LimitedSearch[Any]

    def __init__(self, request: SheetRequest, **limits: Unpack[SearchLimits]) -> None:
        self.request, self.puzzle = request, request.puzzle
        self._search = LimitedSearch(search, request, WORKER, **limits)

    def result(
        self, solutions: Iterable[Any] = (), outcome: Outcome | None = None
    ) -> SheetResult:
        """Say how the search ended."""
        outcome = outcome or self._search.outcome
        return SheetResult(tuple(solutions), outcome, self.puzzle, self.request.part)

    @property
    def encoding(self) -> str:
        """The encoding that is grounded."""
        return encoding_of(self.puzzle.family, named(self.request.rules))

    def _solution(self, raw: Any) -> Any:
        return raw


def solve(
    sheet: Sheet,
    models: int = 0,
    *,
    of: str = "",
    seed: int | None = None,
    encoding: str = "",
    **limits: Unpack[SearchLimits],
) -> SheetResult:
    """Solve a puzzle; by default, find all solutions.

    Parameters
    ----------
    models, seed
        See `SolveRequest`.
    of
        See `SheetRequest.part`.
    encoding
        The encoding; empty: the first one of the family.
    limits
        See `SearchLimits`.

    Raises
    ------
    EncodingError
        If a model breaks the rules of the puzzle.
    SearchInterrupted
        At Ctrl-C, with the solutions so far.
    """
    rules = Rules(encoding or AUTO)
    request = SheetRequest(sheet, models, rules, seed=seed, part=of)
    return cast(SheetResult, SheetSearch(request, **limits).run())


def search(request: SheetRequest) -> Iterator[Any | Outcome]:
    """Yield each solution, and at last how the search ended."""
    family, position = request.puzzle.family, request.puzzle.position
    encoding = named(request.rules)
    reason = family.obstacle(position)
    if reason is not None:
        yield Outcome(True, reason=reason, encoding=encoding)
        return
    for event in solutions(
        lambda: _ground(request),
        family.violations or (lambda _: ()),
        statistics=request.statistics,
    ):
        if isinstance(event, Outcome):
            is_verified = family.violations is not None
            event = event._replace(encoding=encoding, verified=is_verified)
        yield event


def named(rules: Rules) -> str:
    """Return the encoding that the rules name for a family; empty: the first one."""
    return "" if rules.encoding == AUTO else rules.encoding


def _ground(request: SheetRequest) -> GroundProgram[Any]:
    family, position = request.puzzle.family, request.puzzle.position
    encoding = named(request.rules)
    # The encodings of a family with options show its output and nothing else.
    is_shown = family.options and not (request.part or encoding)
    projection = "--project=show" if is_shown else "--project=project"
    options = [*request.clingo_options(), *family.options, projection]
    facts = family.facts(position)
    outputs = family.parts[request.part] if request.part else family.outputs
    program = ground(family, facts, options, encoding, outputs)
    return GroundProgram(
        program, lambda model: family.drawn(position, family.shown(model))
    )


def ground(
    family: Family,
    facts: str,
    options: Sequence[str],
    encoding: str = "",
    projected: Iterable[str] = (),
    more: str = "",
) -> Program:
    """Ground an encoding with the facts of a puzzle.

    Parameters
    ----------
    options
        Options of clingo.
    encoding
        The encoding; empty: the first one of the family.
    projected
        Signatures to project to.
    more
        Further rules.

    Raises
    ------
    OptionError
        If the family has no encoding of its own.
    EncodingError
        If clingo refuses the encoding.
    """
    encoding = encoding_of(family, encoding)
    program = Program(
        options,
        family.text(encoding),
        name=f"the encoding {encoding}",
    )
    projection = "".join(f"#project {signature}.\n" for signature in projected)
    program.add(facts_for(family, facts) + projection + more)
    program.ground()
    return program


def faults(sheet: Sheet) -> Sequence[Any]:
    """Return the broken rules of what is drawn.

    Without a verifier, what is drawn must be an answer of the first encoding.

    Raises
    ------
    OptionError
        If the family has neither.
    """
    family = sheet.family
    if family.violations is not None:
        found = family.violations(sheet.position)
    else:
        drawn = family.atoms(sheet.position) or frozenset()
        program = whole_program(sheet, "")
        known = program.atoms(family.outputs)
        assumed = [(clingo.parse_term(atom), atom in drawn) for atom in known]
        is_answer = drawn <= known and any(True for _ in program.models(assumed))
        found = () if is_answer else ("this is no solution of the encoding",)
    return [
        Fault("rule", (), broken) if isinstance(broken, str) else broken
        for broken in found
    ]


class Consequences(NamedTuple):
    """The atoms of the output in all, in no, and in some but not all solutions."""

    forced: Atoms
    excluded: Atoms
    free: Atoms


def consequences(sheet: Sheet, encoding: str = "") -> Consequences | None:
    """Return what all solutions share, which are verified; None if there is none.

    Raises
    ------
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.
    """
    solve(sheet, 2, encoding=encoding)  # the verifier judges the encoding
    return shared_atoms(whole_program(sheet, encoding), sheet.family)


def whole_program(sheet: Sheet, encoding: str) -> Program:
    """Return the ground program with all solutions of a puzzle."""
    family = sheet.family
    return ground(family, sheet.facts, ["0", *family.options], encoding, family.outputs)


def shared_atoms(
    program: Program, family: Family, known: Assumptions = ()
) -> Consequences | None:
    """Return what the solutions with the known atoms share; None if there is none."""

    def shared(mode: Literal["brave", "cautious"]) -> Atoms | None:
        settings: Any = program.control.configuration.solve
        settings.enum_mode = mode
        atoms = None
        for model in program.models(known):
            atoms = family.shown(model)
        return atoms

    possible, forced = shared("brave"), shared("cautious")
    if possible is None or forced is None:
        return None
    every = program.atoms(family.outputs)
    return Consequences(forced, every - possible, possible - forced)


def encoding_of(family: Family, encoding: str = "") -> str:
    """Return an encoding, by default the first one of the family.

    Raises
    ------
    OptionError
        If the family has none of its own.
    """
    encoding = encoding or next(iter(family.encodings), "")
    if not encoding:
        raise OptionError(f"{family.name} has no encoding of its own; name one with -e")
    return encoding


def facts_for(family: Family, facts: str) -> str:
    """Return facts, with what the encodings of the family need beside them."""
    return f"{facts}\n{family.adjust(facts)}\n"
