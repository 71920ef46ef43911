"""What stands in a book: its texts and pictures."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from math import inf

from galaxies_asp.book.booklet import Booklet, Item
from galaxies_asp.book.paging import LINE, RIM, Page, Paper
from galaxies_asp.book.phrases import Phrases
from galaxies_asp.book.problems import Grade, PrintedHint, prepare, task
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.puzzle import Position, Puzzle, Solution
from galaxies_asp.core.board.variants import MEANING
from galaxies_asp.core.drawing.position import MARGIN, scene_of
from galaxies_asp.core.drawing.scene import Scene
from galaxies_asp.core.drawing.svg import clean
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.words.levels import Level, Technique
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.notation import parse_all
from galaxies_asp.solving.answer_keys import Key, answer_key, in_print

_AMBIGUOUS = "*"
_LARGEST = 7.0
"""The largest cells of examples and on the cover, in millimeters."""
GUTTER = 6.0
"""The space between the panels, in millimeters."""
_WIDE = 150.0
"""The width in millimeters from which more than two panels stand in one row."""
_COVERED = 0.45
"""The largest share of the height of the title page for its picture."""
_COVERS = ("idp-15x15", "idp-10x10")

_STORY = ("puzzle", "touched", "corner", "rest")
"""The phrases below the steps of the example."""


Panel = tuple[Scene, str]
"""A picture of an example with its caption."""


@dataclass(frozen=True)
class Picture:
    """A scene whose cells are squares of this many millimeters."""

    scene: Scene
    cell: float


def contents(book: Booklet) -> Fields:
    """Return what stands in a book, as objects and lists of texts and pictures."""
    design, say = book.design, book.design.phrases
    sections = ("puzzles", "solutions")
    return {
        "title": clean(design.title),
        "author": clean(design.author),
        "date": clean(design.date),
        "font": design.font,
        "in-color": design.in_color,
        "grades": design.grades,
        "linked": design.with_solutions,
        "paper": asdict(design.page),
        "scale": design.scale,
        "cover": {"summary": summary(book), "picture": _cover(book)},
        "instructions": _instructions(design.instructions),
        "rules": rules_pages(book),
        "legend": {"title": say("legend.title"), "levels": _legend(book)},
        "playing": {"title": say("playing.title"), "words": playing(book)},
        "words": {name: say(f"section.{name}") for name in sections},
        "puzzles": [_page(book, page, False) for page in book.puzzle_pages],
        "hints": hint_sections(book),
        "solutions": [_page(book, page, True) for page in book.solution_pages],
        "keys": _key_section(book),
    }


def _page(book: Booklet, page: Page, is_solved: bool) -> Fields:
    """Return a page of puzzles or solutions."""
    entries = []
    for placed in page.placed:
        item = book.items[placed.index]
        grade = item.problem.grade
        links = [*(None for _ in item.notes), *(one.link for one in item.addresses)]
        entry = {
            "number": item.number,
            "mark": "" if item.problem.is_unique else _AMBIGUOUS,
            "size": item.label,
            "level": grade.level if grade else 0,
            "word": _word(book, grade) if grade else "",
            "effort": _effort(book, grade),
            "picture": Picture(item.solved if is_solved else item.scene, placed.cell),
            "marked": [(row - 0.5) * placed.cell for row in _key(book, item)],
            "texts": [
                {"lines": lines, "link": link}
                for lines, link in zip(placed.lines, links, strict=False)
            ],
        }
        entries.append(entry)
    return {
        "columns": page.grid.columns,
        "slot": page.slot,
        "gap": page.layout.gap,
        "heading": page.layout.heading,
        "above_lines": page.layout.above_lines,
        "line": LINE,
        "width": page.width,
        "entries": entries,
    }


def _word(book: Booklet, grade: Grade) -> str:
    return book.design.phrases(f"grade.{grade.word.replace(' ', '_')}")


def _effort(book: Booklet, grade: Grade | None) -> str:
    """Return the effort of a puzzle in words; empty if it is not printed."""
    if not book.design.with_effort or grade is None or grade.effort == inf:
        return ""
    say = book.design.phrases
    number = f"{grade.effort:.1f}".replace(".", say("legend.decimal_point"))
    return say("legend.effort", effort=number)


def summary(book: Booklet) -> list[str]:
    """Return lines with the number of puzzles, their sizes, and their grades."""
    items, say = book.items, book.design.phrases
    count = say("count.puzzle")
    if len(items) > 1:
        count = say("count.puzzles", count=len(items))
    others = sorted({item.label for item in items if item.problem.board is None})
    by_size = sorted(items, key=lambda item: item.problem.sheet.size)
    smallest, largest = by_size[0].label, by_size[-1].label
    if others:
        kinds = [say("title.galaxies")] * bool(_boards(book))
        lines = [count, ", ".join([*kinds, *others])]
    elif smallest == largest:
        lines = [say("count.of_size", count=count, size=smallest)]
    else:
        ends = {"smallest": smallest, "largest": largest}
        lines = [say("count.of_sizes", count=count, **ends)]
    grades = sorted(p.grade for p in book.problems if p.grade is not None)
    if grades and book.design.grades != "none":
        easiest, hardest = _word(book, grades[0]), _word(book, grades[-1])
        ends = {"easiest": easiest, "hardest": hardest}
        lines.append(say("count.grades", **ends) if easiest != hardest else easiest)
    return lines


def _boards(book: Booklet) -> list[Puzzle]:
    """Return the puzzles of Galaxies."""
    return [p.board for p in book.problems if p.board is not None]


def _instructions(text: str) -> list[tuple[bool, str]]:
    """Return the paragraphs of the user, and whether each is a heading."""
    paragraphs = (clean(" ".join(part.split())) for part in text.split("\n\n"))
    return [(p.startswith("# "), p.removeprefix("# ")) for p in paragraphs if p]


def rules_pages(book: Booklet) -> list[Fields]:
    """Return the pages of rules: of Galaxies, of each variant, and of each family."""
    if not book.design.with_rules:
        return []
    say, pages, paper = book.design.phrases, list[Fields](), book.design.page

    def add(title: str, rules: list[str], example: Iterable[Panel]) -> None:
        panels = _panels([*example], paper)
        head = {"title": title, "example": say("example.title"), "gutter": GUTTER}
        pages.append(head | {"rules": rules, "panels": panels})

    if boards := _boards(book):
        kinds = [
            k for k in ("walls", "holes", "black") if any(getattr(b, k) for b in boards)
        ]
        needed = ("dots", "symmetry", "places", *kinds)
        rules = [say(f"rules.{name}") for name in needed]
        add(say("rules.title"), rules, story(say))
    for variant in sorted({name for board in boards for name in board.variants}):
        meaning = say(f"variant.{variant}", MEANING[variant])
        name = say.name(variant)
        rules = [say("rules.marked", name=name), meaning]
        panels = shown(example_of(variant), say)
        add(say("rules.variant", name=name), rules, panels)
    others = {p.family: p.sheet.family for p in book.problems if p.board is None}
    for name, family in sorted(others.items()):
        rule = say(f"family.{name}", family.rules_in_words())
        example = family.read(family.example()) if family.example() else ()
        panels = chain.from_iterable(shown(one, say) for one in example)
        add(say.name(name, family.heading()), [rule] if rule else [], panels)
    is_unique = all(problem.is_unique for problem in book.problems)
    number = "rules.unique" if is_unique else "rules.ambiguous"
    pages[0]["rules"].extend(filter(None, [book.rule, say(number, mark=_AMBIGUOUS)]))
    return pages


def _legend(book: Booklet) -> list[tuple[Level, str, str]]:
    """Return the levels that occur, each with its word and meaning."""
    say, grades = book.design.phrases, [p.grade for p in book.problems if p.grade]
    by_level = {} if book.design.grades == "none" else {g.level: g for g in grades}
    return [
        (level, _word(book, by_level[level]), say(f"level.{level.name.lower()}"))
        for level in sorted(by_level)
    ]


def playing(book: Booklet) -> str:
    """Explain the addresses below the puzzles; empty if there are none."""
    sites = {address.site for item in book.items for address in item.addresses}
    keys: list[str] = [site for site in ("tatham", "puzzlink") if site in sites]
    if keys:
        keys.append("type")
    placed = (placed for page in book.puzzle_pages for placed in page.placed)
    if any(lines[-1].endswith("…") for one in placed for lines in one.lines):
        keys.append("cut")
    return " ".join(book.design.phrases(f"playing.{key}") for key in keys)


def hint_sections(book: Booklet) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the sections of hints: a title, an explanation, and numbered texts.

    The first one says where to look, the second one by which technique or rules.
    """
    say = book.design.phrases

    def cells(hint: PrintedHint) -> str:
        if hint.idea is Technique.TOUCHED:
            return say("hint.dots")
        return ", ".join(say("hint.cell", column=x, row=y) for x, y in hint.cells)

    def idea(hint: PrintedHint) -> str:
        if isinstance(hint.idea, Technique):
            return say(f"technique.{hint.idea.name.lower()}")
        headings = (say(f"reason.{heading}", heading) for heading in hint.idea)
        return "; ".join(headings) or say("hint.clues")

    hinted = [item for item in book.items if item.problem.hints]
    if not hinted or not book.design.with_hints:
        return []
    where, how = (
        [(str(i.number), " → ".join(map(said, i.problem.hints))) for i in hinted]
        for said in (cells, idea)
    )
    hints = (hint for item in hinted for hint in item.problem.hints)
    kinds = {isinstance(hint.idea, Technique) for hint in hints}
    example = say("hint.cell", column=3, row=2)
    explained = " ".join(
        say("hint.explained" if by_technique else "hint.stages", example=example)
        for by_technique in sorted(kinds, reverse=True)
    )
    return [
        (say("section.hints"), explained, where),
        (say("section.techniques"), say("hint.explained_techniques"), how),
    ]


