"""Forms of other programs, each with a board whose dots are known."""

import pytest
from support.commands import galaxies

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.notation import parse

HOLED = '{"width": 3, "height": 1, "centers": [[3, 1]], "holes": [[2, 0]]}'


@pytest.mark.parametrize(
    ("board", "notation", "said"),
    [
        ("3x2:h", "tatham", "Simon Tatham's program refuses boards under 3x3"),
        ("3x3:m", "tatham", ""),
        (HOLED, "puzzlink", "pzpr 0.10.1 drops the missing cells"),
        (HOLED, "pzprv3", "pzpr 0.10.1 drops the missing cells and moves the dots"),
        ("3x3:m", "pzprv3", ""),
    ],
)
def test_what_other_programs_misread_is_said(
    board: str, notation: str, said: str
) -> None:
    done = galaxies("convert", board, "-f", notation)
    assert (done.returncode, said in done.stderr.decode()) == (0, True)
    assert bool(said) == bool(done.stderr)


def test_halves_from_the_first_cell_and_from_the_corner() -> None:
    assert parse("3x2\n(0, 0), (1, 1.5)\n").centers == ((1, 1), (4, 3))
    assert parse("10x2\n9.0,0.5\n0.5,1.5\n").centers == ((18, 1), (1, 3))
    with pytest.raises(NotationError, match="fit both"):
        parse("3x2\n(0.5, 0.5)\n")
    with pytest.raises(NotationError, match="fit neither"):
        parse("3x2\n(7.5, 9)\n")
