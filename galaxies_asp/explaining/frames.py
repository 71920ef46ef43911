"""Walkthroughs as figures: one for each step, and one for the end."""

from dataclasses import dataclass
from functools import cached_property

from galaxies_asp.drawing.coloring import region_colors
from galaxies_asp.explaining.figures import figure
from galaxies_asp.explaining.findings import Step, Walkthrough
from galaxies_asp.explaining.grading import Difficulty, Sizes, difficulty, sizes
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.pictures import Figure


@dataclass(frozen=True)
class Frames:
    """A walkthrough with its figures and its difficulty, each made when asked for."""

    way: Walkthrough

    @cached_property
    def _colors(self) -> tuple[int, ...]:
        return region_colors(self.way.puzzle) if self.way.source is None else ()

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """A figure for each step."""
        steps = zip(self.way.positions(), self.way.steps, strict=False)
        return tuple(figure(position, step, self._colors) for position, step in steps)

    @cached_property
    def end(self) -> Figure:
        """The solved board, or why the steps end before."""
        return figure(self.way.positions()[-1], self.way.end, self._colors)

    @cached_property
    def difficulty(self) -> Difficulty | Sizes | None:
        """The difficulty; None without steps."""
        if not self.way.steps:
            return None
        return difficulty(self.way) if self.way.source is None else sizes(self.way)

    @property
    def rating(self) -> str:
        """The difficulty in words; empty without steps."""
        return "" if self.difficulty is None else self.difficulty.in_words()

    def verdict(self) -> str:
        """Return the difficulty, and why the steps end before the board is full."""
        lines = [self.rating] if self.rating else []
        if not self.way.solved:
            lines += self.end.lines()
        return "\n".join(lines)


def kind_in_words(step: Step) -> str:
    """Return how hard a step is, for people."""
    if step.reason.source is None:
        return f"level {step.level} of {len(Level)}"
    if step.reason.by_search:
        return "a long search"
    return "1 instance" if step.size == 1 else f"{step.size} instances and known facts"
