"""What-ifs in words: a supposition, its deductions, and the contradiction."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby
from operator import or_

from galaxies_asp.core.board.grid import cell_name, dot_name
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.crossing import crossing
from galaxies_asp.explaining.drawn import Drawn
from galaxies_asp.explaining.facts import Fact, Kind
from galaxies_asp.explaining.left import (
    crossing_in_words,
    cut_in_words,
    why_left,
    why_needed,
    why_not,
)
from galaxies_asp.explaining.marks import Mark, Role
from galaxies_asp.explaining.scene import Scene
from galaxies_asp.explaining.trials import Chain, Inference, Link, Supposition, chain
from galaxies_asp.explaining.words import (
    Clause,
    Marks,
    cells,
    dot_marks,
    dots,
    marks_of,
)
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import How, Propagation

LONGEST = 50
"""The limit on the rounds of a chain."""


def found_chain(state: Propagation, supposition: Supposition) -> Chain | None:
    """Return the chain of a supposition: by its only way, or as short as possible.

    It has nested what-ifs where it needs them.
    """
    is_way = bool(supposition.into) and not supposition.out
    way = chain(state, LONGEST, supposition, only_way=True) if is_way else None
    chains = (chain(state, LONGEST, supposition, nested) for nested in (False, True))
    return way or next(filter(None, chains), None)


def what_if(
    scene: Scene, state: Propagation, supposition: Supposition, found: Chain | None
) -> Clause:
    """Return a supposition with what follows from it, up to the contradiction."""
    lines = [Clause("only what-ifs within nested what-ifs find a contradiction")]
    if found is not None:
        found = _unseen(scene, found)
        lines = list(chain_in_words(scene, found))
    then = tuple(clause._replace(text=f"then {clause.text}") for clause in lines)
    short = list(_links_in_short(scene.board, found.links)) if found else []
    line = "; ".join([*short, then[-1].text])
    return _supposed(scene.drawn, state, supposition)._replace(lines=then, chain=line)


def _unseen(scene: Scene, found: Chain) -> Chain:
    """Return a chain without links about cells that their dots have already."""
    own = scene.state.own
    links = tuple(
        link
        for link in found.links
        if link.inference is Inference.REFUTED or link.cells & ~own[link.dot]
    )
    return replace(found, links=links)


def _links_in_short(board: Bitboard, links: Sequence[Link]) -> Iterator[str]:
    """Yield what follows without reasons: `c1r1 and c1r3 to dot A`."""
    for (dot, out), some in groupby(
        links, lambda link: (link.dot, link.inference is Inference.REFUTED)
    ):
        bits = reduce(or_, (link.seen if out else link.cells for link in some))
        yield f"{cells(board.points(bits))}{' not' * out} to {dots(dot)}"


def _supposed(drawn: Drawn, state: Propagation, supposition: Supposition) -> Clause:
    board, (dot, into, out) = state.board, supposition
    some, without = list(board.points(into)), list(board.points(out))
    if not some:
        text = f"if {cells(without)} did not belong to {dots(dot)}"
        marks = tuple(Mark(cell, Role.SUPPOSED, "-") for cell in without)
        return Clause(text, marks + dot_marks(board, [dot]))
    text = f"if {cells(some)} belonged to {dots(dot)}"
    if without:
        text += f" without {cells(without)}"
    images = board.mirrored(dot, into) & ~into & ~state.own[dot]
    if images and (dot in state.symmetric or not images & drawn.known):
        mirrored = list(board.points(images))
        plural = "s" if len(mirrored) > 1 else ""
        text += f", with the partner{plural} {cells(mirrored)}"
        some += mirrored
    letter = dot_name(dot).lower()
    marks = tuple(Mark(cell, Role.SUPPOSED, f"{letter}?") for cell in some)
    return Clause(text, marks + dot_marks(board, [dot], Role.RIVAL))


def once(found: Iterable[tuple[int, Clause]]) -> Iterator[Clause]:
    """Yield what-ifs about dots; lines that differ in the dot alone only once."""
    seen: dict[tuple[str, ...], str] = {}
    for number, one in found:
        name = dots(number)
        lines = (f"{line.text}: {line.why}" for line in one.lines)
        key = tuple(re.sub(rf"{name}\b", "dot ?", line) for line in lines)
        first = seen.setdefault(key, name)
        same = Clause(f"then the same follows as for {first}")
        is_new = first == name
        yield one if is_new else one._replace(lines=(same,), chain=same.text)


def chain_in_words(scene: Scene, found: Chain) -> Iterator[Clause]:
    """Yield the links and the contradiction; the scene is that before."""
    links, (dot, into, out) = found.links, found.supposition
    scene = Scene(scene.state, scene.drawn.excluding(dot, out))
    scene = scene.claiming(dot, into) if into else scene
    ways = {(link.dot, link.inference) for link in links}
    if len(links) > 1 and ways == {(links[0].dot, Inference.NEEDED)}:
        yield _way(scene, links)
        for link in links:
            scene = scene.claiming(link.dot, link.cells)
    else:
        for number, link in enumerate(links, 1):
            if link.inference is Inference.REFUTED:
                yield _refuted(scene, link)
                drawn = scene.drawn.excluding(link.dot, link.seen)
                scene = Scene(scene.state, drawn)
            else:
                yield _link(scene, link, number)
                scene = scene.claiming(link.dot, link.cells)
    yield failure_in_words(scene, found)


def _refuted(scene: Scene, link: Link) -> Clause:
    """Return that a nested what-if excludes a cell from a dot."""
    (seen,) = scene.board.points(link.seen)
    text = f"{cell_name(seen)} cannot belong to {dots(link.dot)}"
    mark = Mark(seen, Role.SUPPOSED, f"-{dot_name(link.dot).lower()}")
    proof = what_if(scene, link.before, link.contrary, link.inner)
    marks = (mark, *dot_marks(scene.board, [link.dot]))
    return Clause(text, marks, proof=proof)


def _way(scene: Scene, links: Sequence[Link]) -> Clause:
    """Return that a region needs some cells in order to be connected."""
    board, dot = scene.board, links[0].dot
    seen = reduce(or_, (link.seen for link in links))
    text = f"{dots(dot)} needs {cells(board.points(seen))} to be connected"
    if images := reduce(or_, (link.cells for link in links)) & ~seen:
        text += f", with the partners {cells(board.points(images))}"
    pairs = enumerate(links, 1)
    marks = tuple(m for number, link in pairs for m in _marks(scene, link, number))
    return Clause(text, marks + dot_marks(board, [dot]))


def _marks(scene: Scene, link: Link, number: int) -> Marks:
    text = f"{dot_name(link.dot).lower()}{number}"
    points = scene.board.points(link.cells)
    return tuple(Mark(cell, Role.SUPPOSED, text) for cell in points)


def _link(scene: Scene, link: Link, number: int) -> Clause:
    board, bit = scene.board, link.seen
    (cell,) = board.points(bit)
    text = f"{cell_name(cell)} belongs to {dots(link.dot)}"
    if images := link.cells & ~bit:
        text += f", with its partner {cells(board.points(images))}"
    marks = _marks(scene, link, number)
    if board.core[link.dot] & bit:
        return Clause(text, marks, why=f"{dots(link.dot)} touches it")
    fact = Fact(Kind.CELL, cell, board.puzzle.centers[link.dot])
    if link.inference is Inference.NEEDED:
        clauses = why_needed(scene, [fact])
    else:
        clauses = list(why_left(scene, [fact], full=False).clauses)
    why = "; ".join(clause.text for clause in clauses)
    return Clause(text, marks + marks_of(clauses), why=why)


def failure_in_words(scene: Scene, found: Chain) -> Clause:
    """Return the contradiction that a supposition leads to."""
    board, failure, end = scene.board, found.failure, found.end
    if failure.how is How.CROSSED:
        return _crossed(end, failure.dot)
    cell = next(board.points(failure.cells))
    name, mark = cell_name(cell), (Mark(cell, Role.FAILS),)
    if failure.how is How.CLASH:
        both = {d for d, own in enumerate(end.own) if own & failure.cells}
        both |= {failure.dot} - {NO_DOT}
        text = f"{name} belongs to {dots(*sorted(both))}"
        return Clause(text, mark + dot_marks(board, both))
    if failure.how is How.LOST:
        cell, stop = cut_in_words(end, failure.dot, failure.cells, scene.drawn)
        marks = (Mark(cell, Role.FAILS), *stop.marks)
        return Clause(stop.text, marks + dot_marks(board, [failure.dot]))
    clauses = why_not(scene, cell).clauses
    why = "; ".join(clause.text for clause in clauses)
    return Clause(f"no dot is left for {name}", mark + marks_of(clauses), why=why)


def _crossed(end: Propagation, dot: int) -> Clause:
    """Return which regions would cross, and where."""
    state = end.copy()
    state.look()
    found = crossing(state, dot)
    assert found is not None
    return crossing_in_words(state.board, found, dot)
