"""What a sentence says to be cut off is cut off: searched again on the board."""

import re
from collections.abc import Iterator

import pytest

from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.explaining import Step, figure, walkthrough
from galaxies_asp.explaining.answers.pictures import Figure
from galaxies_asp.explaining.words.arguments import Argument, Inference
from galaxies_asp.explaining.words.known import stated
from galaxies_asp.families.registry import family_named

BOARDS = {
    "masyu": "height(6). width(6). black((5,7)). white((11,5)). white((3,5)). "
    "white((5,11)). white((9,1)). white((9,7)).",
    "heyawake": "height(6). region((1,1),1). region((1,11),13). region((1,3),4). "
    "region((1,5),4). region((1,7),4). region((1,9),13). region((11,1),3). "
    "region((11,11),12). region((11,3),3). region((11,5),8). region((11,7),12). "
    "region((11,9),12). region((3,1),1). region((3,11),9). region((3,3),5). "
    "region((3,5),5). region((3,7),9). region((3,9),9). region((5,1),1). "
    "region((5,11),10). region((5,3),6). region((5,5),6). region((5,7),10). "
    "region((5,9),10). region((7,1),2). region((7,11),15). region((7,3),6). "
    "region((7,5),6). region((7,7),11). region((7,9),11). region((9,1),2). "
    "region((9,11),14). region((9,3),7). region((9,5),7). region((9,7),7). "
    "region((9,9),14). width(6). number((1,1),0). number((11,7),2). "
    "number((7,7),1).",
    "hitori": "height(6). width(6). number((1,1),4). number((1,11),4). "
    "number((1,3),6). "
    "number((1,5),2). number((1,7),3). number((1,9),5). number((11,1),3). "
    "number((11,11),5). number((11,3),4). number((11,5),1). number((11,7),3). "
    "number((11,9),4). number((3,1),5). number((3,11),6). number((3,3),1). "
    "number((3,5),4). number((3,7),2). number((3,9),1). number((5,1),1). "
    "number((5,11),3). number((5,3),5). number((5,5),6). number((5,7),1). "
    "number((5,9),2). number((7,1),3). number((7,11),5). number((7,3),2). "
    "number((7,5),3). number((7,7),6). number((7,9),4). number((9,1),2). "
    "number((9,11),6). number((9,3),1). number((9,5),1). number((9,7),5). "
    "number((9,9),3).",
    "slitherlink": "height(6). width(6). number((1,1),3). number((1,3),1). "
    "number((1,5),1). "
    "number((1,7),2). number((11,1),3). number((11,3),1). number((11,7),1). "
    "number((11,9),3). number((3,11),2). number((3,3),1). number((5,3),2). "
    "number((5,5),2). number((5,7),1). number((5,9),3). number((7,11),1). "
    "number((7,5),1). number((9,11),2). number((9,5),0). number((9,7),2). "
    "number((9,9),1).",
    "nurikabe": "height(6). width(6). number((1,7),4). number((3,11),4). "
    "number((5,3),2). number((7,1),1). number((9,7),5).",
}

Held = set[tuple[Atom, bool]]


def steps_of(family: str) -> tuple[Step, ...]:
    found = family_named(family)
    sheet = Sheet(found, "board", found.puzzle(BOARDS[family]))
    return tuple(walkthrough(sheet, rules=Rules()).steps)


def cuts(steps: tuple[Step, ...]) -> Iterator[tuple[Held, Inference]]:
    """Yield each inference about two parts, with what is known there."""
    known: Held = set()
    for step in steps:
        for argument in step.reason.arguments:
            yield from _within(known, argument)
        known.update(map(stated, step.facts))


def _within(before: Held, argument: Argument) -> Iterator[tuple[Held, Inference]]:
    held = {*before}
    if argument.supposed is not None:
        held.add(stated(argument.supposed))
    for one in argument.inferences:
        if one.inner is not None:
            yield from _within(held, one.inner)
        elif one.cut is not None and len(one.cut.arguments) == 1:
            # Without what follows, the parts would be separate.
            yield held | {(a, not holds) for a, holds in map(stated, one.facts)}, one
        held.update(map(stated, one.facts))


