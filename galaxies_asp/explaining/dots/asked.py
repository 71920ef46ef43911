"""What is asked about a board: the next steps, why something is so, what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from galaxies_asp.core.board.grid import Point, cell_name, is_cell, sides
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.dots.board import BoardSteps
from galaxies_asp.explaining.dots.leading import (
    leading,
    lemma_in_words,
    told_in_turn,
    words_of,
)
from galaxies_asp.explaining.dots.rivals import stops_in_words
from galaxies_asp.explaining.dots.scene import Scene, is_stopped
from galaxies_asp.explaining.dots.steps import Told, image_in_words, told
from galaxies_asp.explaining.dots.walls import walls_of_cells
from galaxies_asp.explaining.dots.what_ifs import told_chain, told_what_if
from galaxies_asp.explaining.engine.facts import (
    NO_SOLUTION,
    Fact,
    Kind,
    erased,
    wrong_in,
)
from galaxies_asp.explaining.words.clauses import Clause, dot_marks, dots
from galaxies_asp.explaining.words.findings import (
    Finished,
    Hint,
    Mistake,
    Reason,
    Step,
)
from galaxies_asp.explaining.words.known import KnownDots
from galaxies_asp.explaining.words.levels import Technique, hardest
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.solving.search import solve


def reasons_at(rules: BoardSteps, board: AnySheet, at: Point) -> Iterator[Reason]:
    """Yield why a cell has its dot, or an edge its wall or none, if it is forced.

    A cell that is drawn is explained by the rest.
    """
    places = (at,) if is_cell(at) else sides(at)
    drawn = [f for f in rules.known(board).facts if is_cell(at) and f.at == at]
    rest = board.drawn(erased(board.position, drawn)) if drawn else board
    left = rules.forced(rest) or []
    targets = [fact for fact in left if fact.at in places]
    if len(targets) < len(places):
        if drawn:
            said = (Clause("it is drawn, and nothing else forces it"),)
            yield Reason(drawn[0], (), known=rules.known(rest), clauses=said)
        elif not is_cell(at):
            yield from rules.reasons_of_walls(board, at)
        return
    known = rules.known(rest)
    steps = list[Step]()
    waiting = {*places} - {fact.at for fact in known.facts}
    for step in rules.deduced(rest, left) if waiting else ():
        if isinstance(step, Step):
            steps.append(step)
            waiting -= {*step.cells}
        if not waiting:
            break
    led = _Led.to(rules, known, steps, *places)
    if is_cell(at):
        yield _of_cell(led, targets[0])
    else:
        yield _of_edge(led, at, sorted(targets, key=lambda fact: fact.at))


class _Led(NamedTuple):
    """Steps that lead to cells: some that are told, on a board that is drawn."""

    reason: Reason
    steps: list[Step]
    scene: Scene

    @staticmethod
    def to(
        rules: BoardSteps, known: KnownDots, steps: Sequence[Step], *at: Point
    ) -> _Led:
        """Return the steps that lead to some cells."""
        scene = Scene.of(known)
        earlier, kept = leading(steps, scene, {*at})
        if earlier:
            assert isinstance(kept[0].known, KnownDots)
            known = kept[0].known
            scene = Scene.of(known)
        before = tuple(step.reason for step in earlier)
        reason = Reason(
            NO_SOLUTION, (), source=rules.source, earlier=before, known=known
        )
        return _Led(reason, kept, scene)

    def told(self, number: int, *, more: bool) -> tuple[Reason, Scene]:
        """Return the reason with a number of the steps, and the board after them."""
        some, known = self.steps[:number], self.reason.known
        assert isinstance(known, KnownDots)
        clauses, scene = told_in_turn(some, known, self.scene, more=more)
        lemmas = tuple(step.reason for step in some)
        return replace(self.reason, lemmas=lemmas, clauses=tuple(clauses)), scene


def _of_cell(led: _Led, fact: Fact) -> Reason:
    """Return why a cell has its dot."""
    last = led.steps[-1].reason if led.steps else None
    is_image = last is not None and fact not in last.targets
    number = len(led.steps) - (last is not None and not is_image)
    reason, scene = led.told(number, more=True)
    found = None if is_image else told([fact], scene)
    if is_image:
        found = Told((image_in_words(scene.board, fact),), Technique.MIRROR)
    elif last is not None and (found is None or not last.clauses):
        technique = led.steps[-1].technique
        assert isinstance(technique, Technique)
        found = Told(tuple(words_of(led.steps[-1])), technique)
    assert found is not None
    said = (*reason.clauses, *found.clauses)
    return replace(reason, target=fact, clauses=said, technique=found.technique)


def _of_edge(led: _Led, at: Point, both: Sequence[Fact]) -> Reason:
    """Return why there is a wall on an edge, or none, by the dots of its cells."""
    first, second = both
    is_wall = first.center != second.center
    reason, scene = led.told(len(led.steps), more=False)
    technique = Technique.FORCED_WALL if led.steps else Technique.WALL
    if not is_wall:
        ways = (one.technique or Technique.TOUCHED for one in reason.lemmas)
        technique = hardest([Technique.TOUCHED, *ways])
    if not led.steps:
        assert reason.known is not None
        said = reason.known.in_words(both)
        if not is_wall and scene.is_touched(first) and scene.is_touched(second):
            said = f"{dots(scene.dot(first))} touches both cells"
        reason = replace(reason, clauses=(Clause(said),))
    target = Fact(Kind.WALL if is_wall else Kind.OPEN, at)
    return replace(reason, target=target, technique=technique)


# What is wrong


def mistake_among(rules: BoardSteps, board: AnySheet) -> Mistake:
    """Return the mistake on a board, with what keeps a dot from a wrong cell."""
    known, result = rules.known(board), solve(board.blank, 2, rules=rules.rules)
    if result.status == "none":
        return _without_solution(rules, board, known)
    if result.status != "unique":
        return rules.other_mistake(board)
    wrong = wrong_in(known.facts, result.solutions[0])
    right = board.drawn(erased(board.position, wrong))
    source = rules if right.position.walls is None else rules.on(right)
    return Mistake(wrong, _reason_against(source, right, wrong), known=known)


def _without_solution(rules: BoardSteps, board: AnySheet, known: KnownDots) -> Mistake:
    """Return why a puzzle has no solution."""
    bare = rules.known(board.blank)
    if clauses := _contradiction(bare):
        reason = Reason(
            NO_SOLUTION, (), source=rules.source, known=bare, clauses=clauses
        )
        return Mistake((), reason, known=known)
    return replace(rules.other_mistake(board.blank), known=known)


def _contradiction(known: KnownDots) -> tuple[Clause, ...]:
    """Return how a puzzle leads to a contradiction, as far as the board shows."""
    board = known.drawn.board
    for at in board.puzzle.cells():
        both = [dot for dot, core in enumerate(board.core) if core & board.bit(at)]
        if len(both) > 1:
            text = f"{cell_name(at)} belongs to {dots(*both)}"
            return (Clause(text, (Mark(at, Role.FAILS), *dot_marks(board, both))),)
    *links, end = told_chain(Scene.of(known)) or (Clause(""),)
    if not end.text:
        return ()
    return (*links, end._replace(text=f"so {end.text}") if links else end)


def _reason_against(
    rules: BoardSteps, right: AnySheet, wrong: Sequence[Fact]
) -> Reason:
    """Return why something that is drawn is wrong, where the rest is right."""
    known = rules.known(right)
    in_cells = [fact for fact in wrong if fact.kind is Kind.CELL]
    if not in_cells:
        reason = next(reasons_at(rules, right, wrong[0].at))
        return replace(reason, target=NO_SOLUTION)
    scene = Scene.of(known)
    first = next(filter(partial(is_stopped, scene), in_cells), in_cells[0])
    reason = Reason(NO_SOLUTION, (first,), source=rules.source, known=known)
    dot = scene.dot(first)
    if is_stopped(scene, first):
        said = stops_in_words(scene.state, [first.at], [dot], scene.drawn)
        return replace(reason, clauses=tuple(said))
    if (found := told_what_if(scene, dot, first.at)) is not None:
        return replace(reason, clauses=(found.clause,))
    forced = next(reasons_at(rules, right, first.at))
    assert forced.known is not None
    number = len(forced.lemmas)
    head = "then, " * bool(number) + forced.known.in_words([forced.target])
    end = lemma_in_words(forced.clauses[number:], head)
    clauses = (*forced.clauses[:number], end)
    return replace(forced, target=NO_SOLUTION, premises=(first,), clauses=clauses)


class BoardRules(BoardSteps):
    """The standard rules for what is drawn on a puzzle, which answer questions."""

    def mistake(self, board: AnySheet) -> Mistake | None:
        """Return the mistake in a position, or None if the position has a solution."""
        return mistake_among(self, board) if self.forced(board) is None else None

    def reasons_at(self, board: AnySheet, at: Point | None) -> Iterator[Reason]:
        """Yield why a cell or an edge is as it is, or why there is no solution."""
        if self.forced(board) is None:
            reason = mistake_among(self, board).reason
            yield replace(reason, known=self.known(board))
        elif at is not None:
            yield from reasons_at(self, board, at)

    def _is_solved(self, board: AnySheet) -> bool:
        """Tell whether what is drawn is a solution: nothing is one of a single dot."""
        position = board.position
        is_drawn = position.walls or position.has_labels
        if not (is_drawn or len(position.puzzle.centers) < 2) or not board.is_attempt:
            return False
        from galaxies_asp.solving.judging import judge  # loads clingo

        return not judge(board, self.rules)

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
                yield from self.other_walls(known, near)

    def _about_cells(self, board: AnySheet, near: Sequence[Point]) -> Iterator[Hint]:
        if self._is_solved(board):
            yield Finished(solved=True, known=self.known(board))
        elif (left := self.forced(board)) is None:
            yield mistake_among(self, board)
        else:
            yield from self.deduced(board, left, near)
