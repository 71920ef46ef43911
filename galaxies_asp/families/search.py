"""Solutions of a puzzle of any family: search, verify every solution, count exactly."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Unpack

from galaxies_asp.asp.atoms import Atoms
from galaxies_asp.asp.program import Assumptions, Program
from galaxies_asp.asp.search import (
    GroundProgram,
    LimitedSearch,
    Outcome,
    SearchLimits,
    SearchResult,
    require_models,
    solutions,
)
from galaxies_asp.board.errors import OptionError
from galaxies_asp.families.family import Family, Sheet

Status = Literal["none", "unique", "multiple", "unknown"]

WORKER = f"{__name__}:search"


@dataclass(frozen=True)
class FamilyRequest:
    """A puzzle, and the options of the search.

    Parameters
    ----------
    models
        The greatest number of solutions; 0 for all.
    of
        The part of the output in which two solutions differ; empty: anything.
    seed
        Random seed.
    encoding
        The encoding; empty: the first one of the family.

    Raises
    ------
    OptionError
        If there is no such part.
    """

    sheet: Sheet
    models: int = 0
    of: str = ""
    seed: int | None = None
    encoding: str = ""

    def __post_init__(self) -> None:
        require_models(self.models)
        family = self.sheet.family
        if self.of and self.of not in family.parts:
            known = ", ".join(family.parts) or "none"
            raise OptionError(
                f"{family.name} has no part {self.of!r} of solutions; "
                f"there are: {known}"
            )


@dataclass(frozen=True)
class FamilyResult(SearchResult[Any]):
    """The answer to a request: positions that differ in what was asked for."""

    request: FamilyRequest

    @property
    def status(self) -> Status:
        """What is known about the number of solutions that differ."""
        if len(self.solutions) > 1:
            return "multiple"
        if not self.complete:
            return "unknown"
        return "unique" if self.solutions else "none"

    def different(self, part: str) -> int:
        """Return the number of solutions that differ in a part of the output."""
        family = self.request.sheet.family
        names = {signature.partition("/")[0] for signature in family.parts[part]}
        return len(
            {
                frozenset(atom for atom in atoms if atom.partition("(")[0] in names)
                for atoms in map(family.atoms, self.solutions)
                if atoms is not None
            }
        )


def solve(
    sheet: Sheet,
    models: int = 0,
    *,
    of: str = "",
    seed: int | None = None,
    encoding: str = "",
    progress: Callable[[int], None] = lambda count: None,
    **limits: Unpack[SearchLimits],
) -> FamilyResult:
    """Solve a puzzle; by default, find all solutions.

    The arguments are those of `FamilyRequest` and `SearchLimits`; `progress` is called
    with the number of solutions so far.

    Raises
    ------
    EncodingError
        If a model breaks the rules of the puzzle.
    SearchInterrupted
        At Ctrl-C, with the solutions so far.
    """
    request = FamilyRequest(sheet, models, of, seed, encoding)
    running: LimitedSearch[Any] = LimitedSearch(search, request, WORKER, **limits)
    return running.run(
        lambda positions, outcome: FamilyResult(positions, outcome, request), progress
    )


def search(request: FamilyRequest) -> Iterator[Any | Outcome]:
    """Yield each solution, and at last how the search ended."""
    family, position = request.sheet.family, request.sheet.position
    reason = family.obstacle(position)
    if reason is not None:
        yield Outcome(True, reason=reason)
        return
    events = solutions(lambda: _ground(request), family.violations or (lambda _: ()))
    for event in events:
        if isinstance(event, Outcome) and family.violations is None:
            event = event._replace(verified=False)
        yield event


def _ground(request: FamilyRequest) -> GroundProgram[Any]:
    family, position = request.sheet.family, request.sheet.position
    # The encodings of a family with options show its output and nothing else.
    is_shown = family.options and not (request.of or request.encoding)
    projection = "--project=show" if is_shown else "--project=project"
    options = [str(request.models), *family.options, projection]
    if request.seed is not None:
        options += [f"--seed={request.seed}", "--rand-freq=0.05"]
    facts = family.facts(position)
    outputs = family.parts[request.of] if request.of else family.outputs
    program = ground(family, facts, options, request.encoding, outputs)
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
