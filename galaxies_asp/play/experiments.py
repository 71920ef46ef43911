"""Experiments with rules: answers, differences, and puzzles for a program."""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Future

from galaxies_asp.asp.encodings import (
    text,
    variants,
)
from galaxies_asp.asp.rules import Rules
from galaxies_asp.board import facts
from galaxies_asp.board.errors import EncodingError, GalaxiesError
from galaxies_asp.board.puzzle import Position
from galaxies_asp.families.family import Answer as EncodingAnswer
from galaxies_asp.families.family import Board
from galaxies_asp.families.galaxies.family import NAME as GALAXIES
from galaxies_asp.families.galaxies.family import (
    all_dots,
    family_name,
    position_of,
    puzzle_of,
)
from galaxies_asp.families.registry import family_named
from galaxies_asp.generating import Recipe, make
from galaxies_asp.lab.asking import Answers, Question, ask
from galaxies_asp.lab.equivalence import Difference, Judge
from galaxies_asp.play.board import Answer, shown
from galaxies_asp.play.making import seed_of
from galaxies_asp.play.programs import FILE, asked, name_of
from galaxies_asp.play.request import Request
from galaxies_asp.processes.pool import UNLIMITED, Limits, Workers

MOST_ANSWERS = 200
LARGEST_MADE = 8
"""Width and height of the boards that are made under a program of the user."""

LARGEST = 3
"""Boards of up to this width and height are searched for a difference."""


def experiment(request: Request) -> Answer:
    """Return the answers of an encoding on a board, with the rules that they break."""
    board = Board("this board", facts.program(request.position().puzzle))
    with asked(request) as encoding:
        family = family_name(variants(encoding))
        try:
            found = ask(Question(family, encoding, board, MOST_ANSWERS + 1))
        except EncodingError as error:
            return _refused(str(error))
    answers = sorted(found.found, key=EncodingAnswer.cost)
    rules = family_named(family)
    listed = [
        _answer(board, answer, rules.faults(board, answer))
        for answer in answers[:MOST_ANSWERS]
    ]
    return {
        "answers": listed,
        "number": len(listed),
        "complete": found.complete and len(answers) <= MOST_ANSWERS,
    }


def _answer(board: Board, answer: EncodingAnswer, broken: Sequence[str]) -> Answer:
    position = position_of(puzzle_of(board.facts), answer.atoms)
    return {**shown(position), "faults": list(broken)}


def _refused(message: str) -> Answer:
    """Return clingo's messages, and the line of the program where the first one is."""
    place = rf"[^\s:]*{re.escape(FILE)}"
    lines = re.findall(rf"{place}:(\d+)", message)
    said = re.sub(rf"{place}:(?=\d)", "line ", message)
    said = re.sub(rf"the encoding {place}|{place}", "the program", said)
    return {"refused": said, "line": int(lines[0]) if lines else None}


def difference(request: Request) -> Answer:
    """Return the smallest board on which an encoding differs from another one."""
    other = name_of(request.fields("against"))
    with asked(request) as encoding:
        judge = Judge(GALAXIES, _Here(), UNLIMITED)
        try:
            text(encoding)
        except EncodingError as error:
            return _refused(str(error))
        verdict = judge.compare_all(encoding, other, all_dots(LARGEST, LARGEST))
    if verdict.difference is not None:
        return _differing(verdict.difference, encoding, other)
    if verdict.message:
        return _refused(verdict.message)
    same = f"The same solutions on all boards of up to {LARGEST}x{LARGEST} cells"
    end = "." if verdict.complete else ", as far as they were compared."
    return {"text": f"{same}{end}", "answers": []}


def _differing(found: Difference, encoding: str, other: str) -> Answer:
    names = {encoding: "this program", other: other}
    said = f"{names[found.holder]} has an answer that {names[found.other]} does not."
    if not found.faults:
        said += f" It is a solution, which {names[found.other]} misses."
    listed = [_answer(found.board, found.answer, found.faults)]
    instead = found.instead and _answer(found.board, found.instead, ())
    return {
        "text": said[0].upper() + said[1:],
        "answers": listed,
        "board": shown(Position(puzzle_of(found.board.facts))),
        "instead": instead,
        "is_missing": found.holder != encoding,
    }


def invent(request: Request) -> Iterator[Answer]:
    """Yield a puzzle with exactly one solution under a program of the user."""
    yield {"progress": {"text": "making a puzzle"}}
    width, height = (request.integer(n, 1, LARGEST_MADE) for n in ("width", "height"))
    with asked(request) as encoding:
        try:
            made = make(
                Recipe(width, height, rules=Rules(encoding), seed=seed_of(request))
            )
        except GalaxiesError as error:
            yield {"answer": _refused(str(error))}
            return
    yield {"answer": {"puzzles": [shown(Position(made.puzzle))]}}


class _Here(Workers):
    """Asks encodings in this process, whose limits are those of the request."""

    def ask(
        self, request: Question, limits: Limits = UNLIMITED, kind: object = None
    ) -> Future[Answers]:
        future: Future[Answers] = Future()
        try:
            future.set_result(ask(request))
        except GalaxiesError as error:
            future.set_exception(error)
        return future
