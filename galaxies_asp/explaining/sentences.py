"""Why something follows, as sentences with marks; what-ifs step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.board.grid import Point, cell_name
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.drawing.marks import Role
from galaxies_asp.explaining.chains import chain
from galaxies_asp.explaining.clauses import (
    Clause,
    WhatIf,
    cell_marks,
    cells,
    dot_marks,
    dots,
    joined,
    places,
)
from galaxies_asp.explaining.facts import Fact, Kind, cells_of
from galaxies_asp.explaining.findings import Mistake, Reason
from galaxies_asp.explaining.known import Known
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.explaining.rivals import cut_without, stops_in_words
from galaxies_asp.explaining.situation import (
    Supposition,
    able,
    contraries,
    extended,
    is_needed,
    restrict,
)
from galaxies_asp.explaining.suppositions import (
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
        if is_needed(state, dot, bit):
            contrary = Supposition(dot, out=bit)
            direct = chain(state, reason.rounds or 0, contrary)
            if direct is not None:
                lost = direct.failure.cells
                if direct.links or direct.failure.how is not How.LOST:
                    what_ifs.append(what_if(drawn, state, contrary, direct))
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
        for rival, possible in enumerate(state.possible):
            open_ = [board.bit(cell) for cell in left if possible & board.bit(cell)]
            if open_ and rival != dot:
                into = Supposition(rival, open_[0])
                trial = what_if(drawn, state, into, found_chain(state, into))
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


def _why_edge(drawn: Drawn, reason: Reason, state: Propagation) -> Why:
    sides = cells_of(reason.target.at)
    for contrary in contraries(state, reason.target):
        found = {start: found_chain(state, start) for start in contrary}
        what_ifs = tuple(what_if(drawn, state, *pair) for pair in found.items())
        if reason.target.kind is Kind.OPEN:
            if all(found.values()):
                this = places(state.board, contrary[0].into)
                return Why(tuple(_sides(state, this)), what_ifs)
        elif what_ifs:
            return Why((Clause("no other dot can have both cells"),), what_ifs)
        else:
            return Why((*_sides(state, sides), *_not_both(drawn, state, sides)))
    return Why(tuple(used(state.board, reason)))


def _sides(state: Propagation, sides: Sequence[Point]) -> Iterator[Clause]:
    """Yield which dots the two sides of an edge can still have."""
    board = state.board
    for cell in sides:
        bit = board.bit(cell)
        owner = [d for d, own in enumerate(state.own) if own & bit]
        if owner:
            text = f"{cell_name(cell)} belongs to {dots(owner)}"
            yield Clause(text, cell_marks([cell]) + dot_marks(board, owner))
        elif left := able(state, bit):
            text = f"{cell_name(cell)} can only belong to {dots(left)}"
            yield Clause(text, cell_marks([cell], Role.COVER) + dot_marks(board, left))


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
        left = [d for d in stopped if not drawn.is_out(d, bit)]
        yield from stops_in_words(state, [cell], left, drawn)


def _no_solution(board: Bitboard, reason: Reason, state: Propagation | None) -> Why:
    bare = Drawn.of(board)  # what is drawn may be wrong
    if state is not None:
        found = found_chain(state, Supposition())
        if found is None:
            return Why(tuple(used(board, reason)))
        lines = tuple(chain_in_words(bare, found))
        inner = tuple(line.proof for line in lines if line.proof is not None)
        *links, end = (Clause(_bare(line), line.marks) for line in lines)
        so = "so " if links else ""
        return Why((*links, Clause(so + end.text, end.marks)), inner)
    state = Propagation(board)
    try:
        restrict(state, reason.premises)
    except Contradiction as contradiction:
        end = failure_in_words(bare, contradiction.failure, state, Supposition())
        return Why((Clause(_bare(end), end.marks), *used(board, reason)))
    raise AssertionError("the facts contradict each other")


def _bare(line: Clause) -> str:
    return line.text.removeprefix("then ")


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
    return Known.of(Position(puzzle)).in_words([fact])


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
