"""Steps about dots as solvers tell them: what stops each other dot, and what-ifs.

The ground rules deduce; this reads their proofs against the board. What the board does
not show at once stays in the words of the encoding.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from galaxies_asp.core.board.grid import Point, cell_name, mirror
from galaxies_asp.explaining.dots.left import why_left, why_needed
from galaxies_asp.explaining.dots.rivals import stops_in_words
from galaxies_asp.explaining.dots.scene import Scene, are_images
from galaxies_asp.explaining.dots.what_ifs import (
    WhatIf,
    told_chain,
    told_what_if,
)
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.words.clauses import (
    Clause,
    cell_marks,
    dot_marks,
    dots,
    marks_of,
)
from galaxies_asp.explaining.words.findings import Argument, Inference, Reason
from galaxies_asp.explaining.words.known import KnownDots
from galaxies_asp.explaining.words.levels import Technique, hardest
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.explaining.words.source_words import lemmas_in_words
from galaxies_asp.fast.bitboard import Bitboard

_BY_STOPS = (
    ("needed", Technique.BOTTLENECK),
    ("cut off", Technique.CAPTURED),
    ("walled", Technique.WALLED),
    ("blocked", Technique.BLOCKED),
)
"""What stops other dots, the hardest first, and the technique that sees it."""


@dataclass(frozen=True)
class Told:
    """A step in words, and its technique."""

    clauses: tuple[Clause, ...]
    technique: Technique
    targets: tuple[Fact, ...] = ()
    """The cells that the sentences are about."""


def told(reason: Reason, known: KnownDots, scene: Scene) -> Told | None:
    """Return a reason as solvers tell it; None where the board does not show it."""
    if known.are_touched(reason.targets):
        return told_touched(reason.targets, scene)
    if reason.by_search or not reason.minimal:
        return None
    ways = [reason]
    if not any(one.supposed for one in reason.arguments):
        ways = [replace(reason, arguments=()), reason]
    if not reason.cost:
        ways.append(replace(reason, arguments=tuple(_others(scene, reason.target))))
    for way in ways:
        teller = _Teller(known, way)
        clauses = tuple(teller.clauses(scene))
        if teller.is_shown:
            return Told(clauses, teller.technique, tuple(teller.targets))
    return None


def told_touched(facts: Sequence[Fact], scene: Scene) -> Told:
    """Return why cells belong to dots that touch them."""
    numbers = sorted({scene.dot(fact) for fact in facts})
    text = f"{dots(*numbers)} touches {'them' if len(facts) > 1 else 'it'}"
    if len(numbers) > 1:
        text = "each dot has the cells that it touches"
    return Told((Clause(text),), Technique.TOUCHED, tuple(facts))


def _others(scene: Scene, fact: Fact) -> Iterator[Argument]:
    """Yield the suppositions that other dots have a cell which they can get to."""
    bit = scene.board.bit(fact.at)
    for dot in scene.board.near(bit):
        if dot != scene.dot(fact) and not scene.stop(dot, bit):
            center = scene.board.puzzle.centers[dot]
            yield Argument((), replace(fact, center=center))


def is_stopped(scene: Scene, fact: Fact) -> bool:
    """Tell whether a dot cannot have a cell, as the board shows at once."""
    dot, bit = scene.dot(fact), scene.board.bit(fact.at)
    return bool(scene.stop(dot, bit) or scene.state.taken & bit)


def told_wrong(
    reason: Reason, wrong: Fact, known: KnownDots, scene: Scene
) -> tuple[Clause, ...]:
    """Return what keeps a dot from a cell that is drawn as its own.

    `known`, `scene`: what is drawn without it. Empty where the board does not show it.
    """
    if is_stopped(scene, wrong):
        dot = scene.dot(wrong)
        return tuple(stops_in_words(scene.state, [wrong.at], [dot], scene.drawn))
    for argument in reason.arguments:
        found = told_what_if(known, scene, replace(argument, supposed=wrong))
        if found is not None:
            return (found.clause,)
    return ()


def told_contradiction(reason: Reason, known: KnownDots) -> tuple[Clause, ...]:
    """Return how what is known leads to a contradiction, as far as the board shows."""
    board = known.drawn.board
    for cell in map(board.bit, board.puzzle.cells()):
        both = [dot for dot, core in enumerate(board.core) if core & cell]
        if len(both) > 1:
            (at,) = board.points(cell)
            text = f"{cell_name(at)} belongs to {dots(*both)}"
            return (Clause(text, (Mark(at, Role.FAILS), *dot_marks(board, both))),)
    scene = Scene.of(known)
    for argument in reason.arguments:
        *links, end = told_chain(known, scene, argument) or (Clause(""),)
        if end.text:
            so = end._replace(text=f"so {end.text}") if links else end
            return (*links, so)
    return ()


def told_edge(at: Point, both: Sequence[Reason], reason: Reason) -> Reason:
    """Return why there is a wall on an edge, or none, by the dots of its cells.

    `reason`: it has the steps that lead to both, and the board.
    """
    first, second = both
    is_wall = first.target.center != second.target.center
    targets, known = tuple(one.target for one in both), reason.known
    assert isinstance(known, KnownDots)
    clauses, _ = _lemmas(reason.lemmas, known, Scene.of(known))
    said = tuple(in_turn(clauses)) or (Clause(known.in_words(targets)),)
    technique = Technique.FORCED_WALL if clauses else Technique.WALL
    if not is_wall:
        technique = hardest(one.technique or Technique.TOUCHED for one in both)
        if technique is Technique.TOUCHED:
            dot = known.centers.index(first.target.center)
            said = (Clause(f"{dots(dot)} touches both cells"),)
    return Reason(
        Fact(Kind.WALL if is_wall else Kind.OPEN, at),
        targets,
        cost=sum(one.cost for one in both),
        source=first.source,
        lemmas=reason.lemmas,
        earlier=reason.earlier,
        known=known,
        clauses=said,
        technique=technique,
    )


def _by_stops(kinds: Collection[str]) -> Technique:
    """Return the technique that sees what stops other dots."""
    found = (technique for stop, technique in _BY_STOPS if stop in kinds)
    return next(found, Technique.ONLY_DOT)


def lemma_in_words(
    why: Sequence[Clause], facts: Sequence[Fact], known: KnownDots
) -> Clause:
    """Return a step on the way to another one, with its reason."""
    proof = next((line for line in why if line.lines), None)
    because = "; ".join(line.text for line in why if not line.lines)
    said = f"first, {known.in_words(facts)}"
    text = f"{said}: {because}" if because else said
    return Clause(text, marks_of(why), proof=proof)


def told_with_lemmas(reason: Reason) -> Told | None:
    """Return the steps that lead to a fact, each with its reason."""
    known = reason.known
    assert isinstance(known, KnownDots)
    clauses, scene = _lemmas(reason.lemmas, known, Scene.of(known))
    is_image = bool(clauses) and scene.has(reason.target)
    last = _image(reason, scene) if is_image else told(reason, known, scene)
    before = in_turn(clauses, more=True)
    return last and replace(last, clauses=(*before, *last.clauses))


def _image(reason: Reason, scene: Scene) -> Told:
    """Return that a dot has the partner of one of its cells."""
    fact = reason.target
    return Told((image_in_words(scene.board, fact),), Technique.MIRROR, (fact,))


def image_in_words(board: Bitboard, fact: Fact) -> Clause:
    """Return of which cell of its dot a cell is the partner."""
    dot, of = board.number[fact.center], mirror(fact.center or fact.at, fact.at)
    text = f"it is the partner of {cell_name(of)} in {dots(dot)}"
    return Clause(text, cell_marks([of]) + dot_marks(board, [dot]))


def _lemmas(
    lemmas: Iterable[Reason], known: KnownDots, scene: Scene
) -> tuple[list[Clause], Scene]:
    """Return steps on the way to others, and what is known then."""
    clauses: list[Clause] = []
    for lemma in lemmas:
        facts = [fact for fact in lemma.targets if fact.kind is Kind.CELL]
        facts = [fact for fact in facts if not scene.has(fact)]
        if not facts:
            continue
        step = replace(lemma, target=facts[0], also=tuple(facts[1:]))
        one = told(step, known, scene)
        if one is None:
            clauses += lemmas_in_words([step], known)
        else:
            clauses.append(lemma_in_words(one.clauses, facts, known))
        images = [Fact(Kind.CELL, at, facts[0].center) for at in scene.images(facts)]
        scene = scene.after([*facts, *images])
    return clauses, scene


def in_turn(clauses: Sequence[Clause], *, more: bool = False) -> Iterator[Clause]:
    """Yield steps, each after the other; `more`: whether something comes after them."""
    for number, one in enumerate(clauses):
        start = "then, " if number else "first, " if more or clauses[1:] else ""
        yield one._replace(text=one.text.replace("first, ", start, 1))


def _by_dot(facts: Iterable[Fact]) -> Iterator[list[Fact]]:
    groups: dict[Point | None, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.center, []).append(fact)
    yield from groups.values()


def _turned(fact: Fact, some: Collection[Point]) -> Fact:
    """Return a cell, or its partner if that is among some cells."""
    image = mirror(fact.center or fact.at, fact.at)
    return replace(fact, at=image) if image in some else fact


class _Teller:
    """Tells a reason.

    `is_shown`: whether the board shows all of it. `targets`: the cells that the
    sentences name. A cell and its partner have one sentence.
    """

    def __init__(self, known: KnownDots, reason: Reason) -> None:
        self._known, self._reason = known, reason
        self._stops, self._what_ifs = set[str](), list[WhatIf]()
        self.is_shown = True
        self.targets: list[Fact] = []

    @property
    def technique(self) -> Technique:
        """The technique of what has been told."""
        if self._what_ifs:
            return hardest(one.technique for one in self._what_ifs)
        return _by_stops(self._stops)

    def clauses(self, scene: Scene) -> Iterator[Clause]:
        """Yield the sentences."""
        left = scene.heads(self._reason.targets)
        excluded: dict[Point, list[int]] = {}
        what_ifs: list[Clause] = []
        needed: list[Fact] = []
        said = scene
        for one in self._inferences():
            new = [f for f in one.facts if f.kind is Kind.CELL and not scene.has(f)]
            if one.inner is not None:
                what_ifs += self._case(scene, one, excluded)
                said = said.excluding(f for f in one.facts if f.kind is Kind.NOT_CELL)
            elif one.how.name in ("ALONE", "CUT", "APART") and new:
                needed += [fact for fact in new if fact in left]
                if first := [fact for fact in new if fact not in self._reason.targets]:
                    yield from self._first(scene, first)
                    scene = scene.with_cells(first)
            elif first := [f for f in new if not self._is_target(f)]:
                yield from self._first(scene, first, is_left=True)
                scene = scene.with_cells(first)
            elif not new and any(map(self._is_hidden(said), one.facts)):
                self.is_shown = False
        for some in _by_dot(scene.heads(needed)):
            found = why_needed(scene, some)
            self.is_shown &= bool(found)
            self._stops.add("needed")
            yield from found
        self.targets += scene.heads(needed)
        left = [f for f in left if f not in needed]
        left = [_turned(fact, excluded) for fact in left]
        for some in _by_dot(left):
            yield from self._left(scene, some, excluded)
        yield from what_ifs

    def _inferences(self) -> Iterator[Inference]:
        for argument in self._reason.arguments:
            if argument.supposed is not None:
                yield Inference(How.FREE, inner=argument)
            else:
                yield from argument.inferences

    def _is_target(self, fact: Fact) -> bool:
        targets = self._reason.targets
        return any(fact == one or are_images(fact, one) for one in targets)

    def _is_hidden(self, scene: Scene) -> Callable[[Fact], bool]:
        """Return what tells whether the board does not show a fact at once."""

        def is_hidden(fact: Fact) -> bool:
            if fact.kind is not Kind.NOT_CELL or fact.center is None:
                return False
            return not scene.stop(scene.dot(fact), scene.board.bit(fact.at))

        return is_hidden

    def _left(
        self, scene: Scene, some: list[Fact], excluded: dict[Point, list[int]]
    ) -> Iterator[Clause]:
        but = {dot for fact in some for dot in excluded.get(fact.at, ())}
        why = why_left(scene, some, but)
        if not why.is_shown and (needed := why_needed(scene, some)):
            self._stops.add("needed")
            self.targets += some
            yield from needed
            return
        self._stops |= why.kinds
        self.is_shown &= why.is_shown
        center = some[0].center
        self.targets += some
        self.targets += [Fact(Kind.CELL, at, center) for at in why.pocket]
        yield from why.clauses

    def _first(
        self, scene: Scene, facts: list[Fact], is_left: bool = False
    ) -> Iterator[Clause]:
        """Yield that cells follow on the way to the targets."""
        for some in _by_dot(scene.heads(facts)):
            why: Sequence[Clause] = () if is_left else why_needed(scene, some)
            if not why:
                found = why_left(scene, some)
                self.is_shown &= found.is_shown
                why = found.clauses
            said = f"first, {self._known.in_words(some)}"
            text = f"{said}: {'; '.join(one.text for one in why)}"
            yield Clause(text, marks_of(why))

    def _case(
        self, scene: Scene, one: Inference, excluded: dict[Point, list[int]]
    ) -> Iterator[Clause]:
        """Yield how another dot fails."""
        assert one.inner is not None
        found = told_what_if(self._known, scene, one.inner)
        self.is_shown &= found is not None
        if found is None:
            return
        supposed = one.inner.supposed
        assert supposed is not None
        excluded.setdefault(supposed.at, []).append(scene.dot(supposed))
        self._what_ifs.append(found)
        yield found.clause
