"""The instances of a family: by name, and random ones."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from galaxies_asp.board.errors import GalaxiesError, OptionError
from galaxies_asp.families.family import Board, Family


def boards_of(family: Family, names: Sequence[str]) -> Iterator[Board]:
    """Yield the instances with these names, or all; a name may be that of a file.

    Raises
    ------
    OptionError
        If there is none with this name.
    """
    for name in names or family.instances:
        if name in family.instances:
            yield Board(name, family.instances[name])
        elif Path(name).is_file():
            yield Board(Path(name).stem, Path(name).read_text(encoding="utf-8"))
        else:
            known = ", ".join(family.instances) or "none"
            raise OptionError(f"no instance {name!r}; there are: {known}")


def random_boards(family: Family, count: int, cells: int, seed: int) -> list[Board]:
    """Return random instances of growing size, the largest with this many cells.

    Raises
    ------
    GalaxiesError
        If the family makes none.
    """
    if family.random is None:
        raise GalaxiesError(f"the family {family.name} makes no random instances")
    rng = Random(seed)
    return [
        Board(
            f"random board {number}",
            family.random(rng, max(1, cells * number // count)),
        )
        for number in range(1, count + 1)
    ]
