"""Why something follows, as sentences with marks; what-ifs step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.board.grid import Point, cell_name
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.drawing.marks import Mark, Role
from galaxies_asp.explaining.chains import Chain, chain
from galaxies_asp.explaining.clauses import (
    Clause,
    cell_marks,
    cells,
    dot_marks,
    dots,
    joined,
    places,
)
from galaxies_asp.explaining.facts import Fact, Kind, cells_of
from galaxies_asp.explaining.findings import Mistake, Reason
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.explaining.rivals import cut_without, stops_in_words
from galaxies_asp.explaining.situation import extended, restrict
from galaxies_asp.explaining.suppositions import (
    WhatIf,
    chain_in_words,
    failure_in_words,
    found_chain,
    never_in_words,
    once,
    what_if,
)
from galaxies_asp.explaining.walls import Drawn
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Contradiction, How, Propagation


@dataclass(frozen=True)
class Why:
    """The sentences of a reason, and its what-ifs."""

    lines: tuple[Clause, ...]
    what_ifs: tuple[WhatIf, ...] = ()


def why(drawn: Drawn, reason: Reason, technique: Technique) -> Why:
    """Return why the targets of a reason follow.

    Dots whose regions are complete, or which drawn walls shut off, are not named.
    """
    board, target = drawn.board, reason.target
    state = extended(Propagation(board), reason.premises)
    if technique is Technique.TOUCHED:
        return Why((_touching(board, reason),))
    if state is None or target.kind is Kind.NO_SOLUTION:
        return _no_solution(board, reason, state)
    if target.kind is Kind.CELL:
        return _why_cells(drawn, reason, technique, state)
    return _why_edge(drawn, reason, state)


def _touching(board: Bitboard, reason: Reason) -> Clause:
    numbers = sorted(board.number[fact.at] for fact in reason.premises)
    if len(numbers) > 1 and reason.also:
        return Clause("each dot has the cells that it touches")
    verb = "touches" if len(numbers) == 1 else "touch"
    what = "both cells" if reason.target.kind is not Kind.CELL else "it"
    what = "them" if reason.also else what
    return Clause(f"{dots(numbers)} {verb} {what}", dot_marks(board, numbers))


def _why_cells(
    drawn: Drawn, reason: Reason, technique: Technique, state: Propagation
) -> Why:
    board, targets = state.board, [fact.at for fact in reason.targets]
    dot = board.number[reason.target.center]
    if technique is Technique.MIRROR:
        known = [i.at for i in reason.drawn]
        text = f"it is the mirror image of {cells(known)} in {dots([dot])}"
        if not known:
            text = f"it is the mirror image of a cell that {dots([dot])} touches"
        return Why((Clause(text, dot_marks(board, [dot]) + cell_marks(known)),))
    lines: list[Clause] = []
    what_ifs: list[WhatIf] = []
    trials: list[tuple[int, WhatIf]] = []
    left: list[Point] = []
    needed: list[tuple[list[Point], Bits]] = []
    for cell in targets:
        bit = board.bit(cell)
        if any(d != dot and p & bit for d, p in enumerate(state.possible)) or (
            not state.covered & bit
        ):
            direct = chain(state, reason.rounds or 0, out=(dot, bit))
            if direct is not None:
                lost = direct.failure.cells
                if direct.links or direct.failure.how is not How.LOST:
                    what_ifs.append(_if_not_needed(drawn, cell, dot, direct))
                elif needed and needed[-1][1] & lost:
                    needed[-1] = [*needed[-1][0], cell], needed[-1][1] & lost
                else:
                    needed.append(([cell], lost))
                continue
        left.append(cell)
    for some, lost in needed:
        lines.append(_why_needed(state, some, dot, places(board, lost)[0]))
    if left:
        lines += _stopped(drawn, state, left, dot, technique)
        rivals = [d for d, p in enumerate(state.possible) if d != dot]
        for rival in rivals:
            if able := [c for c in left if state.possible[rival] & board.bit(c)]:
                found = found_chain(state, into=(rival, board.bit(able[0])))
                trial = what_if(drawn, state, able[:1], rival, found)
                trials.append((rival, trial))
    return Why(tuple(lines), (*what_ifs, *once(trials)))


def _stopped(
    drawn: Drawn,
    state: Propagation,
    places: Sequence[Point],
    dot: int,
    technique: Technique,
) -> Iterator[Clause]:
    """Yield what keeps the other dots from some cells.

    Dots that can never reach the cells are named only if no other dot can.
    """
    board, bits = state.board, state.board.bits(places)
    it = "it" if len(places) == 1 else "them"
    never = []
    stopped: dict[tuple[Point, ...], list[int]] = {}
    are_out: dict[str, None] = {}
    for rival, span in enumerate(board.span):
        near = span & bits
        if rival == dot or state.possible[rival] & bits:
            continue
        if not near:
            never.append(rival)
        elif rival in drawn.complete:
            are_out["complete"] = None
        elif drawn.is_shut_off(rival, near):
            are_out["shut off by walls"] = None
        else:
            some = tuple(cell for cell in places if near & board.bit(cell))
            stopped.setdefault(some, []).append(rival)
    for some, numbers in stopped.items():
        yield from stops_in_words(state, some, numbers, drawn)
    is_only = technique is Technique.ONLY_DOT
    if is_only and len(places) == 1 and not are_out:
        near_enough = [dot for dot in never if not drawn.is_out(dot, bits)]
        # Long ways around are not worth a sentence: the last one says enough.
        stops = never_in_words(drawn, places, near_enough)
        yield from (s for s in stops if "would need" in s.text and "past" not in s.text)
    if are_out:
        yield Clause(f"the other regions near {it} are {' or '.join(sorted(are_out))}")
    elif never and is_only:
        yield Clause(f"no other dot can ever reach {it}")


def _why_needed(
    state: Propagation, needed: Sequence[Point], dot: int, lost: Point
) -> Clause:
    """Return why a region needs cells: without each it cannot get to a lost one."""
    board = state.board
    each = [bit | board.mirrored(dot, bit) for bit in map(board.bit, needed)]
    cut = cut_without(state, lost, dot, each)
    named = joined(map(cell_name, needed), "or")
    return Clause(f"without {named}, {cut.text}", cut.marks)


def _if_not_needed(drawn: Drawn, cell: Point, dot: int, direct: Chain) -> WhatIf:
    """Return what follows if a region did not have a cell."""
    text = f"if {cell_name(cell)} did not belong to {dots([dot])}"
    marks = (Mark(cell, Role.SUPPOSED, "-"), *dot_marks(drawn.board, [dot]))
    lines = tuple(chain_in_words(drawn, direct, (dot, cell)))
    return WhatIf(Clause(text, marks), lines)


def _why_edge(drawn: Drawn, reason: Reason, state: Propagation) -> Why:
    board, target = state.board, reason.target
    one, other = cells_of(target.at)
    bits = [board.bit(one), board.bit(other)]
    if target.kind is Kind.WALL:
        what_ifs = []
        for dot, possible in enumerate(state.possible):
            if all(possible & bit for bit in bits):
                found = found_chain(state, into=(dot, bits[0] | bits[1]))
                what_ifs.append(what_if(drawn, state, [one, other], dot, found))
        if what_ifs:
            lines = (Clause("no other dot can have both cells"),)
            return Why(lines, tuple(what_ifs))
        return Why(
            (*_sides(state, (one, other)), *_not_both(drawn, state, (one, other)))
        )
    for this, that in ((one, other), (other, one)):
        bit, out = board.bit(this), board.bit(that)
        able = [d for d, possible in enumerate(state.possible) if possible & bit]
        trials = (found_chain(state, into=(d, bit), out=(d, out)) for d in able)
        chains = [failing for failing in trials if failing is not None]
        if state.covered & bit and len(chains) == len(able):
            return Why(
                tuple(_sides(state, (this,))),
                tuple(
                    what_if(drawn, state, [this], dot, failing, that)
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


def _not_both(
    drawn: Drawn, state: Propagation, sides: Sequence[Point]
) -> Iterator[Clause]:
    """Yield what keeps the dots that could reach both sides of an edge from one."""
    board = state.board
    one, other = map(board.bit, sides)
    rivals = [d for d, span in enumerate(board.span) if span & one and span & other]
    for cell in sides:
        bit = board.bit(cell)
        stopped = [d for d in rivals if not state.possible[d] & bit]
        rivals = [d for d in rivals if d not in stopped]
        able = [d for d in stopped if not drawn.is_out(d, bit)]
        yield from stops_in_words(state, [cell], able, drawn)


def _no_solution(board: Bitboard, reason: Reason, state: Propagation | None) -> Why:
    bare = Drawn.of(board, ())  # what is drawn may be wrong
    if state is not None:
        found = found_chain(state)
        if found is None:
            return Why(tuple(used(board, reason)))
        lines = tuple(chain_in_words(bare, found))
        inner = tuple(line.inner for line in lines if line.inner is not None)
        *links, end = (line.clause for line in lines)
        texts = [Clause(link.text.removeprefix("then "), link.marks) for link in links]
        so = "so " if links else ""
        end = Clause(so + end.text.removeprefix("then "), end.marks)
        return Why((*texts, end), inner)
    state = Propagation(board)
    try:
        restrict(state, reason.premises)
    except Contradiction as contradiction:
        end = failure_in_words(bare, contradiction.failure, state)
        end = Clause(end.text.removeprefix("then "), end.marks)
        return Why((end, *used(board, reason)))
    raise AssertionError("the facts contradict each other")


def used(board: Bitboard, reason: Reason) -> Iterator[Clause]:
    """Yield the rules of a reason, each once with all its places."""
    by_rule: dict[Kind, list[int]] = {}
    covered = [i.at for i in reason.premises if i.kind is Kind.COVER]
    for fact in reason.premises:
        if fact.kind in _RULES:
            by_rule.setdefault(fact.kind, []).append(board.number[fact.at])
    for rule, numbers in by_rule.items():
        one, many = _RULES[rule]
        text = (one if len(numbers) == 1 else many).format(dots(numbers))
        yield Clause(text, dot_marks(board, numbers))
    if covered:
        plural = "belongs" if len(covered) == 1 else "belong"
        yield Clause(
            f"{cells(covered)} {plural} to some dot", cell_marks(covered, Role.COVER)
        )
    for fact in reason.drawn:
        text = fact_in_words(board.puzzle, fact)
        yield Clause(text, cell_marks([fact.at]))


def rules_in_words(puzzle: Puzzle, reason: Reason) -> str:
    """Return the rules of a reason; several lines."""
    clauses = list(used(Bitboard(puzzle), reason))
    if not clauses:
        return "No rule is needed but which mirror images lie on the board."
    return "\n".join(["Rules used:", *(f"  - {clause.text}" for clause in clauses)])


_RULES = {
    Kind.CENTER: (
        "the region of {} contains the cells that the dot touches",
        "the regions of {} contain the cells that the dots touch",
    ),
    Kind.SYMMETRY: ("the region of {} is symmetric", "the regions of {} are symmetric"),
    Kind.CONNECTED: (
        "the region of {} is connected",
        "the regions of {} are connected",
    ),
}
"""For each rule its sentence for one dot, and for several."""


def fact_in_words(puzzle: Puzzle, fact: Fact) -> str:
    """Return a sentence about a cell or an edge, without its full stop."""
    if fact.center is None:
        none = "no" if fact.kind is Kind.OPEN else "a"
        return f"there is {none} wall between {cells(cells_of(fact.at))}"
    return (
        f"{cell_name(fact.at)} belongs to {dots([puzzle.centers.index(fact.center)])}"
    )


def end_in_words(solved: bool) -> str:
    """Return how deductions end, as a sentence without its full stop."""
    if solved:
        return "The board is solved"
    return "Nothing more is forced: the open cells have several solutions"


def mistake_in_words(mistake: Mistake, wrong: str) -> str:
    """Return a mistake as a sentence without its full stop; `wrong` in words."""
    if not mistake.wrong:
        return "The puzzle has no solution"
    if len(mistake.wrong) == 1:
        return f"This is wrong: {wrong}"
    together = set(mistake.wrong) <= set(mistake.reason.premises)
    start = "No solution contains all of these" if together else "These are wrong"
    return f"{start}: {wrong}"
