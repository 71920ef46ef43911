"""Counting, nested suppositions and cuts, in the words of encodings."""

import re

from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.explaining import Step, figure, walkthrough
from galaxies_asp.explaining.answers.pictures import Figure
from galaxies_asp.explaining.words.levels import Method
from galaxies_asp.families.registry import family_named


def lines(family: str, facts: str, method: Method) -> list[str]:
    """Return the sentences of the steps by one method."""
    found = family_named(family)
    way = walkthrough(Sheet(found, "board", found.puzzle(facts)), rules=Rules())
    steps = [step for step in way.steps if step.technique is method]
    return [line for step in steps for line in shown(step).lines()]


def shown(step: Step) -> Figure:
    assert step.known is not None
    return figure(step)


def regions(*rows: str) -> str:
    return " ".join(
        f"region(({2 * column + 1},{2 * row + 1}),{name})."
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
    )


def test_what_a_region_needs_is_all_that_a_row_can_have() -> None:
    board = (
        f"width(5). height(5). {regions('11122', '33322', '33422', '54444', '55555')}"
    )
    said = lines("star-battle", board, Method.SUM)
    assert "c4r1 and c5r1 have no stars (counting)." in said
    assert (
        "  - all that is left for the region of c1r1 is in row 1, which can have no "
        "more: each region has its stars; each row has its stars" in said
    )


def test_stars_in_cells_that_touch_count_as_one() -> None:
    board = (
        f"width(5). height(5). {regions('11222', '13322', '43322', '44455', '44555')}"
    )
    said = "\n".join(lines("star-battle", board, Method.SUM))
    wrong = "all that is left for the region of c2r2 is in c2r2, c3r2, c2r3 and c3r3"
    assert wrong not in said
    right = "all that is left for the region of c1r1 is in c1r1, c2r1, c1r2 and c2r2"
    assert right in said
    assert "stars do not touch" in said


def test_counting_within_a_supposition_takes_no_others_within() -> None:
    rows = (
        "0011112223 0011112233 0014115223 0014455263 0444452266 "
        "4444772666 8447777966 8877899966 8878899669 8888889999"
    )
    facts = f"width(10). height(10). stars(2). {regions(*rows.split())}"
    found = family_named("star-battle")
    way = walkthrough(Sheet(found, "board", found.puzzle(facts)), rules=Rules())
    assert Method.NESTED not in {step.technique for step in way.steps}
    supposed = (step for step in way.steps if step.technique is Method.WHAT_IF)
    said = [line for step in supposed for line in shown(step).lines()]
    assert any(re.search(r"then .* cannot have all that .* needs", s) for s in said)


def test_a_loop_that_would_close_is_said() -> None:
    facts = (
        "width(4). height(4). number((1,1),3). number((1,3),1). number((3,1),2). "
        "number((3,3),1). number((5,1),2). number((5,5),2). number((5,7),2). "
        "number((7,5),1)."
    )
    found = family_named("slitherlink")
    way = walkthrough(Sheet(found, "board", found.puzzle(facts)), rules=Rules())
    said = [line for step in way.steps for line in shown(step).lines()]
    assert any("the loop would close without" in line for line in said)
    assert not any("cut off" in line for line in said)
