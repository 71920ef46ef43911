"""Answers as a table, and a solution as a graph, for other libraries."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.board import Answered
from galaxies_asp.core.board.errors import MissingLibraryError
from galaxies_asp.core.board.puzzle import Solution

if TYPE_CHECKING:
    import networkx
    import pandas


@checked
def frame(answers: Iterable[Answered]) -> "pandas.DataFrame":
    """Return a table with one row for each answer or puzzle.

    The columns are the fields of `to_dict()` that hold one value; an object in a field
    gives one column for each of its fields, as in `seconds_total`. Lists are left out.

    Raises `MissingLibraryError` if pandas is not installed.
    """
    rows = [dict(columns(one.to_dict())) for one in answers]
    table: pandas.DataFrame = _library("pandas", "a table").DataFrame(rows)
    return table


@checked
def graph(solution: Solution) -> "networkx.Graph":
    """Return the graph of the regions of a solution, which are adjacent at a wall.

    The nodes are the numbers of the dots, with the dot as `center` and the `cells` of
    its region in reading order.

    Raises `MissingLibraryError` if networkx is not installed.
    """
    found: networkx.Graph = _library("networkx", "a graph").Graph()
    puzzle = solution.puzzle
    for dot, center in enumerate(puzzle.centers):
        cells = [cell for cell in puzzle.cells() if solution.label(cell) == dot]
        found.add_node(dot, center=center, cells=cells)
    for edge in solution.inner_walls():
        one, other = map(solution.label, puzzle.lattice.touched_cells(edge))
        if one != other:  # loose walls lie inside a region
            found.add_edge(one, other)
    return found


def _library(name: str, use: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError:
        message = f"{use} needs {name}: pip install {name}"
        raise MissingLibraryError(message) from None


def columns(
    fields: Mapping[str, object], prefix: str = ""
) -> Iterator[tuple[str, object]]:
    """Yield the names and values of the columns of a table, without the version."""
    for name, value in fields.items():
        if isinstance(value, Mapping):
            yield from columns(value, f"{prefix}{name}_")
        elif name != "schema" and not isinstance(value, list):
            yield prefix + name, value
