"""The texts of a book, for all output formats."""

from collections.abc import Collection, Iterator, Sequence

from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.board.variants import MEANING
from galaxies_asp.book.booklet import Site
from galaxies_asp.book.problems import Problem
from galaxies_asp.explaining.grading import GRADES
from galaxies_asp.explaining.levels import Level
from galaxies_asp.families.formats import rules_of

PUZZLES, SOLUTIONS, RULES, EXAMPLE = "Puzzles", "Solutions", "The rules", "An example"
LEGEND, PLAYING = "How hard a puzzle is", "Playing on a screen"
AMBIGUOUS = "*"

MEANINGS = {
    Level.TOUCHED: "dots claim the cells that they touch, and half turns do the rest",
    Level.ONLY_ONE: "for some cell, look which single dot could ever reach it",
    Level.BLOCKED: "some half turns lead into cells that are taken",
    Level.CUT_OFF: "dots are cut off from some cell, or a region needs it as a bridge",
    Level.CONTRARY: "assume the contrary; a direct contradiction follows",
    Level.SEPARATION: "assume the contrary; two regions would cross",
    Level.TRIAL: "assume the contrary, and follow its consequences",
    Level.SEARCH: "trials within trials",
}
"""The technique of the hardest step at each level."""


def summary(problems: Sequence[Problem]) -> list[str]:
    """Return lines with the number of puzzles, their sizes, and their grades."""
    count = "1 puzzle" if len(problems) == 1 else f"{len(problems):,} puzzles"
    others = sorted({p.label for p in problems if not isinstance(p.puzzle, Puzzle)})
    if others:
        kinds = ["Galaxies"] * any(isinstance(p.puzzle, Puzzle) for p in problems)
        lines = [count, ", ".join([*kinds, *others])]
    else:
        by_size = sorted(problems, key=lambda problem: problem.size)
        smallest, largest = by_size[0].label, by_size[-1].label
        sizes = f"of {smallest} cells"
        if largest != smallest:
            sizes = f"from {smallest} to {largest} cells"
        lines = [f"{count} {sizes}"]
    grades = sorted(p.grade for p in problems if p.grade is not None)
    if grades:
        easiest, hardest = grades[0].word, grades[-1].word
        lines.append(easiest if easiest == hardest else f"{easiest} to {hardest}")
    return lines


def rules(problems: Sequence[Problem], rule: str = "") -> Iterator[str]:
    """Yield the rules; those about black dots, missing cells and walls if needed.

    Parameters
    ----------
    rule
        A sentence about the rules of an encoding of the user.
    """
    puzzles = [problem.puzzle for problem in problems]
    boards = [puzzle for puzzle in puzzles if isinstance(puzzle, Puzzle)]
    if boards:
        yield from _rules_of_galaxies(boards)
    for name, family in sorted(
        {
            puzzle.family.name: puzzle.family
            for puzzle in puzzles
            if not isinstance(puzzle, Puzzle)
        }.items()
    ):
        if said := rules_of(family):
            yield f"A puzzle marked {name}: {said}"
    if rule:
        yield rule
    several = f", apart from those marked {AMBIGUOUS}, which have several"
    is_unique = all(problem.is_unique for problem in problems)
    yield f"Each puzzle has exactly 1 solution{'' if is_unique else several}."


def _rules_of_galaxies(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    yield (
        "Divide the board into regions along its lines, so that each region contains "
        "exactly one dot and each cell belongs to a region."
    )
    yield (
        "A half turn about its dot maps each region to itself. The cells of a region "
        "hang together by their sides."
    )
    yield (
        "A dot may lie in the middle of a cell, on a line, or where lines cross. All "
        "cells that it touches belong to its region."
    )
    if any(puzzle.walls for puzzle in puzzles):
        yield "Thick lines inside a board are given: regions end there."
    if any(puzzle.holes for puzzle in puzzles):
        yield "Dark squares are no cells; they belong to no region."
    if any(puzzle.black for puzzle in puzzles):
        yield (
            "The color of a dot does not matter for the solution, but shade the "
            "regions of the black dots, and see what appears."
        )
    for variant in sorted({one for puzzle in puzzles for one in puzzle.variants}):
        yield f"A puzzle marked {variant} has a rule of its own. {MEANING[variant]}"


def legend(problems: Sequence[Problem]) -> list[tuple[Level, str, str]]:
    """Return the levels that occur, each with its word and meaning."""
    levels = sorted({p.grade.level for p in problems if p.grade is not None})
    return [(level, GRADES[level], MEANINGS[level]) for level in levels]


def playing(sites: Collection[Site], *, is_cut: bool) -> str:
    """Explain the addresses of some sites below the puzzles; empty if there are none.

    `is_cut` states whether an address is not printed in full.
    """
    sentences = [words for site, words in _SITES.items() if site in sites]
    if sentences:
        sentences.append("Type it, or click on it if you read this on a screen.")
    if is_cut:
        sentences.append(
            "What ends in … is too long to be typed, but can be clicked on."
        )
    return " ".join(sentences)


_SITES: dict[Site, str] = {
    "tatham": "What starts with a size, such as 7x7:, is a game ID for Galaxies in "
    "Simon Tatham's Portable Puzzle Collection.",
    "puzzlink": "What starts with puzz.link is an address, where the game is called "
    "Tentaisho.",
}
