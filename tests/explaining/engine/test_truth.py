"""Deductions by the rules of encodings are true: compared with clingo and its models.

Three checks on boards with one and with several solutions: the rules that a reason
names suffice, each step holds in all solutions, and no supposition is refuted that some
solution has.
"""

from pathlib import Path

import pytest
from support.truth import Checked, check, thinned

from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.sources import Text, read
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing.scene import Paths
from galaxies_asp.core.drawing.svg import paint
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.explaining.answers.questions import deduce_steps
from galaxies_asp.explaining.dots.grounded import rules_of
from galaxies_asp.explaining.engine.ground import Ground
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.engine.reasoning import Reasoning
from galaxies_asp.explaining.engine.switched import Switched
from galaxies_asp.explaining.words.findings import Step
from galaxies_asp.explaining.words.labeled import family_scene
from galaxies_asp.explaining.words.levels import Method
from galaxies_asp.explaining.words.marks import STYLES, Mark, Role
from galaxies_asp.families.registry import all_names, family_named
from galaxies_asp.notation import parse

SIZE = r"(width|height|side|stars|region)\b"

BOARDS = {
    "slitherlink": "width(3). height(3). number((1,1),3). number((3,3),0). "
    "number((5,3),2). number((3,5),3). number((5,1),2).",
    "nurikabe": "width(4). height(4). number((1,1),3). number((7,3),2). "
    "number((3,7),2).",
    "ring-ring": "width(4). height(4). black((1,7)). black((3,7)). black((5,7)). "
    "black((7,7)).",
    "circuit-board": "width(3). height(3). given((2,1)). given((3,2)). given((5,4)).",
    "hexagonal-fences": "side(1). post((3,3),1).",
    "square-fences": "side(1). post((1,1),1).",
    "akari": "height(3). width(4). wall((1,3),2). wall((3,1),3).",
    "heyawake": "height(3). width(4). number((5,5),1). number((7,1),1). "
    "region((1,1),1). region((1,3),3). region((1,5),3). region((3,1),1). "
    "region((3,3),3). region((3,5),3). region((5,1),1). region((5,3),4). "
    "region((5,5),5). region((7,1),2). region((7,3),2). region((7,5),6).",
    "masyu": "height(3). width(4). black((1,1)). black((1,5)). black((7,1)). "
    "white((1,3)). white((3,1)). white((7,3)).",
    "kakuro": "black((5,5)). height(3). width(3). across((-1,1),7). across((-1,3),6). "
    "across((-1,5),11). down((1,-1),6). down((3,-1),14). down((5,-1),4).",
    "tents": "height(4). width(4). count((-1,3),0). count((-1,7),1). count((1,-1),1). "
    "tree((3,1)). tree((3,7)). tree((7,1)).",
    "hitori": "width(3). height(3). number((1,1),1). number((3,1),1). number((5,1),2). "
    "number((1,3),3). number((3,3),2). number((5,3),2). number((1,5),1). "
    "number((3,5),1). number((5,5),3).",
    "shikaku": "width(3). height(3). number((1,1),3). number((5,1),2). "
    "number((3,5),4).",
    "star-battle": "width(4). height(4). stars(1). "
    + " ".join(
        f"region(({2 * place + 1},{2 * row + 1}),{name})."
        for row, names in enumerate(("1122", "1122", "3444", "3344"))
        for place, name in enumerate(names)
    ),
}

VARIANTS = {
    "growth": '"centers": [[1, 1], [6, 1], [3, 4], [7, 5]]',
    "assign": '"centers": [[2, 1], [6, 1], [4, 4], [1, 5], [7, 5]]',
    "walls": '"centers": [[2, 1], [6, 1], [4, 4], [1, 5], [7, 5]]',
    "idp": '"centers": [[2, 1], [6, 1], [4, 4], [1, 5], [7, 5]]',
    "auto+black-holes": '"centers": [[1, 1], [5, 2]], "black_cells": 3',
    "auto+hidden-dots": '"centers": [[1, 1], [7, 1]], "hidden_dots": 1',
    "auto+loose-walls": '"centers": [[2, 1], [6, 1], [4, 4]]',
    "auto+quarter-turn": '"centers": [[2, 2], [6, 2], [2, 5]]',
    "auto+rectangular": '"centers": [[2, 1], [6, 1], [4, 4]]',
    "auto+thin": '"centers": [[2, 1], [6, 1], [4, 4]]',
    "auto+toroidal": '"centers": [[4, 3], [4, 2]]',
}


def board(family: str, facts: str) -> AnySheet:
    found = family_named(family)
    return Sheet(found, "board", found.puzzle(facts))


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(2, 5))]
)
@pytest.mark.parametrize("family", BOARDS)
def test_steps_of_families_are_true(family: str, seed: int) -> None:
    done = Checked()
    for number in range(2 * seed, 2 * seed + 2):
        facts = thinned(BOARDS[family], SIZE, number)
        sheet = board(family, facts)
        check(sheet, rules_of(sheet, Rules()), done)


def test_each_family_and_variant_is_checked() -> None:
    assert {*BOARDS} == {*all_names()} - {"galaxies"}
    assert {name[5:] for name in VARIANTS if name.startswith("auto+")} == {*RuleVariant}


