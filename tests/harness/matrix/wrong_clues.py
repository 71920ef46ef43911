"""Column: a complete attempt at a puzzle of which one clue is another one."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.atoms import Atom, Atoms, joined, texts_of
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.galaxies import is_galaxies, sheet_of
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.solving.judging import judge
from tests.harness.matrix.board import MOST_ANSWERS, Board, Row
from tests.harness.matrix.comparing import Column, Comparison

_PUZZLES = 4
_FRAME = ("width", "height", "side", "hole")


def _wrong_clue(board: Board, rng: Random) -> Iterator[Comparison]:
    row, answers = board.row, sorted(board.answers, key=texts_of)
    for _ in range(_PUZZLES if answers else 0):
        changed = _changed(row, rng, board.sheet, rng.choice(answers))
        if changed is None:
            continue
        sheet, drawn = changed
        attempt, found = row.attempt(sheet, drawn), frozenset(row.limited(sheet))
        if attempt.is_attempt and len(found) <= MOST_ANSWERS:
            expected = row.is_right(Board(row, sheet, found), attempt, drawn)
            is_correct = not judge(attempt, board.rules)
            about = f"{texts_of(drawn)} on {' '.join(sheet.facts.split())}"
            yield Comparison(about, expected, is_correct)


def _changed(
    row: Row, rng: Random, sheet: AnySheet, answer: Atoms
) -> tuple[AnySheet, Atoms] | None:
    """Return the puzzle with another clue, and the answer; None if none was found."""
    try:
        if is_galaxies(sheet) and not sheet.position.puzzle.clues:
            return _with_moved_dot(rng, sheet, answer)
        return _with_other_clue(row, rng, sheet), answer
    except (GalaxiesError, IndexError):  # no such puzzle, or no clue to change
        return None


def _with_moved_dot(
    rng: Random, sheet: AnySheet, answer: Atoms
) -> tuple[AnySheet, Atoms]:
    """Move a dot by half a cell; its cells stay those of the dot."""
    puzzle = sheet.position.puzzle
    old, step = rng.choice(puzzle.centers), rng.choice((-1, 1))
    new = rng.choice((Point(old.x + step, old.y), Point(old.x, old.y + step)))
    centers = [new if dot == old else dot for dot in puzzle.centers]
    moved = frozenset(
        Atom(atom.name, (atom.arguments[0], new)) if atom.arguments[-1] == old else atom
        for atom in answer
    )
    return sheet_of(replace(puzzle, centers=tuple(centers))), moved


def _with_other_clue(row: Row, rng: Random, sheet: AnySheet) -> AnySheet:
    """Change the number of a clue by one, or leave out one without a number."""
    given, frame = row.given(sheet)
    if not is_galaxies(sheet):
        facts = facts_of(sheet.facts)
        given = frozenset(fact for fact in facts if fact.name not in _FRAME)
        frame = joined(fact for fact in facts if fact.name in _FRAME)
    old = rng.choice(sorted(given, key=str))
    *at, number = old.arguments
    is_number = type(number) is int
    others = [Atom(old.name, (*at, number + rng.choice((-1, 1))))] if is_number else []
    clues = given - {old} | {*others}
    if is_galaxies(sheet):
        return row.with_clues(sheet, frame, clues)
    (changed,) = row.family.read(frame + joined(texts_of(clues)))
    if isinstance(changed, Exception):
        raise changed
    return changed


COLUMNS = (Column("wrong clue", _wrong_clue, "an attempt"),)
