"""`galaxies lab compare --clingo 5,6`: an encoding under two versions of clingo."""

from collections.abc import Iterator, Sequence

from galaxies_asp.cli import exits
from galaxies_asp.cli.output import echo
from galaxies_asp.core.board.errors import EncodingError, counted
from galaxies_asp.core.drawing.text import side_by_side
from galaxies_asp.core.drawing.text_style import terminal_width
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab.families import under_rules_of
from galaxies_asp.lab.instances import Instance, Output, drawing_of, instance_of
from galaxies_asp.lab.versions import Compared, compare, require_clingo6


def compare_versions(
    family: AnyFamily, encodings: Sequence[str], boards: Sequence[Instance]
) -> Iterator[int]:
    """Compare encodings under both versions, print what differs, yield exit codes."""
    require_clingo6()
    for encoding in encodings:
        if encoding in family.native:
            echo(f"{encoding}: a program in Python, no text for clingo 6", err=True)
            continue
        try:
            found = compare(under_rules_of(family, encoding), encoding, boards)
        except EncodingError as error:
            echo(f"{encoding}: refused: {error}", err=True)
            yield exits.DATA_ERROR
            continue
        for line in _lines(family, encoding, found):
            echo(line)
        yield exits.NEGATIVE if found.board else exits.ANSWERED


def _lines(family: AnyFamily, encoding: str, found: Compared) -> Iterator[str]:
    if found.board is None:
        where = counted(found.boards, "board")
        yield f"{encoding}: clingo 5 and 6 have the same answers on {where}"
        return
    if found.taken_by:
        other = "56".strip(found.taken_by)
        yield f"{encoding}: only clingo {found.taken_by} takes it; clingo {other} says:"
        yield found.messages
    else:
        holder, answer, instead = found.alone()
        left, right = (_drawn(family, found.board, one) for one in (answer, instead))
        titles = (f"clingo {holder} answers", f"clingo {'56'.strip(holder)} answers")
        yield f"{encoding}: clingo 5 and 6 differ on {found.board.name}"
        yield side_by_side(left, right, terminal_width(), titles).rstrip("\n")
    yield from found.kinds or ("no statement is known to be read otherwise",)


def _drawn(family: AnyFamily, board: Instance, answer: Output | None) -> str:
    if answer is None:
        return "nothing\n"
    return drawing_of(family, instance_of(board, answer).facts, answer.atoms)
