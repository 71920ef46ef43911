"""Instances, sets of them and answers, as the lab reads them of any family."""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random

from galaxies_asp.core.asp.atoms import facts_of, size_of
from galaxies_asp.core.asp.symbols import symbol_of
from galaxies_asp.core.board.atoms import Atom, Atoms, joined, texts_of
from galaxies_asp.core.board.errors import EncodingError, GalaxiesError
from galaxies_asp.core.compared import SIZE
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.families.opened import ground, place_of

_MALFORMED = (ValueError, TypeError, LookupError, RuntimeError)
"""What the methods of a family raise at atoms that are no answer."""

_LONGEST_SIDE = 6
"""Of random boards."""

_AT_RANDOM = ("--rand-freq=1", "--sign-def=rnd")

_MOST_CLUES = 3
"""Of random boards without a solution."""

_STYLE = TextStyle(letters=True, inner_lines=True)


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance, or a set of instances."""

    name: str
    """Its name for people."""
    facts: str
    """The facts that all encodings read."""
    choices: str = ""
    """Rules that choose further facts, so that one program has the solutions of many
    instances; empty for a single instance."""
    constants: str = ""
    """Statements that set constants of the encodings."""


@dataclass(frozen=True, slots=True)
class Output:
    """An answer of an encoding."""

    atoms: Atoms
    """The atoms of the output."""
    given: Atoms = frozenset()
    """The facts of the instance that were chosen; see `Instance.choices`."""

    def cost(self) -> tuple[object, ...]:
        """Return the sort key: few chosen facts come first."""
        return len(self.given), texts_of(self.given), texts_of(self.atoms)


def instances_of(family: AnyFamily) -> list[Instance]:
    """Return all instances of a family."""
    return [Instance(name, facts) for name, facts in family.instances.items()]


def program_of(family: AnyFamily, board: Instance) -> str:
    """Return the facts and choices of an instance."""
    return f"{family.adjusted(board.facts)}{board.constants}{board.choices}\n"


def faults_of(family: AnyFamily, board: Instance, answer: Output) -> tuple[str, ...]:
    """Return the rules that an answer breaks; nothing without a verifier."""
    if not family.has_verifier:
        return ()
    try:
        puzzle = family.puzzle(instance_of(board, answer).facts)
        broken = family.violations(puzzle, answer.atoms)
    except _MALFORMED as error:
        return (f"the atoms are no answer on this board ({error})",)
    return tuple(dict.fromkeys(map(str, broken)))


def drawing_of(family: AnyFamily, facts: str, atoms: Atoms | None = None) -> str:
    """Return an instance as text, with an answer; faults of Galaxies are marked."""
    puzzle = family.puzzle(facts)
    if atoms is None:
        return family.text(puzzle, _STYLE)
    broken = family.violations(puzzle, atoms) if family.has_verifier else ()
    marks = tuple(dict.fromkeys(at for one in broken for at in one.places))
    return family.text(family.drawn(puzzle, atoms), _STYLE._replace(marks=marks))


def normalized(family: AnyFamily, answer: Output) -> Output:
    """Return an answer without what the comparison ignores."""
    return Output(*family.normalized(answer.atoms, answer.given))


def smaller_boards(family: AnyFamily, facts: str) -> Iterator[str]:
    """Yield instances that lack a part of an instance, and can be drawn.

    They lack a row or column at the border, or a fact.
    """
    for rest in _parts(family, facts_of(facts)):
        with suppress(ValueError):
            family.check(facts_of(rest))
            drawing_of(family, rest)
            yield rest


def board_sets(
    family: AnyFamily,
    width: int,
    height: int,
    without: Collection[str] = (),
    *,
    is_every: bool = False,
) -> list[Instance]:
    """Return the sets of all instances up to a size, those with few cells first.

    Nothing where a family does not enumerate them. For `without` and `is_every` see
    `ComparedFamily.open_boards`.
    """
    sets = family.open_boards(without, is_every=is_every)
    return [
        Instance(f"{said} {w}x{h}", frame, choices)
        for w, h in sizes_up_to(width, height)
        for said, choices, most in sets
        if w * h <= most and (frame := family.frame_of(w, h))
    ]


def random_instance(family: AnyFamily, rng: Random, cells: int) -> str | None:
    """Return a random instance with about this number of cells, if there is one.

    It has clues of a random solution, or all but one of them, or, where there is no
    solution, few clues.
    """
    made = family.random_facts(rng, cells)
    if made is not None or not (choices := family.opened()):
        return made
    width = rng.randint(1, min(_LONGEST_SIDE, cells))
    height = rng.randint(1, min(_LONGEST_SIDE, max(1, cells // width)))
    if not (frame := family.frame_of(width, height)):
        return None
    options = "1", *_AT_RANDOM, f"--seed={rng.randrange(2**31)}"
    opened = ground(family, frame, options, choices)
    clues = sorted(opened.atoms(family.clues), key=str)
    number = rng.randint(0, min(_MOST_CLUES, len(clues)))
    for model in opened.models():
        clues = [clue for clue in clues if model.contains(symbol_of(clue))]
        number = max(0, len(clues) - rng.randint(0, 1))
    of_place = {place_of(clue): clue for clue in rng.sample(clues, number)}
    certain = opened.atoms(family.inputs, certain=True)
    return joined(texts_of({*certain, *of_place.values()}))


def instance_of(board: Instance, answer: Output) -> Instance:
    """Return the instance to which an answer belongs."""
    if not board.choices:
        return board
    chosen = "".join(f" {fact}." for fact in texts_of(answer.given))
    return replace(board, facts=f"{board.facts}{chosen}", choices="")


def sizes_up_to(width: int, height: int) -> list[tuple[int, int]]:
    """Return the sizes of boards up to a size, those with few cells first."""
    sizes = product(range(1, width + 1), range(1, height + 1))
    return sorted(sizes, key=lambda size: (size[0] * size[1], size[1]))


def _parts(family: AnyFamily, facts: Sequence[Atom]) -> Iterator[str]:
    """Yield the parts of a board, and its facts without one that is not permanent."""
    others = [fact for fact in facts if fact.signature not in SIZE]
    if len(facts) == len(others) + len(SIZE):
        width, height = size_of(facts)
        for across, down in ((1, 0), (0, 1)):
            w, h = width - across, height - down
            for moved in ((0, 0), (2 * across, 2 * down)) if w and h else ():
                parts = (_moved(fact, *moved, w, h) for fact in others)
                yield joined([f"width({w})", f"height({h})", *filter(None, parts)])
    for index, fact in enumerate(facts):
        if not family.is_permanent(fact):
            yield joined([*facts[:index], *facts[index + 1 :]])


def _moved(fact: Atom, left: int, top: int, width: int, height: int) -> str:
    """Return a fact on the part of a board from (left, top); empty if it is outside."""
    arguments = [*fact.arguments]
    for index, argument in enumerate(arguments):
        match argument:
            case (int(x), int(y)):
                arguments[index] = x - left, y - top
                if not (0 < x - left < 2 * width and 0 < y - top < 2 * height):
                    return ""
    return str(Atom(fact.name, tuple(arguments)))


def has_facts_only(path: Path) -> bool:
    """Return whether a file contains facts only."""
    try:
        return path.is_file() and bool(facts_of(path.read_text(encoding="utf-8")))
    except (EncodingError, OSError, UnicodeDecodeError):
        return False


def rule_of(fault: str) -> str:
    """Return the rule that a fault breaks, which its text begins with."""
    return re.split(r"[:(]", fault)[0]


def random_boards(
    family: AnyFamily, count: int, cells: int, seed: int, without: Collection[str] = ()
) -> list[Instance]:
    """Return random instances of growing size, the largest with this many cells.

    For `without` see `board_sets`.

    Raises `GalaxiesError` if the family makes none.
    """
    rng, boards = Random(seed), []
    for number in range(1, count + 1):
        while True:
            facts = random_instance(family, rng, max(1, cells * number // count))
            if facts is None:
                message = f"the family {family.name} makes no random instances"
                raise GalaxiesError(message)
            if not any(fact.signature in without for fact in facts_of(facts)):
                break
        boards.append(Instance(f"random board {number}", facts))
    return boards
