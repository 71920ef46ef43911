"""Columns: puzzles that are made, repaired, written and read; encodings compared."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from galaxies_asp.core.asp.atoms import facts_of, parsed
from galaxies_asp.core.board.atoms import Atom, texts_of
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.galaxies import is_galaxies
from galaxies_asp.core.notation import Content
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.rules import labels_drawn
from galaxies_asp.families.reading import sheets
from galaxies_asp.generating.making import NotReachedError
from galaxies_asp.generating.series import generate
from galaxies_asp.lab.instances import Instance
from galaxies_asp.lab.prove import ProofRequest
from galaxies_asp.repairing import repair
from tests.harness.matrix.board import Board
from tests.harness.matrix.comparing import Column, Comparison


def _generate(board: Board, rng: Random) -> Iterator[Comparison]:
    row = board.row
    recipe = row.recipe(rng)
    try:
        made = next(generate(recipe, start=rng.randrange(3)))
    except NotReachedError:
        return  # no board of the size has one solution, or none was found
    solutions = frozenset(row.answers(made.blank))
    solved = row.read(made.blank, made.solved.position)
    yield Comparison(f"{made.blank.facts}", solutions, frozenset({solved}))


def _repair(board: Board, rng: Random) -> Iterator[Comparison]:
    row, sheet = board.row, board.sheet
    if not row.is_repairable(sheet):
        return
    allowed = row.allowed(rng, sheet)
    found = repair(sheet, allowed, 0, board.rules)
    about = f"with {dict(allowed.weights)}, keeping {sorted(allowed.kept)}"
    is_sound = len(board.answers) == 1
    yield Comparison("nothing to repair", is_sound, found.is_sound)
    if is_sound:
        return
    least, puzzles = row.cheapest(sheet, allowed)
    cost = found.best.cost if found.best else -1
    if puzzles is None:
        yield Comparison(f"at least {least} {about}", True, cost < 0 or cost >= least)
    else:
        yield Comparison(f"the least cost {about}", least, cost)
        repaired = {row.puzzle_key(one.solved.blank) for one in found.repairs}
        yield Comparison(f"the cheapest puzzles {about}", puzzles, repaired)
    for one in found.repairs:
        answers = set(row.answers(one.solved.blank))
        solved = row.read(one.solved.blank, one.solved.position)
        yield Comparison(f"solutions of {one.changes}", answers, {solved})


def _read(text: str, board: Board, notation: str = "") -> AnySheet:
    family = board.row.family
    named = notation if is_galaxies(board.sheet) and notation else None
    (found,) = sheets(text, notation=named, family=family)
    if isinstance(found, Exception):
        raise found
    return found


_UNLIKE = (Content.HOLES, Content.LATTICE)
"""What a notation that leaves it out makes another board of."""


def _convert(board: Board, rng: Random) -> Iterator[Comparison]:
    row = board.row
    # Where there are no walls, nothing shows that some are drawn.
    solved = [
        row.attempt(board.sheet, answer)
        for answer in sorted(board.answers, key=texts_of)
        if any(a.name != "galaxy" for a in row.seen(board.sheet, answer))
    ]
    for sheet in (board.sheet, *rng.sample(solved, min(1, len(solved)))):
        for notation in row.family.notations:
            try:
                left_out = sheet.omitted(notation)
                text = sheet.written(notation)
            except GalaxiesError:
                continue  # it says that it cannot hold the board
            if any(part in left_out for part in _UNLIKE):
                continue
            for named in ("", notation):
                back = _read(text, board, named)
                expected, found = (
                    _kept(one, left_out, sheet.is_attempt) for one in (sheet, back)
                )
                yield Comparison(f"{notation} {named}\n{text}", expected, found)


def _with_rooms(facts: Iterable[Atom]) -> frozenset[object]:
    """Return facts with sets of cells as the regions, whose names mean nothing."""
    rooms: dict[object, set[object]] = {}
    others: set[object] = set()
    for fact in facts:
        if fact.name == "region":
            rooms.setdefault(fact.arguments[1], set()).add(fact.arguments[0])
        else:
            others.add(fact)
    return frozenset(others.union(map(frozenset, rooms.values())))


def _kept(sheet: AnySheet, left_out: Any, is_attempt: bool) -> object:
    """Return what a notation does not leave out, in a form that can be compared."""
    if not is_galaxies(sheet):
        drawn = texts_of(sheet.atoms) if is_attempt and not left_out else None
        return _with_rooms(facts_of(sheet.facts)), drawn
    puzzle = sheet.position.puzzle
    kept = {
        "centers": frozenset(puzzle.centers),
        "order": puzzle.centers if Content.ORDER not in left_out else None,
        "black": puzzle.black if Content.COLORS not in left_out else None,
        "walls": puzzle.walls if Content.GIVEN not in left_out else None,
        "clues": puzzle.clues if Content.CLUES not in left_out else None,
        "variants": puzzle.variants if Content.VARIANTS not in left_out else None,
        "board": (puzzle.width, puzzle.height, puzzle.holes, puzzle.lattice),
    }
    if is_attempt and not {Content.WALLS, Content.LABELS} & {*left_out}:
        rows = labels_drawn(sheet.position) if sheet.is_attempt else []
        kept["labels"] = [
            [puzzle.centers[dot] if dot >= 0 else None for dot in row] for row in rows
        ]
    return kept


def _json(board: Board, rng: Random) -> Iterator[Comparison]:
    named = replace(board.sheet, name="a board")
    if is_galaxies(named):
        puzzle = replace(board.sheet.position.puzzle, name="a board")
        named = named.drawn(type(named.position)(puzzle))
    answers = sorted(board.answers, key=texts_of)
    drawn = [
        board.row.attempt(named, a) for a in rng.sample(answers, min(3, len(answers)))
    ]
    for sheet in (named, *drawn):
        back = _read(json.dumps(sheet.plain()), board)
        expected, found = (
            (one.name, one.facts, texts_of(one.atoms), one.is_attempt)
            for one in (sheet, back)
        )
        yield Comparison("the board and what is drawn on it", expected, found)
        yield Comparison("the same object", sheet.plain(), back.plain())


def _prove(board: Board, rng: Random) -> Iterator[Comparison]:
    """Compare the encoding with itself and a constraint on one atom."""
    row, sheet = board.row, board.sheet
    every = row.universe(sheet)
    if not every:
        return
    atom, sign = rng.choice(every), rng.choice(("", "not "))
    shown = {a: row.seen(sheet, a) for a in board.answers}
    excluded = {a for a in board.answers if (atom in shown[a]) == (not sign)}
    with TemporaryDirectory() as folder:
        first, other = _encodings(board, Path(folder), f":- {sign}{atom}.\n")
        instance = Instance("a board", sheet.facts)
        family = row.lab_name(sheet)
        forth = ProofRequest(family, first, other, instance).result()
        back = ProofRequest(family, other, first, instance).result()
    yield Comparison(
        f"equal to itself without {atom}", not excluded, forth.facts is None
    )
    yield Comparison("a part of itself", (True, ""), (back.facts is None, back.message))
    if forth.facts is not None:
        found = row.lab_answer(sheet, frozenset(map(parsed, forth.atoms)))
        yield Comparison(f"{texts_of(found)} is excluded", True, found in excluded)


def _encodings(board: Board, folder: Path, more: str) -> tuple[str, str]:
    """Return the encoding of a board, and the same one with a constraint."""
    family, sheet = board.row.family, board.sheet
    if is_galaxies(sheet):
        entry = board.rules.entry(sheet.under(board.rules).position.puzzle)
        added = folder / "constraint.lp"
        added.write_text(f"% A constraint\n{more}", encoding="utf-8")
        return entry, f"{entry}+{added}"
    entry = family.chosen(sheet.position, board.rules)
    changed = folder / "changed.lp"
    changed.write_text(f"{family.source(entry).text}\n{more}", encoding="utf-8")
    return entry, str(changed)


COLUMNS = (
    Column("generate", _generate, "a puzzle"),
    Column("repair", _repair, "a board, a least cost, or a repaired puzzle", cells=6),
    Column("convert", _convert, "a notation of a puzzle or a solution"),
    Column("JSON", _json, "a puzzle or a solution"),
    Column("lab prove", _prove, "a direction, or a counterexample"),
)
