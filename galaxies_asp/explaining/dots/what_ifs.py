"""What-ifs about dots in words: a supposition, what follows, and the contradiction.

The ground rules find them; the board shows each deduction with what is supposed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.core.board.grid import Point, cell_name, dot_name, mirror, sides
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.dots.crossing import Crossing, crossing
from galaxies_asp.explaining.dots.left import (
    crossing_in_words,
    cut_in_words,
    why_left,
    why_needed,
    why_not,
)
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.trials import WAYS, Link, Supposition
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.words.clauses import (
    Clause,
    cells,
    dot_marks,
    dots,
    edge,
    marks_of,
)
from galaxies_asp.explaining.words.findings import Argument, Inference
from galaxies_asp.explaining.words.known import KnownDots
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Contradiction

_CUTS = (How.ALONE, How.CUT, How.APART)


@dataclass(frozen=True)
class WhatIf:
    """A what-if in words, and its technique."""

    clause: Clause
    technique: Technique


def told_what_if(known: KnownDots, scene: Scene, argument: Argument) -> WhatIf | None:
    """Return how a supposition fails; None if the board does not show it."""
    fact = argument.supposed
    if fact is None or fact.center not in scene.board.number:
        return None
    if fact.kind is Kind.CELL:
        head, start = _supposed(scene, fact), scene.with_cells([fact])
        if found := _by_propagation(known, scene, fact):
            return WhatIf(_with_lines(head, found.lines), found.technique)
    elif fact.kind is Kind.NOT_CELL:
        dot = scene.dot(fact)
        marks = (Mark(fact.at, Role.SUPPOSED, "-"), *dot_marks(scene.board, [dot]))
        text = f"if {cell_name(fact.at)} did not belong to {dots(dot)}"
        head, start = Clause(text, marks), scene.excluding([fact])
    else:
        return None
    chain = _Chain(known, start)
    chain.follow(argument.inferences)
    if not chain.is_shown or not chain.lines:
        return None
    return WhatIf(_with_lines(head, chain.lines), chain.technique)


def _with_lines(head: Clause, lines: Sequence[Clause]) -> Clause:
    """Return a supposition with what follows."""
    then = tuple(one._replace(text=f"then {one.text}") for one in lines)
    return head._replace(lines=then, chain="; ".join(one.text for one in then))


def told_chain(
    known: KnownDots, scene: Scene, argument: Argument
) -> tuple[Clause, ...] | None:
    """Return how what is known fails; None if the board does not show it."""
    chain = _Chain(known, scene)
    chain.follow(argument.inferences)
    return tuple(chain.lines) if chain.is_shown and chain.lines else None


def _supposed(scene: Scene, fact: Fact) -> Clause:
    dot = scene.dot(fact)
    text, images = f"if {cell_name(fact.at)} belonged to {dots(dot)}", []
    if images := scene.images([fact]):
        text += f", with the partner {cells(images)}"
    letter = f"{dot_name(dot).lower()}?"
    marks = tuple(Mark(cell, Role.SUPPOSED, letter) for cell in (fact.at, *images))
    return Clause(text, marks + dot_marks(scene.board, [dot], Role.RIVAL))


def _by_propagation(known: KnownDots, scene: Scene, fact: Fact) -> _Chain | None:
    """Return how a dot fails if it has a cell; None if the board does not show it."""
    board, state, dot = scene.board, scene.state, scene.dot(fact)
    tried = Supposition(dot, board.bit(fact.at))
    ways = (way for way in WAYS if tried.fails(state, way[1]))
    if (way := next(ways, None)) is None:
        return None
    chain = _Chain(known, scene.with_cells([fact]))
    area = tried.into | board.mirrored(dot, tried.into)
    for link in tried.links(state, way[1]):
        chain.link(link)
        area |= link.into | board.mirrored(link.dot, link.into)
        if not chain.is_shown:
            return None
    ends = [one for pair in chain.scene.ends(area) if (one := chain.end(*pair))]
    if ends:
        chain.lines += sorted(ends, key=lambda one: len(one.text + one.why))[:1]
    elif found := _crossed(chain.scene, dot):
        chain.lines.append(crossing_in_words(board, found, found.other))
        chain.is_crossed = True
    return chain if ends or chain.is_crossed else None


def _crossed(scene: Scene, dot: int) -> Crossing | None:
    """Return which region the region of a dot would cross."""
    state = scene.state.copy()
    try:
        state.look()
    except Contradiction:
        return None
    return crossing(state, dot)


class _Chain:
    """The deductions from a supposition.

    `lines`: the links and the contradiction. `is_shown`: whether the board shows all.
    `is_crossed`: whether the contradiction is that two regions cross.
    """

    def __init__(self, known: KnownDots, scene: Scene) -> None:
        self._known, self.scene = known, scene
        self.lines: list[Clause] = []
        self.is_shown, self.is_crossed = True, False
        self._ways: list[str] = []

    @property
    def technique(self) -> Technique:
        """The technique of the chain."""
        if "nested" in self._ways:
            return Technique.SEARCH
        if not self._ways:
            at_once = Technique.SEPARATION if self.is_crossed else None
            return at_once or Technique.CONTRADICTION
        is_way = set(self._ways) == {"needed"}
        return Technique.ONLY_WAY if is_way else Technique.WHAT_IF

    def follow(self, inferences: Sequence[Inference]) -> None:
        """Tell what follows, up to the contradiction."""
        for some in _ways(inferences):
            one = some[0]
            if one.inner is not None:
                self._nested(one, one.inner)
            elif one.fails:
                self._add(self._failure(one))
                return
            else:
                self._deduced(some)

    def link(self, link: Link) -> None:
        """Tell cells that follow: a region needs them, or no other dot is left."""
        board = self.scene.board
        center = board.puzzle.centers[link.dot]
        facts = [Fact(Kind.CELL, at, center) for at in board.points(link.into)]
        self._link(facts, link.is_way)
        self.scene = self.scene.with_cells(facts)

    def _add(self, clause: Clause | None) -> None:
        self.is_shown &= clause is not None
        self.lines += [] if clause is None else [clause]

    def _deduced(self, some: Sequence[Inference]) -> None:
        """Tell cells that follow for dots."""
        scene = self.scene
        facts = [fact for one in some for fact in one.facts]
        new = [f for f in facts if f.kind is Kind.CELL and not scene.has(f)]
        out = [f for f in facts if f.kind is Kind.NOT_CELL and f.center is not None]
        if not new and any(not self._is_stopped(fact) for fact in out):
            self.is_shown = False
        by_dot: dict[Point | None, list[Fact]] = {}
        for fact in new:
            by_dot.setdefault(fact.center, []).append(fact)
        for cells_ in by_dot.values():
            self._link(cells_, is_way=some[0].how in _CUTS)
        self.scene = self.scene.with_cells(new)

    def _is_stopped(self, fact: Fact) -> bool:
        scene = self.scene
        return bool(scene.stop(scene.dot(fact), scene.board.bit(fact.at)))

    def _link(self, facts: Sequence[Fact], is_way: bool) -> None:
        """Tell that cells belong to a dot: it needs them, or no other dot is left."""
        scene = self.scene
        heads = scene.heads(facts)
        known = [f for f in facts if scene.has(_image(f))]
        if len(known) == len(facts):
            return
        if is_way and self.need(heads):
            return
        later: list[Fact] = []
        for fact in heads:
            why = why_left(self.scene, [fact], full=False)
            if not why.is_shown:
                later.append(fact)
                continue
            self._ways.append("left")
            self._say([fact], why.clauses)
            self.scene = self.scene.with_cells([fact])
        later = [fact for fact in later if not self.scene.has(fact)]
        if later and not self.need(later):
            self.is_shown = False

    def need(self, heads: Sequence[Fact]) -> bool:
        """Tell that a dot needs cells, if the board shows it."""
        needed = why_needed(self.scene, heads)
        if needed:
            self._ways.append("needed")
            self._say(heads, needed, needs=len(heads) > 1)
        return bool(needed)

    def _say(
        self, heads: Sequence[Fact], why: Sequence[Clause], needs: bool = False
    ) -> None:
        scene, dot = self.scene, self.scene.dot(heads[0])
        places, images = [fact.at for fact in heads], scene.images(heads)
        text = f"{cells(places)} belong{'s' * (len(places) == 1)} to {dots(dot)}"
        if needs:
            text = f"{dots(dot)} needs {cells(places)} to be connected"
        if images:
            s = "s" if len(images) > 1 else ""
            its = "its" if len(places) == 1 else "the"
            text += f", with {its} partner{s} {cells(images)}"
        name = f"{dot_name(dot).lower()}{len(self.lines) + 1}"
        marks = tuple(Mark(p, Role.SUPPOSED, name) for p in (*places, *images))
        because = "; ".join(clause.text for clause in why)
        if needs:  # they have just been named
            because = because.replace(f"through {cells(places)}", "through them")
        self.lines.append(Clause(text, marks + marks_of(why), why=because))

    def _nested(self, one: Inference, inner: Argument) -> None:
        """Tell that a what-if excludes a cell from a dot."""
        scene, found = self.scene, told_what_if(self._known, self.scene, inner)
        facts = [fact for fact in one.facts if fact.center in scene.board.number]
        if found is None or not facts:
            self.is_shown = False
            return
        self._ways.append("nested")
        for fact in facts:
            dot, is_out = scene.dot(fact), fact.kind is Kind.NOT_CELL
            must = "cannot" if is_out else "must"
            text = f"{cell_name(fact.at)} {must} belong to {dots(dot)}"
            sign = "-" if is_out else ""
            mark = Mark(fact.at, Role.SUPPOSED, f"{sign}{dot_name(dot).lower()}")
            marks = (mark, *dot_marks(scene.board, [dot]))
            self.lines.append(Clause(text, marks, proof=found.clause))
        self.scene = scene.excluding(f for f in facts if f.kind is Kind.NOT_CELL)
        self.scene = self.scene.with_cells(f for f in facts if f.kind is Kind.CELL)

    # Contradictions

    def _failure(self, one: Inference) -> Clause | None:
        """Return the contradiction; None if the board does not show it."""
        found = self._clash(one) or self._lost(one) or self._walled(one)
        return found or self._uncovered(one)

    def _walled(self, one: Inference) -> Clause | None:
        """Return that a dot has both cells beside a wall."""
        at = one.instance.at if one.instance is not None else None
        scene = self.scene
        if at is None or at not in scene.board.edges(*scene.state.walls):
            return None
        both = scene.board.bits(sides(at))
        for dot, own in enumerate(scene.state.own):
            if not both & ~own:
                text = f"{dots(dot)} has {edge(at)}, but there is a wall between them"
                marks = (Mark(at, Role.FAILS), *dot_marks(scene.board, [dot]))
                return Clause(text, marks)
        return None

    def _clash(self, one: Inference) -> Clause | None:
        """Return that a cell belongs to two dots."""
        scene = self.scene
        some = [fact for fact in one.premises if fact.kind is Kind.CELL]
        some += [_image(fact) for fact in some]
        for fact in some:
            if not scene.board.puzzle.has_cell(fact.at):
                continue
            bit = scene.board.bit(fact.at)
            both = {scene.dot(other) for other in some if other.at == fact.at}
            both |= {d for d, own in enumerate(scene.state.own) if own & bit}
            if len(both) > 1:
                text = f"{cell_name(fact.at)} belongs to {dots(*sorted(both))}"
                marks = (Mark(fact.at, Role.FAILS), *dot_marks(scene.board, both))
                return Clause(text, marks)
        return None

    def _lost(self, one: Inference) -> Clause | None:
        """Return what keeps a dot from a cell of its region."""
        scene, board = self.scene, self.scene.board
        arguments = one.cut.arguments if one.cut is not None else ()
        points = [value for value in arguments if isinstance(value, Point)]
        points += [fact.at for fact in one.premises if fact.kind is Kind.CELL]
        dots_ = [board.number[p] for p in points if p in board.number]
        dots_ += [scene.dot(f) for f in one.premises if f.kind is Kind.CELL]
        lost = {dot: scene.lost(dot) for dot in dots_}
        dot = next((dot for dot, bits in lost.items() if bits), None)
        if dot is None:
            return None
        named = board.bits(p for p in points if board.puzzle.has_cell(p)) & lost[dot]
        return self.end(dot, named or lost[dot])

    def _uncovered(self, one: Inference) -> Clause | None:
        """Return that no dot is left for a cell."""
        at = one.instance.at if one.instance is not None else None
        scene = self.scene
        if at is None or not scene.board.puzzle.has_cell(at):
            return None
        if scene.state.taken & scene.board.bit(at):
            return None
        return self.end(NO_DOT, scene.board.bit(at))

    def end(self, dot: int, bits: Bits) -> Clause | None:
        """Return that a dot cannot get to cells of its region, or none to a cell."""
        scene, board = self.scene, self.scene.board
        if dot != NO_DOT:
            cell, stop = cut_in_words(scene.state, dot, bits, scene.drawn)
            marks = (Mark(cell, Role.FAILS), *stop.marks, *dot_marks(board, [dot]))
            return Clause(stop.text, marks)
        at = next(board.points(bits))
        why = why_not(scene, at)
        if not why.is_shown:
            return None
        because = "; ".join(clause.text for clause in why.clauses)
        marks = (Mark(at, Role.FAILS), *marks_of(why.clauses))
        return Clause(f"no dot is left for {cell_name(at)}", marks, why=because)


def _image(fact: Fact) -> Fact:
    return Fact(fact.kind, mirror(fact.center or fact.at, fact.at), fact.center)


def _ways(inferences: Sequence[Inference]) -> Iterator[list[Inference]]:
    """Yield inferences; cells that a dot needs one after the other are together."""
    group: list[Inference] = []
    for one in inferences:
        if group and not (_is_way(one) and _dots(one) == _dots(group[0])):
            yield group
            group = []
        if _is_way(one):
            group.append(one)
        else:
            yield [one]
    if group:
        yield group


def _is_way(one: Inference) -> bool:
    is_plain = one.inner is None and not one.fails and one.how in _CUTS
    return is_plain and any(fact.kind is Kind.CELL for fact in one.facts)


def _dots(one: Inference) -> set[Point | None]:
    return {fact.center for fact in one.facts if fact.kind is Kind.CELL}
