"""Steps of an encoding in words of the board, checked by an independent reader.

What is said of other dots is compared with regions that are followed cell by cell; the
lines of a what-if are read on the board with what is supposed and deduced so far.
"""

import re
from collections.abc import Iterable

import pytest
from support.collection import puzzles
from support.sentences import Board, cells, check

from galaxies_asp import Puzzle, load, solve
from galaxies_asp.core.board.grid import Point, adjacent_cells, mirror, touched_cells
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.explaining import Figure, explain, figure, hint, walkthrough
from galaxies_asp.explaining.dots.walls import _images
from galaxies_asp.explaining.words.findings import Mistake, Step
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.fast.bitboard import Bitboard

PUZZLES = puzzles(5, 10, 4)
MORE = [puzzle for puzzle in puzzles(5, 15, 30) if puzzle not in PUZZLES]
AT_ONCE = Technique.CONTRADICTION, Technique.SEPARATION, Technique.ONLY_WAY
NAMED = r"dots? [A-Z]+(?:(?:, | and )[A-Z]+)*"


def core(board: Board, dot: int) -> set[Point]:
    return set(touched_cells(board.puzzle.centers[dot]))


def own(board: Board, dot: int) -> set[Point]:
    return {cell for cell, owner in board.owner.items() if owner == dot}


def owned(board: Board, some: Iterable[Point], dot: int) -> Board:
    """Return a board on which a dot has some cells, or no dot can have them: -1."""
    other = Board.__new__(Board)
    other.__dict__.update(board.__dict__, owner=board.owner | dict.fromkeys(some, dot))
    return other


def could_get(board: Board, dot: int, cell: Point) -> bool:
    return cell in board.open_to(dot, core(board, dot))


def read(board: Board, line: str, targets: list[Point]) -> str:
    """Check a sentence; return its kind."""
    everyone = range(len(board.puzzle.centers))
    if match := re.fullmatch(rf"(?:no other dot|only ({NAMED})) can get to (.*)", line):
        able = board.dots(match[1]) if match[1] else []
        owners = {board.owner[cell] for cell in targets if cell in board.owner}
        for dot in everyone:
            if dot not in able and dot not in owners and (able or owners):
                assert not any(could_get(board, dot, at) for at in targets), line
        return "closing"
    if match := re.fullmatch(rf"(.*) (?:is|are) enclosed by walls and ({NAMED})", line):
        inside, (dot,) = set(cells(match[1])), board.dots(match[2])
        inside = inside or board.flood(
            {*targets},
            lambda one, at: at not in board.owner and not board.is_walled(one, at),
        )
        around = {
            beside
            for cell in inside
            for beside in adjacent_cells(cell)
            if board.puzzle.has_cell(beside) and not board.is_walled(cell, beside)
        }
        assert {board.owner.get(cell) for cell in around - inside} <= {dot}, line
        return "pocket"
    if match := re.fullmatch(rf"all its neighbors belong to ({NAMED})", line):
        (dot,) = board.dots(match[1])
        for cell in targets:
            assert {board.owner[beside] for beside in adjacent_cells(cell)} == {dot}
        return "pocket"
    if match := re.fullmatch(
        rf"(c.*) must be connected with ({NAMED}), and the only way goes through (.*)",
        line,
    ):
        part, (dot,), way = cells(match[1]), board.dots(match[2]), cells(match[3])
        assert own(board, dot).issuperset(part), line
        for cell in way:
            both = {cell, mirror(board.puzzle.centers[dot], cell)}
            shut = owned(board, both - own(board, dot), -1)
            reached = shut.open_to(dot, set(part[:1]))
            assert reached.isdisjoint(core(board, dot)), line
        return "exit"
    if match := re.fullmatch(
        rf"(?:every way of )?({NAMED}) (?:must be connected with|to) its cell (\S+?),? "
        "(?:and the only way out )?goes through (.*?)"
        "( or (?:its partner|their partners))?",
        line,
    ):
        (dot,), (far,) = board.dots(match[1]), cells(match[2])
        assert board.owner[far] == dot, line
        for cell in targets if match[3] == "them" else cells(match[3]):
            image = mirror(board.puzzle.centers[dot], cell)
            shut = {cell, image} if match[4] else {cell}
            assert far not in board.open_to(dot, core(board, dot), shut), line
        return "exit"
    if match := re.match(rf"({NAMED}) cannot get to its cell (\S+?)[ ,:]", line):
        (dot,), (far,) = board.dots(match[1]), cells(match[2])
        assert board.owner[far] == dot, line
        assert not could_get(board, dot, far), line
        return "lost"
    kinds: set[str] = set()
    if re.match(
        r".* (?:would need|cannot get|cannot have) |without |.* off the board$", line
    ):
        if "cannot have" not in line and "wall between" not in line:
            check(board, line, [*targets, *cells(line)], kinds)
        return "stop"
    if re.match(r"each dot has|.* touch", line):
        return "touched"
    raise AssertionError(f"not understood: {line}")


