"""An encoding under clingo 5, which the package uses, and under clingo 6."""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from galaxies_asp.core.asp import parser
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.atoms import Atom, Atoms
from galaxies_asp.core.board.errors import (
    EncodingError,
    GalaxiesError,
    MissingLibraryError,
)
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab import portability
from galaxies_asp.lab.asking import MODELS, added, is_asked_one_by_one, listed
from galaxies_asp.lab.boards import PREFIX, each, private_inputs
from galaxies_asp.lab.clingo6 import Answered
from galaxies_asp.lab.instances import Instance, Output, normalized
from galaxies_asp.lab.source import place, read

VERSIONS = "5,6"

_MISSING = (
    "--clingo 5,6 needs clingo 6, which needs Python 3.12: "
    "pip install 'galaxies-asp[clingo6]'"
)


@dataclass(frozen=True, slots=True)
class Compared:
    """An encoding under both versions, up to the first board on which they differ."""

    boards: int
    """The number of boards with the same answers."""
    board: Instance | None = None
    """The board on which they differ."""
    five: frozenset[Output] = frozenset()
    """What clingo 5 answers there."""
    six: frozenset[Output] = frozenset()
    """What clingo 6 answers there."""
    taken_by: str = ""
    """The version that takes the encoding, if the other one refuses it."""
    messages: str = ""
    """What the other one says."""
    kinds: tuple[str, ...] = ()
    """What changes, each with its place."""

    def alone(self) -> tuple[str, Output, Output | None]:
        """Return an answer that one version alone gives, and another one instead.

        The first value is the version. The second answer is one of the other version
        on the same board, or None.
        """
        only = [("5", one, self.six) for one in self.five - self.six]
        only += [("6", one, self.five) for one in self.six - self.five]
        holder, answer, others = min(only, key=lambda each: each[1].cost())
        same = [one for one in others if one.given == answer.given]
        return holder, answer, min(same, key=Output.cost, default=None)


def require_clingo6() -> None:
    """Raise `MissingLibraryError` if clingo 6 is not installed."""
    from importlib.util import find_spec

    if find_spec("clingo_funasp") is None:
        raise MissingLibraryError(_MISSING)


def compare(family: AnyFamily, encoding: str, boards: Sequence[Instance]) -> Compared:
    """Compare the answers of an encoding on boards, the first ones first.

    Raises `EncodingError` if neither version takes it.
    """
    try:
        source = read(family, encoding)
    except EncodingError as error:
        (six,) = _answers(family, encoding, boards[:1])
        if isinstance(six, str):
            raise
        return Compared(0, boards[0], taken_by="6", messages=str(error))
    found = portability.changes(source)
    kinds = tuple(f"{place(statement)}: {said}" for statement, said in found)
    boards = [
        one
        for board in boards
        for one in (
            each(family, board)
            if is_asked_one_by_one(family, encoding, board)
            else [board]
        )
    ]
    for number, (board, six) in enumerate(
        zip(boards, _answers(family, encoding, boards), strict=True)
    ):
        if isinstance(six, str):
            said = source.program.located(six)
            return Compared(number, board, taken_by="5", messages=said, kinds=kinds)
        five = listed(family, encoding, board, MODELS).found
        if five != six:
            return Compared(number, board, five, six, kinds=kinds)
    return Compared(len(boards), kinds=kinds)


def _answers(
    family: AnyFamily, encoding: str, boards: Sequence[Instance]
) -> Iterable[frozenset[Output] | str]:
    """Return what clingo 6 answers on each board, or its messages."""
    text = family.source(encoding).text
    programs = ["\n".join((text, *added(family, board))) for board in boards]
    inputs = {one for board in boards for one in private_inputs(family, board)}
    found = of_clingo6(programs, family.outputs, [*inputs])
    for board, (models, _, refused) in zip(boards, found, strict=True):
        yield refused or frozenset(
            normalized(family, Output(_atoms(shown), _given(true, board)))
            for shown, true in models
        )


def of_clingo6(
    programs: Sequence[str], outputs: Sequence[str], inputs: Sequence[str] = ()
) -> list[Answered]:
    """Return what clingo 6 answers to programs, as atoms with these signatures.

    It runs in a process of its own: both versions in one end it. Raises `GalaxiesError`
    if that process ends with an error. Raises `EncodingError` if a program may not be
    given to a parser; see `parser`.
    """
    log: list[str] = []
    try:
        for program in programs:
            parser.check(program, log.append)
    except RuntimeError:
        raise EncodingError("\n".join(log)) from None
    request: dict[str, object] = {"programs": [*programs], "models": MODELS}
    request |= {"outputs": [*outputs], "inputs": [*inputs]}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "galaxies_asp.lab.clingo6"],
        input=json.dumps(request),
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise GalaxiesError(f"clingo 6 has ended with {done.returncode}: {done.stderr}")
    return [Answered(*one) for one in json.loads(done.stdout)["answers"]]


def _atoms(texts: Iterable[str]) -> Atoms:
    return frozenset(map(_atom, texts))


def _given(texts: Iterable[str], board: Instance) -> Atoms:
    """Return the facts of a board that were chosen."""
    chosen = _atoms(text.removeprefix(PREFIX) for text in texts)
    return chosen - frozenset(facts_of(board.facts))


def _atom(text: str) -> Atom:
    return atom_of(parser.term(text))
