"""Walkthroughs under any rules in one form for all outputs: a frame for each step."""

from dataclasses import dataclass

from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.drawing.coloring import region_colors
from galaxies_asp.explaining.answers import Answer, difficulty_answer, step_answer
from galaxies_asp.explaining.encoded_figures import hint_fields, hint_figure
from galaxies_asp.explaining.encoded_steps import (
    EncodedStep,
    EncodedWalkthrough,
    walkthrough_by,
)
from galaxies_asp.explaining.figures import Figure, figure
from galaxies_asp.explaining.grading import difficulty
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.steps import Finished, Step
from galaxies_asp.explaining.walkthroughs import Walkthrough, walkthrough
from galaxies_asp.explaining.words import difficulty_in_words


@dataclass(frozen=True)
class Frame:
    """A step.

    Attributes
    ----------
    level
        How hard it is; 1 is trivial.
    kind
        The same in words.
    answer
        The step as a JSON object.
    """

    figure: Figure
    level: int
    kind: str
    answer: Answer

    @property
    def is_trivial(self) -> bool:
        """Whether nobody needs an explanation."""
        return self.level == 1


@dataclass(frozen=True)
class Frames:
    """A walkthrough.

    Attributes
    ----------
    end
        The solved board, or why the steps end before.
    rating
        The difficulty in words; empty without steps.
    difficulty
        The difficulty as a JSON object.
    """

    puzzle: Puzzle
    frames: tuple[Frame, ...]
    end: Figure
    solved: bool
    rating: str
    difficulty: Answer

    def verdict(self) -> str:
        """Return the difficulty, and why the steps end before the board is full."""
        lines = [self.rating] if self.rating else []
        if not self.solved:
            lines += self.end.lines()
        return "\n".join(lines)


def frames(rules: Rules, puzzle: Puzzle) -> Frames:
    """Return the walkthrough of a puzzle: on its encoding unless it is standard."""
    if rules.are_standard(rules.puzzle(puzzle)):
        return frames_of(walkthrough(puzzle))
    return frames_by(walkthrough_by(rules, puzzle))


def frames_of(way: Walkthrough) -> Frames:
    """Return the frames of a walkthrough under the standard rules."""
    colors, positions = region_colors(way.puzzle), way.positions()
    found = tuple(
        _frame(position, step, colors)
        for position, step in zip(positions, way.steps, strict=False)
    )
    end = figure(positions[-1], way.mistake or Finished(way.solved), colors)
    if not found:
        return Frames(way.puzzle, (), end, way.solved, "", {})
    measured = difficulty(way)
    rating, fields = difficulty_in_words(measured), difficulty_answer(measured)
    return Frames(way.puzzle, found, end, way.solved, rating, fields)


def _frame(position: Position, step: Step, colors: tuple[int, ...]) -> Frame:
    return Frame(
        figure(position, step, colors),
        int(step.level),
        f"level {int(step.level)} of {len(Level)}",
        step_answer(position, step),
    )


def frames_by(way: EncodedWalkthrough) -> Frames:
    """Return the frames of a walkthrough on an encoding."""
    encoded = way.encoded
    found = tuple(_frame_by(way, step) for step in way.steps)
    end = hint_figure(encoded, way.end)
    sizes = [step.size for step in way.steps]
    if not sizes:
        return Frames(encoded.puzzle, (), end, way.solved, "", {})
    mean = sum(sizes) / len(sizes)
    steps = "1 step" if len(sizes) == 1 else f"{len(sizes)} steps"
    return Frames(
        encoded.puzzle,
        found,
        end,
        way.solved,
        f"{steps}, largest reason {max(sizes)}, on average {mean:.1f}; rules of "
        f"{encoded.encoding}{encoded.note}",
        {
            "encoding": encoded.encoding,
            "verified": encoded.verified,
            "steps": len(sizes),
            "largest_reason": max(sizes),
            "mean_reason": round(mean, 2),
        },
    )


def _frame_by(way: EncodedWalkthrough, step: EncodedStep) -> Frame:
    size = step.size
    kind = "1 instance" if size == 1 else f"{size} instances and known facts"
    return Frame(
        hint_figure(way.encoded, step),
        len(Level) if step.reason.by_search else max(1, size),
        "a long search" if step.reason.by_search else kind,
        hint_fields(way.encoded, step),
    )
