"""Columns: reasons, hints and walkthroughs."""

from collections.abc import Iterable, Iterator
from random import Random

from galaxies_asp.core.asp.atoms import facts_of, values
from galaxies_asp.core.board.atoms import Atom, Atoms, texts_of
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.galaxies import is_galaxies
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.answers.questions import (
    explain,
    hint,
    reasons,
    walkthrough,
)
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.findings import Finished, Hint, Mistake, Reason, Step
from tests.harness.matrix.board import Board
from tests.harness.matrix.comparing import (
    Column,
    Comparison,
    Place,
    by_place,
    holds,
    shared,
    stated,
)

_PLACES = 5
_POSITIONS = 3
_NOTHING = "no solution"


def _explain(board: Board, rng: Random) -> Iterator[Comparison]:
    is_cells = is_galaxies(board.sheet)
    every = _galaxies_places(board) if is_cells else board.row.universe(board.sheet)
    for asked in rng.sample(every, min(len(every), _PLACES)):
        atoms = _at(board, asked)
        if isinstance(asked, Atom):
            reason = _reason_of_atom(board, asked)
        else:
            reason = explain(board.sheet, asked.at, rules=board.rules)
        expected: object = _NOTHING
        if board.answers:
            expected = texts_of(atoms[0]) if len(atoms) == 1 else None
        yield Comparison(f"why {asked}", expected, _said(reason))


def _galaxies_places(board: Board) -> list[Place]:
    puzzle = board.sheet.position.puzzle
    cells = [Place("galaxy", cell) for cell in puzzle.cells()]
    return cells + [Place("wall", edge) for edge in puzzle.edges()]


def _at(board: Board, asked: Place | Atom) -> list[Atoms]:
    """Return what the solutions show there, each possibility once."""
    if isinstance(asked, Atom):
        found = (seen & {asked} for seen in board.seen)
    else:
        found = (by_place(seen).get(asked, frozenset()) for seen in board.seen)
    return list(dict.fromkeys(found))


def _reason_of_atom(board: Board, atom: Atom) -> Reason | None:
    """Return why an atom is so; one that grounding excludes does not hold."""
    try:
        return next(reasons(board.sheet, atom=str(atom), rules=board.rules), None)
    except OptionError:
        target = Fact(Kind.NO_ATOM if board.answers else Kind.NO_SOLUTION, Point(0, 0))
        return Reason(target, ())


def _said(reason: Reason | None) -> object:
    if reason is None:
        return None
    if reason.target.kind is Kind.NO_SOLUTION:
        return _NOTHING
    return texts_of(stated([reason.target]))


def _hint(board: Board, rng: Random) -> Iterator[Comparison]:
    row, sheet = board.row, board.sheet
    answers = sorted(board.answers, key=texts_of)
    for _ in range(_POSITIONS):
        answer = rng.choice(answers) if answers else frozenset[Atom]()
        if rng.random() < 0.4:
            answer = row.changed(rng, sheet, answer)
        position, drawn = row.unfinished(rng, sheet, answer)
        found = hint(position, rules=board.rules, level=rng.choice((1, 1, 2)))
        left = [seen for seen in board.seen if drawn <= seen]
        about = f"on {texts_of(drawn)}"
        yield Comparison(f"a mistake {about}", not left, isinstance(found, Mistake))
        yield from _finding(found, left, board, position, drawn)


def _finding(
    found: Hint, left: list[Atoms], board: Board, position: AnySheet, drawn: Atoms
) -> Iterator[Comparison]:
    about = f"on {texts_of(drawn)}"
    match found:
        case Step():
            for fact in _of_output(found.facts, board) if left else ():
                is_so = all(holds(fact, seen) for seen in left)
                yield Comparison(f"{fact} {about}", True, is_so)
        case Mistake(wrong=wrong) if wrong and board.answers and not left:
            together = any(all(holds(f, seen) for f in wrong) for seen in board.seen)
            yield Comparison(f"{wrong} in a solution {about}", False, together)
        case Finished() if left:
            # What is drawn may be a solution, although others have more; a board
            # without a drawing is no attempt.
            is_one = len(set(left)) == 1 or (
                position.is_attempt and board.row.is_right(board, position, drawn)
            )
            yield Comparison(f"solved {about}", is_one, found.solved)


def _of_output(facts: Iterable[Fact], board: Board) -> list[Fact]:
    """Return the facts about the output; steps decide other choices, too."""
    outputs = board.sheet.family.outputs
    return [f for f in facts if f.atom is None or f.atom.signature in outputs]


def _walkthrough(board: Board, rng: Random) -> Iterator[Comparison]:
    way = walkthrough(board.sheet, rules=board.rules)
    is_wrong = way.mistake is not None
    yield Comparison("no solution", not board.answers, is_wrong)
    if is_wrong or not board.answers:
        return
    facts = [f for step in way.steps for f in _of_output(step.facts, board)]
    for fact in facts:
        is_so = all(holds(fact, seen) for seen in board.seen)
        yield Comparison(str(fact), True, is_so)
    deduced, (always, _) = by_place(stated(facts)), shared(board.seen)
    is_cells = is_galaxies(board.sheet)
    given = {at for (at,) in values(facts_of(board.sheet.facts), "given")}
    for place, atoms in by_place(always).items():
        # What the puzzle gives is no step.
        if (place.name != "wall" or not is_cells) and place.at not in given:
            found = texts_of(deduced.get(place, ()))
            yield Comparison(f"the facts of {place}", texts_of(atoms), found)
    is_only = len(board.answers) == 1
    yield Comparison("it ends with the solution", is_only, way.solved)


def _end(board: Board, rng: Random) -> Iterator[Comparison]:
    """Compare what is drawn after the last step with the only solution."""
    way, row, sheet = (
        walkthrough(board.sheet, rules=board.rules),
        board.row,
        board.sheet,
    )
    ways = {0: Mistake, 1: Finished}
    yield Comparison("its end", ways.get(len(board.answers), Finished), type(way.end))
    yield Comparison("it is solved", len(board.answers) == 1, way.solved)
    if len(board.answers) == 1:
        (answer,), outputs = board.answers, sheet.family.outputs
        drawn = row.read(sheet, way.positions()[-1])
        if not is_galaxies(sheet):
            given = {at for (at,) in values(facts_of(sheet.facts), "given")}
            drawn = frozenset(atom for atom in drawn if atom.signature in outputs)
            drawn |= {atom for atom in answer if atom.arguments[0] in given}
        yield Comparison("what is drawn", texts_of(answer), texts_of(drawn))


COLUMNS = (
    Column("explain", _explain, "a place or an atom"),
    Column("hint", _hint, "a position, or a fact of a step"),
    Column("walkthrough", _walkthrough, "a fact of a step, or a forced place"),
    Column("end", _end, "what is drawn after the last step, or that it is solved"),
)