def closed_in(family: str, held: Held) -> set[Point]:
    """Return the cells, or the sides, that are known not to connect others."""
    name = {"slitherlink": "loop", "masyu": "line"}.get(family, "shaded")
    is_out = family in ("hitori", "heyawake")
    closed = {a.arguments[0] for a, holds in held if a.name == name and holds is is_out}
    closed |= {a.arguments[0] for a, holds in held if a.name == "island" and holds}
    if family == "nurikabe":
        clues = re.findall(r"number\(\((\d+),(\d+)", BOARDS[family])
        closed |= {Point(int(x), int(y)) for x, y in clues}
    return {at for at in closed if isinstance(at, Point)}


def beside(at: Point, family: str) -> Iterator[Point]:
    """Yield what a cell or a side is connected to."""
    x, y = at
    if family not in ("slitherlink", "masyu"):
        near = [(0, 2), (2, 0), (0, -2), (-2, 0)]
    else:
        # A side along x has its ends there in one type, and the others meet there.
        is_level = (x % 2 == 1) == (family == "slitherlink")
        across = [(2, 0), (-2, 0)] if is_level else [(0, 2), (0, -2)]
        near = [*across, (1, 1), (1, -1), (-1, 1), (-1, -1)]
    yield from (Point(x + dx, y + dy) for dx, dy in near)


@pytest.mark.slow
@pytest.mark.parametrize("family", BOARDS)
def test_parts_are_separate(family: str) -> None:
    seen = 0
    for held, one in cuts(steps_of(family)):
        closed = closed_in(family, held)
        assert one.parts.smaller
        assert one.parts.other
        others = {atom.arguments[0] for atom in one.parts.other}
        starts = [atom.arguments[0] for atom in one.parts.smaller]
        reached, waiting = set[Point](), [*starts]
        assert closed.isdisjoint({*starts, *others})
        assert len(starts) <= len(others)
        while waiting:
            at = waiting.pop()
            assert isinstance(at, Point)
            if at not in reached and at not in closed and max(at) < 13 and min(at) >= 0:
                reached.add(at)
                waiting += beside(at, family)
        assert reached.isdisjoint(others), (one, sorted(closed))
        seen += 1
    assert seen


@pytest.mark.slow
def test_the_smaller_part_and_its_border_are_named() -> None:
    said = [line for step in steps_of("nurikabe") for line in shown(step).lines()]
    texts = "\n".join(said)
    for right in (
        "c2r1 and c3r1 can reach other shaded cells only through c2r3",
        "without c3r6, there would be too little room: an island has as many cells as "
        "its number says (the 4 in c2r6)",
        "c2r1, c3r1, c2r2 and c2r3 can reach other shaded cells only through c2r4, as "
        "c1r3 and c3r3 are white",
        "c1r6 would be cut off from other shaded cells",
        "too far, as only 1 can be added",
    ):
        assert right in texts
    assert "only a few" not in texts


@pytest.mark.slow
def test_the_only_way_from_what_is_sure_is_found_at_once() -> None:
    clues = (
        "number((5,1),2). number((13,3),3). number((5,5),1). number((1,7),3). "
        "number((3,9),2). number((15,9),2). number((11,11),5). number((3,13),3). "
        "number((9,15),1). number((13,15),1)."
    )
    family = family_named("nurikabe")
    sheet = Sheet(family, "board", family.puzzle(f"height(8). width(8). {clues}"))
    steps = walkthrough(sheet, rules=Rules()).steps
    (lines,) = (shown(s).lines() for s in steps if s.target.at == Point(3, 1))
    assert lines == [
        "c2r1 is shaded (connection).",
        "  - c1r1 can reach other shaded cells only through c2r1, as c1r2 is white",
    ]


@pytest.mark.slow
def test_a_side_outside_of_a_small_loop_is_named() -> None:
    steps = steps_of("slitherlink")
    (said,) = (
        line
        for step in steps
        for line in shown(step).lines()
        if "the loop would close without" in line
    )
    small = ("c4r1-c5r1", "c5r1-c5r2", "c6r1-c6r2", "the top", "the right side")
    assert not said.endswith(small)
    assert said.endswith("the loop would close without c2r1-c2r2")


def shown(step: Step) -> Figure:
    return figure(step)
