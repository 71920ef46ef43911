"""Make puzzles and books, and repair puzzles."""

import base64
import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.encodings import AUTO, made_soon
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.errors import GalaxiesError, counted
from galaxies_asp.core.board.grid import HEXAGONAL, SQUARE
from galaxies_asp.core.board.patterns import PATTERNS
from galaxies_asp.core.board.variants import MEANING, RuleVariant
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.generating import Made, Recipe, Style, make
from galaxies_asp.generating.making import NotReachedError
from galaxies_asp.generating.nearest import nearest
from galaxies_asp.generating.recipe import TARGETS, hexagonal_shape
from galaxies_asp.play.board import Reply, Work, shown
from galaxies_asp.play.request import Request

if TYPE_CHECKING:
    from galaxies_asp.repairing import Repair

ANY_GRADE = "any"
STANDARD, LIKE = "standard", "as this board"
SQUARES = {STANDARD: "", LIKE: "The rules and the cells of the board that is shown."}
HEXAGONS = {"hexagonal cells": "The width is the number of cells on each of six sides."}
MOST_IN_BOOK = 200
MOST_REPAIRS = 20
MAX_SIDE = 60


def choices(request: Request) -> Reply:
    """Return the grades, patterns and rules that can be asked for.

    `made`: of each type and variant the usual size, the largest size, and the grades of
    which there are puzzles soon.
    """
    known = [*map(family_named, folders())]
    made = {one.name: one.made for one in known}
    made |= {variant: made_soon(frozenset([variant])) for variant in RuleVariant}
    return {
        "grades": [ANY_GRADE, *TARGETS],
        "patterns": PATTERNS,
        "rules": _rules(),
        "titles": {one.name: one.heading() for one in known},
        "sided": [*HEXAGONS, *(one.name for one in known if one.has_side)],
        "meaning": MEANING | SQUARES | HEXAGONS,
        "made": {name: soon._asdict() for name, soon in made.items() if soon},
    }


def _rules() -> list[str]:
    return [*SQUARES, *HEXAGONS, *RuleVariant, *folders()]


def generate(request: Request) -> Work:
    """Return a puzzle with exactly one solution."""
    yield {"progress": {"text": "making a puzzle"}}
    recipe, made = recipe_of(request), None
    if recipe.has_standard_rules:  # its grades take longer on large boards
        with suppress(NotReachedError):
            made = make(recipe)
    made = made or nearest(recipe)
    return {"puzzles": [_shown(made)], "grade": made.grade, "seed": recipe.seed}


def recipe_of(request: Request) -> Recipe:
    """Return the recipe of the puzzle that is asked for."""
    rules = request.choice("rules", _rules(), STANDARD)
    like = request.board() if rules == LIKE else None
    size, seed = request.size(MAX_SIDE), request.seed()
    family = GALAXIES if like is None else like.family
    if rules in folders():
        family = family_named(rules)
    asked = request.choice("grade", (ANY_GRADE, *TARGETS), ANY_GRADE)
    grade = None if asked == ANY_GRADE else asked
    holes = request.declared(Recipe, "holes", "holes")
    if not family.is_styled:
        return Recipe(*size, family=family, seed=seed, grade=grade, holes=holes)
    board = None if like is None else like.position.puzzle
    variants = sorted({rules} & {*RuleVariant} if board is None else board.variants)
    rules_of_board = Rules() if board is None else request.rules
    lattice = SQUARE if board is None else board.lattice
    shape = None
    if rules in HEXAGONS or lattice != SQUARE:
        lattice = HEXAGONAL
        shape = None if holes else hexagonal_shape(size[0])
        size = size if shape is None else (len(shape[0]), len(shape))
    return Recipe(
        *size,
        style=Style(
            mean_size=request.declared(Style, "mean_size", "size"),
            wiggliness=request.declared(Style, "wiggliness", "wiggliness"),
            pattern=request.declared(Style, "pattern", "pattern"),
        ),
        grade=grade,
        black=request.declared(Recipe, "black", "black"),
        holes=holes,
        shape=shape,
        lattice=lattice,
        seed=seed,
        rules=Rules("+".join([AUTO, *variants])) if variants else rules_of_board,
    )


