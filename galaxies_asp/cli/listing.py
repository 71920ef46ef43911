"""`galaxies list`: the shipped puzzles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, ClassVar, Literal

from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Argument, command
from galaxies_asp.cli.options import JSON
from galaxies_asp.cli.output import echo, warn
from galaxies_asp.core.asp.encodings import title_of
from galaxies_asp.core.board.answer import Answer, Height, Positive, Width
from galaxies_asp.families import shipped
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.families.registry import folders

_RULES = "Galaxies: regions with one dot each, symmetric under a half turn about it"


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
class ListedInstance(Answer):
    """A line of galaxies list --json: a puzzle of another family."""

    schema: ClassVar[int] = 2
    name: Annotated[str, "Name to type."]
    family: Annotated[str, "Name of the family."]
    source: Annotated[str, "Where the puzzle is from."]


@command("list")
def list_command(
    words: Annotated[tuple[str, ...], Argument(metavar="[WORD]...")],
    as_json: Annotated[bool, JSON, "Print each puzzle as JSON, one object per line."],
) -> int:
    """List the shipped puzzles, with their size, dots and source; then the families.

    Only those are listed whose name, size, type, source or rules contain each WORD. The
    name of a file stands for all puzzles in it, and `FILE#3` for the third one.
    """

    def has_words(name: str, more: str) -> bool:
        text = f"{name} {more}".casefold()
        return all(word.casefold() in text for word in words)

    listed = [
        one
        for one in puzzles()
        if has_words(one.name, f"{one.width}x{one.height} {one.source}")
    ]
    others = [
        ListedInstance(name, one.family, one.source)
        for name, one in shipped.instances().items()
        if has_words(name, f"{one.family} {one.source}")
    ]
    families = [row for row in _families() if has_words(*row)]
    if as_json:
        for puzzle in (*listed, *others):
            echo(puzzle.json())
    else:
        files = groupby(listed, lambda puzzle: puzzle.name.partition("#")[0])
        rows = [_row(name, list(several)) for name, several in files]
        _print_table(("name", "puzzles", "size", "dots", "source"), rows)
        rows = [(one.name, one.family, one.source) for one in others]
        _print_table(("name", "family", "source"), rows)
        _print_table(("family", "rules"), families)
    if not (listed or others or (families and not as_json)):
        warn("there are no such shipped puzzles; `galaxies list` shows all")
        return exits.NEGATIVE
    return exits.ANSWERED


def puzzles() -> Iterator[ListedPuzzle]:
    """Yield the shipped puzzles of Galaxies by name."""
    for file in shipped.names():
        boards = shipped.text_of(file).strip().split("\n\n")
        for number, board in enumerate(boards, 1):
            name = file if len(boards) == 1 else f"{file}#{number}"
            lines = board.split("\n")  # of a drawing, whose puzzle is its left board
            fields = dict(line.split(": ", 1) for line in lines if ": " in line)
            rows = [line for line in lines if line[0] in "+|"]
            right = len(rows[0].split()[0])
            dots = sum(row.count(dot, 0, right) for row in rows for dot in "o*")
            size = right // 2, len(rows) // 2
            yield ListedPuzzle(name, "galaxies", *size, dots, fields["source"])


def _families() -> Iterator[tuple[str, str]]:
    """Yield the names for --family, with the titles of folders."""
    yield GALAXIES.name, _RULES
    for name, path in folders().items():
        yield name, title_of(str(path / "encoding.lp"))


def _row(name: str, several: list[ListedPuzzle]) -> tuple[str, ...]:
    sizes = {f"{puzzle.width}x{puzzle.height}" for puzzle in several}
    dots = sorted({puzzle.dots for puzzle in several})
    return (
        name,
        str(len(several)),
        sizes.pop() if len(sizes) == 1 else "several",
        "-".join(map(str, dots if len(dots) == 1 else (dots[0], dots[-1]))),
        several[0].source,
    )


def _print_table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    if not rows:
        return
    table = [header, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        echo("  ".join(cells).rstrip())
