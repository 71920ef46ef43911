"""`galaxies list`: the shipped puzzles."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import click

from galaxies_asp.asp.encodings import title_of
from galaxies_asp.board.answer import Answer, Height, Positive, Width
from galaxies_asp.cli import commands, exits, shipped
from galaxies_asp.cli.commands import Run
from galaxies_asp.cli.options import json_option
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.shipped import Shipped
from galaxies_asp.cli.values import SizeType
from galaxies_asp.families.registry import BUILT_IN, folders


@commands.command(
    "list",
    click.argument("words", nargs=-1, metavar="[WORD]..."),
    json_option("Print each puzzle as JSON, one object per line."),
)
def command(
    run: Run,
    words: tuple[str, ...],
    size: Annotated[
        tuple[int, int] | None, SizeType(), "WxH", "Only this size."
    ] = None,
    each: Annotated[bool, "One line for each puzzle of a file."] = False,
) -> int:
    """List the shipped puzzles, with their size, dots and source; then the families.

    Only those are listed whose name or source contains each WORD. The name of a file
    stands for all puzzles in it, and `FILE#3` for the third one. Puzzles of fences have
    a side and posts.
    """
    listed = [puzzle for puzzle in shipped.puzzles() if _matches(puzzle, words, size)]
    if run.as_json:
        for puzzle in listed:
            run.print(_answer(puzzle))
    elif listed:
        _print_puzzles([shown for shown in listed if shown.puzzle == "galaxies"], each)
        _print_fences([shown for shown in listed if shown.puzzle != "galaxies"])
    if not (run.as_json or words or size):
        _print_families()
    return exits.ANSWERED if listed else exits.NEGATIVE


def _matches(
    puzzle: Shipped, words: tuple[str, ...], size: tuple[int, int] | None
) -> bool:
    text = f"{puzzle.name} {puzzle.source}".casefold()
    return size in (None, puzzle.size) and all(
        word.casefold() in text for word in words
    )


@dataclass(frozen=True)
class ListedPuzzle(Answer):
    """A line of galaxies list --json: a puzzle of Galaxies."""

    name: Annotated[str, "Name to type."]
    puzzle: Annotated[Literal["galaxies"], "Type of the puzzle."]
    width: Width
    height: Height
    dots: Annotated[Positive, "Number of dots."]
    source: Annotated[str, "Where the puzzle is from."]


@dataclass(frozen=True)
class ListedFences(Answer):
    """A line of galaxies list --json: a puzzle of fences."""

    name: Annotated[str, "Name to type."]
    puzzle: Annotated[Literal["fences"], "Type of the puzzle."]
    side: Annotated[Positive, "Side of the board."]
    posts: Annotated[Positive, "Number of posts."]
    source: Annotated[str, "Where the puzzle is from."]


def _answer(puzzle: Shipped) -> Answer:
    if puzzle.puzzle != "galaxies":
        return ListedFences.of(puzzle, side=puzzle.size[0], posts=puzzle.dots)
    width, height = puzzle.size
    return ListedPuzzle.of(puzzle, width=width, height=height)


def _print_puzzles(puzzles: list[Shipped], each: bool) -> None:
    files: dict[str, list[Shipped]] = defaultdict(list)
    for puzzle in puzzles:
        files[puzzle.name if each else puzzle.file].append(puzzle)
    rows = [_row(name, several) for name, several in files.items()]
    _print_table(("name", "puzzles", "size", "dots", "source"), rows)


def _row(name: str, several: list[Shipped]) -> tuple[str, ...]:
    sizes = {"x".join(map(str, puzzle.size)) for puzzle in several}
    dots = sorted({puzzle.dots for puzzle in several})
    return (
        name,
        str(len(several)),
        sizes.pop() if len(sizes) == 1 else "several",
        str(dots[0]) if len(dots) == 1 else f"{dots[0]}-{dots[-1]}",
        several[0].source,
    )


def _print_fences(puzzles: list[Shipped]) -> None:
    rows = [
        (
            fences.name,
            fences.lattice,
            str(fences.size[0]),
            str(fences.dots),
            fences.source,
        )
        for fences in puzzles
    ]
    _print_table(("fences", "lattice", "side", "posts", "source"), rows)


def _print_families() -> None:
    """Print the names for `--family`; those of folders with their titles."""
    rows = [(name, "") for name in BUILT_IN]
    for name, path in folders().items():
        rows.append((name, title_of(str(path / "encoding.lp"))))
    _print_table(("family", "rules"), rows)


def _print_table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    if not rows:
        return
    table = [header, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        echo("  ".join(cells).rstrip())
