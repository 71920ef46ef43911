"""Numbers that programs round stand beside their digits."""

import json
from dataclasses import dataclass

from galaxies_asp.core.board.answer import MOST_EXACT, Answer


@dataclass(frozen=True)
class _Counted(Answer):
    total: int
    numbers: tuple[int, ...]
    by_size: dict[str, int]


def test_large_numbers_have_their_digits_as_texts() -> None:
    large = MOST_EXACT + 1
    plain = json.loads(_Counted(large, (1, -large), {"a": large, "b": 2}).json())
    assert plain["total"] == large
    assert plain["total_exact"] == "9007199254740993"
    assert plain["numbers_exact"] == [1, "-9007199254740993"]
    assert plain["by_size_exact"] == {"a": "9007199254740993", "b": 2}


def test_numbers_that_floats_have_stand_alone() -> None:
    plain = json.loads(_Counted(MOST_EXACT, (1,), {}).json())
    assert plain.keys() == {"schema", "total", "numbers", "by_size"}
