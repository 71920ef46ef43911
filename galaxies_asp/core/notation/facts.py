"""ASP facts: the input and output of the encodings; see `board.facts`.

    % puzzle two-dots
    width(2). height(1).
    center((1,1)). center((3,1)).

All points are pairs of doubled coordinates. `encodings/galaxies/interface.lp` says what
the predicates mean: `width`, `height`, `lattice`, `center`, `black`, `shown`, `hole`,
`given` and `variant` of the input, `galaxy` and `wall` of the output. Others, such as
`star((X,Y))`, are clues that an encoding declares.

Facts stand in any order and may be broken into lines anywhere; dots are numbered in
the order of their facts. `%` and `%* ... *%` are comments, but a line `% puzzle NAME`
starts a further puzzle. Rules, directives and intervals are refused.

The output of clingo can be pasted behind the facts. Each `Answer:` is then a position
of its own; other predicates are ignored there, and an answer that shows the input as
well needs no facts in front of it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

from galaxies_asp.core.board import facts
from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.declarations import Clue
from galaxies_asp.core.board.errors import NotationError, PuzzleError, did_you_mean
from galaxies_asp.core.board.facts import GALAXY, WALL
from galaxies_asp.core.board.grid import LATTICES, Point, in_reading_order
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.board.regions import labels_of, pairs_of
from galaxies_asp.core.board.variants import RuleVariant, variants_named
from galaxies_asp.core.notation.reading import NUMBERS, Piece, affordable

_NAMES = {
    facts.VARIANT: tuple(map(facts.atom_of, RuleVariant)),
    facts.LATTICE: tuple(LATTICES),
}
"""The predicates whose argument is one of some names."""
# The arguments of each predicate, the first way for writing; n is a number.
_SHAPES = {
    **dict.fromkeys((*facts.INPUTS, *facts.OUTPUTS), ("(n,n)", "n,n")),
    **dict.fromkeys((facts.WIDTH, facts.HEIGHT), ("n",)),
    GALAXY: ("(n,n),(n,n)", "n,n,n,n"),
    **_NAMES,
}

_FACT = re.compile(r"([a-z_]\w*)\s*\(([\d\s,()]*|[a-z_]+)\)\s*\.\s*", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_START = re.compile(
    rf"^[ \t]*(?:(?:{'|'.join(_SHAPES)})\([ \t]*[\d(a-z]|Answer: \d|% puzzle\b)",
    re.MULTILINE | re.ASCII,
)
_COMMENT = re.compile(r"%\*|%(?: *puzzle(?![^\s]) *(.*)|.*)")
_COMMENT_MARK = re.compile(r"%\*|\*%")
_ANSWER = re.compile(r"Answer: *\d+.*(?:\n(.*))?\s*")
_CHATTER = re.compile(
    r"(?:\w+ version \d|Reading|Solving|SATISFIABLE|UNSATISFIABLE|UNKNOWN|"
    r"OPTIMUM FOUND|INTERRUPTED|TIME LIMIT|\*\*\*|[A-Z][\w /()-]*:(?!-)|"
    r"[^\s:]++:\d++:\d++(?:-\d++(?::\d++)?)?: info:.*(?:\n  )?).*\s*",
    re.ASCII,
)

_int = lru_cache(10_000)(int)
"""The number of digits, the same object each time: many points share few numbers."""

Atoms = dict[str, list[tuple[int, ...]]]
"""The numbers in the atoms of each predicate; of a name, its place in `_NAMES`."""

recognizes = _START.search
"""Find a line that starts with a fact of the contract, or is an answer's."""


def read(text: str) -> list[Position | NotationError]:
    """Read all puzzles and answers in the text; errors name line and column."""
    return affordable(_positions(Piece(text)), text)


def _positions(text: Piece) -> Iterator[Position | NotationError]:
    for block in _blocks(text):
        if isinstance(block, NotationError):
            yield block
            continue
        try:
            yield from block.positions()
        except NotationError as error:
            yield error


@dataclass
class _Block:
    """The facts of one puzzle, and the answers behind them."""

    text: Piece
    offset: int
    name: str
    facts: Atoms = field(default_factory=dict)
    clues: list[Clue] = field(default_factory=list)
    answers: list[Atoms] = field(default_factory=list)

    def positions(self) -> Iterator[Position]:
        with self.text.located(self.offset):
            # The puzzle is made once, however many answers there are.
            given = any(name in self.facts for name in facts.INPUTS) or not self.answers
            more: Fields = {"clues": tuple(self.clues), "name": self.name}
            puzzle = puzzle_of(self.facts, **more) if given else None
            for atoms in self.answers or [self.facts]:
                yield drawn_on(puzzle or puzzle_of(atoms, **more), atoms)


def puzzle_of(atoms: Atoms, **more: Any) -> Puzzle:
    """Return the puzzle of the atoms of the input; raise PuzzleError for none."""
    # Repeating a fact changes nothing in ASP; dict keeps the order.
    for name, field_name in facts.FIELDS.items():
        more[field_name] = tuple(dict.fromkeys(_points(name, atoms)))
    for dot in _points(facts.SHOWN, atoms):
        if dot not in more["centers"]:
            raise PuzzleError(f"shown dot at {dot}: no dot is there")
    lattice = _number(facts.LATTICE, atoms) if facts.LATTICE in atoms else 0
    variants = atoms.get(facts.VARIANT, ())
    more |= {name: _number(name, atoms) for name in (facts.WIDTH, facts.HEIGHT)}
    more["variants"] = variants_named([*RuleVariant][place] for (place,) in variants)
    return Puzzle(lattice=[*LATTICES.values()][lattice], **more)


