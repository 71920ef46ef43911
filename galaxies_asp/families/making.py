"""Puzzles of any family with exactly one solution.

A puzzle begins with a sample: a random model of the encoding with clues as choices,
under its part `taste`. Where clues can be left out, the sample gets
all that its solution allows; then those are dropped that no proof needs. Where they
cannot, each second solution becomes a condition on the clues; see `conditions`.
"""

import random
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import count, islice
from typing import TypeVar

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.clues import CLOSED, legal, place_in
from galaxies_asp.core.asp.ground_rules import RuleRecorder
from galaxies_asp.core.asp.program import TASTE, statements
from galaxies_asp.core.board.atoms import Atom, joined
from galaxies_asp.core.board.declarations import clues_of
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.patterns import orbits
from galaxies_asp.core.sheet import AnyFamily, AnySheet, Family, Sheet
from galaxies_asp.families.conditions import Conditions
from galaxies_asp.families.endings import GenerationError, StoppedError
from galaxies_asp.families.opened import OpenedPuzzle, OpenProgram, distance, place_of
from galaxies_asp.families.thinning import ANY_CLUES, Judge, Thinning, WantedClues
from galaxies_asp.solving.search import solve

P = TypeVar("P")
_BOARD = ("width/1", "height/1", "hole/1")
ATTEMPTS = 100
"""Samples that are drawn before giving up."""

_FEWEST, _MOST = 0.25, 0.4
"""The share of places that may have clues in a sample, if places may have none."""

_SAMPLING = ((False, 500), (True, 1000), (False, 2000), (True, 2000))
"""Searches for a sample: whether the output is decided first, and the conflicts."""

_GROWING = 10
"""The number of samples after which limits grow no more."""

_MORE_CONFLICTS = 1.15
"""The factor of the conflicts for the next sample."""

_ROUNDS, _MORE_ROUNDS = 60, 1.2
"""Second solutions of a sample before the next one is drawn, and the factor for it."""

_FAR = 10**9
_SEARCHES = ((4, 0, 300), (6, 3, 1000), (10, 6, 3000), (_FAR, _FAR, 5000))
"""Searches for other clues: how far from the outputs in which a solution and a second
one differ clues may change, and outputs; and the conflicts."""

_PROOF = 20_000
"""Conflicts of the search for a second solution."""


def generate(
    family: Family[P],
    size: tuple[int, int],
    rng: random.Random,
    report: Report = silent,
    wanted: WantedClues = ANY_CLUES,
    judge: Judge | None = None,
    holes: Collection[Point] = (),
) -> Sheet[P]:
    """Return a puzzle with exactly one solution, solved; its name is empty.

    The same state of `rng` yields the same puzzle. Where clues can be left out, `judge`
    says how many, as far as that can be. `holes`: the cells that are missing.

    Raises `GenerationError` if none is found. Raises `StoppedError` at Ctrl-C, or if
    `report` raises `TimeoutError`, while clues are left out. Raises `GalaxiesError` if
    the family has no way to make puzzles, or to choose such clues.
    """
    if wanted != ANY_CLUES and (family.has_generator or not family.opened()):
        raise OptionError(
            f"{family.name} has a way of its own to make puzzles, which takes neither "
            "a pattern nor a number of clues"
        )
    if holes and "hole/1" not in family.inputs:
        raise OptionError(f"boards of {family.name} have no missing cells")
    if family.has_generator:
        made = Sheet(family, "", family.generated(rng, size, report, holes))
        result = solve(made.blank)
        if result.status != "unique":
            number = "no" if result.status == "none" else "more than 1"
            raise GenerationError(
                f"the generator of {family.name} made a puzzle with {number} solution"
            )
        return made.drawn(result.solutions[0])
    candidates = _candidates(family, size, rng, report, wanted, judge, holes)
    for facts, is_stopped in islice(candidates, ATTEMPTS + 1):
        if facts is not None:
            sheet = Sheet(family, "", family.puzzle(facts))
            result = solve(sheet)
            if result.status == "unique":
                solved = sheet.drawn(result.solutions[0])
                if is_stopped:
                    raise StoppedError(solved)
                return solved
    raise GenerationError(f"none of {ATTEMPTS} random boards has exactly 1 solution")


