"""`galaxies list`: the shipped puzzles."""

import json
from collections import defaultdict
from collections.abc import Sequence

import click

from galaxies_asp.cli import exits, shipped
from galaxies_asp.cli.options import json_option
from galaxies_asp.cli.shipped import Shipped
from galaxies_asp.cli.values import SizeType


@click.command(name="list")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--size", type=SizeType(), metavar="WxH", help="Only this size.")
@click.option("--each", is_flag=True, help="One line for each puzzle of a file.")
@json_option("Print each puzzle as JSON, one object per line.")
def command(
    words: tuple[str, ...], size: tuple[int, int] | None, each: bool, as_json: bool
) -> int:
    """List the shipped puzzles, with their size, dots and source.

    Only those are listed whose name or source contains each WORD. The name of a file
    stands for all puzzles in it, and `FILE#3` for the third one. `galaxies hex` takes
    the puzzles of fences, which have a side and posts.
    """
    found = [one for one in shipped.puzzles() if _matches(one, words, size)]
    if as_json:
        for one in found:
            click.echo(json.dumps(_fields(one)))
    elif found:
        _print_puzzles([one for one in found if one.puzzle == "galaxies"], each)
        _print_fences([one for one in found if one.puzzle != "galaxies"])
    return exits.ANSWERED if found else exits.NEGATIVE


def _matches(
    one: Shipped, words: tuple[str, ...], size: tuple[int, int] | None
) -> bool:
    text = f"{one.name} {one.source}".casefold()
    return size in (None, one.size) and all(word.casefold() in text for word in words)


def _fields(one: Shipped) -> dict[str, object]:
    measure = dict(zip(("width", "height"), one.size, strict=False))
    if one.puzzle != "galaxies":
        measure = {"side": one.size[0]}
    counted = "dots" if one.puzzle == "galaxies" else "posts"
    return {
        "schema": 1,
        "name": one.name,
        "puzzle": one.puzzle,
        **measure,
        counted: one.dots,
        "source": one.source,
    }


def _print_puzzles(found: list[Shipped], each: bool) -> None:
    files: dict[str, list[Shipped]] = defaultdict(list)
    for one in found:
        files[one.name if each else one.file].append(one)
    rows = [_row(name, several) for name, several in files.items()]
    _print_table(("name", "puzzles", "size", "dots", "source"), rows)


def _row(name: str, several: list[Shipped]) -> tuple[str, ...]:
    sizes = {"x".join(map(str, one.size)) for one in several}
    dots = sorted({one.dots for one in several})
    return (
        name,
        str(len(several)),
        sizes.pop() if len(sizes) == 1 else "several",
        str(dots[0]) if len(dots) == 1 else f"{dots[0]}-{dots[-1]}",
        several[0].source,
    )


def _print_fences(found: list[Shipped]) -> None:
    rows = [
        (one.name, one.lattice, str(one.size[0]), str(one.dots), one.source)
        for one in found
    ]
    _print_table(("galaxies hex", "lattice", "side", "posts", "source"), rows)


def _print_table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    if not rows:
        return
    table = [header, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        click.echo("  ".join(cells).rstrip())
