"""Why something follows under the standard rules, as sentences with marks."""

from collections.abc import Iterable, Iterator, Sequence

from galaxies_asp.core.board.grid import Point, cell_name, mirror, sides
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining import suppositions
from galaxies_asp.explaining.drawn import Drawn
from galaxies_asp.explaining.facts import Fact, Kind, cells_of
from galaxies_asp.explaining.findings import Mistake, Reason
from galaxies_asp.explaining.known import Known
from galaxies_asp.explaining.left import why_left, why_needed
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.explaining.marks import Role
from galaxies_asp.explaining.rivals import stops_in_words
from galaxies_asp.explaining.scene import Scene
from galaxies_asp.explaining.situation import extended, restrict
from galaxies_asp.explaining.suppositions import found_chain, once, what_if
from galaxies_asp.explaining.trials import (
    Chain,
    Supposition,
    able,
    chain,
    contraries,
    is_needed,
)
from galaxies_asp.explaining.words import (
    Clause,
    cell_marks,
    cells,
    dot_marks,
    dots,
    edge,
    joined,
)
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Contradiction, How, Propagation

_MANY = 6
"""More walls are counted, not listed; the picture has them."""


def why(drawn: Drawn, reason: Reason, technique: Technique) -> Iterable[Clause]:
    """Return why the targets of a reason follow.

    Dots whose regions are complete, or which drawn walls shut off, are not named.
    """
    board, target = drawn.board, reason.target
    state = extended(Propagation(board), reason.premises)
    if state is None or target.kind is Kind.NO_SOLUTION:
        return _no_solution(board, reason, state)
    if technique is Technique.TOUCHED:
        return [_touching(board, reason)]
    if target.kind is not Kind.CELL:
        return _why_edge(drawn, reason, state)
    if technique is Technique.MIRROR:
        return [_image(board, reason)]
    return _why_cells(drawn, reason, state)


def _touching(board: Bitboard, reason: Reason) -> Clause:
    numbers = sorted(board.number[fact.at] for fact in reason.premises)
    if len(numbers) > 1 and reason.also:
        return Clause("each dot has the cells that it touches")
    verb = "touches" if len(numbers) == 1 else "touch"
    what = "both cells" if reason.target.kind is not Kind.CELL else "it"
    what = "them" if reason.also else what
    return Clause(f"{dots(*numbers)} {verb} {what}", dot_marks(board, numbers))


def _image(board: Bitboard, reason: Reason) -> Clause:
    dot, known = board.number[reason.target.center], [fact.at for fact in reason.drawn]
    named = cells(known) or f"a cell that {dots(dot)} touches"
    text = f"it is the partner of {named}"
    text += f" in {dots(dot)}" if known else ""
    return Clause(text, dot_marks(board, [dot]) + cell_marks(known))


def _why_cells(drawn: Drawn, reason: Reason, state: Propagation) -> Iterator[Clause]:
    board, dot = state.board, state.board.number[reason.target.center]
    scene, what_ifs = Scene.on(drawn), list[Clause]()
    left: list[Fact] = []
    needed: list[Fact] = []
    for fact in reason.targets:
        contrary = Supposition(dot, out=board.bit(fact.at))
        found = None
        if is_needed(state, dot, contrary.out):
            found = chain(state, reason.rounds or 0, contrary)
        if found is None:
            left.append(fact)
        elif found.links or found.failure.how is not How.LOST:
            what_ifs.append(what_if(scene, state, contrary, found))
        else:
            needed.append(fact)
    yield from why_needed(scene, needed) if needed else ()
    yield from what_ifs
    if not left:
        return
    trials: list[tuple[int, Clause]] = []
    for rival, possible in enumerate(state.possible):
        open_ = possible & board.bits(fact.at for fact in left)
        if open_ and rival != dot:
            first = next(fact for fact in left if open_ & board.bit(fact.at))
            into = Supposition(rival, board.bit(first.at))
            trial = what_if(scene, state, into, found_chain(state, into))
            trials.append((rival, trial))
    yield from why_left(scene, left, [rival for rival, _ in trials]).clauses
    yield from once(trials)


def _why_edge(drawn: Drawn, reason: Reason, state: Propagation) -> Iterable[Clause]:
    beside = cells_of(reason.target.at)
    for contrary in contraries(state, reason.target):
        found = {start: found_chain(state, start) for start in contrary}
        what_ifs = (what_if(Scene.on(drawn), state, *pair) for pair in found.items())
        if reason.target.kind is Kind.OPEN:
            if all(found.values()):
                this = state.board.points(contrary[0].into)
                return [*_sides(state, this), *what_ifs]
        elif found:
            return [Clause("no other dot can have both cells"), *what_ifs]
        else:
            return [*_sides(state, beside), *_not_both(drawn, state, beside)]
    return used(state.board, reason)


def _sides(state: Propagation, beside: Iterable[Point]) -> Iterator[Clause]:
    """Yield which dots the two sides of an edge can still have."""
    board = state.board
    for cell in beside:
        bit = board.bit(cell)
        owner = [d for d, own in enumerate(state.own) if own & bit]
        if owner:
            text = f"{cell_name(cell)} belongs to {dots(*owner)}"
            yield Clause(text, cell_marks([cell]) + dot_marks(board, owner))
        elif left := able(state, bit):
            text = f"{cell_name(cell)} can only belong to {dots(*left)}"
            yield Clause(text, cell_marks([cell], Role.COVER) + dot_marks(board, left))


