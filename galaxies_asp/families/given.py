"""What the functions of a folder are given: a board, and atoms by name."""

from collections.abc import Callable, Iterable, Iterator, Set
from functools import cached_property
from typing import Any

from galaxies_asp.core.asp.atoms import facts_of, size_of
from galaxies_asp.core.board.atoms import Atom, unquoted
from galaxies_asp.core.board.grid import Point


class ByName:
    """Atoms by the names of their predicates.

    `atoms.star` is the set of the arguments of the atoms `star(P)`, and `atoms.number`
    that of pairs of the atoms `number(P,N)`; `dict` has the number of each place.
    Points are `Point`, numbers `int`, all others texts without quotation marks. An
    unknown name is a `LookupError`.

    `atoms`: iterated, they are texts. `signatures`: those that may occur, such as
    `star/1`.
    """

    def __init__(self, atoms: Iterable[Atom], signatures: Iterable[str]) -> None:
        self._atoms = tuple(atoms)
        self._found: dict[str, set[object]] = {
            one.partition("/")[0]: set() for one in signatures
        }
        for name, arguments in self._atoms:
            values = tuple(map(_plain, arguments))
            value = values[0] if len(values) == 1 else values
            self._found.setdefault(name, set()).add(value)

    def __getattr__(self, name: str) -> Set[Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._found:
            known = ", ".join(sorted(self._found))
            raise LookupError(f"no predicate {name!r}; there are: {known}")
        return frozenset(self._found[name])

    def __iter__(self) -> Iterator[str]:
        return map(str, self._atoms)


class Board(ByName):
    """The facts of a puzzle by the names of their predicates, and its cells.

    `facts`: a text. `cells_of`: computes the cells of the board, without missing ones.
    """

    def __init__(
        self,
        facts: str,
        signatures: Iterable[str],
        cells_of: Callable[[], Iterable[Point]],
    ) -> None:
        super().__init__(facts_of(facts), signatures)
        self.facts, self._cells_of = facts, cells_of

    @property
    def width(self) -> int:
        """The number of columns."""
        return size_of(self._atoms)[0]

    @property
    def height(self) -> int:
        """The number of rows."""
        return size_of(self._atoms)[1]

    @cached_property
    def cells(self) -> Set[Point]:
        """The cells of the board."""
        return frozenset(self._cells_of())

    def one(self, name: str, default: int | None = None) -> Any:
        """Return the argument of the one fact with a name, or else the default."""
        return next(iter(getattr(self, name)), default)


def _plain(value: object) -> object:
    """Return a value with strings without their quotation marks."""
    return unquoted(value) if isinstance(value, str) else value
