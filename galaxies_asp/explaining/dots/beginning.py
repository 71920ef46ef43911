"""The first step under the standard rules: the cells that dots touch.

The board shows it without the encoding, so nothing is grounded for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from galaxies_asp.core.asp.encodings import KNOWN
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.drawing.coloring import region_colors
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.clauses import Clause, dots
from galaxies_asp.explaining.words.findings import Reason, RulesSource, Step
from galaxies_asp.explaining.words.known import Colors, Known
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.solving.search import solve


def is_standard(sheet: AnySheet, rules: Rules) -> bool:
    """Tell whether a puzzle is one of Galaxies under the standard rules."""
    has_dots = sheet.dots is not None and not sheet.dots.variants
    return has_dots and rules.encoding in KNOWN and not sheet.excluded


def first_step(sheet: AnySheet, rules: Rules) -> Step | None:
    """Return the cells that dots touch, with the walls and the regions that follow.

    Return None if something is drawn on the puzzle, if it has no solution, or is
    solved as it is.
    """
    position, blank = sheet.position, sheet.blank
    is_begun = position.walls is not None or position.has_labels
    if is_begun or len(position.puzzle.centers) < 2:
        return None
    result = solve(blank, 2, rules=rules)
    if not result.solutions:
        return None
    puzzle = blank.under(rules)
    encoding = puzzle.family.chosen(puzzle.position, rules)
    known = Known.of(puzzle, colors(position.puzzle))
    scene, facts = Scene.of(known), touched(position.puzzle)
    reason = Reason(
        facts[0],
        (),
        source=RulesSource(encoding, result.verified),
        also=facts[1:],
        clauses=(told_touched(facts, scene),),
        technique=Technique.TOUCHED,
    )
    step = Step(reason, Technique.TOUCHED.level, facts, Technique.TOUCHED, known=known)
    return closed_step(step, scene, scene.after(facts))


def colors(puzzle: Puzzle) -> Colors:
    """Return a color for each dot."""
    return dict(zip(puzzle.centers, region_colors(puzzle), strict=True))


def touched(puzzle: Puzzle) -> tuple[Fact, ...]:
    """Return that the cells that dots touch belong to them, by dots."""
    return tuple(
        Fact(Kind.CELL, cell, dot)
        for dot in puzzle.centers
        for cell in puzzle.lattice.touched_cells(dot)
    )


def told_touched(facts: Sequence[Fact], scene: Scene) -> Clause:
    """Return why cells belong to dots that touch them."""
    numbers = sorted({scene.dot(fact) for fact in facts})
    if len(numbers) > 1:
        return Clause("each dot has the cells that it touches")
    return Clause(f"{dots(*numbers)} touches {'them' if len(facts) > 1 else 'it'}")


def closed_step(step: Step, before: Scene, after: Scene) -> Step:
    """Return a step with the walls and the complete regions that follow."""
    return replace(step, facts=(*step.facts, *after.new_since(before)))
