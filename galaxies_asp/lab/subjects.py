"""The subjects of the lab: what it knows of each family beside the family itself."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from galaxies_asp.core.asp.atoms import facts_of, size_of
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.atoms import Atom, joined
from galaxies_asp.core.board.grid import Point, cell_at
from galaxies_asp.core.galaxies import NAME
from galaxies_asp.families.clue_puzzles.board import parse
from galaxies_asp.families.clue_puzzles.family import CluePuzzles
from galaxies_asp.families.fences import notation
from galaxies_asp.families.fences.family import Fences
from galaxies_asp.families.fences.puzzle import Position as FencePosition
from galaxies_asp.families.own import FactPosition, FolderFamily
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.galaxies import GalaxiesSubject, variants_of
from galaxies_asp.lab.subject import (
    Instance,
    Subject,
    without_each_fact,
)

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

_MORE_RINGS = 0.8
"""The probability of a further ring on a random board."""

_MOST_POSTS = 3

_STATED = re.compile(r"^% solutions: *(\d+) *$", re.MULTILINE)


@cache
def subject_named(name: str) -> Subject[Any]:
    """Return a family for the lab: built-in, a folder, or a Python file.

    Raises
    ------
    OptionError
        If there is none with this name.
    """
    if name.partition("+")[0] == NAME:
        return GalaxiesSubject(variants_of(name))
    family = family_named(name)
    for kind, of_kind in _SUBJECTS.items():
        if isinstance(family, kind):
            subject: Subject[Any] = of_kind(family)
            return subject
    return Subject(family)


class ClueSubject(Subject[Any]):
    """Ring-Ring, 2-Not-Touch or Circuit Board."""

    def __init__(self, family: CluePuzzles) -> None:
        known = _INSTANCES[family.name]
        super().__init__(family, {key: parse(one).facts for key, one in known.items()})
        self.ignorable = tuple(one for one in self.inputs if one == "stars/1")
        self.said = f"all {_CHOSEN.get(self.name, '')} on"

    def spaces(self, width: int, height: int) -> Sequence[Instance]:
        """Return the sets of all boards; those of 2-Not-Touch are too many."""
        return super().spaces(width, height) if self.name in _CHOSEN else ()

    def smaller(self, facts: str) -> Iterator[str]:
        """Yield the instances without one clue, or without the last row or column."""
        atoms = facts_of(facts)
        width, height = size_of(atoms)
        for w, h in ((width - 1, height), (width, height - 1)):
            if w and h:
                inside = (atom for atom in atoms if _lies_within(atom, w, h))
                yield _facts(w, h, inside)
        yield from without_each_fact(facts, "width", "height", "stars")

    def random(self, rng: Random, cells: int) -> str:
        """Return a random board; it may have no solution."""
        return _RANDOM[self.name](rng, cells)


class FenceSubject(Subject[FencePosition]):
    """Fences on one lattice, with one goal."""

    def __init__(self, family: Fences) -> None:
        path = data_folder("puzzles") / "hex" / f"{family.lattice.name}.jsonl"
        known = [board.puzzle for board in notation.read(path.read_text("utf-8"))]
        instances = {one.name: one.facts for one in known if one.goal == family.goal}
        super().__init__(family, instances)
        self.lattice = family.lattice

    def smaller(self, facts: str) -> Iterator[str]:
        """Yield the boards without one post."""
        return without_each_fact(facts, "side")

    def spaces(self, width: int, height: int) -> Sequence[Instance]:
        """Return the sets of all boards with up to two posts, by their side."""
        choices = self.family.opened()
        return [
            Instance(f"all up to 2 posts on {n}x{n}", f"side({n // 2}).", choices)
            for n in range(3, max(width, height) + 1, 2)
        ]

    def random(self, rng: Random, cells: int) -> str:
        """Return a board with up to three posts."""
        side = 1
        while len(list(self.lattice.cells(side + 1))) <= cells:
            side += 1
        count = rng.randrange(_MOST_POSTS + 1)
        chosen = sorted(rng.sample(sorted(self.lattice.cells(side)), count))
        posts = (f"post({place},{rng.randint(1, 3)})" for place in chosen)
        return joined([f"side({side})", *posts])


class FolderSubject(Subject[FactPosition]):
    """The family of a folder, whose Python file may say more."""

    ignorable = ("width/1", "height/1")

    def __init__(self, family: FolderFamily) -> None:
        super().__init__(family, family.instances)
        self._functions = family.functions
        files = family.files_of_instances()
        stated = {one.stem: _STATED.search(one.read_text("utf-8")) for one in files}
        self.stated = {stem: int(said[1]) for stem, said in stated.items() if said}

    def smaller(self, facts: str) -> Iterable[str]:
        """Yield instances that lack a part of an instance."""
        smaller = self._functions.get("smaller", without_each_fact)
        parts: Iterable[str] = smaller(facts)
        return parts

    def size(self, facts: str) -> int:
        """Return the size of an instance for plots, by default its facts."""
        size = self._functions.get("size")
        return super().size(facts) if size is None else int(size(facts))


def _facts(width: int, height: int, atoms: Iterable[object]) -> str:
    return joined([f"width({width})", f"height({height})", *atoms])


def _lies_within(atom: Atom, width: int, height: int) -> bool:
    """Return whether a clue, or the number of stars, is on a board of this size."""
    first = atom.arguments[0]
    if not isinstance(first, Point):
        return atom.name == "stars"
    return first.x < 2 * width and first.y < 2 * height


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


_RANDOM = {
    "ring-ring": random_rings,
    "two-not-touch": random_regions,
    "circuit-board": random_circuit,
}

_CHOSEN = {"ring-ring": "black cells", "circuit-board": "up to 2 given edges"}
"""What is chosen on all boards."""

_SUBJECTS: dict[type[Any], Any] = {
    CluePuzzles: ClueSubject,
    Fences: FenceSubject,
    FolderFamily: FolderSubject,
}
