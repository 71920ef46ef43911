r"""Boards of any family, read from a text: in a notation, as facts, or as JSON.

As JSON they are an object for each, usually one a line. Those of other families than
Galaxies name their family:

    {"schema": 1, "id": "corner", "family": "NAME", "facts": "width(4).\n..."}

Some families read a form of their own, too; see `registry.readers`.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, islice

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.atoms import Atom, joined
from galaxies_asp.core.board.errors import EncodingError, NotationError, printable
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import check_length, tatham, valid
from galaxies_asp.core.notation.reading import Piece
from galaxies_asp.core.sheet import AnyFamily, AnySheet, Sheet
from galaxies_asp.families import clingo_output
from galaxies_asp.families.galaxies import GALAXIES, sheet_of
from galaxies_asp.families.linked import FILE, is_only_drawn, of_address, of_genre
from galaxies_asp.families.registry import (
    family_named,
    folders,
    is_shipped,
    readers,
    recognized,
)
from galaxies_asp.notation import parse_all, parse_each
from galaxies_asp.notation.pasted import Note

_DRAWN = re.compile(r"p(?:\.html)?\?(\w+)/\S*:.*\n(?:\s*c\d.*\n)?.*[┌┏]")
"""The genre of an address above a drawing."""
_LEGUP = re.compile(r"\s*(?:<\?xml[^<>]*>\s*)?<Legup\b")
_ROWS = "rows"
_QUOTED = re.compile(r"(?im)^content-transfer-encoding:\s*quoted-printable\s*$")
_PLACES = re.compile(r"(?:\d+ \d+\n)?(?=[0-3\s]*[._-])[0-3._\s-]+")
"""Rows of cells with the places of dots of Galaxies as `0 1 2 3`."""
_MANY = re.compile(r"[\n\[]|^(\w)\1\dW")
"""What shows that a text may be a board: several lines, a list, or a string."""
_HEAD = 10_000
"""The characters of a text by which it is recognized."""
_LINK = re.compile(r"^(?!\s*%).*https?://\S+[?#]", re.MULTILINE)
_MOST = 100_000
"""The most characters of rows of a type that is not named."""
_TYPE = re.compile(r"^\W*(?:puzzle|type|genre|goal)\W+([\w -]*\w)", re.M | re.I)
Read = Iterator[AnySheet | NotationError]
"""Boards, and the errors in lines of one-line notations."""


def sheets(
    text: str,
    label: str = "",
    notation: str | None = None,
    family: AnyFamily | None = None,
    note: Note | None = None,
    puzzle: AnySheet | None = None,
) -> Read:
    """Yield the boards of a text, and the errors in lines of one-line notations.

    Objects of JSON and addresses may be of several families. A board without a name of
    its own gets the label, numbered if there are more. Without a notation of Galaxies
    and a family, they are detected. `note` gets a message on puzzles in other text.
    `puzzle`: the one before, of which the text may have answers of clingo.

    Raises `NotationError` if the text is malformed in another notation, after the
    boards before that place if it is JSON.
    """
    if _QUOTED.search(text[:_HEAD]):  # a mail
        import quopri  # for this alone

        text = quopri.decodestring(text.encode()).decode("utf-8", "replace")
    if notation == _ROWS:
        fault = NotationError("these are no rows of a type")
        rows = family.read(text) if family else iter(_of_some_family(text, fault))
        yield from _named(rows, label)
        return
    if notation is None and _LEGUP.match(text):
        from galaxies_asp.families import legup  # for this alone

        yield from _named(iter([legup.read(text, family)]), label)
        return
    if notation is None and family in (None, GALAXIES) and tatham.is_list(text):
        yield from _of_ids(text, label)
        return
    has_answers = notation is None and clingo_output.recognizes(text)
    if has_answers and puzzle:
        family = family or puzzle.family
    if family is None and notation is None:
        said = FILE.search(text[:_HEAD]) or _DRAWN.search(text[:_HEAD])
        name = recognized(text)
        family = family_named(name) if name else of_genre(said[1] if said else "")
    if family in (None, GALAXIES):
        of_other = partial(of_address, note=note) if family is None else None
        text = clingo_output.printed(text, puzzle) if has_answers else text
        if family and notation is None and _PLACES.fullmatch(text):
            notation = "sketch"
        found = parse_each(text, notation, of_object, note, of_other)
        boards: Read = (sheet_of(b) if isinstance(b, Position) else b for b in found)
    elif has_answers:
        boards = clingo_output.sheets_of(text, family, puzzle)
    else:
        boards = _of_family(text, family, note)
    try:
        first = [*islice(boards, 2)]  # a batch may be long: others are not kept
    except NotationError as error:
        if family is not None or notation is not None:
            raise
        first, boards = _of_some_family(text, error), iter(())
        if note and not isinstance(first[0], NotationError):
            note(f"taken for a board of {first[0].family.name}")
    yield from _named(chain(first, boards), label)


def _of_ids(text: str, label: str) -> Read:
    """Yield the boards of a list of game IDs, as `_named` names them."""
    check_length(text)
    for line in Piece(text).lines():
        name = printable(f"{label}#{line.line}") if label else ""
        try:
            yield Sheet(GALAXIES, name, tatham.read_line(line))
        except NotationError as error:
            yield error


def _named(boards: Read, label: str) -> Read:
    """Give boards without a name a label, numbered if there are more."""
    first = [*islice(boards, 2)]
    for number, board in enumerate(chain(first, boards), 1):
        if isinstance(board, NotationError) or board.name:
            yield board
        else:
            numbered = f"{label}#{number}" if label and len(first) > 1 else label
            yield replace(board, name=printable(numbered))


def _of_family(text: str, family: AnyFamily, note: Note | None) -> Read:
    """Return the boards of a family in JSON, as facts, or in a notation."""
    from galaxies_asp.core.notation import json_lines

    if not text.strip():
        raise NotationError("the text holds no puzzle")
    if json_lines.recognizes(text):
        return json_lines.read_objects(text, partial(of_object, family=family))
    from galaxies_asp.families.written import WrittenFamily

    found = None
    if isinstance(family, WrittenFamily) and not _DRAWN.search(text[:_HEAD]):
        found = family.read_addresses(text)
    if found is None and _LINK.search(text) and not text.lstrip().startswith("http"):
        with suppress(NotationError):
            return iter([*family.read(text)])
        fault = NotationError(f"there is a board of galaxies, not of {family.name}")
        linked = parse_each(text, None, None, note, partial(_of_own, family))
        return (fault if isinstance(one, Position) else one for one in linked)
    return family.read(text) if found is None else found


def _of_own(family: AnyFamily, line: Piece) -> AnySheet | None:
    """Return the board of an address, which is one of a family; None if it is none."""
    board = of_address(line)
    if board and {*board.family.outputs} != {*family.outputs}:
        raise line.error(f"this is a board of {board.family.name}, not {family.name}")
    return board


def _of_some_family(text: str, fault: NotationError) -> list[AnySheet | NotationError]:
    """Return the boards of rows or drawings that one type alone can mean.

    A text may name its type, as in `puzzle: NAME`. `fault`: why the text is no board
    of Galaxies. Raises `NotationError` if several types can be meant; if none can, the
    fault, or that of the type whose reading came farthest if that one is at the start.
    """
    from galaxies_asp.families.own import family as folder

    found = dict[str, list[AnySheet | NotationError]]()
    faults = list[NotationError]()
    is_board = len(text) <= _MOST and _MANY.search(text.strip()) is not None
    said = {one[1].lower().replace(" ", "-") for one in _TYPE.finditer(text)}
    said |= {readers()[goal] for goal in readers().keys() & said}
    types = {*folders()} if is_board else set[str]()
    for name in sorted(types & said or types):
        try:
            boards: list[AnySheet] = [*folder(name).read(text)]
            if not any(map(is_only_drawn, boards)):
                found[name] = [*boards]
        except NotationError as error:
            faults.append(error)
    if len(found) > 1:
        certain = [name for name in found if folder(name).is_certain(text)]
        found = {name: found[name] for name in certain or found}
    if len(found) > 1:
        *others, last = found
        could = f"this could be a board of {', '.join(others)} or {last}"
        raise NotationError(f"{could}; name the type with --family")
    if not found:
        is_unknown = _place(fault) <= (1, 1)
        raise max(faults, key=_place, default=fault) if is_unknown else fault
    return next(iter(found.values()))


def _place(error: NotationError) -> tuple[int, int]:
    return error.line or 0, error.column or 0


def of_object(fields: Fields, family: AnyFamily | None = None) -> AnySheet:
    """Return the board of an object of JSON; the family is for one that names none.

    Raises `NotationError` or `PuzzleError` if it is malformed, or its family is neither
    shipped nor given.
    """
    from galaxies_asp.core.notation import json_lines
    from galaxies_asp.families.blocks import rows_in
    from galaxies_asp.families.facts import FactFamily

    for form in readers().keys() & fields.keys():
        from galaxies_asp.families.own import family as folder  # not for others

        return folder(readers()[form]).of_form(fields)
    if "puzzle_type" in fields:
        return _of_rows(fields)
    is_named = fields.get("family") not in (None, GALAXIES.name)
    if family is None and not is_named and "facts" not in fields:
        text = "" if "centers" in fields or "dots" in fields else rows_in(fields)
        if "family" not in fields and text:
            return _of_told_rows(partial(sheets, text))
        position = json_lines.position_of(_plain(fields))
        texts = _texts(fields.get("attempt") or {}, "excluded")
        out = frozenset(_excluded(position.puzzle, text) for text in texts)
        return replace(sheet_of(position), metadata=fields, excluded=out)
    name, named = (json_lines.text_of(fields, key) for key in ("id", "family"))
    if is_shipped(named):
        family = family_named(named)
    if not isinstance(family, FactFamily):
        fault = f"a puzzle of the family {named!r}; name its folder with --family"
        raise NotationError(fault)
    if "facts" not in fields and (text := rows_in(fields)):
        found = _of_told_rows(partial(family.read, text))
        return replace(found, name=found.name or name)
    if "facts" not in fields:
        raise NotationError('the field "facts" is missing')
    attempt = fields.get("attempt") or {}
    try:
        atoms, excluded = (_texts(attempt, name) for name in ("atoms", "excluded"))
        drawn, facts = joined(atoms), json_lines.text_of(fields, "facts")
        drawn += joined(f"-{atom}" for atom in excluded)
        board = family.board_of(facts, facts_of(facts) + facts_of(drawn))
    except NotationError as error:  # its line is that of the facts
        raise NotationError(error.message) from None
    except EncodingError as error:
        raise NotationError(str(error)) from None
    if fields.get("attempt") and board.position.atoms is None:
        board = board.drawn(family.drawn(board.position, frozenset()))
    return replace(board, name=name)


def _of_told_rows(read: Callable[[], Read]) -> AnySheet:
    """Return the one board that is read from the rows of an object of JSON."""
    try:
        boards = [*islice(read(), 2)]
        if len(boards) != 1:
            found = "two boards" if boards else "no board"
            raise NotationError(f"the rows have {found}; an object has one")
        return valid(boards[0])
    except NotationError as error:  # its place is not one of the object
        raise NotationError(error.message) from None


def _plain(fields: Fields) -> Fields:
    """Return the fields of a board of Galaxies with `width`, `height` and `centers`.

    They may be `rows`, `cols` and `dots`, or a `shape` of rows and columns. Numbers
    with a decimal point are halves, as in a list of coordinates.
    """
    shape = fields.get("shape")
    pair = shape if isinstance(shape, list) and len(shape) == 2 else [None, None]
    columns = fields.get("cols", fields.get("columns", pair[1]))
    told = {"height": fields.get("rows", pair[0]), "width": columns}
    told |= {"centers": fields.get("dots")}
    fields = {k: v for k, v in told.items() if v is not None} | fields
    pairs = fields.get("centers")
    if isinstance(pairs, list) and re.search(r"\d\.\d", str(pairs)):
        size = f"{fields.get('width')}x{fields.get('height')}"
        dots = re.sub(r"\[(.*?)\]", r"(\1)", str(pairs)[1:-1])
        try:
            (found,) = parse_all(f"{size}\n{dots}", "coordinates")
        except NotationError as error:  # its place is not one of the object
            raise NotationError(f'"centers": {error.message}') from None
        fields |= {"centers": [[*dot] for dot in found.puzzle.centers]}
    return fields


def _excluded(puzzle: Puzzle, text: str) -> Atom:
    """Return an atom that is excluded on a board of Galaxies: a wall, or a cell.

    Raises `NotationError` if there is no such place.
    """
    with suppress(EncodingError):
        match facts_of(f"{text}."):
            case (Atom("wall", (Point() as at,)) as atom,) if puzzle.has_edge(at):
                return atom
            case (Atom("region", (Point() as at,)) as atom,) if puzzle.has_cell(at):
                return atom
            case (Atom("galaxy", (Point() as at, center)) as atom,):
                if puzzle.has_cell(at) and center in puzzle.centers:
                    return atom
    raise NotationError(f'"excluded": {text} is no wall, region or galaxy here')


def _texts(attempt: object, name: str) -> list[str]:
    """Return a list of texts of an attempt, or raise `NotationError`."""
    found = attempt.get(name, []) if isinstance(attempt, dict) else None
    if isinstance(found, list) and all(isinstance(one, str) for one in found):
        return found
    raise NotationError(f'"attempt" is not an object with a list "{name}" of texts')


def _of_rows(fields: Fields) -> AnySheet:
    """Return the board of an object with rows of letters, as aspuzzle writes it."""
    kind, rows = fields["puzzle_type"], fields.get("grid")
    if kind != "Galaxies":
        raise NotationError(f"this is {kind!r}; a puzzle of Galaxies has 'Galaxies'")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise NotationError('"grid" is not a list of rows')
    return sheet_of(parse_all("\n".join(rows), "sketch")[0])
