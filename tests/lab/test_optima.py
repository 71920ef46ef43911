"""Optimal answers of encodings, and their costs."""

from pathlib import Path

import pytest
from support.commands import lab

from galaxies_asp.lab.families import compared_family

HITORI = compared_family("hitori").source("encoding.lp").text
LEAST = "#minimize { 1,P : shaded(P) }."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "code", "said"),
    [
        (
            LEAST,
            ":~ shaded(P). [1,P]",
            0,
            "and two.lp have the same 2 solutions",
        ),
        (
            LEAST,
            "#minimize { 2,P : shaded(P) }.",
            1,
            "two.lp differs: the optima are 1 and 2, with the same optimal answers",
        ),
        (LEAST, "#maximize { 1,P : shaded(P) }.", 1, "two.lp misses this solution"),
        (
            "#minimize { 1@1,P : shaded(P); 1@2 : shaded((1,1)) }.",
            "#minimize { 1@2,P : shaded(P); 1@1 : shaded((1,1)) }.",
            1,
            "two.lp differs: the optima are 0 and 1, with the same optimal answers",
        ),
        (LEAST, "", 65, "two.lp has no #minimize, which --optima compares"),
    ],
)
def test_optima_and_optimal_answers_are_compared(
    first: str, second: str, code: int, said: str, tmp_path: Path
) -> None:
    """At least one cell of three is shaded; those in the middle would cut them."""
    board, *paths = (tmp_path / f"{name}.lp" for name in ("board", "one", "two"))
    board.write_text("width(3). height(1).")
    for path, cost in zip(paths, (first, second), strict=True):
        path.write_text(f"{HITORI}\n#program base.\n:- not shaded(_).\n{cost}\n")
    line = *map(str, paths), str(board), "--family", "hitori", "--optima"
    found, out, err = lab("compare", *line)
    assert said in (out + err).replace(f"{tmp_path}/", "")
    assert found == code
    assert "optimization is ignored" not in err
