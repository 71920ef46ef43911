"""Make puzzles and books."""

import base64
import random
from collections.abc import Iterator
from typing import cast

from galaxies_asp.asp.encodings import AUTO
from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.board.grid import HEXAGONAL, SQUARE
from galaxies_asp.board.puzzle import Position
from galaxies_asp.board.variants import MEANING, RuleVariant
from galaxies_asp.book import (
    Design,
    compose,
    in_order,
    latex,
    pdf,
    prepare,
    task,
    to_be_rated,
)
from galaxies_asp.families import making as families
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.families.registry import BUILT_IN, family_named, folders
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.generating import Recipe, Style, make
from galaxies_asp.generating.making import MadePuzzle
from galaxies_asp.generating.picture import from_image, from_text
from galaxies_asp.generating.recipe import PATTERNS, TARGETS, Pattern, hexagonal_shape
from galaxies_asp.play.board import Answer, shown
from galaxies_asp.play.request import Request

ANY_GRADE = "any"
STANDARD, LIKE = "standard", "as this board"
SQUARES = {STANDARD: "", LIKE: "The rules and the cells of the board that is shown."}
HEXAGONS = {"hexagonal cells": "The width is the number of cells on each of six sides."}
MOST_IN_BOOK = 200
MAX_SIDE = 60


def choices(request: Request) -> Answer:
    """Return the grades, patterns and rules that can be asked for."""
    return {
        "grades": [ANY_GRADE, *TARGETS],
        "patterns": PATTERNS,
        "rules": [*SQUARES, *HEXAGONS, *RuleVariant, *_families()],
        "meaning": MEANING | SQUARES | HEXAGONS,
    }


def _families() -> tuple[str, ...]:
    return (*BUILT_IN[1:], *folders())


def generate(request: Request) -> Iterator[Answer]:
    """Yield a puzzle with exactly one solution."""
    yield {"progress": {"text": "making a puzzle"}}
    rules = request.choice("rules", choices(request)["rules"], STANDARD)
    like = request.board() if rules == LIKE else None
    size = request.integer("width", 1, MAX_SIDE), request.integer("height", 1, MAX_SIDE)
    seed = request.seed()
    if isinstance(like, Sheet) or rules in _families():
        family = family_named(rules) if like is None else cast(Sheet, like).family
        sheet = families.generate(family, size, random.Random(seed))
        yield {"answer": {"puzzles": [shown(sheet.puzzle)], "seed": seed}}
        return
    named = {rules} & {*RuleVariant} if like is None else like.puzzle.variants
    variants = sorted(named)
    rules_of_board = Rules() if like is None else request.rules
    lattice = SQUARE if like is None else like.puzzle.lattice
    shape, holes = None, request.integer("holes", 0, 10_000, 0)
    if rules in HEXAGONS or lattice != SQUARE:
        lattice = HEXAGONAL
        shape = None if holes else hexagonal_shape(size[0])
        size = size if shape is None else (len(shape[0]), len(shape))
    grade = request.choice("grade", (ANY_GRADE, *TARGETS), ANY_GRADE)
    recipe = Recipe(
        *size,
        style=Style(
            mean_size=request.number("size", 1, 100, Style.mean_size),
            wiggliness=request.number("wiggliness", 0, 1, Style.wiggliness),
            pattern=cast(Pattern, request.choice("pattern", PATTERNS, "none")),
        ),
        grade=None if grade == ANY_GRADE else grade,
        black=request.number("black", 0, 1, 0),
        holes=holes,
        shape=shape,
        lattice=lattice,
        seed=seed,
        rules=Rules("+".join([AUTO, *variants])) if variants else rules_of_board,
    )
    yield {"answer": _made(make(recipe)) | {"seed": seed}}


def picture(request: Request) -> Iterator[Answer]:
    """Yield a puzzle whose solution shows an image, or a text of pixels."""
    data = request.data("image")
    inverted = request.flag("inverted")
    yield {"progress": {"text": "making a puzzle that shows the picture"}}
    try:
        pixels = from_text(data.decode("ascii"), inverted=inverted)
    except UnicodeDecodeError:
        width = request.integer("width", 2, MAX_SIDE, 15)
        pixels = from_image(data, width=width, inverted=inverted)
    rows, columns = pixels.shape
    recipe = Recipe(
        columns,
        rows,
        picture=tuple(tuple(row) for row in pixels.tolist()),
        seed=request.seed(),
    )
    yield {"answer": _made(make(recipe))}


def _made(made: MadePuzzle) -> Answer:
    puzzles = [shown(GalaxiesSheet.of(Position(made.puzzle)))]
    return {"puzzles": puzzles, "grade": made.grade}


def book(request: Request) -> Iterator[Answer]:
    """Yield a book of puzzles, as PDF or LaTeX."""
    puzzles = [each.board().puzzle for each in request.boards("boards")]
    if len(puzzles) > MOST_IN_BOOK:
        raise GalaxiesError(f"a book of the page has at most {MOST_IN_BOOK} puzzles")
    form = request.choice("format", ("pdf", "latex"), "pdf")
    tasks = [
        task(puzzle.name or f"puzzle {index}", puzzle, {})
        for index, puzzle in enumerate(puzzles, 1)
    ]
    yield {"progress": {"text": "solving and rating"}}
    problems = prepare(to_be_rated(tasks))
    design = Design(title=request.text("title", "Galaxies"))
    laid_out = compose(in_order(problems, "difficulty"), design)
    yield {"progress": {"text": "typesetting"}}
    data = pdf(laid_out) if form == "pdf" else latex(laid_out).encode()
    yield {"answer": {"data": base64.b64encode(data).decode(), "format": form}}
