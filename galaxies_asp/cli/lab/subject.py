"""The encodings and the instances that a command line names."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import click

from galaxies_asp.asp.atoms import facts_of
from galaxies_asp.asp.encodings import BUILT_IN as ENCODINGS
from galaxies_asp.asp.encodings import MIXES, variants
from galaxies_asp.board import facts
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.cli import exits
from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.families.family import Board, Family, boards_of
from galaxies_asp.families.galaxies.family import NAME, family_name
from galaxies_asp.families.registry import family_named


@dataclass(frozen=True)
class Subject:
    """The family, the encodings and the instances of a command line.

    Attributes
    ----------
    faulty
        Whether an input could not be read.
    """

    family: Family
    encodings: tuple[str, ...]
    boards: tuple[Board, ...]
    faulty: bool

    @property
    def codes(self) -> list[int]:
        """The exit codes for faults of the inputs."""
        return [exits.DATA_ERROR] if self.faulty else []


def subject(
    arguments: tuple[str, ...],
    family: str,
    from_: str | None,
    *,
    others: bool = False,
) -> Subject:
    """Divide arguments into encodings and instances.

    Without instances, those of the family are taken, unless there are `others`.
    """
    chosen_family = family_named(family)
    encodings = [name for name in arguments if _is_encoding(chosen_family, name)]
    given = tuple(name for name in arguments if name not in encodings)
    names = tuple(dict.fromkeys(encodings))
    if not names:
        built_in = (*ENCODINGS, *MIXES) if family == NAME else chosen_family.encodings
        known = ", ".join((*chosen_family.native, *built_in, "a file"))
        only = next((name for name in given if _is_facts(Path(name))), None)
        but = "" if only is None else f"; {only} has facts only, so it is an instance"
        raise click.UsageError(
            f"give an encoding ({known}), and instances after it{but}"
        )
    if chosen_family.name.partition("+")[0] != NAME:
        chosen = boards_of(chosen_family, given) if given or not others else ()
        return Subject(chosen_family, names, tuple(chosen), False)
    if chosen_family.name == NAME:
        chosen_family = family_named(_shared_variants(names))
    if not given:
        return Subject(chosen_family, names, (), False)
    sources = Inputs(given, from_, family=NAME)
    boards = tuple(
        Board(entry.name, facts.program(entry.position.puzzle)) for entry in sources
    )
    return Subject(chosen_family, names, boards, sources.faulty)


def _is_encoding(family: Family, name: str) -> bool:
    """Return whether an argument is an encoding rather than an instance."""
    known: Collection[str] = family.encodings
    if family.name.partition("+")[0] == NAME:
        name = name if Path(name).is_file() else name.split("+")[0]
        known = (*family.native, *ENCODINGS, *MIXES)
    return name in known or (name.endswith(".lp") and not _is_facts(Path(name)))


def _is_facts(path: Path) -> bool:
    """Return whether a file contains facts only."""
    try:
        return path.is_file() and bool(facts_of(path.read_text(encoding="utf-8")))
    except (EncodingError, OSError, UnicodeDecodeError):
        return False


def _shared_variants(encodings: tuple[str, ...]) -> str:
    """Return the family of the variants that all named encodings have.

    A file without variants in its name is judged by those of the others.
    """
    named = [variants(e) for e in encodings if variants(e) or not Path(e).is_file()]
    return family_name(named[0].intersection(*named[1:]) if named else frozenset())