def _candidates(
    family: AnyFamily,
    size: tuple[int, int],
    rng: random.Random,
    report: Report,
    wanted: WantedClues,
    judge: Judge | None,
    holes: Collection[Point],
) -> Iterator[tuple[str | None, bool]]:
    """Yield the facts of puzzles that may have one solution; None: a board has more.

    Yield also whether the work was stopped.
    """
    frame = family.frame(*size) if family.opened() else None
    if frame is None:
        raise GalaxiesError(
            f"{_inputs(family)}{family.name} has neither a clue with a domain, nor a "
            "file that chooses clues, so no puzzles can be made"
        )
    frame += joined(Atom("hole", (hole,)) for hole in sorted(holes))
    if (reason := family.obstacle(family.puzzle(frame))) is not None:
        raise OptionError(
            f"{family.name} has no boards of {size[0]}x{size[1]}: {reason}"
        )
    maker = _Maker(family, frame, rng, report, wanted, judge)
    for number in count():
        yield maker.attempt(number), maker.is_stopped


def lacks_taste(sheet: AnySheet) -> bool:
    """Tell whether a solved puzzle needs no clue, and its encoding has no taste."""
    family = sheet.family
    if family.has_generator or not family.opened():
        return False
    others = [a for a in facts_of(sheet.facts) if a.signature not in family.clues]
    source = family.source(family.usual_encodings[0])
    if any(s.ast_type.name == "Rule" for s in statements(source, family.name, TASTE)):
        return False
    try:
        bare = Sheet(family, "", family.puzzle(joined(others)))
        found = solve(bare, 2)
    except GalaxiesError:  # the family refuses boards without clues
        return False
    is_unique = found.status == "unique"
    return is_unique and bare.drawn(found.solutions[0]).atoms == sheet.atoms


def _inputs(family: AnyFamily) -> str:
    """Return the place of the first declared input that has no domain; maybe empty."""
    for one in family.declarations.values():
        if one.role == "Input" and one.signature not in _BOARD:
            place = place_in(family.source(family.usual_encodings[0]), one)
            return f"{place}: "
    return ""


def _check_domains(family: AnyFamily, frame: str, *, is_empty: bool = False) -> None:
    """Raise `EncodingError` if a declared domain is faulty or too large.

    `is_empty`: no clue can be chosen; raise `OptionError` if a domain holds nowhere.
    """
    source = family.source(family.usual_encodings[0])
    for one in clues_of(family.declarations):
        if not legal(source, [one], frame, is_usual=True) and is_empty:
            fault = f"the domain {one.usual} holds nowhere"
            raise OptionError(f"{place_in(source, one)}: {fault}")


