"""Experiments with rules: answers, differences, and puzzles for a program."""

import re
from collections.abc import Sequence

from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.errors import EncodingError, GalaxiesError, OptionError
from galaxies_asp.core.galaxies import NAME
from galaxies_asp.core.sheet import AnyFamily, Sheet
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.families import compared_family, under_rules_of
from galaxies_asp.lab.instances import Instance, board_sets, faults_of
from galaxies_asp.lab.instances import Output as EncodingAnswer
from galaxies_asp.lab.store import Campaign
from galaxies_asp.play.board import Reply, Work, shown
from galaxies_asp.play.messages import in_words
from galaxies_asp.play.request import Request

MOST_ANSWERS = 200
LARGEST_MADE = 8
"""Width and height of the boards that are made under a program of the user."""

LARGEST = 3
"""Boards of up to this width and height are searched for a difference."""


def experiment(request: Request) -> Reply:
    """Return the answers of an encoding on a board, with the rules that they break."""
    board = Instance("this board", request.board().facts)
    with request.encoding() as encoding:
        name = request.family().name if request.has("family") else NAME
        family = under_rules_of(compared_family(name), encoding)
        try:
            found = ask(Question(family.name, encoding, board, MOST_ANSWERS + 1))
        except EncodingError as error:
            return _refused(str(error))
    answers = sorted(found.found, key=EncodingAnswer.cost)
    listed = [
        _shown(family, board, answer, faults_of(family, board, answer))
        for answer in answers[:MOST_ANSWERS]
    ]
    is_complete = found.complete and len(answers) <= MOST_ANSWERS
    return {"answers": listed, "number": len(listed), "complete": is_complete}


def _shown(
    family: AnyFamily,
    board: Instance,
    answer: EncodingAnswer | None = None,
    faults: Sequence[str] = (),
) -> Reply:
    """Return a board with an answer, and the rules that it breaks."""
    sheet = Sheet(family, family.name, family.puzzle(board.facts))
    if answer is None:
        return shown(sheet)
    return {**shown(sheet.with_atoms(answer.atoms)), "faults": faults}


def _refused(message: str) -> Reply:
    """Return clingo's messages, and the line of the program where the first one is."""
    said = in_words(message)
    place = re.match(r"line (\d+): ", said)
    line = int(place[1]) if place else None
    return {"refused": said[place.end() :] if place else said, "line": line}


def difference(request: Request) -> Reply:
    """Return the smallest board on which an encoding differs from another one."""
    with request.encoding() as encoding:
        family = compared_family(request.family().name)
        other = request.fields("against").encoding_name()
        judge = Judge(family.name, Campaign())
        try:
            family.source(encoding)
        except EncodingError as error:
            return _refused(str(error))
        verdict = judge.compare_all(encoding, other, _small_boards(family))
    found = verdict.difference
    if found is None and verdict.message:
        return _refused(verdict.message)
    if found is None:
        same = f"The same solutions on all boards of up to {LARGEST}x{LARGEST} cells"
        end = "." if verdict.complete else ", as far as they were compared."
        return {"text": f"{same}{end}", "answers": []}
    names = {encoding: "this program", other: other}
    said = f"{names[found.holder]} has an answer that {names[found.other]} does not."
    if found.verified and not found.faults:
        said += f" It is a solution, which {names[found.other]} misses."
    return {
        "text": said[0].upper() + said[1:],
        "answers": [_shown(family, found.board, found.answer, found.faults)],
        "board": _shown(family, found.board),
        "instead": found.instead and _shown(family, found.board, found.instead),
        "is_missing": found.holder != encoding,
    }


def _small_boards(family: AnyFamily) -> Sequence[Instance]:
    boards = board_sets(family, LARGEST, LARGEST, family.optional.values())
    if not boards:
        raise OptionError(f"{family.name} does not say what its small boards are")
    return boards


def invent(request: Request) -> Work:
    """Return a puzzle with exactly one solution under a program of the user."""
    from galaxies_asp.generating import Recipe, make  # loads numpy

    yield {"progress": {"text": "making a puzzle"}}
    size = request.size(LARGEST_MADE)
    with request.encoding() as encoding:
        try:
            made = make(Recipe(*size, rules=Rules(encoding), seed=request.seed()))
        except GalaxiesError as error:
            return _refused(str(error))
    return {"puzzles": [shown(made.puzzle)]}
