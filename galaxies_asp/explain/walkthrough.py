"""A solution as a sequence of steps, each deduced from the steps before it."""

from dataclasses import dataclass

from galaxies_asp.explain.mistakes import Mistake, find_mistake
from galaxies_asp.explain.situation import Situation
from galaxies_asp.explain.steps import Finished, Memory, Step, after, next_step
from galaxies_asp.puzzle import NO_DOT, Position, Puzzle


@dataclass(frozen=True)
class Walkthrough:
    """Steps from an empty board to the last forced cell.

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
        rows = [[NO_DOT] * self.puzzle.width for _ in range(self.puzzle.height)]
        positions = [Position(self.puzzle, labels=rows)]
        for step in self.steps:
            for cell in step.cells + step.images:
                rows[cell.y // 2][cell.x // 2] = step.target.dot
            positions.append(Position(self.puzzle, labels=rows))
        return positions


def walkthrough(puzzle: Puzzle) -> Walkthrough:
    """Deduce the solution step by step, the easiest step first."""
    mistake = find_mistake(Position(puzzle))
    if mistake is not None:
        return Walkthrough(puzzle, (), False, mistake)
    situation = Situation.of(Position(puzzle))
    steps, memory = [], Memory()
    while isinstance(step := next_step(situation, memory), Step):
        steps.append(step)
        situation = after(situation, step)
    assert isinstance(step, Finished)
    return Walkthrough(puzzle, tuple(steps), step.solved)
