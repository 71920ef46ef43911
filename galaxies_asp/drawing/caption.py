"""The caption of a puzzle with variants of the rules: their names, and clues."""

from collections.abc import Iterator
from math import ceil

from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.board.variants import CLUES

LINE = 1.6
"""The height of a line, where a cell is 2 wide."""

_STEP, _SIDE, _SIZE = 1.2, 0.8, 1.1


def caption(puzzle: Puzzle) -> str:
    """Return the variants and clues of a puzzle in words; empty if it has none."""
    parts: list[str] = sorted(puzzle.variants)
    for name in CLUES.values():
        if (clue := getattr(puzzle, name)) is not None:
            words = name.replace("_", " ")
            parts.append(f"{clue} {words.removesuffix('s') if clue == 1 else words}")
    return ", ".join(parts)


def caption_height(puzzle: Puzzle) -> float:
    """Return the height of the caption in doubled coordinates."""
    return LINE * (bool(puzzle.variants) + sum(_rows(puzzle).values()))


def caption_rows(puzzle: Puzzle) -> int:
    """Return the number of rows of cells that have room for the caption."""
    return ceil(caption_height(puzzle) / 2)


def caption_svg(puzzle: Puzzle) -> Iterator[str]:
    """Yield SVG elements: the words, and for each clue as many squares or dots."""
    if not puzzle.variants:
        return
    top = 2 * puzzle.height + LINE
    yield (
        f'<text x="0" y="{top - 0.4:g}" font-size="{_SIZE}" '
        f'font-family="sans-serif">{caption(puzzle)}</text>'
    )
    for name, rows in _rows(puzzle).items():
        columns = _columns(puzzle)
        for index in range(getattr(puzzle, name)):
            x, y = _STEP * (index % columns), top + LINE * (index // columns)
            if name == "black_cells":
                yield f'<rect x="{x:g}" y="{y:g}" width="{_SIDE}" height="{_SIDE}"/>'
            else:
                yield (
                    f'<circle cx="{x + _SIDE / 2:g}" cy="{y + _SIDE / 2:g}" r="0.33" '
                    'fill="#fff" stroke="#000" stroke-width="0.1" '
                    'stroke-dasharray="0.2"/>'
                )
        top += LINE * rows


def _rows(puzzle: Puzzle) -> dict[str, int]:
    """Return for each clue the number of rows of its squares or dots."""
    clues = {name: getattr(puzzle, name) for name in CLUES.values()}
    columns = _columns(puzzle)
    return {name: -(-clue // columns) for name, clue in clues.items() if clue}


def _columns(puzzle: Puzzle) -> int:
    return max(1, int(2 * puzzle.width / _STEP))
