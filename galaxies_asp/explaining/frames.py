"""Walkthroughs as figures: one for each step, and one for the end."""

from dataclasses import dataclass

from galaxies_asp.drawing.coloring import region_colors
from galaxies_asp.explaining.figures import figure
from galaxies_asp.explaining.findings import Step, Walkthrough
from galaxies_asp.explaining.grading import Difficulty, Sizes, difficulty, sizes
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.pictures import Figure


@dataclass(frozen=True)
class Frames:
    """A walkthrough with its figures.

    Attributes
    ----------
    figures
        One for each step.
    end
        The solved board, or why the steps end before.
    difficulty
        None without steps.
    """

    way: Walkthrough
    figures: tuple[Figure, ...]
    end: Figure
    difficulty: Difficulty | Sizes | None

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


def frames(way: Walkthrough) -> Frames:
    """Return the figures and the difficulty of a walkthrough."""
    colors = region_colors(way.puzzle) if way.source is None else ()
    *figures, end = (
        figure(position, found, colors)
        for position, found in zip(way.positions(), (*way.steps, way.end), strict=True)
    )
    measured: Difficulty | Sizes | None = None
    if way.steps:
        measured = difficulty(way) if way.source is None else sizes(way)
    return Frames(way, tuple(figures), end, measured)


def kind_in_words(step: Step) -> str:
    """Return how hard a step is, for people."""
    if step.reason.source is None:
        return f"level {step.level} of {len(Level)}"
    if step.reason.by_search:
        return "a long search"
    return "1 instance" if step.size == 1 else f"{step.size} instances and known facts"
