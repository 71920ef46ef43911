"""Write the section of techniques: for each, an example from the collection.

    python benchmarks/techniques.py

writes it into `docs/explanations.md`, between the lines that mark its begin and end,
and the pictures into `docs/techniques/`. The example of a technique is the step with
the shortest text among the smallest boards; some have none on these boards.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import fill
from xml.etree import ElementTree

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.grid import inner_edges
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.explaining import (
    Figure,
    Kind,
    Step,
    Technique,
    explain,
    figure,
    hint,
    walkthrough,
)
from galaxies_asp.explaining.engine.facts import drawn
from galaxies_asp.notation import parse, parse_all, write

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLES = (
    *("7x7:zffozgzzc", "7x7:ldserwjjwiipk", "7x7:gkurzagzpderg"),
    "8x8:nrgzzdezjbuzmseg",
)
"""Puzzles with techniques that are not in the files."""
FILES = ("idp-5x5", "idp-7x7", "tatham-normal-7x7", "tatham-unreasonable-7x7")

BEGIN, END = "<!-- begin techniques -->\n\n", "<!-- end techniques -->\n"

ABOUT = {
    Technique.TOUCHED: "A dot owns the cells that it touches: one, two or four. With "
    "every step come the walls that follow: between cells of different regions, and "
    "the partners of walls and of the border. A region whose sides are all walls "
    "is complete, and is not mentioned any more.",
    Technique.MIRROR: "The partner of each cell of a region belongs to it too. It "
    "is a step of its own only where an attempt contains one of the two.",
    Technique.ONLY_DOT: "A dot can only reach a cell by cells that no other dot "
    "touches, and whose partners are such cells and on the board. Often only one "
    "dot can ever reach a cell, or the regions of the others are complete, or walls "
    "shut them off.",
    Technique.WALL: "There is a wall between two cells that are known to belong to "
    "different dots.",
    Technique.MIRRORED_WALL: "The partner of a wall, or of the border of the "
    "board, is a wall as well.",
    Technique.FORCED_WALL: "There is a wall between two open cells if no dot can have "
    "both.",
    Technique.WALLED: "A wall that is known, or its partner, is between the cell "
    "and a cell of the only other dot that could have it: the dot has both or none.",
    Technique.BLOCKED: "A dot cannot have a cell if the partner of that cell "
    "belongs to another dot. If this stops all dots but one, the cell belongs to that "
    "one.",
    Technique.CAPTURED: "The other dots cannot get to the cell: cells of other "
    "regions, and the partners of these, are in the way.",
    Technique.BOTTLENECK: "A region is connected. If it has a cell that only one way "
    "leads to, it contains that way.",
    Technique.CONTRADICTION: "Suppose that the cell belongs to another dot, with its "
    "partner. At once a cell is left without a dot, or a region is cut apart.",
    Technique.SEPARATION: "Two connected regions cannot cross. Suppose that the cell "
    "belongs to another dot, with its partner. If on the way around the area that "
    "is left for this dot and a second one their cells alternate, as at the border of "
    "the board, then the region that joins the cells of the one separates the cells of "
    "the other.",
    Technique.ONLY_WAY: "Suppose that the cell belongs to another dot, with its "
    "partner. If only one way leads from the dot to the cell, the cells of this way "
    "belong to it, too, and their partners. At once a cell is left without a dot, "
    "or another region is cut apart.",
    Technique.WHAT_IF: "As in a contradiction, but further deductions lead from the "
    "supposition to the contradiction. The numbers show their order.",
}
"""What each technique is; some are not in these files."""


Offer = Callable[[Technique, Puzzle, Figure], None]


def puzzles() -> Iterator[Puzzle]:
    for name in FILES:
        text = (data_folder("puzzles") / f"{name}.txt").read_text(encoding="utf-8")
        yield from (position.puzzle for position in parse_all(text))
    yield from map(parse, EXAMPLES)


def examples() -> dict[Technique, tuple[Puzzle, Figure]]:
    best: dict[Technique, tuple[Puzzle, Figure]] = {}

    def offer(technique: Technique, puzzle: Puzzle, shown: Figure) -> None:
        if technique not in best or length(shown) < length(best[technique][1]):
            best[technique] = puzzle, shown

    for puzzle in puzzles():
        way = walkthrough(puzzle)
        for position, step in zip(way.positions(), way.steps, strict=False):
            shown = figure(step)
            offer(technique_of(shown), puzzle, shown)
            offer_image(offer, puzzle, position)
            offer_walls(offer, puzzle, position, step)
        if Technique.FORCED_WALL not in best:
            for edge in inner_edges(puzzle.width, puzzle.height):
                reason = explain(puzzle, edge)
                if reason is not None:
                    shown = figure(reason)
                    if shown.technique == Technique.FORCED_WALL:
                        offer(Technique.FORCED_WALL, puzzle, shown)
    return best


def technique_of(shown: Figure) -> Technique:
    """Return the technique that a figure names."""
    return next(one for one in Technique if one == shown.technique)


def offer_image(offer: Offer, puzzle: Puzzle, position: Position) -> None:
    """Offer a step to a partner: from a position with one cell of a pair."""
    found = hint(position)
    if not isinstance(found, Step) or len(found.cells) != 2 or found.level == 1:
        return
    half = drawn(position, found.facts[:1])
    then = hint(half)
    if isinstance(then, Step):
        shown = figure(then)
        if shown.technique == Technique.MIRROR:
            offer(Technique.MIRROR, puzzle, shown)


def offer_walls(offer: Offer, puzzle: Puzzle, position: Position, step: Step) -> None:
    """Offer steps about walls: from a position without those that a step draws."""
    cells = [fact for fact in step.facts if fact.kind is Kind.CELL]
    after = drawn(position, cells)
    while isinstance(then := hint(after), Step) and then.target.kind is Kind.WALL:
        shown = figure(then)
        offer(technique_of(shown), puzzle, shown)
        after = drawn(after, then.facts)


def length(shown: Figure) -> tuple[bool, bool, int]:
    lines = [line for part in (shown, *shown.what_ifs) for line in part.sentences]
    words = sum(map(len, lines)) + 20 * len(lines)
    vague = any("as near as" in line for line in lines)
    return shown.position.puzzle.width < 7, vague, words + 20 * len(shown.walls)


def described(technique: Technique) -> Iterator[str]:
    yield f"### {technique.capitalize()}\n"
    yield fill(ABOUT[technique], 88) + "\n"


def section(technique: Technique, puzzle: Puzzle, shown: Figure) -> Iterator[str]:
    slug = technique.replace(" ", "-")
    yield from described(technique)
    parts = [shown, *shown.what_ifs]
    for number, part in enumerate(parts):
        name = f"techniques/{slug}{f'-{number}' if number else ''}.svg"
        picture = part.svg()
        ElementTree.fromstring(picture)
        (DOCS / name).write_text(picture, encoding="utf-8")
        yield f"![{'the supposition' if number else technique}]({name})\n"
    yield f"`{write(puzzle, 'tatham').strip()}`:\n"
    lines = [line for line in shown.lines() if not line.startswith("  > ")]
    yield "```text\n" + "\n".join(lines) + "\n```\n"


def main() -> None:
    (DOCS / "techniques").mkdir(exist_ok=True)
    found = examples()
    parts: list[str] = []
    for technique in Technique:
        if technique in found and technique in ABOUT:
            parts += section(technique, *found[technique])
        elif technique in ABOUT:
            parts += described(technique)
    page = DOCS / "explanations.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    text = before + BEGIN + "\n".join(parts) + "\n" + END + after
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