def _shown(made: Made) -> Reply:
    """Return a made puzzle, named by its type, its size and its grade."""
    sheet, family = made.blank, made.blank.family
    width, height = family.board_size(facts_of(sheet.facts))
    title, size = sheet.scene().title.partition(":")[0], f"{width}x{height}"
    side = (width + 1) // 2
    if found := re.search(r"\bside\((\d+)\)", sheet.facts):
        title, size = family.heading(), f"side {found[1]}"
    elif "lattice(hexagonal)" in sheet.facts:
        is_whole = len(family.drawn_cells(sheet.position)) == 3 * side * (side - 1) + 1
        title = "Hexagonal Galaxies"
        size = f"side {side}" if is_whole else size
    variants = sheet.plain().get("variants", ())
    named = title if title.endswith(size) else f"{title} {size}"
    name = ", ".join(filter(None, [named, *variants, made.grade]))
    position = family.named(sheet.position, name)
    return shown(replace(sheet, name=name, position=position))


def picture(request: Request) -> Work:
    """Return a puzzle whose solution shows an image, or a text of pixels."""
    from galaxies_asp.generating.picture import from_image, from_text  # loads numpy

    data = request.data("image")
    inverted = request.flag("inverted")
    yield {"progress": {"text": "making a puzzle that shows the picture"}}
    try:
        pixels = from_text(data.decode("ascii"), inverted=inverted)
    except UnicodeDecodeError:
        width = request.integer("width", 2, MAX_SIDE, 15)
        pixels = from_image(data, width=width, inverted=inverted)
    rows, columns = pixels.shape
    drawn = tuple(map(tuple, pixels.tolist()))
    recipe = Recipe(columns, rows, picture=drawn, seed=request.seed())
    made = make(recipe)
    return {"puzzles": [_shown(made)], "grade": made.grade}


def book(request: Request) -> Work:
    """Return a book of puzzles as PDF."""
    from galaxies_asp import book as books  # loads numpy

    puzzles = [drawn.blank for drawn in request.boards()]
    if len(puzzles) > MOST_IN_BOOK:
        raise GalaxiesError(f"a book of the page has at most {MOST_IN_BOOK} puzzles")
    tasks = [
        books.task(puzzle.name or f"puzzle {index}", puzzle, {})
        for index, puzzle in enumerate(puzzles, 1)
    ]
    yield {"progress": {"text": "solving and rating"}}
    problems = books.prepare(books.to_be_rated(tasks))
    design = books.Design(title=request.text("title", "Galaxies"))
    laid_out = books.compose(books.in_order(problems, "difficulty"), design)
    yield {"progress": {"text": "typesetting"}}
    return {"data": base64.b64encode(books.pdf(laid_out)).decode()}


def repair(request: Request) -> Work:
    """Return the cheapest changes that make a puzzle unique; yield them when found."""
    from galaxies_asp import repairing  # loads numpy

    sheet = request.board().under(request.rules).blank
    allowed = repairing.Allowed.of(sheet)
    task = repairing.RepairTask(sheet, allowed, MOST_REPAIRS, request.rules)
    run = repairing.RepairRun(task)
    for event in run:
        found: dict[str, object] = {
            "text": f"{counted(len(run.answer().repairs), 'repair')} found"
        }
        if isinstance(event, repairing.Repair):
            found |= {"cost": event.cost, "repair": _repair(sheet, event)}
        yield {"progress": found}
    answer = run.answer()
    repairs = [_repair(sheet, repair) for repair in answer.repairs]
    text = f"{len(repairs)} smallest changes make the puzzle unique."
    if len(repairs) == 1:
        text = "One smallest change makes the puzzle unique."
    if answer.is_sound:
        text = "The puzzle is unique."
    return {"text": text, "repairs": repairs}


def _repair(before: AnySheet, repair: "Repair") -> Reply:
    """Return the changes in words, where they are, and the changed board."""
    from galaxies_asp.repairing import change_in_words

    marks = [
        {"at": at, "role": role, "text": ""}
        for change in repair.changes
        for at, role in ((change.at, "wrong"), (change.to, "target"))
        if at not in (None, (0, 0))
    ]
    return {
        "changes": [change_in_words(before, change) for change in repair.changes],
        "marks": [m | {"role": "target"} if len(marks) == 1 else m for m in marks],
        "board": repair.solved.blank.plain(),
    }
