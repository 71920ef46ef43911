"""The standard rules of Galaxies: the ground rules deduce, and the board tells why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from typing import ClassVar

from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.facts import GALAXY
from galaxies_asp.core.board.grid import Point, is_cell, sides
from galaxies_asp.core.galaxies import CONSEQUENCES, is_galaxies
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.dots.board import BoardRules, images_of, is_standard
from galaxies_asp.explaining.dots.grounded import PuzzleRules
from galaxies_asp.explaining.dots.ordering import DotOrder
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.steps import (
    is_stopped,
    told_contradiction,
    told_edge,
    told_with_lemmas,
    told_wrong,
)
from galaxies_asp.explaining.engine.facts import (
    NO_SOLUTION,
    Fact,
    Kind,
    erased,
    wrong_in,
)
from galaxies_asp.explaining.engine.reasoning import Reasoning
from galaxies_asp.explaining.words.asking import in_short, reasons_at
from galaxies_asp.explaining.words.findings import Hint, Mistake, Reason, Step
from galaxies_asp.explaining.words.grounded import SourceRules
from galaxies_asp.explaining.words.known import Colors, Known, KnownDots
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.solving.search import solve


def rules_of(sheet: AnySheet, rules: Rules) -> SourceRules:
    """Return the rules of an encoding, grounded for what is drawn on a puzzle."""
    if is_standard(sheet, rules):
        return StandardRules(BoardRules(sheet, rules, StandardRules))
    puzzle = sheet.blank
    text = program_engine(puzzle.under(rules), rules).source.text
    kind = PuzzleRules if is_galaxies(sheet) else SourceRules
    return _grounded(puzzle, rules, kind, text)


@lru_cache(maxsize=4)
def _grounded(
    puzzle: AnySheet, rules: Rules, kind: type[SourceRules], text: str
) -> SourceRules:
    """Return rules for a puzzle: hints on one puzzle follow each other.

    `text`: the program, which may be in a file that changes.
    """
    return kind(puzzle, rules)


class StandardRules(PuzzleRules):
    """An encoding of the standard rules, grounded for what is drawn on a puzzle.

    Drawn walls are walls of the ground puzzle. Facts are about cells; walls follow.
    """

    questions = ""
    usual: ClassVar[str] = PuzzleRules.usual + bundled(CONSEQUENCES).text

    def __init__(self, board: BoardRules) -> None:
        self._board = board
        super().__init__(board.sheet, board.rules)

    @cached_property
    def colors(self) -> Colors:
        """A color for each dot."""
        return self._board.colors

    @cached_property
    def _decided(self) -> frozenset[str]:
        return self.chosen

    @property
    def chosen(self) -> frozenset[str]:
        """The cells of regions."""
        return frozenset({f"{GALAXY}/2"})

    def known(self, board: AnySheet) -> Known:
        """Return what is drawn; what excludes dots is read off the board."""
        return replace(self._board.known(board), declared=self.declared)

    def hints(self, board: AnySheet, near: Sequence[Point] = ()) -> Iterator[Hint]:
        """Yield the mistake on a board, or the steps from it, and how they end."""
        yield from self._board.hints(board, near)

    def walls_left(self, board: AnySheet, near: Sequence[Point]) -> Iterator[Hint]:
        """Yield steps about walls by the rules of the encoding."""
        yield from PuzzleRules(board, self._rules).hints(board, near)

    def wanted(self, board: AnySheet) -> dict[int, bool]:
        """Return the cells of regions, of which only that they hold is of interest."""
        return dict.fromkeys((n for n, _ in self.ground.named(self.chosen)), True)

    def asked(self, at: Point | None) -> dict[int, bool]:
        """Return the same."""
        return self.wanted(self.sheet)

    def literals(self, facts: Iterable[Fact]) -> list[int]:
        """Return the literals of cells; walls are those of the puzzle."""
        return super().literals(fact for fact in facts if fact.kind is Kind.CELL)

    def _held(self, facts: Iterable[Fact]) -> list[int] | None:
        return super()._held(fact for fact in facts if fact.kind is Kind.CELL)

    def forced(self, board: AnySheet, wanted: Mapping[int, bool]) -> list[int] | None:
        """Return what is forced: where there is one solution, what it says."""
        found = self._board.forced(board)
        return None if found is None else self.literals(found)

    def forced_cells(self, board: AnySheet) -> list[Fact] | None:
        """Return the cells of dots that all solutions share; None: no solution."""
        forced = super().forced(board, self.wanted(board))
        found = map(self.fact, forced or ())
        return None if forced is None else [*filter(None, found)]

    def steps(self, order: DotOrder, left: Sequence[Fact]) -> Iterator[Step]:
        """Yield steps by the ground rules; what has been told before each is known."""
        wanted, forced = self.wanted(self.sheet), self.literals(left)
        reasoning = Reasoning(self.ground, wanted, forced, self.literals(order.told))
        reasoning.learn((), order.near[:1])
        for deduction in reasoning:
            reader = self.reader(reasoning.known)
            if order.untold(reader.facts_of(deduction.literals)):
                yield reader.step(deduction, reasoning)
                reasoning.learn(self.literals(order.told), order.near[:1])

    # Mistakes and reasons

    def mistake(self, board: AnySheet) -> Mistake | None:
        """Return the mistake in a position, or None if the position has a solution."""
        is_wrong = self.forced(board, self.wanted(board)) is None
        return self.mistake_among(board) if is_wrong else None

    def mistake_among(self, board: AnySheet) -> Mistake:
        """Return the mistake, with what keeps the dot of a wrong cell from it."""
        known, result = self.known(board), solve(board.blank, 2, rules=self._rules)
        if result.status == "none":
            reason = self._told_contradiction(board.blank)
            return Mistake((), reason, known=known)
        if result.status != "unique":
            return PuzzleRules(board.blank, self._rules).mistake_among(board)
        wrong = wrong_in(known.facts, result.solutions[0])
        right = board.drawn(erased(board.position, wrong))
        source = self if right.position.walls is None else self._on(right)
        return Mistake(wrong, source._reason_against(right, wrong), known=known)

    def _on(self, board: AnySheet) -> StandardRules:
        return StandardRules(BoardRules(board, self._rules, StandardRules))

    def _reason_against(self, right: AnySheet, wrong: Sequence[Fact]) -> Reason:
        """Return why something that is drawn is wrong, where the rest is right."""
        known = self.known(right)
        assert isinstance(known, KnownDots)
        cells_ = [fact for fact in wrong if fact.kind is Kind.CELL]
        if not cells_:
            reason = next(self.at_edge(right, wrong[0].at) or iter(()))
            return replace(reason, target=NO_SOLUTION)
        scene = Scene.of(known)
        first = next(filter(partial(is_stopped, scene), cells_), cells_[0])
        reason = self._contradiction(right, known.facts, first)
        return replace(reason, clauses=told_wrong(reason, first, known, scene))

    def _told_contradiction(self, board: AnySheet) -> Reason:
        """Return why a puzzle has no solution."""
        known = self.known(board)
        assert isinstance(known, KnownDots)
        reason = self._contradiction(board, (), None)
        return replace(reason, clauses=told_contradiction(reason, known))

    def in_words(self, reason: Reason) -> Reason | None:
        """Return a reason as the board shows it; None where it does not."""
        if reason.target.kind is not Kind.CELL:
            return reason
        reason = _with_images(reason)
        said = told_with_lemmas(reason)
        if said is None:
            return None
        return replace(reason, clauses=said.clauses, technique=said.technique)

    def at_edge(self, board: AnySheet, at: Point) -> Iterator[Reason] | None:
        """Return why there is a wall on an edge, or none; None for other places."""
        return None if is_cell(at) else self._of_edge(board, at)

    def _of_edge(self, board: AnySheet, at: Point) -> Iterator[Reason]:
        known = self.known(board)
        assert isinstance(known, KnownDots)
        found = [next(reasons_at(self, board, cell, ""), None) for cell in sides(at)]
        both = [one for one in found if one and one.target.kind is Kind.CELL]
        if len(both) == len(found):
            each = (lemma for one in both for lemma in (*one.earlier, *one.lemmas, one))
            lemmas = {lemma.target: lemma for lemma in each}
            reason = in_short(both[0], [*lemmas.values()], known)
            yield told_edge(at, both, _with_images(reason))
        elif any(one and one.target == NO_SOLUTION for one in found):
            yield from (one for one in found[:1] if one)
        else:
            walls = PuzzleRules(board, self._rules)
            yield from reasons_at(walls, board, at, "")


def _with_images(reason: Reason) -> Reason:
    """Return a reason on a board with the partners of all cells."""
    known = reason.known
    if known is None or not reason.earlier:
        return reason
    return replace(
        reason, known=known.with_facts(one for one, _ in images_of(known.facts))
    )
