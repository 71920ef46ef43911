"""The families of Ring-Ring, 2-Not-Touch and Circuit Board with clues."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache, partial
from random import Random
from typing import Any

from galaxies_asp.core.asp.atoms import (
    Atoms,
    check_terms,
    facts_of,
    joined,
    value,
    values,
)
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.board.grid import Point, cell_at, cell_name, touched_cells
from galaxies_asp.families import family as families
from galaxies_asp.families.clue_puzzles.board import (
    BLACK,
    REGIONS,
    STAR,
    Board,
    grid_of,
    parse,
    write,
)
from galaxies_asp.families.clue_puzzles.draw import scene, text
from galaxies_asp.families.clue_puzzles.verify import verify

_INSTANCES = {
    "ring-ring": {
        "one": "ring-ring\n...\n.#.\n...\n",
        "nested": "ring-ring\n....\n....\n....\n....\n",
        "open": "ring-ring\n......\n......\n......\n......\n",
    },
    "two-not-touch": {
        "small": "two-not-touch 1\naabb\naabb\nccdd\nccdd\n",
        "bars": "two-not-touch 1\naaabb\ncccbb\nddcee\nddeee\nddeee\n",
    },
    "circuit-board": {
        "small": "circuit-board\n·╶·\n···\n",
        "none": "circuit-board\n····\n····\n····\n",
        "wide": "circuit-board\n······\n······\n······\n",
    },
}

_TERMS = {
    "width/1": "N",
    "height/1": "N",
    "stars/1": "N",
    "black/1": "P",
    "given/1": "P",
    "region/2": "P",
    "ring/2": "PP",
    "star/1": "P",
    "edge/1": "P",
}
"""The points and numbers in the facts of all puzzles; see `check_terms`."""

_MORE_RINGS = 0.8
"""The probability of a further ring on a random board."""


@cache
def family(name: str) -> families.Family:
    """Return the family of one of the puzzles."""
    parts = dict(_PARTS[name])
    puzzle = lru_cache(maxsize=1000)(partial(board_of, name))
    opened = bundled(f"strips/open-{name}.lp").text
    if said := parts.pop("chosen", ""):
        boards = partial(families.boards_up_to, said=f"all {said} on", choices=opened)
        parts["spaces"] = boards
    return families.Family(
        name=name,
        module=__name__,
        inputs=("width/1", "height/1", *parts["clues"], *parts.get("ignorable", ())),
        instances={key: parse(one).facts for key, one in _INSTANCES[name].items()},
        encodings={name: families.bundled_files(f"strips/{name}-clues.lp")},
        opened=opened,
        check=partial(check_terms, _TERMS),
        read=lambda source: [parse(source)],
        notations={"drawing": write},
        labels=lambda board: ("", board.kind),
        puzzle=puzzle,
        drawn=drawn,
        violations=verify,
        drawing=lambda board, color: text(board),
        scene=scene,
        fields=lambda board: board.attempt,
        words=_words,
        smaller=_smaller,
        size=lambda instance: puzzle(instance).width * puzzle(instance).height,
        **parts,
    )


def board_of(kind: str, facts: str) -> Board:
    """Return the puzzle with these facts."""
    atoms = facts_of(facts)
    width, height = families.size_of(atoms)
    clues = {Point(*cell): BLACK for (cell,) in values(atoms, "black")}
    for cell, region in values(atoms, "region"):
        is_number = isinstance(region, int) and 0 < region <= len(REGIONS)
        clues[Point(*cell)] = REGIONS[region - 1] if is_number else str(region)
    given = [Point(*edge) for (edge,) in values(atoms, "given")]
    stars = [number for (number,) in values(atoms, "stars")]
    grid = grid_of(width, height, given, clues)
    return Board(kind, grid, stars=stars[0] if stars else 2)


def drawn(board: Board, atoms: Atoms) -> Board:
    """Return the board with a picture of the atoms of the output."""
    edges = [Point(*edge) for (edge,) in values(atoms, "edge")]
    for (x, y), (u, v) in values(atoms, "ring"):
        edges += [Point(a, b) for a in range(x + 1, u, 2) for b in (y, v)]
        edges += [Point(a, b) for a in (x, u) for b in range(y + 1, v, 2)]
    stars = {Point(*cell): STAR for (cell,) in values(atoms, "star")}
    return replace(board, attempt=grid_of(board.width, board.height, edges, stars))


def _facts(width: int, height: int, atoms: Iterable[str]) -> str:
    return joined([f"width({width})", f"height({height})", *atoms])


def _words(atom: str) -> str:
    """Return an atom of the output, or a clue, in words."""
    name, point, *others = value(atom)
    cells = [cell_name(Point(*point))]
    match name:
        case "star" | "black":
            return f"a {'star' if name == 'star' else 'black cell'} at {cells[0]}"
        case "region":
            return f"{cells[0]} in region {others[0]}"
        case "edge" | "given":
            cells = [cell_name(cell) for cell in touched_cells(Point(*point))]
        case _:
            cells += [cell_name(Point(*end)) for end in others]
    return f"{'a ring' if name == 'ring' else 'an edge'} from {' to '.join(cells)}"


def _obstacle(board: Board) -> str | None:
    """Return why no tree joins the dots, for a reason of parity.

    The number N of dots is even: N odd numbers add up to the 2 (N-1) ends of edges.
    Color the dots like a chessboard. Each edge joins two colors, so the odd numbers of
    the dots of one color add up to N-1, which is odd. So each color has an odd number
    of dots, N/2.
    """
    dots = board.width * board.height
    if dots % 4 == 2:
        return None
    return (
        f"{dots} dots cannot have 1 or 3 edges each in a tree; the number of dots must "
        "be twice an odd number"
    )


def _number_of_stars(instance: str) -> str:
    """Return the constant of the encodings for the fact `stars(N)`."""
    numbers = [number for (number,) in values(facts_of(instance), "stars")]
    return "".join(f"#const stars = {number}. [override]" for number in numbers)


def _smaller(instance: str) -> Iterator[str]:
    """Yield the instances without one clue, or without the last row or column."""
    atoms = facts_of(instance)
    width, height = families.size_of(atoms)
    for w, h in ((width - 1, height), (width, height - 1)):
        if w and h:
            inside = (atom for atom in atoms if _lies_within(atom, w, h))
            yield _facts(w, h, inside)
    yield from families.without_each_fact(instance, "width", "height", "stars")


def _lies_within(atom: str, width: int, height: int) -> bool:
    """Return whether a clue, or the number of stars, is on a board of this size."""
    name, first, *_ = value(atom)
    if not isinstance(first, tuple):
        return bool(name == "stars")
    return bool(first[0] < 2 * width and first[1] < 2 * height)


def random_rings(rng: Random, cells: int) -> str:
    """Return a board whose black cells are those that some random rings leave.

    Now and then a cell changes its color, so that there may be no solution.
    """
    width, height = _size(rng, cells, 2)
    strands: set[tuple[int, int, bool]] = set()
    while rng.random() < _MORE_RINGS:
        left, right = sorted(rng.sample(range(width), 2))
        top, bottom = sorted(rng.sample(range(height), 2))
        level = {(x, y, True) for x in range(left, right + 1) for y in (top, bottom)}
        upright = {(x, y, False) for x in (left, right) for y in range(top, bottom + 1)}
        if not (level | upright) & strands:
            strands |= level | upright
    white = {(x, y) for x, y, _ in strands}
    board = {(x, y) for x in range(width) for y in range(height)}
    black = board - white
    if rng.random() < 1 / 3:
        black ^= {rng.choice(sorted(board))}
    return _facts(width, height, [f"black({cell_at(*at)})" for at in sorted(black)])


def random_circuit(rng: Random, cells: int) -> str:
    """Return a board with up to three given edges."""
    width, height = _size(rng, cells, 1)
    columns, rows = range(1, 2 * width), range(1, 2 * height)
    edges = [Point(x, y) for x in columns[1::2] for y in rows[::2]]
    edges += [Point(x, y) for x in columns[::2] for y in rows[1::2]]
    given = rng.sample(edges, min(len(edges), rng.randrange(4)))
    return _facts(width, height, [f"given({edge})" for edge in sorted(given)])


def random_regions(rng: Random, cells: int) -> str:
    """Return a square with random connected regions and one star for each."""
    side = max(1, int(cells**0.5))
    board = [(x, y) for x in range(side) for y in range(side)]
    region = {at: number for number, at in enumerate(rng.sample(board, side), 1)}
    while len(region) < len(board):
        x, y = rng.choice(sorted(region))
        dx, dy = rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        if (x + dx, y + dy) in board:
            region.setdefault((x + dx, y + dy), region[x, y])
    atoms = [f"region({cell_at(*at)},{region[at]})" for at in board]
    return _facts(side, side, [*atoms, "stars(1)"])


def _size(rng: Random, cells: int, least: int) -> tuple[int, int]:
    width = rng.randint(least, max(least, min(6, cells // least)))
    height = rng.randint(least, max(least, min(6, cells // width)))
    return width, height


_PARTS: dict[str, dict[str, Any]] = {
    "ring-ring": {
        "outputs": ("ring/2",),
        "clues": ("black/1",),
        "chosen": "black cells",
        "random": random_rings,
    },
    "two-not-touch": {
        "outputs": ("star/1",),
        "clues": ("region/2",),
        "ignorable": ("stars/1",),
        "random": random_regions,
        "adjust": _number_of_stars,
        "generator": "galaxies_asp.families.clue_puzzles.stars",
    },
    "circuit-board": {
        "outputs": ("edge/1",),
        "clues": ("given/1",),
        "chosen": "up to 2 given edges",
        "random": random_circuit,
        "obstacle": _obstacle,
    },
}
"""What the families do not have in common."""