def _key(book: Booklet, item: Item) -> Key:
    """Return the answer key of a puzzle of Galaxies with one solution, if asked for."""
    solution = item.problem.solution
    has_key = book.design.with_keys and item.problem.is_unique
    return answer_key(solution) if has_key and isinstance(solution, Solution) else {}


def _key_section(book: Booklet) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the section of answer keys, as in `hint_sections`; none without keys."""
    say = book.design.phrases
    keys = [(str(item.number), in_print(_key(book, item))) for item in book.items]
    keys = [one for one in keys if one[1]]
    return [(say("section.keys"), say("key.explained"), keys)] if keys else []


def _cover(book: Booklet) -> Picture:
    """Return the picture of a solved board that is not among the puzzles.

    Without puzzles of Galaxies it is that of the first puzzle.
    """
    design, title = book.design, book.design.phrases("alt.cover")
    if boards := _boards(book):
        scene = scene_of(cover_board(boards), title=title, shading=design.shading)
    else:
        scene = book.problems[0].scene(title, design.phrases)
    (panel,) = _panels([(scene, "")], design.page)
    height = design.page.body[1] * _COVERED / (scene.box.height / 2 - MARGIN + RIM)
    return Picture(scene, min(panel["picture"].cell, height))


def cover_board(puzzles: Iterable[Puzzle]) -> Position:
    """Return a solved board for the cover that is not among the puzzles."""
    inside = set(puzzles)
    for name in _COVERS:
        text = (data_folder("puzzles") / f"{name}.txt").read_text(encoding="utf-8")
        (position,) = parse_all(text, "drawing")
        if position.puzzle not in inside:
            return position
    return steps()[-1]


def steps() -> list[Position]:
    """Return the steps of the example of Galaxies, board by board."""
    drawn = parse_all(_examples()["galaxies"], "grid")
    return [Position(drawn[0].puzzle), *drawn]


def story(say: Phrases) -> Iterator[Panel]:
    """Yield the pictures of the example of Galaxies."""
    for position, key in zip(steps(), _STORY, strict=True):
        caption = say(f"example.{key}")
        yield scene_of(position, title=caption, shading="known"), caption


def example_of(variant: str) -> AnySheet:
    """Return a small puzzle of a variant."""
    (found,) = GALAXIES.read(_examples()[variant])
    return found


def shown(example: AnySheet, say: Phrases) -> Iterator[Panel]:
    """Yield an example and its solution."""
    (problem,) = prepare([task(example.family.name, example, {})])
    for key, is_solved in (("puzzle", False), ("solution", True)):
        caption = say(f"example.{key}")
        yield problem.scene(caption, say, is_solved=is_solved, shading="known"), caption


@cache
def _examples() -> dict[str, str]:
    text = files("galaxies_asp.book").joinpath("examples.toml").read_text("utf-8")
    return tomllib.loads(text)


def _panels(panels: Sequence[Panel], paper: Paper) -> list[Fields]:
    """Return panels that stand in one row; on narrow paper four take two rows."""
    columns = len(panels) if paper.body[0] > _WIDE else min(len(panels), 2)
    width = (paper.body[0] - (columns - 1) * GUTTER) / max(columns, 1)
    across = [scene.box.width / 2 - MARGIN + RIM for scene, _ in panels]
    return [
        {
            "picture": Picture(scene, min(_LARGEST, width / cells)),
            "caption": caption,
            "width": width,
        }
        for (scene, caption), cells in zip(panels, across, strict=True)
    ]
