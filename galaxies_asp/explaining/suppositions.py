"""What-ifs in words: a supposition, its deductions, and the contradiction."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby, islice
from operator import or_

from galaxies_asp.core.board.grid import Point, cell_name, dot_name
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.crossing import crossing
from galaxies_asp.explaining.drawn import Drawn
from galaxies_asp.explaining.marks import Mark, Role
from galaxies_asp.explaining.rivals import (
    cut_without,
    lost_in_words,
    rivals_in_words,
    stops_in_words,
)
from galaxies_asp.explaining.trials import Chain, Inference, Link, Supposition, chain
from galaxies_asp.explaining.words import (
    Clause,
    Marks,
    cell_marks,
    cells,
    dot_marks,
    dots,
    marks_of,
)
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Contradiction, How, Propagation

LONGEST = 50
"""The limit on the rounds of a chain."""

_NEAR = 4
"""The number of dots whose obstacles are named where no dot is near enough."""


def found_chain(state: Propagation, supposition: Supposition) -> Chain | None:
    """Return the chain of a supposition: by its only way, or as short as possible.

    It has nested what-ifs where it needs them.
    """
    is_way = bool(supposition.into) and not supposition.out
    way = chain(state, LONGEST, supposition, only_way=True) if is_way else None
    chains = (chain(state, LONGEST, supposition, nested) for nested in (False, True))
    return way or next(filter(None, chains), None)


def what_if(
    drawn: Drawn, state: Propagation, supposition: Supposition, found: Chain | None
) -> Clause:
    """Return a supposition with what follows from it, up to the contradiction."""
    lines = [Clause("only what-ifs within nested what-ifs find a contradiction")]
    if found is not None:
        lines = list(chain_in_words(drawn, found))
    then = tuple(clause._replace(text=f"then {clause.text}") for clause in lines)
    short = list(_links_in_short(drawn.board, found.links)) if found else []
    line = "; ".join([*short, then[-1].text])
    return _supposed(drawn, state, supposition)._replace(lines=then, chain=line)


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
        text += f", with the mirror image{plural} {cells(mirrored)}"
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


def chain_in_words(drawn: Drawn, found: Chain) -> Iterator[Clause]:
    """Yield the links and the contradiction."""
    links, supposition = found.links, found.supposition
    drawn = drawn.excluding(supposition.dot, supposition.out)
    ways = {(link.dot, link.inference) for link in links}
    if len(links) > 1 and ways == {(links[0].dot, Inference.NEEDED)}:
        yield _way(drawn, links)
    else:
        for number, link in enumerate(links, 1):
            if link.inference is Inference.REFUTED:
                yield _refuted(drawn, link)
                drawn = drawn.excluding(link.dot, link.seen)
            else:
                yield _link(drawn, link, number)
    yield failure_in_words(drawn, found)


def _refuted(drawn: Drawn, link: Link) -> Clause:
    """Return that a nested what-if excludes a cell from a dot."""
    (seen,) = drawn.board.points(link.seen)
    text = f"{cell_name(seen)} cannot belong to {dots(link.dot)}"
    mark = Mark(seen, Role.SUPPOSED, f"-{dot_name(link.dot).lower()}")
    proof = what_if(drawn, link.before, link.contrary, link.inner)
    marks = (mark, *dot_marks(drawn.board, [link.dot]))
    return Clause(text, marks, proof=proof)


def _way(drawn: Drawn, links: Sequence[Link]) -> Clause:
    """Return that a region needs some cells in order to be connected."""
    board, dot = drawn.board, links[0].dot
    seen = reduce(or_, (link.seen for link in links))
    text = f"{dots(dot)} needs {cells(board.points(seen))} to be connected"
    if images := reduce(or_, (link.cells for link in links)) & ~seen:
        text += f", with the mirror images {cells(board.points(images))}"
    pairs = enumerate(links, 1)
    marks = tuple(m for number, link in pairs for m in _marks(drawn, link, number))
    return Clause(text, marks + dot_marks(board, [dot]))


def _marks(drawn: Drawn, link: Link, number: int) -> Marks:
    text = f"{dot_name(link.dot).lower()}{number}"
    points = drawn.board.points(link.cells)
    return tuple(Mark(cell, Role.SUPPOSED, text) for cell in points)


def _link(drawn: Drawn, link: Link, number: int) -> Clause:
    board, bit = drawn.board, link.seen
    (cell,) = board.points(bit)
    name = cell_name(cell)
    text = f"{name} belongs to {dots(link.dot)}"
    if images := link.cells & ~bit:
        text += f", with its mirror image {cells(board.points(images))}"
    marks = _marks(drawn, link, number)
    if board.core[link.dot] & bit:
        return Clause(text, marks, why=f"{dots(link.dot)} touches it")
    if link.inference is Inference.NEEDED:
        why = ""
        for lost in _lost_without(link):
            cut = cut_without(link.before, lost, link.dot, [cell], drawn)
            why = cut.text
            marks += cut.marks
        return Clause(text, marks, why=why)
    others = [
        dot
        for dot in board.near(bit)
        if dot != link.dot and not link.before.possible[dot] & bit
    ]
    stops = list(rivals_in_words(link.before, [cell], others, drawn, f" {name}"))
    why = "; ".join(stop.text for stop in stops) or f"no other dot is near {name}"
    return Clause(text, marks + marks_of(stops), why=why)


def _lost_without(link: Link) -> list[Point]:
    """Return a cell of a region that it cannot reach without the cells of a link."""
    state = link.before.copy()
    try:
        state.exclude(link.dot, link.cells)
        state.look()
    except Contradiction as contradiction:
        return [next(state.board.points(contradiction.failure.cells))]
    return []


def failure_in_words(drawn: Drawn, found: Chain) -> Clause:
    """Return the contradiction that a supposition leads to."""
    board, failure, end = drawn.board, found.failure, found.end
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
        stop = lost_in_words(end, cell, failure.dot, drawn)
        return Clause(stop.text, mark + stop.marks + dot_marks(board, [failure.dot]))
    bit = board.bit(cell)
    able = list(board.near(bit))
    stops = list(rivals_in_words(end, [cell], able, drawn))
    if not able:
        stops = list(never_in_words(drawn, [cell], list(range(len(board.core)))))
    why = "; ".join(stop.text for stop in stops)
    return Clause(f"no dot is left for {name}", mark + marks_of(stops), why=why)


def _crossed(end: Propagation, dot: int) -> Clause:
    """Return which regions would cross, and where."""
    state, board = end.copy(), end.board
    state.look()
    found = crossing(state, dot)
    assert found is not None
    # The dot is the one that would be cut in two.
    ours, theirs = (
        [next(board.points(cell)) for cell in pair]
        for pair in (found.cells, found.separated)
    )
    right, bottom = 2 * board.puzzle.width - 1, 2 * board.puzzle.height - 1
    edges = [at for at in theirs if at.x in (1, right) or at.y in (1, bottom)]
    at_border = ", both at the border," if len(edges) > 1 else ""
    text = f"{dots(found.other)} joins {cells(theirs)}{at_border} and cuts "
    text += f"{dots(dot)} in two: {cell_name(ours[0])} is on one side, "
    text += f"{cell_name(ours[1])} on the other"
    failing = tuple(Mark(cell, Role.FAILS) for cell in ours)
    marks = failing + cell_marks(theirs)
    return Clause(text, marks + dot_marks(board, [found.other, dot]))


def never_in_words(
    drawn: Drawn, places: Sequence[Point], rivals: list[int]
) -> Iterator[Clause]:
    """Yield why the nearest of the dots that can never reach some cells cannot."""
    board, cell = drawn.board, places[0]
    centers = board.puzzle.centers

    def steps(dot: int) -> int:
        return abs(centers[dot].x - cell.x) + abs(centers[dot].y - cell.y)

    bits = board.bits(places)
    others = (dot for dot in sorted(rivals, key=steps) if not drawn.is_out(dot, bits))
    near = list(islice(others, _NEAR))
    yield from stops_in_words(Propagation(board), places, near, Drawn.of(board))
