"""A solution as a sequence of steps, each deduced from the steps before it."""

from dataclasses import dataclass, replace
from html import escape

from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.explaining.mistakes import Mistake, find_mistake
from galaxies_asp.explaining.situation import Situation
from galaxies_asp.explaining.steps import (
    Finished,
    Memory,
    Step,
    after,
    drawn_after,
)
from galaxies_asp.explaining.wall_steps import drawn_with, next_step
from galaxies_asp.explaining.walls import Drawn


@dataclass(frozen=True)
class Walkthrough:
    """Steps from an empty board to the last forced cell, about cells and walls.

    Attributes
    ----------
    mistake
        Why there is no solution, if there is none; there are no steps then.
    solved
        Whether the steps lead to a solution, which is then the only one.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    solved: bool
    mistake: Mistake | None = None

    def positions(self) -> list[Position]:
        """Return the board before the first step and after each one."""
        positions = [Position(self.puzzle, ())]
        for step in self.steps:
            positions.append(drawn_after(positions[-1], step))
        return positions

    def _repr_html_(self) -> str:
        from galaxies_asp.explaining.pages import page  # needed in notebooks only

        text = escape(page(self), quote=True)
        return f'<iframe srcdoc="{text}" width="100%" height="720"></iframe>'


def walkthrough(puzzle: Puzzle) -> Walkthrough:
    """Deduce the solution step by step, the easiest step first."""
    mistake = find_mistake(Position(puzzle))
    if mistake is not None:
        return Walkthrough(puzzle, (), False, mistake)
    situation, drawn = Situation.of(Position(puzzle)), Drawn.on(Position(puzzle))
    steps, memory = [], Memory()
    while isinstance(step := next_step(situation, memory, drawn), Step):
        steps.append(step)
        situation, drawn = after(situation, step), drawn_with(drawn, step)
    assert isinstance(step, Finished)
    way = Walkthrough(puzzle, tuple(steps), step.solved)
    drawn_on = zip(steps, way.positions(), strict=False)
    return replace(way, steps=tuple(replace(s, position=at) for s, at in drawn_on))
