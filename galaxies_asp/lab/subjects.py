"""The subjects of the lab: what it knows of each family beside the family itself."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from typing import Any

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.theories import THEORIES
from galaxies_asp.core.board.errors import AtomError
from galaxies_asp.core.galaxies import NAME
from galaxies_asp.families.own import SPACE, FolderFamily
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.galaxies import galaxies_named
from galaxies_asp.lab.subject import Subject

_STATED = re.compile(r"^% solutions: *(\d+) *$", re.MULTILINE)


@cache
def subject_named(name: str) -> Subject:
    """Return a family for the lab: built-in, a folder, or a Python file.

    A name may begin with a theory, as in `dl:galaxies`.

    Raises `OptionError` if there is none with this name.
    """
    theory, colon, rest = name.partition(":")
    if colon and theory in THEORIES:
        return subject_named(rest).under(theory)
    if name.partition("+")[0] == NAME:
        return galaxies_named(name)
    family = family_named(name)
    return next(
        (of_kind(family) for kind, of_kind in _SUBJECTS if isinstance(family, kind)),
        Subject(family),
    )


class FolderSubject(Subject):
    """The family of a folder, whose Python file may say more."""

    ignorable = ("width/1", "height/1")

    def __init__(self, family: FolderFamily) -> None:
        super().__init__(family, family.instances)
        self._functions, self._check = family.functions, family.check
        if (family.folder / SPACE).is_file():
            self.said = f"all boards of {SPACE} on"
        files = family.files_of_instances()
        stated = {one.stem: _STATED.search(one.read_text("utf-8")) for one in files}
        self.stated = {stem: int(said[1]) for stem, said in stated.items() if said}

    def smaller(self, facts: str) -> Iterable[str]:
        """Yield instances that lack a part of one, and are in declared domains."""
        for rest in super().smaller(facts):
            with suppress(AtomError):
                self._check(facts_of(rest))
                yield rest

    def parts(self, facts: str) -> Iterable[str]:
        """Yield instances that lack a part of an instance."""
        parts: Callable[[str], Iterable[str]]
        parts = self._functions.get("smaller", super().parts)
        return parts(facts)

    def size(self, facts: str) -> int:
        """Return the size of an instance for plots, by default its facts."""
        size: Callable[[str], int] = self._functions.get("size", super().size)
        return int(size(facts))


_SUBJECTS: tuple[tuple[type, Callable[[Any], Subject]], ...] = (
    (FolderFamily, FolderSubject),
)
