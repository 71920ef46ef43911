"""Which step is next, what is one step, and what a what-if needs."""

import pytest

from galaxies_asp import load
from galaxies_asp.explaining import Step, Technique, figure, hint, walkthrough
from galaxies_asp.explaining.dots.left import why_left
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.trials import (
    WAYS,
    Link,
    Supposition,
    able,
    crossing,
)
from galaxies_asp.explaining.engine.facts import Kind
from galaxies_asp.explaining.words.clauses import marks_of
from galaxies_asp.explaining.words.known import KnownDots
from galaxies_asp.explaining.words.marks import Role
from galaxies_asp.fast.propagation import Contradiction, Propagation
from galaxies_asp.notation import parse


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["7x7:exfdgrptivfpfj", "random-hard-12x12#2", "tatham-normal-10x10#3"]
)
def test_the_next_step_depends_on_the_board_and_the_last_step_alone(name: str) -> None:
    way = walkthrough(load(name) if "#" in name else parse(name))
    positions = [*way.positions()]
    assert way.steps[0].technique is Technique.TOUCHED
    steps = zip(positions[2:], way.steps[1:], way.steps[2:], strict=False)
    for position, before, step in steps:
        found = hint(position, near=before.cells)
        assert isinstance(found, Step)
        assert figure(found).lines() == figure(step).lines()


def test_a_corridor_is_one_step() -> None:
    shown = figure(walkthrough(parse("6x6:vedzczhfb")).steps[2])
    assert shown.head.startswith("The corner of four cells c1r1, c2r1, c1r2 and c1r3")
    way = "c2r1, c1r1, c1r2 and c1r3"
    assert shown.sentences == (
        f"c3r1 must be connected with dot D, and the only way goes through {way}",
    )


@pytest.mark.slow
def test_cells_of_one_step_have_one_reason_for_each_other_dot() -> None:
    """The reasons of two neighbors may come in another order each by itself."""
    several = 0
    for step in walkthrough(load("tatham-normal-15x15#1")).steps:
        shown = figure(step)
        if step.technique is Technique.TOUCHED or shown.what_ifs:
            continue
        marks = marks_of(step.reason.clauses)
        rivals = [mark.at for mark in marks if mark.role is Role.RIVAL]
        assert len(rivals) == len({*rivals})
        would_need = [one for one in shown.sentences if "would need" in one]
        several += len(step.reason.targets) > 1 and len(would_need) > 1
    assert several


@pytest.mark.slow
def test_a_what_if_has_only_the_cells_of_ways_that_it_needs() -> None:
    """Without any of them the supposition does not fail so."""
    limit, seen = dict(WAYS)[Technique.ONLY_WAY], 0
    steps = walkthrough(load("random-hard-12x12#1")).steps
    for step in (one for one in steps if one.technique is Technique.ONLY_WAY):
        assert isinstance(step.known, KnownDots)
        state = Scene.of(step.known).state
        bit = state.board.bit(step.target.at)
        for dot in able(state, bit):
            tried = Supposition(dot, bit)
            links = tried.links(state, limit) if tried.fails(state, limit) else []
            seen += len(links)
            for number, link in enumerate(links):
                for at in state.board.points(link.into):
                    pair = state.board.bit(at)
                    pair |= state.board.mirrored(link.dot, pair)
                    fewer = link._replace(into=link.into & ~pair)
                    rest = [*links[:number], fewer, *links[number + 1 :]]
                    assert not fails_after(tried, state, rest)
    assert seen


def fails_after(tried: Supposition, base: Propagation, links: list[Link]) -> bool:
    """Tell whether a supposition fails when cells have been added."""
    trial = tried.added_to(base)
    try:
        for link in links:
            trial.add([(link.dot, link.into)])
    except Contradiction:
        return True
    return crossing(trial, tried.dot) is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tatham-unreasonable-15x15#5", "random-hard-12x12#2"])
def test_no_what_if_is_told_of_a_cell_that_is_easy(name: str) -> None:
    """Neither the cell nor its partner is one that no other dot can get to."""
    seen = 0
    for step in walkthrough(load(name)).steps:
        if not any(clause.lines for clause in step.reason.clauses):
            continue
        assert isinstance(step.known, KnownDots)
        scene = Scene.of(step.known)
        for fact in step.facts:
            if fact.kind is Kind.CELL:
                assert not why_left(scene, [fact]).is_shown
                seen += 1
    assert seen
