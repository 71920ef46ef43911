"""Open, judge and write boards."""

import json

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.drawing import painted
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families import shipped
from galaxies_asp.families.reading import sheets
from galaxies_asp.notation import parse_all
from galaxies_asp.play.board import Reply, Work, shown
from galaxies_asp.play.request import Request, bounded
from galaxies_asp.solving.judging import unsolved

MOST_PUZZLES = 500
"""At most this many puzzles of a text are returned."""


def load(request: Request) -> Work:
    """Read a text in any notation, an image, or boards; return the puzzles.

    A board is judged with what is drawn on it. `marks` are drawn on boards of families
    that the page does not draw by itself.

    `unsure` are the points of the first board in an image that may be read in a wrong
    way.
    """
    if request.has("image"):
        from galaxies_asp.images import read  # loads numpy

        found = read(request.data("image"))
        read_boards = [shown(sheet_of(each.position).blank) for each in found]
        return {"puzzles": read_boards, "unsure": found[0].unsure}
    boards, puzzles = _boards(request)[:MOST_PUZZLES], []
    for number, drawn in enumerate(boards):
        if number and number % 10 == 0:
            yield {"progress": {"text": f"{number} of {len(boards)} puzzles"}}
        puzzles.append(shown(drawn, request.rules, request.marks()))
    return {"puzzles": puzzles}


def _boards(request: Request) -> list[AnySheet]:
    if request.has("boards"):
        return request.boards()
    if request.has("board"):
        return [request.board()]
    text = request.text("text")
    name = text.strip()
    if name in (*shipped.all_names(), *shipped.examples()):
        text = shipped.text_of(name)
    if name.startswith("{") and '"family"' in name:
        try:
            board = json.loads(name)
        except (ValueError, RecursionError) as error:
            raise NotationError(f"the text is no JSON: {error}") from None
        return [Request({"board": board}, request.folder).board()]
    return [*map(unsolved, bounded(sheets(text)))]


def collection(request: Request) -> Reply:
    """Return the names of the files of shipped puzzles, or the puzzles of a file.

    A puzzle of another family is a file by itself.
    """
    files = [*shipped.names(), *shipped.examples()]
    if not request.has("file"):
        return {"files": files}
    name = request.choice("file", files, "")
    if name in shipped.examples():
        return {"puzzles": [name]}
    found = [position.puzzle for position in parse_all(shipped.text_of(name))]
    return {"puzzles": [f"{p.name or name} ({p.width}x{p.height})" for p in found]}


def convert(request: Request) -> Work:
    """Write a board in every notation that can hold it, and as a picture."""
    drawn = request.board()
    if request.flag("puzzle_only"):
        drawn = drawn.blank
    texts: dict[str, str | bytes] = {}
    refused = {}
    for notation in drawn.family.notations:
        yield {"progress": {"text": f"writing {notation}"}}
        try:
            texts[notation] = drawn.written(notation)
        except (NotationError, ModuleNotFoundError) as error:
            refused[notation] = str(error)
    texts["svg"] = painted(drawn.scene(), "svg")
    return {"texts": texts, "refused": refused}


def edit(request: Request) -> Reply:
    """Change a clue of another family, at the nearest place that it can have."""
    from galaxies_asp.families.opened import with_clue  # loads clingo

    edited = with_clue(request.board(), request.text("clue"), request.point("at"))
    return {"puzzles": [shown(edited, request.rules)]}
