"""The standard rules of Galaxies on a board, which shows nearly all steps.

The ground rules of the encoding, with clingo, are asked for the others, and for
mistakes. What is drawn is followed from one step to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Self

from galaxies_asp.core.asp.encodings import KNOWN, bundled
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.declarations import Declaration, declared
from galaxies_asp.core.board.facts import GALAXY
from galaxies_asp.core.board.grid import Point, mirror
from galaxies_asp.core.board.puzzle import Position, Solution
from galaxies_asp.core.board.regions import pairs_of
from galaxies_asp.core.galaxies import CONSEQUENCES
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.dots.ordering import DotOrder, told_step
from galaxies_asp.explaining.dots.scene import Scene, touched
from galaxies_asp.explaining.dots.steps import (
    closed_step,
    image_in_words,
    touched_step,
)
from galaxies_asp.explaining.dots.walls import walls_at_once
from galaxies_asp.explaining.engine.facts import Fact, Kind, drawn_on, wrong_in
from galaxies_asp.explaining.words.drawn import Drawn
from galaxies_asp.explaining.words.findings import (
    Finished,
    Hint,
    Mistake,
    Reason,
    RulesSource,
    Step,
)
from galaxies_asp.explaining.words.known import Known, KnownDots, colors_of
from galaxies_asp.explaining.words.levels import Method, Technique
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.solving.search import solve

if TYPE_CHECKING:
    from galaxies_asp.explaining.dots.grounded import PuzzleRules


def is_standard(sheet: AnySheet, rules: Rules) -> bool:
    """Tell whether a puzzle is one of Galaxies under the standard rules."""
    has_dots = sheet.dots is not None and not sheet.dots.variants
    return has_dots and rules.encoding in KNOWN and not sheet.excluded


@cache
def _words() -> Mapping[str, Declaration]:
    """Return the words that the bundled encodings declare."""
    return declared(
        "".join(bundled(name).text for name in ("galaxies/interface.lp", CONSEQUENCES))
    )


class BoardSteps:
    """The standard rules for what is drawn on a puzzle, whose drawn walls are given.

    Facts are about cells; walls follow.

    `sheet`: the puzzle. `source`: the encoding.
    """

    def __init__(self, sheet: AnySheet, rules: Rules) -> None:
        position = sheet.position
        board = Bitboard(position.puzzle)  # refuses boards that are too large
        walls = {fact.at for fact in drawn_on(position) if fact.kind is Kind.WALL}
        # No wall parts cells that a dot touches.
        inner = (board.edges(*board.between(core)) for core in board.core)
        self._impossible = walls.intersection(chain.from_iterable(inner))
        if walls := walls - self._impossible:
            puzzle = replace(position.puzzle, walls=position.puzzle.walls | walls)
            sheet = sheet.drawn(Position(puzzle))
        self.sheet, self.rules = sheet.blank.under(rules), rules
        self._result = solve(self.sheet, 2, rules=rules)  # its solutions are verified
        encoding = self.sheet.family.chosen(self.sheet.position, rules)
        self.source = RulesSource(encoding, self._result.verified)

    def on(self, board: AnySheet) -> Self:
        """Return the rules for what is drawn on another board."""
        return type(self)(board, self.rules)

    @cached_property
    def _encoding(self) -> PuzzleRules:
        """The ground rules of the encoding."""
        return self._grounded(self.sheet)

    def _grounded(self, board: AnySheet) -> PuzzleRules:
        from galaxies_asp.explaining.dots.grounded import PuzzleRules  # loads clingo

        return PuzzleRules(board, self.rules)

    def known(self, board: AnySheet) -> KnownDots:
        """Return what is drawn; what excludes dots is read off the board."""
        colors = partial(colors_of, self.sheet.position.puzzle)
        known = Known.of(board.under(self.rules), colors, _words())
        assert isinstance(known, KnownDots)
        return known

    @property
    def _only(self) -> Solution | None:
        """The solution, if there is only one."""
        is_unique = self._result.status == "unique"
        return self._result.solutions[0] if is_unique else None

    def forced(self, board: AnySheet) -> list[Fact] | None:
        """Return the cells of dots that all solutions share; None: no solution."""
        if self._impossible:
            return None
        if self._only is None:
            found = self._encoding.forced(board, self._wanted)
            facts = map(self._encoding.fact, found or ())
            return None if found is None else [*filter(None, facts)]
        if wrong_in(self.known(board).facts, self._only):
            return None
        return [Fact(Kind.CELL, *pair) for pair in pairs_of(self._only)]

    @property
    def _wanted(self) -> dict[int, bool]:
        """The literals of cells, of which only that they hold is of interest."""
        named = self._encoding.ground.named({f"{GALAXY}/2"})
        return dict.fromkeys((literal for literal, _ in named), True)

    def other_mistake(self, board: AnySheet) -> Mistake:
        """Return the mistake on a board by the ground rules."""
        return self._grounded(board.blank).mistake_among(board)

    def reasons_of_walls(self, board: AnySheet, at: Point) -> Iterator[Reason]:
        """Yield why there is a wall on an edge by the ground rules."""
        from galaxies_asp.explaining.words import asking

        yield from asking.reasons_at(self._grounded(board), board, at, "")

    def _is_full(self, known: KnownDots) -> bool:
        """Tell whether facts decide all cells; walls alone those of one solution."""
        cells = {fact.at for fact in known.facts if fact.kind is Kind.CELL}
        if not cells:
            return self._only is not None
        return cells.issuperset(self.sheet.position.puzzle.cells())

    # Steps

    def other_walls(self, known: Known, near: Sequence[Point]) -> Iterator[Hint]:
        """Yield the steps that are left by the rules of the encoding."""
        given = known.position.puzzle.walls | known.position.walls
        for finding in self._grounded(known.sheet).hints(known.sheet, near):
            if isinstance(finding, Step) and given.issuperset(finding.walls):
                continue
            if isinstance(finding, Step):
                new = [fact for fact in finding.facts if fact.at not in given]
                reason = replace(finding.reason, target=new[0], also=tuple(new[1:]))
                finding = replace(finding, reason=reason, facts=tuple(new))
            yield finding

    def deduced(
        self, board: AnySheet, left: Sequence[Fact], near: Sequence[Point] = ()
    ) -> Iterator[Step | Finished]:
        """Yield the steps that decide cells, and their end.

        `left`: the cells of dots that hold.
        """
        known = self.known(board)
        has_walls = board.position.walls is not None or not board.position.has_labels
        scene = Scene.of(known)
        drawn = {fact.at for fact in known.facts}
        new = [fact for fact in touched(known.position.puzzle) if fact.at not in drawn]
        first = [touched_step(new, scene, self.source)] if new else []
        for step in chain(first, self._at_once(known, new)):
            after = scene.after(step.facts)
            if has_walls and step.target.kind is Kind.CELL:
                step = closed_step(step, scene, after)
            yield replace(step, known=known)
            known, scene = known.with_facts(step.facts), after
        order = DotOrder(scene, near)
        by_rules: Iterator[Step] | None = None
        cells = order.scene.board.bits(fact.at for fact in left)
        while cells & ~order.scene.state.taken:
            facts = order.shown(left)
            if not facts and by_rules is None:
                by_rules = self._by_ground_rules(order, left)
            found = self._seen(facts) if by_rules is None or facts else next(by_rules)
            step, before = told_step(found, order), order.scene
            order.add(order.untold(step.facts))
            if has_walls:
                step = closed_step(step, before, order.scene)
            yield replace(step, known=known)
            known = known.with_facts(step.facts)
        yield Finished(self._is_full(known), known=known)

    def _by_ground_rules(self, order: DotOrder, left: Sequence[Fact]) -> Iterator[Step]:
        """Yield steps about cells; what has been told before each is known."""
        from galaxies_asp.explaining.engine.reasoning import Reasoning

        source = self._encoding
        forced, told = source.literals(left), source.literals(order.told)
        reasoning = Reasoning(source.ground, self._wanted, forced, told)
        reasoning.learn((), order.near[:1])
        for deduction in reasoning:
            reader = source.reader(reasoning.known)
            if order.untold(reader.facts_of(deduction.literals)):
                yield reader.step(deduction, reasoning)
                reasoning.learn(source.literals(order.told), order.near[:1])

    def _seen(self, facts: Sequence[Fact]) -> Step:
        """Return a step that the board shows."""
        reason = Reason(facts[0], (), also=tuple(facts[1:]), source=self.source)
        method = Method.SUPPOSITION
        return Step(reason, method.level, tuple(facts), method)

    def _at_once(self, known: KnownDots, more: Sequence[Fact]) -> Iterator[Step]:
        """Yield the partners of drawn cells, and the walls beside what is known.

        `more`: further cells that are known.
        """
        labels = [fact for fact in (*known.facts, *more) if fact.kind is Kind.CELL]
        for new, of in images_of([*labels]):
            labels.append(new)
            yield self._image(known, new, of)
        position = known.position
        if position.walls is None or not position.has_labels:
            return
        drawn = Drawn.on(position).with_facts(labels)
        while step := walls_at_once(drawn, self.source):
            yield step
            drawn = drawn.with_facts(step.facts)

    def _image(self, known: KnownDots, fact: Fact, of: Point) -> Step:
        """Return that a dot has the partner of its cell."""
        reason = Reason(
            fact,
            (replace(fact, at=of),),
            source=self.source,
            clauses=(image_in_words(known.drawn.board, fact),),
            technique=Technique.MIRROR,
        )
        return Step(reason, Technique.MIRROR.level, (fact,), Technique.MIRROR)


def images_of(facts: Iterable[Fact]) -> Iterator[tuple[Fact, Point]]:
    """Yield the cells that are partners of known ones and not known, and of which."""
    labels = {fact.at: fact for fact in facts if fact.kind is Kind.CELL}
    for fact in [*labels.values()]:
        assert fact.center is not None
        image = mirror(fact.center, fact.at)
        if image not in labels:
            labels[image] = replace(fact, at=image)
            yield labels[image], fact.at
