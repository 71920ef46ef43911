"""The standard rules of Galaxies: the ground rules deduce, and the board tells why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import ClassVar

from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.facts import GALAXY
from galaxies_asp.core.board.grid import Point, is_cell, mirror, sides
from galaxies_asp.core.board.puzzle import Position, Solution
from galaxies_asp.core.board.regions import pairs_of
from galaxies_asp.core.galaxies import CONSEQUENCES, is_galaxies
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.dots.beginning import closed_step, colors, is_standard
from galaxies_asp.explaining.dots.grounded import PuzzleRules
from galaxies_asp.explaining.dots.ordering import DotOrder
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.steps import (
    image_in_words,
    is_stopped,
    told_contradiction,
    told_edge,
    told_with_lemmas,
    told_wrong,
)
from galaxies_asp.explaining.dots.telling import told_steps
from galaxies_asp.explaining.dots.walls import walls_at_once, walls_of_cells
from galaxies_asp.explaining.engine.facts import (
    NO_SOLUTION,
    Fact,
    Kind,
    drawn_on,
    erased,
    wrong_in,
)
from galaxies_asp.explaining.engine.reasoning import Reasoning
from galaxies_asp.explaining.words.asking import in_short, reasons_at
from galaxies_asp.explaining.words.drawn import Drawn
from galaxies_asp.explaining.words.findings import Finished, Hint, Mistake, Reason, Step
from galaxies_asp.explaining.words.grounded import SourceRules
from galaxies_asp.explaining.words.known import Colors, Known, KnownDots
from galaxies_asp.explaining.words.levels import Method, Technique
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.solving.search import solve


def rules_of(sheet: AnySheet, rules: Rules) -> SourceRules:
    """Return the rules of an encoding, grounded for what is drawn on a puzzle."""
    if is_standard(sheet, rules):
        return StandardRules(sheet, rules)
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
        super().__init__(sheet, rules)

    @cached_property
    def colors(self) -> Colors:
        """A color for each dot."""
        return colors(self.sheet.position.puzzle)

    @cached_property
    def _decided(self) -> frozenset[str]:
        return self.chosen

    @property
    def chosen(self) -> frozenset[str]:
        """The cells of regions."""
        return frozenset({f"{GALAXY}/2"})

    def known(self, board: AnySheet) -> Known:
        """Return what is drawn; what excludes dots is read off the board."""
        return Known.of(board.under(self._rules), self.colors, self.declared)

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
        if self._only is None and not self._impossible:
            return super().forced(board, wanted)
        found = self._forced_cells(board)
        return None if found is None else self.literals(found)

    def _forced_cells(self, board: AnySheet) -> list[Fact] | None:
        """Return the cells of dots that are forced; None: no solution."""
        if self._impossible:
            return None
        if self._only is None:
            forced = super().forced(board, self.wanted(board))
            found = map(self.fact, forced or ())
            return None if forced is None else [*filter(None, found)]
        if wrong_in(self.known(board).facts, self._only):
            return None
        return [Fact(Kind.CELL, *pair) for pair in pairs_of(self._only)]

    @cached_property
    def _only(self) -> Solution | None:
        """The solution, if there is only one."""
        is_unique = self._result.status == "unique"
        return self._result.solutions[0] if is_unique else None

    def is_solved(self, board: AnySheet) -> bool:
        """Tell whether what is drawn is a solution: nothing is one of a single dot."""
        position = board.position
        is_drawn = position.walls or position.has_labels
        few = len(position.puzzle.centers) < 2
        return bool(is_drawn or few) and super().is_solved(board)

    # Steps

    def deduced(
        self, board: AnySheet, near: Sequence[Point] = ()
    ) -> Iterator[Step | Mistake]:
        """Yield the mistake in a position, or the steps from it, without walls.

        The ground rules find what the board does not show.
        """
        left = self._forced_cells(board)
        if left is None:
            yield self.mistake_among(board)
            return
        known = self.known(board)
        assert isinstance(known, KnownDots)
        order = DotOrder(known, near)
        by_rules = self._by_rules(order, left)
        if order.touched:
            yield self._seen(order.touched)
        while left := order.untold(left):
            facts = order.shown(left)
            step = self._seen(facts) if facts else next(by_rules)
            yield step
            order.add(order.untold(step.facts))

    def _seen(self, facts: Sequence[Fact]) -> Step:
        """Return a step that the board shows."""
        reason = Reason(facts[0], (), also=tuple(facts[1:]), source=self.source)
        method = Method.SUPPOSITION
        return Step(reason, method.level, tuple(facts), method)

    def _by_rules(self, order: DotOrder, left: Sequence[Fact]) -> Iterator[Step]:
        """Yield steps by the ground rules; what has been told before each is known."""
        wanted, forced = self.wanted(self.sheet), self.literals(left)
        reasoning = Reasoning(self.ground, wanted, forced, self.literals(order.told))
        reasoning.learn((), order.near[:1])
        for deduction in reasoning:
            reader = self.reader(reasoning.known)
            if order.untold(reader.facts_of(deduction.literals)):
                yield reader.step(deduction, reasoning)
                reasoning.learn(self.literals(order.told), order.near[:1])

    def hints(self, board: AnySheet, near: Sequence[Point] = ()) -> Iterator[Hint]:
        """Yield the mistake on a board, or the steps from it, and how they end.

        Where only walls are drawn the steps are about walls.
        """
        position = board.position
        if position.walls and not position.has_labels:
            yield from self._about_walls(board, near)
        else:
            yield from self._about_cells(board, near)

    def _about_walls(self, board: AnySheet, near: Sequence[Point]) -> Iterator[Hint]:
        """Yield steps that draw walls: those that follow where cells are decided."""
        known, found = self.known(board), list[Step]()
        for finding in self._about_cells(board, near):
            if isinstance(finding, Step):
                found.append(finding)
                for step in walls_of_cells(found):
                    yield replace(step, known=known)
                    known = known.with_facts(step.facts)
            elif isinstance(finding, Mistake) or finding.solved:
                yield replace(finding, known=known)
            else:
                # Walls may be forced although the cells beside them are not.
                yield from self._other_walls(known, near)

    def _other_walls(self, known: Known, near: Sequence[Point]) -> Iterator[Hint]:
        """Yield the steps that are left by the rules of the encoding."""
        given = known.position.puzzle.walls | known.position.walls
        for finding in PuzzleRules(known.sheet, self._rules).hints(known.sheet, near):
            if isinstance(finding, Step) and given.issuperset(finding.walls):
                continue
            if isinstance(finding, Step):
                new = [fact for fact in finding.facts if fact.at not in given]
                reason = replace(finding.reason, target=new[0], also=tuple(new[1:]))
                finding = replace(finding, reason=reason, facts=tuple(new))
            yield finding

    def _about_cells(self, board: AnySheet, near: Sequence[Point]) -> Iterator[Hint]:
        known, scene, has_begun = self.known(board), None, False
        assert isinstance(known, KnownDots)
        if self.is_solved(board):
            yield Finished(solved=True, known=known)
            return
        has_walls = board.position.walls is not None or not board.position.has_labels
        for finding in chain(self.deduced(board, near), [None]):
            if isinstance(finding, Mistake):
                yield finding
                return
            scene = scene or Scene.of(known)
            steps = [*told_steps(finding, known, scene)] if finding else []
            is_first = finding and known.are_touched(finding.reason.targets)
            if not (has_begun or is_first):
                has_begun = True
                steps = [*self._at_once(known), *steps]
            for step in steps:
                after = scene.after(step.facts)
                if has_walls and step.target.kind is Kind.CELL:
                    step = closed_step(step, scene, after)
                yield replace(step, known=known)
                known, scene = known.with_facts(step.facts), after
        yield Finished(self.is_full(known.facts), known=known)

    def _at_once(self, known: KnownDots) -> Iterator[Step]:
        """Yield the mirror images of drawn cells, and the walls beside what is known.

        These are no steps where all that is drawn has followed.
        """
        labels = [fact for fact in known.facts if fact.kind is Kind.CELL]
        for new, of in _images(known.facts):
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
        return StandardRules(board, self._rules)

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
        reason, known=known.with_facts(one for one, _ in _images(known.facts))
    )


def _images(facts: Iterable[Fact]) -> Iterator[tuple[Fact, Point]]:
    """Yield the cells that are partners of known ones and not known, and of which."""
    labels = {fact.at: fact for fact in facts if fact.kind is Kind.CELL}
    for fact in [*labels.values()]:
        assert fact.center is not None
        image = mirror(fact.center, fact.at)
        if image not in labels:
            labels[image] = replace(fact, at=image)
            yield labels[image], fact.at
