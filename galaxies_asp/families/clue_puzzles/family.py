"""Ring-Ring, 2-Not-Touch and Circuit Board with clues, as families of the lab."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from galaxies_asp.asp.atoms import Atoms, facts_of, joined, symbols, values
from galaxies_asp.asp.encodings import bundled as text_of_encoding
from galaxies_asp.counting.strips.box_drawing import (
    BLANK,
    CHARACTERS,
    DOWN,
    LEFT,
    RIGHT,
    UP,
)
from galaxies_asp.families import random_boards
from galaxies_asp.families.clue_puzzles.board import BLACK, Board, parse
from galaxies_asp.families.clue_puzzles.draw import text
from galaxies_asp.families.clue_puzzles.solve import attempt_of, facts
from galaxies_asp.families.clue_puzzles.verify import verify
from galaxies_asp.families.family import Board as Instance
from galaxies_asp.families.family import Family
from galaxies_asp.families.own import bundled

_OUTPUTS = {
    "ring-ring": "ring/2",
    "two-not-touch": "star/1",
    "circuit-board": "edge/1",
}
_INPUTS = {
    "ring-ring": ("black/1",),
    "two-not-touch": ("region/2", "stars/1"),
    "circuit-board": ("given/1",),
}
_OPEN = {
    "ring-ring": "all black cells",
    "circuit-board": "all up to 2 given edges",
}
"""The clues that are chosen in all boards of a size; other families have none."""

_RANDOM = {
    "ring-ring": random_boards.ring_ring,
    "two-not-touch": random_boards.two_not_touch,
    "circuit-board": random_boards.circuit_board,
}
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


def clues(name: str) -> Family:
    """Return the family of one of the puzzles."""
    instances = {
        instance: _facts(parse(drawing))
        for instance, drawing in _INSTANCES[name].items()
    }
    return Family(
        name=name,
        outputs=(_OUTPUTS[name],),
        inputs=("width/1", "height/1", *_INPUTS[name]),
        ignorable=("stars/1",),
        instances=instances,
        verify=partial(_faults, name),
        draw=partial(_drawn, name),
        smaller=_smaller,
        spaces=partial(_spaces, name) if name in _OPEN else None,
        random=_RANDOM[name],
        size=lambda found: _board(name, found).width * _board(name, found).height,
        encodings={name: bundled(f"strips/{name}-clues.lp")},
        adjust=_number_of_stars,
    )


def _spaces(name: str, width: int, height: int) -> list[Instance]:
    """Return the sets of all boards with few clues up to a size."""
    choices = text_of_encoding(f"strips/open-{name}.lp").text
    sizes = ((w, h) for w in range(1, width + 1) for h in range(1, height + 1))
    return [
        Instance(
            f"{_OPEN[name]} on {w}x{h}",
            joined([f"width({w})", f"height({h})"]),
            choices,
        )
        for w, h in sorted(sizes, key=lambda size: (size[0] * size[1], size[1]))
    ]


def _facts(board: Board) -> str:
    found = " ".join(facts(board))
    if board.kind == "two-not-touch":
        found += f" stars({board.stars})."
    return joined(facts_of(found))


def _number_of_stars(found: str) -> str:
    """Return the constant of the encodings for the fact `stars(N)`."""
    numbers = [number for (number,) in values(facts_of(found), "stars")]
    return "".join(f"#const stars = {number}. [override]" for number in numbers)


def _board(name: str, found: str) -> Board:
    atoms = facts_of(found)
    ((width,),), ((height,),) = values(atoms, "width"), values(atoms, "height")
    grid = [[BLANK] * width for _ in range(height)]
    for (x, y), region in values(atoms, "region"):
        grid[y // 2][x // 2] = str(region)
    for ((x, y),) in values(atoms, "black"):
        grid[y // 2][x // 2] = BLACK
    lines = [[0] * width for _ in range(height)]
    for ((x, y),) in values(atoms, "given"):
        before, after = (RIGHT, LEFT) if x % 2 == 0 else (DOWN, UP)
        lines[(y - (y + 1) % 2) // 2][(x - (x + 1) % 2) // 2] |= before
        lines[(y + (y + 1) % 2) // 2][(x + (x + 1) % 2) // 2] |= after
    for y, row in enumerate(lines):
        for x, line in enumerate(row):
            if line:
                grid[y][x] = CHARACTERS[line]
    stars = [number for (number,) in values(atoms, "stars")]
    return Board(name, tuple(map("".join, grid)), stars=stars[0] if stars else 2)


def _attempt(name: str, found: str, atoms: Atoms) -> Board:
    board = _board(name, found)
    return replace(board, attempt=attempt_of(board, symbols(atoms)))


def _faults(name: str, found: str, atoms: Atoms) -> list[str]:
    try:
        return verify(_attempt(name, found, atoms))
    except (ValueError, TypeError, IndexError, RuntimeError) as error:
        return [f"the atoms are no answer on this board ({error})"]


def _drawn(name: str, found: str, atoms: Atoms | None) -> str:
    if atoms is None:
        return text(_board(name, found))
    return text(_attempt(name, found, atoms))


def _smaller(found: str) -> Iterator[str]:
    """Yield the instances without one clue, or without the last row or column."""
    atoms = facts_of(found)
    ((width,),), ((height,),) = values(atoms, "width"), values(atoms, "height")
    for w, h in ((width - 1, height), (width, height - 1)):
        if w and h:
            yield joined(
                [
                    f"width({w})",
                    f"height({h})",
                    *(atom for atom in atoms if _lies_within(atom, w, h)),
                ]
            )
    for index, atom in enumerate(atoms):
        if not atom.startswith(("width", "height", "stars")):
            yield joined([*atoms[:index], *atoms[index + 1 :]])


def _lies_within(atom: str, width: int, height: int) -> bool:
    """Return whether a clue lies on a board of this size."""
    if atom.startswith("stars"):
        return True
    ((point, *_),) = list(values([atom], atom.partition("(")[0]))
    if not isinstance(point, tuple):
        return False
    return bool(point[0] < 2 * width and point[1] < 2 * height)
