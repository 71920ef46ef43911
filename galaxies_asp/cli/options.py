"""Options that select results: their number, the random seed, sizes and places."""

import re

import click

from galaxies_asp.board.grid import Point, cell_at, dot_name
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.cli.options.completion import complete_encoding, complete_part
from galaxies_asp.cli.options.grouping import Option

UNIQUENESS = 2
"""The number of solutions that decides whether there is exactly 1."""

MAX_SEED = 2**31 - 1


def count_option(help_text: str, default: int | None = 1, minimum: int = 1) -> Option:
    """Return the option for the maximum number of results."""
    return click.option(
        "-n",
        "--count",
        "count",
        type=click.IntRange(min=minimum),
        default=default,
        show_default=default is not None,
        metavar="N",
        help=help_text,
    )


solutions_option = count_option(
    "Maximum number of solutions; 0: all; 2 decides whether there is exactly 1.",
    default=UNIQUENESS,
    minimum=0,
)


def seed_option(help_text: str = "Random seed.", default: int | None = 0) -> Option:
    """Return the option for the random seed."""
    return click.option(
        "--seed",
        type=click.IntRange(0, MAX_SEED),
        default=default,
        show_default=default is not None,
        metavar="N",
        help=help_text,
    )


def encoding_option(default: str, help_text: str) -> Option:
    """Return the option for the encoding."""
    return click.option(
        "-e",
        "--encoding",
        default=default,
        show_default=True,
        metavar="NAME",
        help=help_text,
        shell_complete=complete_encoding,
    )


def without_option(help_text: str) -> Option:
    """Return the option for rules that are removed from a mix."""
    return click.option(
        "--without",
        multiple=True,
        metavar="RULE",
        help=help_text,
        shell_complete=complete_part,
    )


class SizeType(click.ParamType[tuple[int, int]]):
    """A size such as 7x5; a number alone is a square."""

    name = "WxH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Read a size."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"([1-9]\d{0,4})(?:[xX]([1-9]\d{0,4}))?", str(value))
        if match is None:
            self.fail(f"{value!r} is not a size such as 7x5", param, ctx)
        return int(match[1]), int(match[2] or match[1])


class PlaceType(click.ParamType[Point]):
    """A place such as 7,4, a cell such as c4r2, or an edge such as c4r2-c5r2."""

    name = "X,Y"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Point:
        """Read a place."""
        if isinstance(value, Point):
            return value
        point = place(str(value))
        if point is None:
            self.fail(
                f"{value!r} is not a place such as 7,4, c4r2 or c4r2-c5r2", param, ctx
            )
        return point


def place(text: str) -> Point | None:
    """Read a place; None if it is not one."""
    if match := re.fullmatch(r"\s*\(?\s*(\d{1,7})\s*,\s*(\d{1,7})\s*\)?\s*", text):
        return Point(int(match[1]), int(match[2]))
    named = [
        cell_at(int(column) - 1, int(row) - 1)
        for column, row in re.findall(r"c([1-9]\d{0,6})r([1-9]\d{0,6})", text)
    ]
    rest = re.sub(r"c\d+r\d+", "", text).strip()
    if len(named) == 1 and not rest:
        return named[0]
    if len(named) == 2 and rest in ("-", "|", "and", ",", ""):
        (x, y), (to_x, to_y) = named
        if abs(x - to_x) + abs(y - to_y) == 2:
            return Point((x + to_x) // 2, (y + to_y) // 2)
    return None


def dot_at(puzzle: Puzzle, name: str) -> Point | None:
    """Return the dot with a letter or at a place; None if there is none."""
    point = place(name)
    if point is not None:
        return point if point in puzzle.centers else None
    names = {dot_name(index): dot for index, dot in enumerate(puzzle.centers)}
    return names.get(name.upper())
