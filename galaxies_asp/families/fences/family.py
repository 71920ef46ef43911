"""Fences and a loop, on hexagons or squares, as families of the lab."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from galaxies_asp.asp.atoms import Atoms, facts_of, symbols, values
from galaxies_asp.asp.data import data_folder
from galaxies_asp.asp.encodings import bundled as text_of_encoding
from galaxies_asp.errors import PuzzleError
from galaxies_asp.families import random_boards
from galaxies_asp.families.family import Board, Family
from galaxies_asp.families.fences.lattice import HEXAGONAL, SQUARE, Cell
from galaxies_asp.families.fences.notation import puzzle_of as puzzle_of_board
from galaxies_asp.families.fences.notation import read
from galaxies_asp.families.fences.puzzle import FencePuzzle, Goal, Post
from galaxies_asp.families.fences.solve import attempt_of, facts
from galaxies_asp.families.fences.text import text
from galaxies_asp.families.fences.verify import verify
from galaxies_asp.families.own import bundled

_GOALS: dict[str, Goal] = {"hexagonal": "visit", "square": "enclose"}


def fences(name: str) -> Family:
    """Return the family: hexagons and all colors, or squares and enclosed posts."""
    lattice = name.partition("-")[0]
    goal = _GOALS[lattice]
    source = (data_folder("puzzles") / "hex" / f"{lattice}.jsonl").read_text("utf-8")
    puzzles = [puzzle_of_board(board) for board in read(source)]
    return Family(
        name=name,
        outputs=("fence/3", "link/2"),
        inputs=("side/1", "post/2"),
        instances={p.name: facts(p) for p in puzzles if p.goal == goal},
        verify=partial(_faults, lattice),
        draw=partial(_drawn, lattice),
        smaller=partial(_smaller, lattice),
        spaces=_spaces,
        random=partial(random_boards.posts, lattice),
        size=lambda found: 3 * _puzzle(lattice, found).side ** 2,
        encodings={goal: bundled(f"fences/lattice/{lattice}.lp", f"fences/{goal}.lp")},
    )


def _spaces(width: int, height: int) -> list[Board]:
    """Return the sets of all boards with up to two posts, by the length of a side."""
    choices = text_of_encoding("fences/open-posts.lp").text
    return [
        Board(f"all up to 2 posts on {2 * s + 1}x{2 * s + 1}", f"side({s}).", choices)
        for s in range(1, (max(width, height) - 1) // 2 + 1)
    ]


def _puzzle(lattice: str, text_of_facts: str) -> FencePuzzle:
    found = facts_of(text_of_facts)
    ((side,),) = values(found, "side")
    posts = tuple(Post(Cell(*cell), number) for cell, number in values(found, "post"))
    grid = HEXAGONAL if lattice == "hexagonal" else SQUARE
    return FencePuzzle(side, posts, grid, _GOALS[lattice])


def _faults(lattice: str, found: str, atoms: Atoms) -> list[str]:
    try:
        attempt = attempt_of(_puzzle(lattice, found), symbols(atoms))
        return [str(violation) for violation in verify(attempt)]
    except (PuzzleError, ValueError, TypeError, IndexError, KeyError) as error:
        return [f"the atoms are no fences and no loop ({error})"]


def _drawn(lattice: str, found: str, atoms: Atoms | None) -> str:
    puzzle = _puzzle(lattice, found)
    if atoms is None:
        return text(puzzle)
    return text(attempt_of(puzzle, symbols(atoms)))


def _smaller(lattice: str, found: str) -> Iterator[str]:
    puzzle = _puzzle(lattice, found)
    for post in puzzle.posts:
        rest = tuple(other for other in puzzle.posts if other != post)
        yield facts(replace(puzzle, posts=rest))
