"""Why something follows, as sentences with marks; what-ifs step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.explain.chains import Because, Chain, Link, chain
from galaxies_asp.explain.clauses import (
    Clause,
    cell_marks,
    cells,
    dot_marks,
    dots,
    places,
)
from galaxies_asp.explain.instances import Asked, Rule, cells_of
from galaxies_asp.explain.reasons import Reason
from galaxies_asp.explain.rivals import stops_in_words
from galaxies_asp.explain.situation import extended, restrict
from galaxies_asp.explain.techniques import Technique
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Contradiction, Failure, How, Propagation
from galaxies_asp.grid import Point, cell_name, dot_name
from galaxies_asp.puzzle import NO_DOT
from galaxies_asp.render.marks import Mark, Role

_LONGEST = 50
"""The limit on the rounds of a chain."""

_NEAR = 4
"""The number of dots whose obstacles are named where no dot is near enough."""


Out = tuple[int, Point]
"""A dot, and a cell that is supposed not to belong to it."""


@dataclass(frozen=True)
class WhatIf:
    """A supposition and the deductions that lead to its contradiction."""

    supposition: Clause
    lines: tuple[Clause, ...]


@dataclass(frozen=True)
class Why:
    """The sentences of a reason, and its what-ifs."""

    lines: tuple[Clause, ...]
    what_ifs: tuple[WhatIf, ...] = ()


def why(board: Bitboard, reason: Reason, technique: Technique) -> Why:
    """Return why the target of a reason follows."""
    target = reason.target
    state = extended(Propagation(board), reason.instances)
    if technique is Technique.TOUCHED:
        text = f"{dots([target.dot])} touches it"
        if len(reason.instances) > 1:
            text = "it follows from the cells that the dots touch"
        return Why((Clause(text, dot_marks(board, [target.dot])),))
    if reason.rounds is None:
        text = "only nested what-ifs exclude the contrary: these rules force it"
        return Why((Clause(text), *used(board, reason)))
    if state is None or target.asked is Asked.NO_SOLUTION:
        return _no_solution(board, reason, state)
    if target.asked is Asked.CELL:
        return _why_cell(reason, technique, state)
    return _why_edge(reason, state)


def _why_cell(reason: Reason, technique: Technique, state: Propagation) -> Why:
    board, (cell, dot) = state.board, (reason.target.at, reason.target.dot)
    bit = board.bit(cell)
    own = dot_marks(board, [dot])
    if technique is Technique.MIRROR:
        known = [i.at for i in reason.drawn]
        text = f"it is the mirror image of {cells(known)} in {dots([dot])}"
        if not known:
            text = f"it is the mirror image of a cell that {dots([dot])} touches"
        return Why((Clause(text, own + cell_marks(known)),))
    rounds = reason.rounds or 0
    rivals = [d for d in range(len(board.core)) if d != dot]
    open_ = [d for d in rivals if state.possible[d] & bit]
    if open_ or not state.covered & bit:
        direct = chain(state, rounds, out=(dot, bit))
        if direct is not None:
            return _why_needed(board, cell, dot, direct)
    stopped = [d for d in rivals if board.span[d] & bit and d not in open_]
    lines = list(stops_in_words(state, cell, stopped))
    lines += _never(state, cell, [d for d in rivals if not board.span[d] & bit])
    if not lines and not open_:
        lines = [Clause("no other dot can reach it", own)]
    return Why(tuple(lines), tuple(_trials(state, cell, open_)))


def _why_needed(board: Bitboard, cell: Point, dot: int, direct: Chain) -> Why:
    """Return why a region needs a cell."""
    own = dot_marks(board, [dot])
    if not direct.links and direct.failure.how is How.LOST:
        lost = places(board, direct.failure.cells)[:1]
        text = f"without it, {dots([dot])} cannot reach its cell {cells(lost)}"
        return Why((Clause(text, own + cell_marks(lost)),))
    head = Clause(f"if {cell_name(cell)} did not belong to {dots([dot])}", own)
    mark = Mark(cell, Role.SUPPOSED, "-")
    lines = tuple(_lines(board, direct, (dot, cell)))
    return Why((), (WhatIf(Clause(head.text, (mark, *head.marks)), lines),))


def _trials(state: Propagation, cell: Point, rivals: list[int]) -> Iterator[WhatIf]:
    for rival in rivals:
        found = chain(state, _LONGEST, into=(rival, state.board.bit(cell)))
        yield _what_if(state, [cell], rival, found)


def _never(state: Propagation, cell: Point, rivals: list[int]) -> Iterator[Clause]:
    """Yield why the nearest of the dots that can never reach a cell cannot."""
    board = state.board
    near = sorted(
        rivals,
        key=lambda d: sum(
            abs(a - b) for a, b in zip(board.puzzle.centers[d], cell, strict=True)
        ),
    )
    yield from stops_in_words(Propagation(board), cell, near[:_NEAR])
    if len(near) > _NEAR:
        yield Clause("no other dot is near enough to reach it")


def _why_edge(reason: Reason, state: Propagation) -> Why:
    board, target = state.board, reason.target
    one, other = cells_of(target.at)
    bits = [board.bit(one), board.bit(other)]
    if target.asked is Asked.WALL:
        what_ifs = []
        for dot, possible in enumerate(state.possible):
            if all(possible & bit for bit in bits):
                found = chain(state, _LONGEST, into=(dot, bits[0] | bits[1]))
                what_ifs.append(_what_if(state, [one, other], dot, found))
        lines = () if what_ifs else tuple(_sides(state, (one, other)))
        if what_ifs:
            lines = (Clause("no other dot can have both cells"),)
        return Why(lines, tuple(what_ifs))
    for this, that in ((one, other), (other, one)):
        bit, out = board.bit(this), board.bit(that)
        able = [d for d, possible in enumerate(state.possible) if possible & bit]
        trials = (chain(state, _LONGEST, into=(d, bit), out=(d, out)) for d in able)
        chains = [one for one in trials if one is not None]
        if state.covered & bit and len(chains) == len(able):
            return Why(
                tuple(_sides(state, (this,))),
                tuple(
                    _what_if(state, [this], dot, failing, that)
                    for dot, failing in zip(able, chains, strict=True)
                ),
            )
    return Why(tuple(used(board, reason)))


def _sides(state: Propagation, sides: Sequence[Point]) -> Iterator[Clause]:
    """Yield which dots the two sides of an edge can still have."""
    board = state.board
    for cell in sides:
        bit = board.bit(cell)
        able = [d for d, possible in enumerate(state.possible) if possible & bit]
        owner = [d for d, own in enumerate(state.own) if own & bit]
        if owner:
            text = f"{cell_name(cell)} belongs to {dots(owner)}"
            yield Clause(text, cell_marks([cell]) + dot_marks(board, owner))
        elif able:
            text = f"{cell_name(cell)} can only belong to {dots(able)}"
            yield Clause(text, cell_marks([cell], Role.COVER) + dot_marks(board, able))


def _no_solution(board: Bitboard, reason: Reason, state: Propagation | None) -> Why:
    if state is not None:
        found = chain(state, _LONGEST)
        return Why(
            tuple(used(board, reason) if found is None else _lines(board, found))
        )
    state = Propagation(board)
    try:
        restrict(state, reason.instances)
    except Contradiction as contradiction:
        end = _end(board, contradiction.failure, state)
        end = Clause(end.text.removeprefix("then "), end.marks)
        return Why((end, *used(board, reason)))
    raise AssertionError("the instances contradict each other")


def _what_if(
    state: Propagation,
    points: Sequence[Point],
    dot: int,
    found: Chain | None,
    without: Point | None = None,
) -> WhatIf:
    """Return what follows if some cells belonged to a dot, up to the contradiction."""
    board = state.board
    text = f"if {cells(points)} belonged to {dots([dot])}"
    if without is not None:
        text += f" without {cell_name(without)}"
    bits = board.bits(points)
    images: list[Point] = []
    if dot in state.symmetric:
        images = places(board, board.mirrored(dot, bits) & ~bits & ~state.own[dot])
    if images:
        text += f", with the mirror image {cells(images)}"
    letter = dot_name(dot).lower()
    marks = tuple(
        Mark(cell, Role.SUPPOSED, f"{letter}?") for cell in (*points, *images)
    )
    head = Clause(text, marks + dot_marks(board, [dot], Role.RIVAL))
    if found is None:
        return WhatIf(
            head, (Clause("then only further what-ifs find a contradiction"),)
        )
    return WhatIf(head, tuple(_lines(board, found)))


def _lines(board: Bitboard, found: Chain, out: Out | None = None) -> Iterator[Clause]:
    """Yield the links and the contradiction."""
    for number, link in enumerate(found.links, 1):
        yield _link(board, link, number)
    yield _end(board, found.failure, found.end, out)


def _link(board: Bitboard, link: Link, number: int) -> Clause:
    seen = places(board, link.seen)
    images = places(board, link.cells & ~link.seen)
    letter = dot_name(link.dot).lower()
    text = f"then {cells(seen)} belongs to {dots([link.dot])}"
    if images:
        text += f", with its mirror image {cells(images)}"
    marks = tuple(
        Mark(cell, Role.SUPPOSED, f"{letter}{number}") for cell in (*seen, *images)
    )
    if link.because is Because.NEEDED:
        lost = _lost_without(link)
        text += f": without it, {dots([link.dot])} cannot reach {cells(lost)}"
        return Clause(text, marks + dot_marks(board, [link.dot]) + cell_marks(lost))
    bit = link.seen
    others = [
        dot
        for dot, span in enumerate(board.span)
        if dot != link.dot and span & bit and not link.before.possible[dot] & bit
    ]
    stops = list(stops_in_words(link.before, seen[0], others))
    if stops:
        text += ": " + "; ".join(stop.text for stop in stops)
    else:
        text += f": no other dot is near {cells(seen)}"
    return Clause(text, marks + tuple(m for stop in stops for m in stop.marks))


def _lost_without(link: Link) -> list[Point]:
    """Return a cell of a region that it cannot reach without the cells of a link."""
    state = link.before.copy()
    board = state.board
    try:
        state.exclude(link.dot, link.cells)
        state.look()
    except Contradiction as contradiction:
        return places(board, contradiction.failure.cells)[:1]
    return []


def _end(
    board: Bitboard, failure: Failure, end: Propagation, out: Out | None = None
) -> Clause:
    """Return the contradiction."""
    cell = places(board, failure.cells)[0]
    mark = (Mark(cell, Role.FAILS),)
    if failure.how is How.CLASH:
        owners = [d for d, own in enumerate(end.own) if own & failure.cells]
        both = [d for d in (*owners, failure.dot) if d != NO_DOT]
        text = f"then {cell_name(cell)} belongs to {dots(sorted(set(both)))}"
        return Clause(text, mark + dot_marks(board, both))
    if failure.how is How.LOST:
        stops = list(stops_in_words(end, cell, [failure.dot]))
        text = f"then {dots([failure.dot])} cannot reach its cell {cell_name(cell)}"
        named = [s for s in stops if " past " in s.text or "mirror image" in s.text]
        if named:
            text = "then " + named[0].text
        marks = tuple(m for stop in named for m in stop.marks)
        return Clause(text, mark + marks + dot_marks(board, [failure.dot]))
    bit = board.bit(cell)
    excluded = NO_DOT if out is None else out[0]
    able = [d for d, span in enumerate(board.span) if span & bit and d != excluded]
    stops = list(stops_in_words(end, cell, able))
    text = f"then no dot is left for {cell_name(cell)}"
    if not able and out is None:
        stops = list(_never(end, cell, list(range(len(board.core)))))
    if out is not None and board.span[out[0]] & bit:
        text_out = f"{dots([out[0]])} cannot have it without {cell_name(out[1])}"
        stops.append(Clause(text_out))
    if stops:
        text += ": " + "; ".join(stop.text for stop in stops)
    return Clause(text, mark + tuple(m for stop in stops for m in stop.marks))


def used(board: Bitboard, reason: Reason) -> Iterator[Clause]:
    """Yield the rules of a reason, each once with all its places."""
    by_rule: dict[Rule, list[int]] = {}
    covered = [i.at for i in reason.instances if i.rule is Rule.COVER]
    for instance in reason.instances:
        if instance.rule in _RULES:
            by_rule.setdefault(instance.rule, []).append(instance.dot)
    for rule, numbers in by_rule.items():
        one, many = _RULES[rule]
        text = (one if len(numbers) == 1 else many).format(dots(numbers))
        yield Clause(text, dot_marks(board, numbers))
    if covered:
        plural = "belongs" if len(covered) == 1 else "belong"
        yield Clause(
            f"{cells(covered)} {plural} to some dot", cell_marks(covered, Role.COVER)
        )
    for instance in reason.drawn:
        text = drawn_in_words(instance.rule, instance.at, instance.dot)
        yield Clause(text, cell_marks([instance.at]))


_RULES = {
    Rule.CENTER: (
        "the region of {} contains the cells that the dot touches",
        "the regions of {} contain the cells that the dots touch",
    ),
    Rule.SYMMETRY: ("the region of {} is symmetric", "the regions of {} are symmetric"),
    Rule.CONNECTED: (
        "the region of {} is connected",
        "the regions of {} are connected",
    ),
}
"""For each rule its sentence for one dot, and for several."""


def drawn_in_words(rule: Rule, at: Point, dot: int) -> str:
    """Return a sentence for something drawn or given: a wall, or the dot of a cell."""
    if rule is Rule.LABEL:
        return f"{cell_name(at)} belongs to {dots([dot])}"
    return f"there is a wall between {cells(cells_of(at))}"