def drawn_on(puzzle: Puzzle, atoms: Atoms) -> Position:
    """Return the position of the atoms of the output; see `puzzle_of`."""
    pairs = ((Point(*p[:2]), Point(*p[2:])) for p in atoms.get(GALAXY, ()))
    labels = labels_of(puzzle, pairs) if GALAXY in atoms else None
    return Position(puzzle, _points(WALL, atoms) if WALL in atoms else None, labels)


def _number(name: str, atoms: Atoms) -> int:
    values = {numbers[0] for numbers in atoms.get(name, ())}
    if len(values) != 1:
        fault = "are two different facts" if values else "is no fact"
        raise PuzzleError(f"there {fault} {name}(N); a puzzle needs exactly one")
    return values.pop()


def _points(name: str, atoms: Atoms) -> list[Point]:
    found = atoms.get(name, ())
    return [one if isinstance(one, Point) else Point(*one) for one in found]


def _blocks(text: Piece) -> Iterator[_Block | NotationError]:
    """Yield the parts of the text that hold a puzzle each, or the error in one."""
    program, headings = _without_comments(text)
    starts = [(0, ""), *headings, (len(text), "")]
    for (start, name), (end, _) in pairwise(starts):
        at = end - len(program[start:end].lstrip())
        block = _Block(text, at, name)
        try:
            while at < end:
                at = _read_one(block, program, at, end)
        except NotationError as error:
            yield error
            continue
        if block.facts or block.answers:
            yield block


def _without_comments(text: Piece) -> tuple[str, list[tuple[int, str]]]:
    """Return the text with blanks for comments, and the offsets of puzzles' names."""
    parts, headings = [], []
    at = depth = start = 0
    while mark := (_COMMENT_MARK if depth else _COMMENT).search(text, at):
        if depth == 0:
            parts.append(text[at : mark.start()])
            start = mark.start()
            if mark[1] is not None and text[start - 1 : start] in ("", "\n"):
                headings.append((start, mark[1].strip()))
        depth += {"%*": 1, "*%": -1}.get(mark[0], 0)
        at = mark.end()
        if depth == 0:
            parts.append(" " * (at - start))
    if depth:
        raise text.error("the comment '%*' is not closed by '*%'", start)
    return "".join([*parts, text[at:]]), headings


def _read_one(block: _Block, program: str, at: int, end: int) -> int:
    """Read the fact, answer, or other output of clingo at `at`; return its end."""
    text = block.text
    if fact := _FACT.match(program, at, end):
        name = fact[1]
        if name in _SHAPES:
            _add(block.facts, name, fact[2], text, at)
            return fact.end()
        if name not in NUMBERS and (meant := did_you_mean(name, _SHAPES)):
            raise text.error(f"unknown predicate {name}{meant}", at)
        clue = Clue(f"{name}({''.join(fact[2].split())})")
        clue.place = text.place(at)
        block.clues.append(clue)
        return fact.end()
    if not program[program.rfind("\n", 0, at) + 1 : at].strip():
        if answer := _ANSWER.match(program, at, end):
            block.answers.append(_read_answer(text, answer))
            return answer.end()
        if chatter := _CHATTER.match(program, at, end):
            return chatter.end()
    shown = program[at : min(at + 30, end)].split("\n")[0].rstrip()
    known = "only facts such as 'center((4,1)).' are read, no rules, directives, "
    raise text.error(f"{shown!r} is not a fact; {known}intervals or variables", at)


def _read_answer(text: Piece, answer: re.Match[str]) -> Atoms:
    atoms: Atoms = {}
    for word in re.finditer(r"\S+", answer[1] or ""):
        name, _, rest = word[0].removesuffix(".").partition("(")
        if name in _SHAPES:
            offset = answer.start(1) + word.start()
            _add(atoms, name, rest.removesuffix(")"), text, offset)
    return atoms


def _add(atoms: Atoms, name: str, arguments: str, text: Piece, at: int) -> None:
    shape = "".join(_NUMBER.sub("n", arguments).split())
    if shape not in _SHAPES[name]:
        wanted = f"{name}({_SHAPES[name][0]})"
        message = f"expected {wanted} with numbers of up to 9 digits for each n"
        raise text.error(message, at)
    numbers = tuple(map(_int, _NUMBER.findall(arguments)))
    if name in _NAMES:
        numbers = (_NAMES[name].index(shape),)
    # A large board has many points, of few numbers.
    atoms.setdefault(name, []).append(Point(*numbers) if len(numbers) == 2 else numbers)


def write(position: Position) -> str:
    """Write the puzzle's name and facts, and facts for what is drawn on it."""
    puzzle = position.puzzle
    lines = [" ".join(f"% puzzle {puzzle.name}".split())]
    lines += facts.input_lines(puzzle)
    pairs = pairs_of(position)
    lines += facts.wrapped([f"{GALAXY}({cell},{dot})." for cell, dot in pairs])
    lines += facts.point_lines(WALL, in_reading_order(position.walls or ()))
    return "\n".join(lines) + "\n"