def _not_both(
    drawn: Drawn, state: Propagation, beside: Sequence[Point]
) -> Iterator[Clause]:
    """Yield what keeps the dots that could reach both sides of an edge from one."""
    board = state.board
    one, other = map(board.bit, beside)
    rivals = [d for d, span in enumerate(board.span) if span & one and span & other]
    for cell in beside:
        bit = board.bit(cell)
        stopped = [d for d in rivals if not state.possible[d] & bit]
        rivals = [d for d in rivals if d not in stopped]
        left = [d for d in stopped if not drawn.is_out(d, bit)]
        yield from stops_in_words(state, [cell], left, drawn)


def _no_solution(
    board: Bitboard, reason: Reason, state: Propagation | None
) -> Iterator[Clause]:
    bare = Drawn.of(board)  # what is drawn may be wrong
    if state is not None:
        scene, found = Scene(state, bare), found_chain(state, Supposition())
        if found is None:
            yield from used(board, reason)
            return
        *links, end = suppositions.chain_in_words(scene, found)
        yield from links
        yield end._replace(text=f"so {end.text}") if links else end
        return
    state = Propagation(board)
    try:
        restrict(state, reason.premises)
    except Contradiction as contradiction:
        found = Chain(Supposition(), (), contradiction.failure, state)
        yield suppositions.failure_in_words(Scene(state, bare), found)
    yield from used(board, reason)


def used(board: Bitboard, reason: Reason) -> Iterator[Clause]:
    """Yield the rules of a reason, each once with all its places."""
    by_rule: dict[Kind, list[int]] = {}
    covered = [i.at for i in reason.premises if i.kind is Kind.COVER]
    for fact in reason.premises:
        if fact.kind in _RULES:
            by_rule.setdefault(fact.kind, []).append(board.number[fact.at])
    for rule, numbers in by_rule.items():
        one, many = _RULES[rule]
        text = (one if len(numbers) == 1 else many).format(dots(*numbers))
        yield Clause(text, dot_marks(board, numbers))
    if covered:
        plural = "belongs" if len(covered) == 1 else "belong"
        text = f"{cells(covered)} {plural} to some dot"
        yield Clause(text, cell_marks(covered, Role.COVER))
    for fact in reason.drawn:
        yield Clause(fact_in_words(board.puzzle, fact), cell_marks([fact.at]))


def rules_in_words(puzzle: Puzzle, reason: Reason) -> str:
    """Return the rules of a reason; several lines."""
    clauses = list(used(Bitboard(puzzle), reason))
    if not clauses:
        return "No rule is needed but which partners lie on the board."
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
    return Known.of(puzzle).in_words([fact])


def mistake_in_words(mistake: Mistake, wrong: str) -> str:
    """Return a mistake as a sentence without its full stop; `wrong` in words."""
    if not mistake.wrong:
        return "The puzzle has no solution"
    if mistake.broken is not None:
        number = len(mistake.wrong)
        return f"As drawn, {mistake.broken.message} ({number} marks are wrong)"
    if len(mistake.wrong) == 1:
        return f"This is wrong: {wrong}"
    together = set(mistake.wrong) <= set(mistake.reason.premises)
    start = "No solution contains all of these" if together else "These are wrong"
    return f"{start}: {wrong}"


def walls_in_words(walls: Sequence[Point]) -> str:
    """Return what a step says about walls, as a sentence without its full stop."""
    if len(walls) == 1:
        return f"There is a wall between {edge(walls[0])}"
    if len(walls) > _MANY:
        return f"There are {len(walls)} new walls; the picture shows them"
    return f"There are walls {joined(f'between {edge(wall)}' for wall in walls)}"


def why_walls(
    drawn: Drawn, walls: Sequence[Point], technique: Technique
) -> Iterable[Clause]:
    """Return why walls follow from what is known beside them."""
    if technique is Technique.MIRRORED_WALL:
        return _images(drawn.board, walls, drawn.all_mirrored())
    if len(walls) > _MANY:
        return [Clause("the cells on their two sides belong to different dots")]
    return (_beside(drawn, wall) for wall in walls)


def _beside(drawn: Drawn, wall: Point) -> Clause:
    board, (one, other) = drawn.board, sides(wall)
    first, second = (
        next(dot for dot, own in enumerate(drawn.labels) if own & board.bit(cell))
        for cell in (one, other)
    )
    text = f"{cell_name(one)} belongs to {dots(first)}, "
    text += f"{cell_name(other)} to {dots(second)}"
    return Clause(text, cell_marks([one, other]) + dot_marks(board, [first, second]))


def _images(
    board: Bitboard, walls: Sequence[Point], dot_of: dict[Point, int]
) -> Iterator[Clause]:
    """Yield what the walls are the mirror images of, each in its dot."""
    numbers = sorted({dot_of[wall] for wall in walls})
    centers = board.puzzle.centers
    sources = [mirror(centers[dot_of[wall]], wall) for wall in walls]
    if len(walls) > _MANY:
        text = f"they are the mirror images, in {dots(*numbers)}, of walls that are "
        text += "drawn and of the border of the board"
        yield Clause(text, cell_marks(sources) + dot_marks(board, numbers))
        return
    for wall, source in zip(walls, sources, strict=True):
        dot = dot_of[wall]
        inner = [cell for cell in sides(source) if board.puzzle.has_cell(cell)]
        what = f"the wall between {edge(source)}"
        if len(inner) < 2:
            (x, y), (cell,) = source, inner
            side = "left of" if x < cell.x else "right of"
            if x == cell.x:
                side = "above" if y < cell.y else "below"
            what = f"the border {side} {cell_name(cell)}"
        it = "it" if len(walls) == 1 else f"the wall between {edge(wall)}"
        text = f"{it} is the mirror image in {dots(dot)} of {what}"
        yield Clause(text, cell_marks([source]) + dot_marks(board, [dot]))