class _Maker:
    """Makes puzzles of a family on boards with the same facts."""

    is_stopped = False

    def __init__(
        self,
        family: AnyFamily,
        frame: str,
        rng: random.Random,
        report: Report,
        wanted: WantedClues,
        judge: Judge | None,
    ) -> None:
        self._family, self._rng, self._report = family, rng, report
        self._blank, self._frame, self._is_whole = frame, frame, False
        self._wanted, self._judge = wanted, judge
        self._size = family.board_size(facts_of(frame))

    def attempt(self, number: int) -> str | None:
        """Return the facts of a puzzle from one sample; None if that fails.

        `number`: the number of attempts before: limits grow with it. Raises
        `OptionError` if no board of the size has a solution, or none that `taste`
        allows.
        """
        self._report("samples", number + 1, None)
        number = min(number, _GROWING)
        self._frame = self._blank + self._family.random_board(self._rng, self._blank)
        frame = self._frame + ("" if self._is_whole else self._closed())
        opened = OpenedPuzzle(self._family, frame, is_usual=True)
        recorder = RuleRecorder()
        options = [f"--seed={self._rng.randrange(2**31)}", "--sign-def=rnd"]
        options += ["--rand-freq=0.05", *["--configuration=frumpy"] * (number % 2)]
        options += ["--heuristic=Domain"]  # for `OpenProgram.near`
        if not number:
            _check_domains(self._family, self._frame)
        sampler = OpenProgram(opened, *options, observer=recorder)
        if not sampler.clues:
            _check_domains(self._family, self._frame, is_empty=True)
        recorder.is_on = False
        sampler.add_taste(self._family.source(opened.encoding))
        sample = self._sample(opened, sampler, number)
        if sample is None:
            return None
        solution = sampler.signed(sample, sampler.outputs)
        none = [-literal for literal in sampler.clues.values()]
        clues: Sequence[Atom] | None
        if sampler.search([*solution, *none, -sampler.wished]).model is None:
            if self._wanted != ANY_CLUES:
                self._wanted.demand(sampler, self._size)
                sample = self._sample(opened, sampler, number)
            rounds = round(_ROUNDS * _MORE_ROUNDS**number)
            if sample is None:
                return None
            chosen = {a.literal for a in sampler.program.occurring(*opened.chosen)}
            conditions = Conditions(
                sampler.control, recorder.rules, chosen, sampler.wished
            )
            clues = self._steered(sampler, conditions, sample, rounds)
        else:
            drawn = {a for a, n in sampler.outputs.items() if n in sample}
            opened = OpenedPuzzle(self._family, self._frame, is_usual=True)
            thinning = Thinning(
                *(opened, self._size, self._wanted, self._rng, self._report),
                self._judge,
            )
            clues = thinning.thinned(drawn)
            self.is_stopped = thinning.is_stopped
        return None if clues is None else opened.facts(clues, sampler.program)

    def _sample(
        self, opened: OpenedPuzzle, sampler: OpenProgram, number: int
    ) -> frozenset[int] | None:
        """Return a sample; None if that fails."""
        settings = sampler.program.solver
        for is_leading, conflicts in _SAMPLING:
            leading = sampler.leading if is_leading else -sampler.leading
            limit = round(conflicts * _MORE_CONFLICTS**number)
            sample = sampler.search([sampler.wished, leading], limit)
            if sample.is_known:
                break
            settings.seed = str(self._rng.randrange(2**31))
        if sample.is_excluded and self._is_whole:
            raise OptionError(self._reason(opened))
        self._is_whole |= sample.is_excluded
        return sample.model

    def _closed(self) -> str:
        """Return facts that close most points of the board to clues."""
        width, height = self._size
        share = self._rng.uniform(_FEWEST, _MOST)
        images = orbits(width, height, self._wanted.pattern)
        points = sorted(images)
        is_open = {images[p]: self._rng.random() <= share for p in points}
        return joined(Atom(CLOSED, (p,)) for p in points if not is_open[images[p]])

    def _reason(self, opened: OpenedPuzzle) -> str:
        """Return why no board has a solution."""
        width, height = self._size
        boards = f"{self._family.name} of {width}x{height}"
        boards += " without these cells" * ("hole(" in self._blank)
        program = OpenProgram(opened)
        if program.search().model is None:
            return f"no {boards} has a solution"
        source = self._family.source(opened.encoding)
        above = re.split(rf"(?m)^#program\s+{TASTE}\b", source.text, maxsplit=1)[0]
        path, line = source.position(above.count("\n") + 1)
        more = " with the clues that are asked for" * (self._wanted != ANY_CLUES)
        return f"{path}:{line}: no {boards} meets the part {TASTE!r}{more}"

    def _steered(
        self,
        program: OpenProgram,
        conditions: Conditions,
        drawn: frozenset[int],
        rounds: int,
    ) -> Sequence[Atom] | None:
        """Change the clues of a sample until there is no second solution."""
        program.program.solver.rand_freq = "0.0"
        program.watched |= conditions.side
        clues = program.signed(drawn, {**program.clues, **program.outputs})
        sample = program.search([program.wished, *clues]).model
        for number in range(rounds):
            if sample is None:
                return None
            self._report("second solutions excluded", number, None)
            solution = program.signed(sample, program.outputs)
            clues = program.signed(sample, program.clues)
            other, near = program.other(solution), program.near([*solution, *clues])
            asked = [-program.wished, other, near, *clues]
            found = program.search(asked, _PROOF)
            program.release(other)
            if found.is_excluded:
                return [a for a, n in program.clues.items() if n in sample]
            if found.model is None:
                return None
            rival = program.signed(found.model, program.outputs)
            for one, outputs in (found.model, rival), (sample, solution):
                conditions.exclude(conditions.side & one, outputs)
            sample = self._changed(program, sample, found.model, near)
            program.release(near)
        return None

    def _changed(
        self,
        program: OpenProgram,
        sample: frozenset[int],
        rival: frozenset[int],
        near: int,
    ) -> frozenset[int] | None:
        """Return a sample with other clues, near the outputs that a rival has not."""
        differing = [
            place_of(a)[-1]
            for a, n in program.outputs.items()
            if (n in sample) != (n in rival)
        ]
        kinds = program.clues, program.outputs
        far = {
            place: distance(place[-1], differing)
            for place in {place_of(atom) for kind in kinds for atom in kind}
        }
        for *most, conflicts in _SEARCHES:
            fixed = [
                n if n in sample else -n
                for kind, radius in zip(kinds, most, strict=True)
                for a, n in kind.items()
                if far[place_of(a)] > radius
            ]
            asked = [program.wished, -program.leading, near, *fixed]
            found = program.search(asked, conflicts)
            if found.model is not None:
                return found.model
        return None
