"""The texts of a book, for all output formats, in the phrases of its language."""

from collections.abc import Iterator
from typing import NamedTuple

from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.board.variants import MEANING
from galaxies_asp.book import lesson
from galaxies_asp.book.booklet import Booklet
from galaxies_asp.book.grades import Grade
from galaxies_asp.book.hints import PrintedHint
from galaxies_asp.book.lesson import Panel
from galaxies_asp.book.problems import Problem
from galaxies_asp.explaining.levels import Level, Technique

AMBIGUOUS = "*"


class RulesPage(NamedTuple):
    """A page of rules: its title, sentences, and pictures of an example."""

    title: str
    rules: tuple[str, ...]
    panels: tuple[Panel, ...]


def summary(book: Booklet) -> list[str]:
    """Return lines with the number of puzzles, their sizes, and their grades."""
    items, say = book.items, book.design.phrases
    count = say("count.puzzle")
    if len(items) > 1:
        count = say("count.puzzles", count=len(items))
    others = sorted({item.label for item in items if item.problem.family})
    if others:
        all_kinds = len({item.problem.family for item in items}) > len(others)
        kinds = [say("title.galaxies")] * (all_kinds or _has_galaxies(book))
        lines = [count, ", ".join([*kinds, *others])]
    else:
        by_size = sorted(items, key=lambda item: item.problem.size)
        smallest, largest = by_size[0].label, by_size[-1].label
        if smallest == largest:
            lines = [say("count.of_size", count=count, size=smallest)]
        else:
            ends = {"smallest": smallest, "largest": largest}
            lines = [say("count.of_sizes", count=count, **ends)]
    grades = sorted(p.grade for p in book.problems if p.grade is not None)
    if grades and book.design.grades != "none":
        easiest, hardest = grade(book, grades[0]), grade(book, grades[-1])
        is_one = easiest == hardest
        ends = {"easiest": easiest, "hardest": hardest}
        lines.append(easiest if is_one else say("count.grades", **ends))
    return lines


def grade(book: Booklet, grade: Grade) -> str:
    """Return the name of a grade."""
    return book.design.phrases(f"grade.{grade.word.replace(' ', '_')}")


def effort(book: Booklet, problem: Problem) -> str:
    """Return the effort of a puzzle in words; empty if it is not printed."""
    if not book.design.with_effort or problem.grade is None:
        return ""
    say = book.design.phrases
    number = f"{problem.grade.effort:.1f}".replace(".", say("legend.decimal_point"))
    return say("legend.effort", effort=number)


def instructions(book: Booklet) -> list[tuple[bool, str]]:
    """Return the paragraphs of the user, and whether each is a heading."""
    paragraphs = (
        " ".join(part.split()) for part in book.design.instructions.split("\n\n")
    )
    return [(p.startswith("# "), p.removeprefix("# ")) for p in paragraphs if p]


def rules_pages(book: Booklet) -> Iterator[RulesPage]:
    """Yield the pages of rules: of Galaxies, of each variant, and of each family."""
    if not book.design.with_rules:
        return
    say = book.design.phrases
    boards = [p.puzzle for p in book.problems if isinstance(p.puzzle, Puzzle)]
    more = (book.rule,) if book.rule else ()
    key = "rules.unique"
    if not all(problem.is_unique for problem in book.problems):
        key = "rules.ambiguous"
    more = (*more, say(key, mark=AMBIGUOUS))
    if boards:
        needed = {
            **dict.fromkeys(("dots", "symmetry", "places"), True),
            "walls": any(board.walls for board in boards),
            "holes": any(board.holes for board in boards),
            "black": any(board.black for board in boards),
        }
        rules = [
            say(f"rules.{name}") for name, is_needed in needed.items() if is_needed
        ]
        panels = tuple(lesson.panels(say))
        yield RulesPage(say("rules.title"), (*rules, *more), panels)
        more = ()
    for variant in sorted({name for board in boards for name in board.variants}):
        rules = [
            say("rules.marked", name=variant),
            say(f"variant.{variant}", MEANING[variant]),
        ]
        title = say("rules.variant", name=say.name(variant))
        yield RulesPage(title, tuple(rules), tuple(lesson.examples(variant, say)))
    families = {p.family: p.puzzle for p in book.problems}
    for name, puzzle in sorted(families.items()):
        if not isinstance(puzzle, Puzzle):
            rule = say(f"family.{name}", puzzle.family.rules())
            rules = [*filter(None, [rule]), *more]
            panels = tuple(lesson.examples(name, say))
            yield RulesPage(say.name(name), tuple(rules), panels)
            more = ()


def _has_galaxies(book: Booklet) -> bool:
    return any(isinstance(problem.puzzle, Puzzle) for problem in book.problems)


def legend(book: Booklet) -> list[tuple[Level, str, str]]:
    """Return the levels that occur, each with its word and meaning."""
    grades = {p.grade.level: p.grade for p in book.problems if p.grade is not None}
    if book.design.grades == "none":
        return []
    say = book.design.phrases
    return [
        (level, grade(book, grades[level]), say(f"level.{level.name.lower()}"))
        for level in sorted(grades)
    ]


def playing(book: Booklet) -> str:
    """Explain the addresses below the puzzles; empty if there are none."""
    keys: list[str] = [site for site in ("tatham", "puzzlink") if site in book.sites]
    if keys:
        keys.append("type")
    if book.is_cut:
        keys.append("cut")
    return " ".join(book.design.phrases(f"playing.{key}") for key in keys)


def hints(book: Booklet) -> list[tuple[str, str, str]]:
    """Return the number of each puzzle with hints: its places, and its techniques."""
    say = book.design.phrases

    def idea(hint: PrintedHint) -> str:
        if isinstance(hint.idea, Technique):
            return say(f"technique.{hint.idea.name.lower()}")
        headings = (say(f"reason.{heading}", heading) for heading in hint.idea)
        return "; ".join(headings) or say("hint.clues")

    entries = []
    for item in book.items if book.design.with_hints else ():
        places, ideas = [], []
        for hint in item.problem.hints:
            is_dots = hint.idea is Technique.TOUCHED
            cells = (say("hint.cell", column=x, row=y) for x, y in hint.cells)
            places.append(say("hint.dots") if is_dots else ", ".join(cells))
            ideas.append(idea(hint))
        if places:
            entries.append((str(item.number), " → ".join(places), " → ".join(ideas)))
    return entries


def hint_sections(book: Booklet) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the sections of hints: a title, an explanation, and numbered texts."""
    entries, say = hints(book), book.design.phrases
    example = say("hint.cell", column=3, row=2)
    where = [(number, places) for number, places, _ in entries]
    how = [(number, ideas) for number, _, ideas in entries]
    kinds = {
        isinstance(hint.idea, Technique)
        for problem in book.problems
        for hint in problem.hints
    }
    explained = " ".join(
        say("hint.explained" if by_technique else "hint.stages", example=example)
        for by_technique in sorted(kinds, reverse=True)
    )
    sections = [
        (say("section.hints"), explained, where),
        (say("section.techniques"), say("hint.explained_techniques"), how),
    ]
    return sections if entries else []