@pytest.mark.parametrize("family", BOARDS)
def test_marks_and_names_are_drawn_on_boards(family: str) -> None:
    sheet = board(family, BOARDS[family])
    cell = next(iter(sheet.family.drawn_cells(sheet.position)))
    svg = paint(family_scene(sheet, [Mark(cell, Role.TARGET)]))
    red = STYLES[Role.TARGET].color
    assert red in svg
    assert red not in paint(sheet.scene())
    assert ">r1</text>" in svg


@pytest.mark.parametrize(
    ("family", "ends"),
    [("circuit-board", [(1, 1), (3, 1)]), ("slitherlink", [(2, 0), (2, 2)])],
)
def test_marks_lie_on_what_is_drawn(family: str, ends: list[tuple[int, int]]) -> None:
    shown = family_scene(board(family, BOARDS[family]), [Mark(Point(2, 1), Role.WALL)])
    marks = [s for s in shown.shapes if isinstance(s, Paths) and s.role == "mark"]
    assert [[*map(tuple, path)] for one in marks for path in one.paths] == [ends, ends]


@pytest.mark.parametrize("family", BOARDS)
def test_easy_steps_take_few_rules(family: str) -> None:
    """Easy steps name at most 12 rules, others 40; what tests decide names them."""
    for step in deduce_steps(board(family, BOARDS[family])):
        if isinstance(step, Step):
            assert isinstance(step.technique, Method)
            is_easy = step.technique.level <= Method.SUPPOSITION.level
            assert step.size <= (12 if is_easy else 40)
            assert not step.reason.instances or step.size


@pytest.mark.parametrize("encoding", VARIANTS)
def test_steps_of_variants_and_encodings_are_true(encoding: str) -> None:
    height = 3 if "hidden" not in encoding and "toroidal" not in encoding else 2
    text = f'{{"width": 4, "height": {height}, {VARIANTS[encoding]}'
    if encoding.startswith("auto+"):
        text += f', "variants": ["{encoding[5:]}"]'
    puzzle = parse(text + "}")
    source = rules_of(sheet_of(puzzle), Rules(encoding))
    check(source.sheet, source, Checked())


SEEDS = """
% Cells grow from the numbers beside which they are, and at most two hold.
cell(1..4). number(2). number(3).
{ first(X) : cell(X), |X-N| = 1 } :- number(N).
{ more(X) } :- cell(X).
in(X) :- first(X).
in(Y) :- in(X), cell(Y), |X-Y| = 1, more(Y).
% Test: at most two cells
:- { in(X) : cell(X) } > 2.
#show in/1.
"""


def test_several_seeds_beside_a_number_are_not_one_seed(tmp_path: Path) -> None:
    """Two parts that grow from seeds of their own are not cut off from each other."""
    path = tmp_path / "seeds.lp"
    path.write_text(SEEDS)
    ground = Ground(read([path], tmp_path), "", "seeds")
    reasoning = Reasoning(ground, {}, ())
    assert ground.nets
    assert not reasoning.ground.single
    ends = [literal(ground, "in(1)"), literal(ground, "in(4)")]
    apart = [*ends, -literal(ground, "in(2)"), -literal(ground, "in(3)")]
    assert ground.core([*ground.all_tests, *apart], []) is None
    reasoning = Reasoning(ground, {}, (), apart)
    reasoning._state.reopen()
    assert reasoning._state.run() is None


def test_a_bound_that_is_supposed_is_part_of_the_reason(tmp_path: Path) -> None:
    """What is too far under a supposed bound is not so by the other rules alone."""
    path = tmp_path / "bound.lp"
    path.write_text("""
        cell(1..4). in(1).
        { few }.
        { in(X+1) } :- in(X), cell(X+1).
        in(X) :- in(X+1), cell(X).
        % Test: few cells are at most two
        :- few, { in(X) : cell(X) } > 2.
        #show in/1.
    """)
    ground = Ground(read([path], tmp_path), "", "bound")
    few, far = literal(ground, "few"), literal(ground, "in(4)")
    reasoning = Reasoning(ground, {}, ())
    proof = reasoning._refuted(far, 10**6)
    assert proof is None
    reasoning = Reasoning(ground, {}, (), [few])
    state = reasoning._state
    state.reopen()
    state.run()
    assert state.value[far] < 0
    shown = state.proof([-far], state.mask[-far])
    labels = {why.label for why in shown.why.values() if why.label > 0}
    assert {ground.labels[label].how for label in labels} <= {How.FAR, How.RULE}
    assert few in shown.why


def literal(ground: Ground, atom: str) -> int:
    return next(n for n, symbol in ground.names.items() if str(symbol) == atom)


def test_choices_are_grounded_in_the_order_of_facts_with_negative_numbers() -> None:
    """As where clingo reads texts alone: the numbers of atoms decide between hints."""
    text = "p(0,(0,-2)).\np(1,(2,0)).\n-p(2,3).\np(-1,f(-3,-n)).\n{q(X)} :- p(X,_).\n"
    places = tuple((Path("own.lp"), line) for line in range(1, 6))
    atoms = Switched(Text(text, places), "", "own").named_atoms()
    found = {str(symbol): number for number, symbol, _ in atoms}
    chosen = sorted((one for one in found if one[0] == "q"), key=found.__getitem__)
    assert chosen == ["q(0)", "q(1)", "q(-1)"]
    assert "p(-1,f(-3,-n))" in found
    assert "-p(2,3)" in found
