"""Families as the lab reads them: instances, their parts, and what is compared.

A family of Galaxies may have variants of its rules, which its name lists after `+`.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from galaxies_asp.core.asp.atoms import facts_of, size_of
from galaxies_asp.core.asp.clues import opened
from galaxies_asp.core.asp.symbols import symbol_of
from galaxies_asp.core.board.atoms import Atom, Atoms, joined, texts_of
from galaxies_asp.core.board.declarations import clues_of
from galaxies_asp.core.board.errors import (
    EncodingError,
    GalaxiesError,
    OptionError,
)
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.families.opened import ground, place_of
from galaxies_asp.families.sources import may_be_name

_MALFORMED = (ValueError, TypeError, LookupError, RuntimeError)
"""What the methods of a family raise at atoms that are no answer."""

SIZE = ("width/1", "height/1")
"""The signatures of the size of a board."""

OPTIMA = "optima"
"""What stands before `:` in the name of a subject that optimizes."""

_ALL = "all boards of"
"""What sets of boards contain, before the size of the board in their names."""

_LONGEST_SIDE = 6
"""Of random boards."""

_AT_RANDOM = ("--rand-freq=1", "--sign-def=rnd")

_MOST_CLUES = 3
"""Of random boards without a solution."""


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


class Subject:
    """A family whose encodings are compared.

    `name`: the name of the family. `outputs`, `inputs`: the signatures of the output
    and of the facts. `ignorable`: those of the facts that do not affect the rules.
    `permanent`: those of the facts that each instance has. `output_meaning`: what the
    output says, for messages about models without it. `instances`: facts by name.
    `stated`: numbers of solutions that instances are said to have, by name.
    `encodings`: the built-in encodings. `native`: those that are no texts. `studied`:
    the encoding whose rules are studied if none is named; may be empty.
    `variants_of_rules`: the variants of the rules whose effect can be studied.
    `theory`: the theory of the theory atoms of encodings; see `theories`. `optimizes`:
    whether the answers are the best models of encodings.
    `has_candidates`: whether cells have candidates; see `profiling.candidate_map`.
    `is_normalized`: whether answers are compared as they are. `optional`: signatures of
    facts that a program for the plain puzzle need not read, by what they say.
    """

    ignorable: tuple[str, ...] = SIZE
    permanent: tuple[str, ...] = (*SIZE, "stars/1", "side/1")
    output_meaning: str = ""
    native: tuple[str, ...] = ()
    variants_of_rules: tuple[RuleVariant, ...] = ()
    theory: str = ""
    optimizes: bool = False
    has_candidates: bool = False
    is_normalized: bool = True
    optional: Mapping[str, str] = {}

    def __init__(self, family: AnyFamily) -> None:
        self.family, self.name = family, family.name
        self.instances, self.stated = family.instances, family.stated
        self.inputs, self.outputs = family.inputs, family.outputs
        self.encodings = tuple(family.encodings)
        self.studied = next(iter(self.encodings), "")

    @property
    def boards(self) -> list[Instance]:
        """All instances."""
        return [Instance(name, facts) for name, facts in self.instances.items()]

    def is_encoding(self, name: str) -> bool:
        """Return whether a name is one of an encoding rather than of an instance."""
        is_program = name.endswith(".lp") and not has_facts_only(Path(name))
        return name in self.encodings or is_program

    def under(self, theory: str) -> "Subject":
        """Return the subject with a theory, which stands before `:` in its name."""
        subject = copy(self)
        if theory:
            subject.theory, subject.name = theory, f"{theory}:{self.name}"
        return subject

    def optimal(self) -> "Subject":
        """Return the subject whose answers are the best models of encodings."""
        subject = copy(self)
        subject.optimizes, subject.name = True, f"{OPTIMA}:{self.name}"
        return subject

    def under_rules_of(self, *encodings: str) -> "Subject":
        """Return the subject with the variants of the rules that encodings share."""
        return self

    def instance(self, name: str) -> Instance | None:
        """Return an instance by its name, or from a file with facts.

        None for all others, which are puzzles in a notation.

        Raises `OptionError` if there is none with this name.
        """
        path = Path(name)
        if name in self.instances:
            return Instance(name, self.instances[name])
        if has_facts_only(path):
            board = Instance(path.stem, path.read_text(encoding="utf-8"))
            given = {fact.signature for fact in facts_of(board.facts)}
            if self.inputs and (unknown := given - {*self.inputs}):
                known = f"{self.name} reads {', '.join(self.inputs)}"
                raise OptionError(f"{name}: {', '.join(sorted(unknown))}; {known}")
            try:
                self.draw(board.facts)
            except GalaxiesError as error:
                raise OptionError(f"{name}: {error}") from None
            return board
        if may_be_name(name) and not path.is_file():
            known = ", ".join(self.instances) or "none"
            raise OptionError(f"no instance {name!r}; there are: {known}")
        return None

    def program(self, board: Instance) -> str:
        """Return the facts and choices of an instance."""
        facts = self.family.adjusted(board.facts)
        return f"{facts}{board.constants}{board.choices}\n"

    def faults(self, board: Instance, answer: Output) -> tuple[str, ...]:
        """Return the rules that an answer breaks; nothing without a verifier."""
        if not self.family.has_verifier:
            return ()
        try:
            facts = instance_of(board, answer).facts
            return tuple(self._faults(self.family.puzzle(facts), answer.atoms))
        except _MALFORMED as error:
            return (f"the atoms are no answer on this board ({error})",)

    def _faults(self, puzzle: Any, atoms: Atoms) -> Iterable[str]:
        return map(str, self.family.verify(self.family.drawn(puzzle, atoms)))

    def draw(self, facts: str, atoms: Atoms | None = None) -> str:
        """Return an instance as text, with the atoms of an answer."""
        puzzle = self.family.puzzle(facts)
        drawn = puzzle if atoms is None else self.family.drawn(puzzle, atoms)
        return self.family.text(drawn, PLAIN)

    def normalize(self, answer: Output) -> Output:
        """Return the answer without what the comparison ignores."""
        return answer

    def smaller(self, facts: str) -> Iterable[str]:
        """Yield instances that lack a part of an instance, and can be drawn."""
        for rest in self.parts(facts):
            with suppress(ValueError):
                self.family.check(facts_of(rest))
                self.draw(rest)
                yield rest

    def parts(self, facts: str) -> Iterable[str]:
        """Yield facts without a row or column at the border, or without a fact."""
        return _parts(facts_of(facts), self.permanent)

    def spaces(
        self, width: int, height: int, without: Collection[str] = ()
    ) -> Sequence[Instance]:
        """Return the sets of all instances up to a size, those with few cells first.

        Nothing where a family does not enumerate them.

        `without`: the signatures of optional facts that no instance has.
        """
        choices = self.family.opened()
        if not choices or self.family.frame(1, 1) is None:
            return ()
        said = f"{_ALL} {self.family.chosen_by} on" if self.family.chosen_by else _ALL
        return boards_up_to(self.family, (width, height), said, choices)

    def all_boards(
        self, width: int, height: int, without: Collection[str] = ()
    ) -> Sequence[Instance]:
        """Return the sets of all instances up to a size, with every kind of fact.

        They are searched rather than enumerated, so clues may have all values of their
        declared domains, if they have some. For `without` see `spaces`.
        """
        clues = clues_of(self.family.declarations)
        others = {*self.family.clues} - {one.signature for one in clues}
        if not clues or others or self.family.frame(1, 1) is None:
            return self.spaces(width, height)
        size = width, height
        return boards_up_to(self.family, size, _ALL, opened(clues))

    def random(self, rng: Random, cells: int) -> str | None:
        """Return a random instance with about this number of cells, if there is one.

        It has clues of a random solution, or all but one of them, or, where there is no
        solution, few clues.
        """
        made = self.family.random_facts(rng, cells)
        frame, choices = self.random_frame(rng, cells), self.family.opened()
        if made is not None or not frame or not choices:
            return made
        options = "1", *_AT_RANDOM, f"--seed={rng.randrange(2**31)}"
        program = ground(self.family, frame, options, choices)
        clues = sorted(program.atoms(self.family.clues), key=str)
        number = rng.randint(0, min(_MOST_CLUES, len(clues)))
        for model in program.models():
            clues = [clue for clue in clues if model.contains(symbol_of(clue))]
            number = max(0, len(clues) - rng.randint(0, 1))
        of_place = {place_of(clue): clue for clue in rng.sample(clues, number)}
        certain = program.atoms(self.family.inputs, certain=True)
        return joined(texts_of({*certain, *of_place.values()}))

    def random_frame(self, rng: Random, cells: int) -> str | None:
        """Return the facts of an empty board with at most this number of cells."""
        width = rng.randint(1, min(_LONGEST_SIDE, cells))
        height = rng.randint(1, min(_LONGEST_SIDE, max(1, cells // width)))
        return self.family.frame_of(width, height)

    def size(self, facts: str) -> int:
        """Return the number of cells of an instance that are drawn."""
        puzzle = self.family.puzzle(facts)
        return len(self.family.drawn_cells(puzzle)) or self.family.size(puzzle)[0]


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


def boards_up_to(
    family: AnyFamily, size: tuple[int, int], said: str, choices: str, more: str = ""
) -> list[Instance]:
    """Return a set of boards of each size up to one, with more facts of them all."""
    return [
        Instance(f"{said} {w}x{h}", f"{frame}{more}", choices)
        for w, h in sizes_up_to(*size)
        if (frame := family.frame_of(w, h))
    ]


def _parts(facts: Sequence[Atom], permanent: Collection[str]) -> Iterator[str]:
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
        if fact.signature not in permanent:
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
    subject: Subject, count: int, cells: int, seed: int, without: Collection[str] = ()
) -> list[Instance]:
    """Return random instances of growing size, the largest with this many cells.

    For `without` see `Subject.spaces`.

    Raises `GalaxiesError` if the family makes none.
    """
    rng, boards = Random(seed), []
    for number in range(1, count + 1):
        while True:
            facts = subject.random(rng, max(1, cells * number // count))
            if facts is None:
                message = f"the family {subject.name} makes no random instances"
                raise GalaxiesError(message)
            if not any(fact.signature in without for fact in facts_of(facts)):
                break
        boards.append(Instance(f"random board {number}", facts))
    return boards