def partner_rank(board: Board, dot: int, cell: Point) -> int:
    """Return 0 if the partner of a cell is free, 1 if it is taken, 2 off the board."""
    image = mirror(board.puzzle.centers[dot], cell)
    if not board.puzzle.has_cell(image):
        return 2
    return int(board.owner.get(image, dot) != dot)


def check_near(board: Board, lines: list[str], targets: list[Point], dot: int) -> None:
    """Check that a sentence about all others leaves out only dots that are far.

    Each other dot that could reach a cell if only the dots were known is named, unless
    its region is complete or walls shut it off; those are not named. At least one is,
    and first those that could have the partner of the cell.
    """
    rivals = re.compile(rf"(?:the partners? of .* about )?({NAMED})")
    lists = [board.dots(m[1]) for line in lines if (m := rivals.match(line))]
    named = {d for some in lists for d in some}
    closing = next((x for x in lines if re.match("no other dot|only dot", x)), None)
    if closing is None:
        return
    if closing.startswith("only"):
        named.update(board.dots(closing.removeprefix("only ")))
    else:
        assert len(lines) > 1, "no rival is named"
    if len(targets) == 1:
        ranks = [partner_rank(board, some[0], targets[0]) for some in lists]
        assert ranks == sorted(ranks), lines
    for other in {*range(len(board.puzzle.centers))} - {dot}:
        is_out = board.is_complete(other) or board.is_shut_off(other, targets)
        is_near = not board.could_reach(other).isdisjoint(targets)
        assert not (is_out and other in named), lines
        assert is_out or not is_near or other in named, lines


def pockets(board: Board) -> list[set[Point]]:
    """Return the open cells beside which only one dot has cells, a few together."""
    found, left = [], {*board.puzzle.cells()}.difference(board.owner)
    while left:
        inside = board.flood(
            {left.pop()},
            lambda one, at: at not in board.owner and not board.is_walled(one, at),
        )
        left -= inside
        around = {
            board.owner[beside]
            for cell in inside
            for beside in adjacent_cells(cell)
            if beside in board.owner and not board.is_walled(cell, beside)
        }
        if len(around) == 1 and len(inside) < 10:
            found.append(inside)
    return found


def supposed(board: Board, dot: int, some: Iterable[Point]) -> None:
    for cell in some:
        for at in (cell, mirror(board.puzzle.centers[dot], cell)):
            board.owner.setdefault(at, dot)


def close(board: Board) -> None:
    """Draw the walls that follow: between regions, and partners of walls."""
    walls: set[Point] = {*board.walls}
    while True:
        new = set[Point]()
        for cell, dot in board.owner.items():
            for beside in adjacent_cells(cell):
                edge = Point((cell.x + beside.x) // 2, (cell.y + beside.y) // 2)
                is_border = not board.puzzle.has_cell(beside)
                if is_border or edge in walls:
                    new.add(mirror(board.puzzle.centers[dot], edge))
                if not is_border and board.owner.get(beside, dot) != dot:
                    new.add(edge)
        new = {edge for edge in new if board.puzzle.has_edge(edge)} - walls
        if not new:
            board.walls = frozenset(walls)
            return
        walls |= new


def read_what_if(board: Board, what_if: Figure) -> None:
    """Check the links of a what-if and its contradiction."""
    if (found := re.match(rf"if (\S+) belonged to ({NAMED})", what_if.head)) is None:
        return
    supposed(board, board.dots(found[2])[0], cells(found[1]))
    *links, end = what_if.frames
    for link in links:
        head = re.sub("^then ", "", link.head)
        if (
            link.what_ifs
            or (
                found := re.match(rf"(.*?) belongs? to ({NAMED})", head)
                or re.match(rf"({NAMED}) needs (.*?) to be connected", head)
            )
            is None
        ):
            return
        named = found[1] if found[1].startswith("dot") else found[2]
        (dot,) = board.dots(named)
        places = cells(head.partition(", with")[0])
        for line in filter(None, "; ".join(link.sentences).split("; ")):
            read(owned(board, places, dot) if "other" in line else board, line, places)
        supposed(board, dot, places)
    head = re.sub("^then ", "", end.head)
    if match := re.fullmatch(r"no dot is left for (\S+)", head):
        (cell,) = cells(match[1])
        assert cell not in board.owner
        for dot in range(len(board.puzzle.centers)):
            assert not could_get(board, dot, cell), (head, dot)
    elif match := re.fullmatch(r"(\S+) belongs to (dots .*)", head):
        (cell,) = cells(match[1])
        some = board.dots(match[2])
        assert len(some) > 1
        assert board.owner[cell] in some
    elif "joins" not in head:
        assert read(board, head, []) in ("lost", "stop"), head


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle",
    [*PUZZLES, *(pytest.param(one, marks=pytest.mark.nightly) for one in MORE)],
    ids=lambda puzzle: puzzle.name,
)
def test_what_is_said_of_steps_is_true_on_the_board(puzzle: Puzzle) -> None:
    (solution,) = solve(puzzle).solutions
    way = walkthrough(puzzle)
    assert way.solved
    kinds: list[str] = []
    for position, step in zip(way.positions(), way.steps, strict=False):
        for at in step.cells:
            fact = next(fact for fact in step.facts if fact.at == at)
            assert puzzle.centers[solution.label(at)] == fact.center
        assert set(step.walls) <= solution.walls
        if not isinstance(step.technique, Technique):
            continue
        shown = figure(step)
        if step.technique is not Technique.TOUCHED and pockets(Board(position)):
            assert re.search("enclosed|all its", shown.sentences[0])
        targets = [fact.at for fact in step.reason.targets]
        owner = puzzle.centers.index(step.target.center or Point(0, 0))
        for sentence in shown.sentences:
            for line in re.sub("^first, .*?: ", "", sentence).split("; "):
                board = Board(position)
                if "other dot" in line or line.startswith("all its"):
                    board.owner |= dict.fromkeys(targets, owner)
                kinds.append(read(board, line, targets))
        lines = [line for one in shown.sentences for line in one.split("; ")]
        check_near(Board(position), lines, targets, owner)
        for what_if in shown.what_ifs:
            read_what_if(Board(position), what_if)
        if step.technique in AT_ONCE:
            # These need no chains: the only way, and the contradiction.
            most = 3 if step.technique is Technique.ONLY_WAY else 1
            assert all(len(w.frames) <= most for w in shown.what_ifs)
            assert all("did not" not in w.head for w in shown.what_ifs)
        said = "\n".join(shown.lines())
        assert len(said) <= 2500
    assert {"touched", "pocket"} <= {*kinds}


