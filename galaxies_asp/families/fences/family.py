"""The families of fences and a loop: on hexagons or squares, with either goal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from random import Random

from galaxies_asp.core.asp.atoms import (
    Atoms,
    check_terms,
    facts_of,
    joined,
    value_in,
    values,
)
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.board.errors import OptionError, PuzzleError
from galaxies_asp.families import family as families
from galaxies_asp.families.fences import notation
from galaxies_asp.families.fences.drawing import place, scene, text
from galaxies_asp.families.fences.lattice import Cell, Lattice, by_name, symmetries
from galaxies_asp.families.fences.puzzle import (
    GOALS,
    Attempt,
    Fence,
    FencePuzzle,
    Goal,
    Position,
    Post,
)
from galaxies_asp.families.fences.verify import verify

_SUFFIX = "-fences"
_MOST_POSTS = 3
_USUAL: dict[str, Goal] = {"hexagonal": "visit", "square": "enclose"}
"""The goal of each lattice, unless the name of the family says another one."""


@cache
def family(name: str) -> families.Family:
    """Return the family with a name such as `square-fences` or `square-fences+visit`.

    Raises
    ------
    OptionError
        If there is no such goal.
    """
    base, _, named = name.partition("+")
    lattice = by_name(base.removesuffix(_SUFFIX))
    goal = next((known for known in GOALS if known == named), _USUAL[lattice.name])
    if named not in ("", goal):
        raise OptionError(f"{name}: the goal is one of {', '.join(GOALS)}")
    puzzle = lru_cache(maxsize=1000)(partial(_puzzle, lattice, goal))
    shipped = data_folder("puzzles") / "hex" / f"{lattice.name}.jsonl"
    known = [board.puzzle for board in notation.read(shipped.read_text("utf-8"))]
    return families.Family(
        name=name,
        module=__name__,
        outputs=("fence/3", "link/2"),
        inputs=("side/1", "post/2"),
        instances={one.name: one.facts for one in known if one.goal == goal},
        encodings={
            goal: families.bundled_files(
                f"fences/lattice/{lattice.name}.lp", f"fences/{goal}.lp"
            )
        },
        options=("--heuristic=Domain", "--sat-prepro=2"),
        parts={"loops": ("link/2",), "fences": ("fence/3",)},
        opened=bundled("fences/open-posts.lp").text,
        clues=("post/2",),
        check=partial(
            check_terms,
            {"side/1": "N", "post/2": "PN", "fence/3": "PNN", "link/2": "PN"},
        ),
        read=notation.read,
        notations={"drawing": notation.write_drawing, "json": notation.write_json},
        labels=lambda position: (position.puzzle.name, _name(position.puzzle)),
        named=_named,
        puzzle=puzzle,
        drawn=attempt_of,
        violations=verify,
        drawing=text,
        scene=scene,
        stroke=lambda atom: [place(lattice, cell) for cell in _ends(lattice, atom)],
        column_and_row=_column_and_row,
        obstacle=lambda position: position.puzzle.obstacle(),
        remark=_remark,
        fields=lambda attempt: notation.json_attempt(attempt).plain(),
        words=partial(_words, lattice),
        smaller=lambda instance: families.without_each_fact(instance, "side"),
        generator="galaxies_asp.families.fences.generate",
        spaces=_spaces,
        random=partial(_random, lattice),
        size=lambda instance: 3 * puzzle(instance).side ** 2,
    )


def _name(puzzle: FencePuzzle) -> str:
    """Return the name of the family of a puzzle, as `square-fences+visit`."""
    name = f"{puzzle.lattice.name}{_SUFFIX}"
    is_usual = puzzle.goal == _USUAL[puzzle.lattice.name]
    return name if is_usual else f"{name}+{puzzle.goal}"


def _named(position: Position, name: str) -> Position:
    """Return a position under a name."""
    puzzle = replace(position.puzzle, name=name)
    if isinstance(position, Attempt):
        return replace(position, puzzle=puzzle)
    return puzzle


def attempt_of(position: Position, atoms: Atoms) -> Attempt:
    """Return the fences and the loop in the atoms of the output.

    Raises
    ------
    PuzzleError
        If a link begins elsewhere than on the board, or there is no such direction.
    """
    puzzle = position.puzzle
    lengths: dict[tuple[Cell, int], int] = {}
    for cell, direction, length in values(atoms, "fence"):
        fence = Cell(*cell), _checked(puzzle, direction)
        lengths[fence] = max(length, lengths.get(fence, 0))
    linked: dict[Cell, list[Cell]] = {}
    links = []
    for point, direction in sorted(values(atoms, "link")):
        cell = Cell(*point)
        if not puzzle.has_cell(cell):
            raise PuzzleError(f"a link at {cell}: outside the board")
        other = puzzle.lattice.step(cell, _checked(puzzle, direction))
        links.append((cell, other))
        linked.setdefault(cell, []).append(other)
        linked.setdefault(other, []).append(cell)
    fences = tuple(Fence(*begin, length) for begin, length in lengths.items())
    return Attempt(puzzle, fences, tuple(_walk(linked)), tuple(links))


def _checked(puzzle: FencePuzzle, direction: int) -> int:
    """Return a direction; raise `PuzzleError` if the lattice has no such one."""
    known = puzzle.lattice.directions
    if direction not in known:
        raise PuzzleError(f"direction {direction}: 0 to {known[-1]} are possible")
    return direction


def _walk(linked: dict[Cell, list[Cell]]) -> Iterator[Cell]:
    """Yield the cells along the links until none is new; `verify` judges the rest."""
    seen: set[Cell] = set()
    ahead = list(linked)[:1]
    while ahead:
        cell = ahead[0]
        seen.add(cell)
        yield cell
        ahead = [neighbor for neighbor in linked[cell] if neighbor not in seen]
    yield from (cell for cell in linked if cell not in seen)


def _puzzle(lattice: Lattice, goal: Goal, text_of_facts: str) -> FencePuzzle:
    atoms = facts_of(text_of_facts)
    side = value_in(atoms, "side")
    posts = tuple(Post(Cell(*cell), number) for cell, number in values(atoms, "post"))
    return FencePuzzle(side, posts, lattice, goal)


def _remark(attempt: Attempt) -> str:
    """Return the answer of a solution and its symmetries in words."""
    maps = symmetries(attempt.puzzle.lattice, attempt.loop)
    return f"answer {attempt.answer}; {'; '.join(map(str, maps))}"


def _ends(lattice: Lattice, atom: str) -> tuple[Cell, Cell]:
    """Return both ends of a fence or a link."""
    for cell, direction, *length in (*values([atom], "fence"), *values([atom], "link")):
        return Cell(*cell), lattice.step(Cell(*cell), direction, *length)
    raise ValueError(f"{atom} is neither a fence nor a link")


def _words(lattice: Lattice, atom: str) -> str:
    """Return an atom of the output, or a clue, in words."""
    for point, number in values([atom], "post"):
        return f"post {number} at {Cell(*point)}"
    for cell, direction, length in values([atom], "fence"):
        way = lattice.ways[direction]
        return f"a fence of {length} or more cells from {Cell(*cell)} {way}"
    first, other = _ends(lattice, atom)
    return f"a link of the loop from {first} to {other}"


def _column_and_row(position: Position, cell: Cell) -> tuple[int, int]:
    """Return the place of a cell in its row, and that of the row, from 1."""
    row = [other for other in position.puzzle.cells() if other.y == cell.y]
    return row.index(cell) + 1, cell.y + position.puzzle.side + 1


def _spaces(width: int, height: int) -> Sequence[families.Board]:
    """Return the sets of all boards with up to two posts, by the length of a side."""
    choices = bundled("fences/open-posts.lp").text
    return [
        families.Board(f"all up to 2 posts on {n}x{n}", f"side({n // 2}).", choices)
        for n in range(3, max(width, height) + 1, 2)
    ]


def _random(lattice: Lattice, rng: Random, cells: int) -> str:
    """Return a board of fences with up to three posts."""
    side = 1
    while len(list(lattice.cells(side + 1))) <= cells:
        side += 1
    count = rng.randrange(_MOST_POSTS + 1)
    chosen = sorted(rng.sample(sorted(lattice.cells(side)), count))
    return joined(
        [f"side({side})", *(f"post({p},{rng.randint(1, 3)})" for p in chosen)]
    )
