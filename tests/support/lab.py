"""Answers of encodings of Galaxies as points, for comparison with brute force."""

from dataclasses import dataclass
from typing import NamedTuple

from galaxies_asp.core.asp.atoms import values
from galaxies_asp.core.asp.encodings import variants
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.grid import Point, in_reading_order
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.board.variants import PUZZLE, Variants
from galaxies_asp.lab import asking
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.galaxies import galaxies_with
from galaxies_asp.lab.instances import Instance, Output, board_sets, faults_of


class Size(NamedTuple):
    """All sets of dots on boards of this size."""

    width: int
    height: int


@dataclass(frozen=True)
class Answer:
    """The dots, the pairs of cell and dot, further dots, and walls inside regions."""

    dots: frozenset[Point]
    belongs: frozenset[tuple[Point, Point]]
    hidden: frozenset[Point]
    loose: frozenset[Point]
    atoms: Atoms


@dataclass(frozen=True)
class Question:
    encoding: str
    board: Puzzle | Size


@dataclass(frozen=True)
class Answers:
    found: frozenset[Answer]
    complete: bool


def all_dots(width: int, height: int) -> list[Instance]:
    """Return the sets of all dots on all boards up to a size."""
    family = compared_family("galaxies")
    return board_sets(family, width, height, family.optional.values())


def board_of(board: Puzzle | Size) -> Instance:
    if isinstance(board, Puzzle):
        return Instance(board.name or "a board", facts.program(board))
    return all_dots(*board)[-1]


def ask(question: Question) -> Answers:
    board = board_of(question.board)
    name = galaxies_with(variants(question.encoding)).name
    found = asking.ask(asking.Question(name, question.encoding, board, models=0))
    assert found.wrong is None
    given = question.board.centers if isinstance(question.board, Puzzle) else ()
    return Answers(
        frozenset(_answer(answer, frozenset(given)) for answer in found.found),
        found.complete,
    )


def _answer(answer: Output, given: frozenset[Point]) -> Answer:
    def points(atoms: frozenset[str], name: str) -> frozenset[Point]:
        return frozenset(Point(*point) for (point,) in values(atoms, name))

    return Answer(
        given | points(answer.given, facts.CENTER),
        frozenset(
            (Point(*cell), Point(*dot))
            for cell, dot in values(answer.atoms, facts.GALAXY)
        ),
        points(answer.atoms, "hidden"),
        points(answer.atoms, facts.WALL),
        answer.atoms,
    )


def puzzle_of(board: Puzzle | Size, answer: Answer) -> Puzzle:
    """Return the board with the dots of the answer."""
    if isinstance(board, Puzzle):
        return board
    return Puzzle(*board, tuple(in_reading_order(answer.dots)))


def faults(puzzle: Puzzle, answer: Answer, rules: Variants = PUZZLE) -> tuple[str, ...]:
    family = galaxies_with(rules)
    return faults_of(family, board_of(puzzle), Output(answer.atoms))