@pytest.mark.slow
def test_each_other_dot_of_a_cell_is_supposed_by_itself() -> None:
    puzzle = load("random-hard-12x12#2")
    steps = walkthrough(puzzle).steps
    heads = [
        what_if.head
        for step in steps
        for what_if in figure(step).what_ifs  # type: ignore[union-attr]
    ]
    assert heads
    assert all("belonged to dot" in head for head in heads)


def test_a_wrong_cell_is_found_and_the_rest_is_right() -> None:
    puzzle = load("idp-7x7")
    (solution,) = solve(puzzle).solutions
    rows = [list(row) for row in solution.rows()]
    rows[3][3] = (rows[3][3] + 1) % len(puzzle.centers)
    position = Position(puzzle, labels=rows)
    wrong = hint(position)
    assert isinstance(wrong, Mistake)
    (line,) = figure(wrong).sentences
    assert read(Board(position), line, []) == "stop"
    rows = [[dot if x % 2 else -1 for x, dot in enumerate(r)] for r in solution.rows()]
    found = hint(Position(puzzle, labels=rows))
    assert isinstance(found, Step)
    for fact in found.facts:
        if fact.at in found.cells:
            assert puzzle.centers[solution.label(fact.at)] == fact.center


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rules", "at"),
    [
        ("tatham-unreasonable-20x20#1", "grow", Point(5, 5)),
        ("random-hard-12x12#1", "auto", Point(1, 15)),
    ],
)
def test_a_long_reason_is_a_board_and_its_last_steps(
    name: str, rules: str, at: Point
) -> None:
    """What is drawn is true, and the sentences are, each after those before it."""
    puzzle = load(name)
    (solution,) = solve(puzzle).solutions
    reason = explain(puzzle, at, rules=rules)
    assert reason is not None
    assert bool(reason.earlier) == (rules == "grow")
    shown = figure(reason)
    assert len(shown.lines()) <= (15 if rules == "grow" else 21)
    assert reason.known is not None
    board = Board(reason.known.position)
    assert all(solution.label(cell) == dot for cell, dot in board.labels.items())
    drawn = re.match(r"the board as drawn follows in \d+ steps", shown.sentences[0])
    assert bool(drawn) == bool(reason.earlier) == bool(board.labels)
    steps = [s for s in shown.sentences if re.match("first, |then, ", s)]
    assert steps
    for sentence in steps:
        close(board)
        found = re.match(
            rf"\w+, (.*?) belongs? to ({NAMED})(?:, with the partners? [^:]*)?: ",
            sentence,
        )
        assert found is not None
        targets, (dot,) = cells(found[1]), board.dots(found[2])
        for line in sentence[found.end() :].split("; "):
            read(
                owned(board, targets, dot) if "other" in line else board, line, targets
            )
        supposed(board, dot, targets)


@pytest.mark.parametrize(
    ("size", "dots", "wall", "border"),
    [
        ((3, 1), [(2, 1), (5, 1)], (4, 1), "dot A of the border left of c1r1"),
        ((3, 1), [(1, 1), (4, 1)], (2, 1), "dot B of the border right of c3r1"),
        ((1, 3), [(1, 2), (1, 5)], (1, 4), "dot A of the border above c1r1"),
        ((1, 3), [(1, 1), (1, 4)], (1, 2), "dot B of the border below c1r3"),
    ],
)
def test_sides_of_the_border_are_named(
    size: tuple[int, int],
    dots: list[tuple[int, int]],
    wall: tuple[int, int],
    border: str,
) -> None:
    board, dot = Bitboard(Puzzle(*size, dots)), int("dot B" in border)
    (clause,) = _images(board, {Point(*wall): dot})
    assert clause.text == f"it is the partner in {border}"
