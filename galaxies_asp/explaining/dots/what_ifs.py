"""What-ifs about dots in words: a supposition, what follows, and the contradiction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from galaxies_asp.core.board.grid import Point, cell_name, dot_name
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.dots.left import (
    crossing_in_words,
    cut_in_words,
    why_left,
    why_needed,
    why_not,
)
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.trials import (
    WAYS,
    Crossing,
    Limit,
    Look,
    Supposition,
    crossing,
)
from galaxies_asp.explaining.engine.facts import Fact, Kind, distance, in_turn
from galaxies_asp.explaining.words.clauses import (
    Clause,
    cells,
    dot_marks,
    dots,
    marks_of,
)
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Contradiction

_NOTHING = Limit(1000, Look.NOTHING)
"""The limit of what fails without a supposition."""


@dataclass(frozen=True)
class WhatIf:
    """A what-if in words, and its technique."""

    clause: Clause
    technique: Technique


def told_what_if(scene: Scene, dot: int, at: Point) -> WhatIf | None:
    """Return how a dot fails if it has a cell; None if the board does not show it."""
    fact = Fact(Kind.CELL, at, scene.board.puzzle.centers[dot])
    tried = Supposition(dot, scene.board.bit(at))
    fails = (limit for _, limit in WAYS if tried.fails(scene.state, limit))
    limit = next(fails, None)
    if limit is None:
        return None
    chain = _Chain(scene.with_cells([fact]))
    if not chain.follow(tried, scene, limit):
        return None
    then = tuple(one._replace(text=f"then {one.text}") for one in chain.lines)
    head = _supposed(scene, fact)._replace(lines=then)
    return WhatIf(head, chain.technique)


def told_chain(scene: Scene) -> tuple[Clause, ...]:
    """Return how what is known fails; nothing if the board does not show it."""
    chain, has_dots = _Chain(scene), bool(scene.board.puzzle.centers)
    is_shown = has_dots and chain.follow(Supposition(), scene, _NOTHING)
    return tuple(chain.lines) if is_shown else ()


def _supposed(scene: Scene, fact: Fact) -> Clause:
    dot = scene.dot(fact)
    text, images = f"if {cell_name(fact.at)} belonged to {dots(dot)}", []
    if images := scene.images([fact]):
        text += f", with the partner {cells(images)}"
    letter = f"{dot_name(dot).lower()}?"
    marks = tuple(Mark(cell, Role.SUPPOSED, letter) for cell in (fact.at, *images))
    return Clause(text, marks + dot_marks(scene.board, [dot], Role.RIVAL))


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

    `lines`: the links and the contradiction. `is_crossed`: whether the contradiction is
    that two regions cross.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._supposed: tuple[int, ...] = ()
        self.lines: list[Clause] = []
        self.is_crossed = False
        self._ways: list[str] = []

    @property
    def technique(self) -> Technique:
        """The technique of the chain."""
        if not self._ways:
            at_once = Technique.SEPARATION if self.is_crossed else None
            return at_once or Technique.CONTRADICTION
        is_way = set(self._ways) == {"needed"}
        return Technique.ONLY_WAY if is_way else Technique.WHAT_IF

    def follow(self, tried: Supposition, before: Scene, limit: Limit) -> bool:
        """Tell what follows, up to the contradiction, if the board shows all of it."""
        board, area = before.board, tried.into or before.board.cells
        self._supposed = (tried.dot,) * bool(tried.into)
        area |= board.mirrored(tried.dot, area)
        centers = board.puzzle.centers
        links = tried.links(before.state, limit)
        for (dot, is_way), some in groupby(links, lambda one: (one.dot, one.is_way)):
            points = [at for link in some for at in board.points(link.into)]
            facts = [Fact(Kind.CELL, at, centers[dot]) for at in points]
            if not self._linked(facts, is_way):
                return False
            self._scene = self._scene.with_cells(facts)
            into = board.bits(points)
            area |= into | board.mirrored(dot, into)
        ends = [one for pair in self._scene.ends(area) if (one := self._end(*pair))]
        if ends:
            self.lines += sorted(ends, key=lambda one: len(one.text + one.why))[:1]
        elif found := _crossed(self._scene, tried.dot):
            self.lines.append(crossing_in_words(board, found, found.other))
            self.is_crossed = True
        return bool(ends) or self.is_crossed

    def _linked(self, facts: Sequence[Fact], is_way: bool) -> bool:
        """Tell that cells belong to a dot: it needs them, or no other dot is left."""
        heads = self._scene.heads(facts)
        if all(self._scene.has(fact) for fact in heads):
            return True
        if is_way and self._need(heads):
            return True
        row = sorted(heads, key=in_turn)
        steps = (distance(one.at, two.at) for one, two in pairwise(row))
        if len(row) > 1 and max(steps) <= 2 and self._is_left(row):
            return True
        later = [fact for fact in heads if not self._is_left([fact])]
        later = [fact for fact in later if not self._scene.has(fact)]
        return not later or self._need(later)

    def _is_left(self, heads: Sequence[Fact]) -> bool:
        """Tell that no other dot is left for cells, if the board shows it."""
        why = why_left(self._scene, heads, most=1)
        if why.is_shown:
            self._ways.append("left")
            self._say(heads, why.clauses)
            self._scene = self._scene.with_cells(heads)
        return why.is_shown

    def _need(self, heads: Sequence[Fact]) -> bool:
        """Tell that a dot needs cells, if the board shows it."""
        needed = why_needed(self._scene, heads)
        if needed:
            self._ways.append("needed")
            self._say(heads, needed, needs=len(heads) > 1)
        return bool(needed)

    def _say(
        self, heads: Sequence[Fact], why: Sequence[Clause], needs: bool = False
    ) -> None:
        scene, dot = self._scene, self._scene.dot(heads[0])
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

    def _end(self, dot: int, bits: Bits) -> Clause | None:
        """Return that a dot cannot get to cells of its region, or none to a cell."""
        scene, board = self._scene, self._scene.board
        if dot != NO_DOT:
            cell, stop = cut_in_words(scene.state, dot, bits, scene.drawn)
            marks = (Mark(cell, Role.FAILS), *stop.marks, *dot_marks(board, [dot]))
            return Clause(stop.text, marks)
        at = next(board.points(bits))
        why = why_not(scene, at, self._supposed)
        if not why.is_shown:
            return None
        because = "; ".join(clause.text for clause in why.clauses)
        marks = (Mark(at, Role.FAILS), *marks_of(why.clauses))
        return Clause(f"no dot is left for {cell_name(at)}", marks, why=because)
