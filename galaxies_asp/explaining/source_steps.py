"""Steps on any encoding: the fact with the smallest reason follows."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

import clingo

from galaxies_asp.asp.atoms import Atoms, points_among
from galaxies_asp.asp.encodings import bundled
from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.facts import program
from galaxies_asp.board.grid import Point, is_cell
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.drawing.coloring import region_colors
from galaxies_asp.explaining.facts import (
    NO_SOLUTION,
    Fact,
    Kind,
    Known,
    distance,
    in_turn,
)
from galaxies_asp.explaining.findings import (
    Finished,
    Hint,
    Mistake,
    Reason,
    Source,
    Step,
)
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.switches import (
    Effort,
    SourceReasons,
    atom_of,
    fact_of,
    farthest,
    places_of,
)
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.solving.programs import CONSEQUENCES
from galaxies_asp.solving.search import solve


class SourceRules(SourceReasons):
    """An encoding grounded for a puzzle: what it forces on a board, step by step.

    `PuzzleRules` is about Galaxies, `sheets.SheetRules` about any family.

    Attributes
    ----------
    puzzle
        The puzzle, of another family a `Sheet`, with nothing drawn on it.
    atoms
        The atoms of the output, of other families than Galaxies.
    """

    puzzle: Any
    atoms: Atoms = frozenset()

    @abstractmethod
    def known(self, board: Any) -> Known:
        """Return what is drawn on the puzzle."""

    @abstractmethod
    def forced(self, known: Sequence[Fact]) -> frozenset[Fact] | None:
        """Return the facts of all solutions with the known facts; None: no solution."""

    @abstractmethod
    def possible(self) -> frozenset[Fact] | None:
        """Return the facts of some solution; None: no solution."""

    @abstractmethod
    def rounds(self, board: Any, forced: frozenset[Fact]) -> list[set[Fact]]:
        """Return the forced facts that steps from a board are about, in rounds."""

    @abstractmethod
    def is_full(self, facts: Collection[Fact]) -> bool:
        """Tell whether facts are a whole solution."""

    def hints(self, board: Any) -> Iterator[Hint]:
        """Yield the mistake in a position, or the steps from it, and how they end.

        Where only walls are drawn the steps are about walls, otherwise about cells.
        """
        known = self.known(board)
        forced = self.forced(known.facts)
        if forced is None:
            yield self._mistake(known)
            return
        steps = _Steps(self)
        for left in self.rounds(board, forced):
            left.difference_update(known.facts)
            while left:
                step = steps.next(known.facts, left)
                left.difference_update(step.facts)
                yield replace(step, known=known)
                known = known.with_facts(step.facts)
        yield Finished(self.is_full(forced), known=known)

    def mistake(self, board: Any) -> Mistake | None:
        """Return the mistake in a position, or None if the position has a solution."""
        known = self.known(board)
        is_right = self.forced(known.facts) is not None
        return None if is_right else self._mistake(known)

    def _mistake(self, known: Known) -> Mistake:
        """Return the mistake among facts that no solution contains together."""
        possible, facts = self.possible(), known.facts
        if possible is None:
            reason = self.complete(self.reason(NO_SOLUTION, ()))
            return Mistake((), reason, known=known)
        wrong = tuple(fact for fact in facts if fact not in possible)
        reason = self.reason(NO_SOLUTION, wrong[:1] or facts)
        return Mistake(wrong or reason.premises, self.complete(reason), known=known)

    def reasons_at(self, board: Any, at: Point | None, atom: str) -> Iterator[Reason]:
        """Yield why a place or an atom is as it is, or there is no solution."""
        if atom and atom not in self.atoms:
            raise OptionError(f"--atom {atom}: the encoding has no such output")
        known = self.known(board)
        forced = self.forced(known.facts)
        targets = [NO_SOLUTION]
        if forced is not None:
            about = (fact for fact in forced if at in places_of(fact))
            targets = [*about, *(f for f in forced if atom and f.atom == atom)]
        for target in sorted(targets, key=in_turn):
            reason = self.reason(target, known.facts)
            reason = self.shortened(reason, known.facts, forced or frozenset())
            yield replace(self.complete(reason), known=known)


class _Steps:
    """The steps on an encoding, with reasons that stay valid: facts are only added."""

    def __init__(self, source: SourceRules) -> None:
        self._source = source
        # The last reason that is not minimal, and what it implies: the next steps take
        # it, one dot after the other, because finding another takes long.
        self._long: tuple[Reason, frozenset[Fact]] | None = None
        # With the distance of the farthest place, and the facts that were known.
        self._found: dict[Fact, tuple[Reason, int, int]] = {}

    def next(self, known: Sequence[Fact], left: set[Fact]) -> Step:
        """Return the step with the smallest reason, and all that it implies."""
        chosen = self._chosen(known, left)
        size, facts = chosen.size, [chosen.target, *self._implied(chosen)]
        if size == 1:
            alike = [chosen, *self._alike(chosen, known, left)]
            instances = (instance for reason in alike for instance in reason.instances)
            chosen = replace(chosen, instances=tuple(dict.fromkeys(instances)))
            facts += [reason.target for reason in alike]
        follow = sorted(
            {fact for fact in facts if fact in left},
            key=lambda fact: (fact != chosen.target, in_turn(fact)),
        )
        level = len(Level) if chosen.by_search else max(1, size)
        return Step(self._source.complete(chosen), level, tuple(follow))

    def _chosen(self, known: Sequence[Fact], left: set[Fact]) -> Reason:
        """Return the smallest reason, with more effort if none is found."""
        if self._long is not None and (rest := self._long[1] & left):
            return replace(self._long[0], target=min(rest, key=in_turn))
        for effort, tried in self._source.efforts:
            chosen = self._smallest(known, left, effort, tried)
            if chosen is not None and not chosen.minimal:
                thorough = self._source.reason(chosen.target, known)
                chosen = chosen if thorough.by_search else thorough
            if chosen is not None:
                return chosen
        return self._source.unnamed(min(left, key=in_turn))

    def _smallest(
        self, known: Sequence[Fact], left: set[Fact], effort: Effort, tried: int
    ) -> Reason | None:
        """Return the smallest reason of the first facts that some effort finds."""
        best: Reason | None = None
        near = sorted(left, key=in_turn)[:tried]
        sizes = [self._found[fact][0].size for fact in near if fact in self._found]
        below = min(sizes) + 1 if sizes else None
        for fact in near:
            reason = self._reason(fact, known, effort, below)
            if reason is not None and (best is None or reason.size < best.size):
                best, below = reason, reason.size
                if best.size <= 1:
                    break
        return best

    def _reason(
        self, fact: Fact, known: Sequence[Fact], effort: Effort, below: int | None
    ) -> Reason | None:
        """Return the reason of a fact; again if new facts near it may shorten it.

        None if that takes more effort, or if it is seen not to be smaller than `below`.
        """
        before = None
        if fact in self._found:
            before, radius, count = self._found[fact]
            far = (distance(other.at, fact.at) > radius for other in known[count:])
            if before.size <= 1 or all(far):
                return before
        reason = self._source.reason(fact, known, effort, below)
        if reason.by_search:
            return before
        points = [premise.at for premise in reason.premises]
        for instance in reason.instances:
            points += points_among(instance.values)
        self._found[fact] = reason, farthest(points, fact.at), len(known)
        return reason

    def _implied(self, reason: Reason) -> Iterator[Fact]:
        """Yield what a reason implies; of one that is not minimal, for one dot only."""
        if reason.minimal or reason.by_search:
            yield from self._source.consequences(reason)
            return
        if self._long is None or reason.target not in self._long[1]:
            self._long = reason, self._source.consequences(reason)
        for fact in self._long[1]:
            if fact.center == reason.target.center:
                yield fact

    def _alike(
        self, chosen: Reason, known: Sequence[Fact], left: set[Fact]
    ) -> Iterator[Reason]:
        """Yield the reasons of one instance of the same rule, for cells of one dot."""
        target, (effort, _) = chosen.target, self._source.efforts[0]
        if not chosen.instances or target.center is None:
            return
        for fact in sorted(left, key=in_turn):
            if (fact.center, fact.kind) == (target.center, target.kind):
                reason = self._reason(fact, known, effort, 2)
                if reason is None or reason.size != 1 or not reason.instances:
                    continue
                if reason.instances[0].rule == chosen.instances[0].rule:
                    yield reason


class PuzzleRules(SourceRules):
    """An encoding grounded for a puzzle of Galaxies.

    Attributes
    ----------
    colors
        A color for each dot: neighbors in the first solution differ.

    Raises
    ------
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.
    """

    def __init__(self, rules: Rules, puzzle: Puzzle) -> None:
        self.puzzle = rules.puzzle(puzzle)
        self._engine = engine = program_engine(self.puzzle, rules)
        result = solve(self.puzzle, 2, rules=rules)
        self.source = Source(engine.encoding, result.verified)
        self.colors: dict[Point, int] = {}
        for solution in result.solutions[:1]:
            colors = region_colors(solution.puzzle)
            self.colors = dict(zip(solution.puzzle.centers, colors, strict=True))
        facts = program(self.puzzle) + bundled(CONSEQUENCES).text
        super().__init__(engine.source, facts, engine.name)

    def known(self, board: Position) -> Known:
        """Return what is drawn on the puzzle."""
        return Known.of(Position(self.puzzle, board.walls, board.rows()), self.colors)

    def forced(self, known: Sequence[Fact]) -> frozenset[Fact] | None:
        """Return the facts of all solutions with the known facts; None: no solution."""
        return self._consequences("cautious", known)

    def possible(self) -> frozenset[Fact] | None:
        """Return the facts of some solution; None: no solution."""
        return self._consequences("brave", ())

    def _consequences(
        self, mode: Literal["cautious", "brave"], known: Sequence[Fact]
    ) -> frozenset[Fact] | None:
        searched = self._engine.program(["0"], CONSEQUENCES)
        searched.ground()
        assumed = [(atom_of(fact), True) for fact in known]
        return searched.shared(
            mode, lambda model: _facts(model.symbols(shown=True)), assumed
        )

    def rounds(self, board: Position, forced: frozenset[Fact]) -> list[set[Fact]]:
        """Return walls where only walls are drawn, else cells, then loose walls."""
        kinds: list[tuple[Kind, ...]] = [(Kind.CELL, Kind.EMPTY)]
        if not board.has_labels and board.walls is not None:
            kinds = [(Kind.WALL,)]
        elif RuleVariant.LOOSE_WALLS in self.puzzle.variants:
            kinds.append((Kind.WALL, Kind.OPEN))
        new = forced - {Fact(Kind.WALL, wall) for wall in self.puzzle.walls}
        return [{fact for fact in new if fact.kind in wanted} for wanted in kinds]

    def is_full(self, facts: Collection[Fact]) -> bool:
        """Tell whether facts decide all cells."""
        cells = {fact.at for fact in facts if is_cell(fact.at)}
        return cells == set(self.puzzle.cells())

    def _shared(self, held: Sequence[int]) -> frozenset[Fact]:
        return _facts(self._program.consequences(held))


def _facts(symbols: Iterable[clingo.Symbol]) -> frozenset[Fact]:
    found = map(fact_of, symbols)
    return frozenset(fact for fact in found if fact is not None)
