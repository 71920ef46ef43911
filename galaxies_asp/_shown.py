"""What Python shows of boards and answers: drawings, JSON objects, and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx
    import pandas

    from galaxies_asp.core.board.puzzle import Solution

Fields = dict[str, Any]


def painted(board: Any, style: str) -> str:
    """Return a puzzle, position or solution of Galaxies as `text` or `svg`."""
    from galaxies_asp.core.drawing import render  # needed where something is shown

    return str(render(board, style))  # type: ignore[arg-type]


def as_json(answer: Any) -> Fields:
    """Return the object that the command prints with `--json` for an answer."""
    for kind in type(answer).__mro__:
        if of := _JSON.get(kind.__name__):
            return of(answer)
    raise TypeError(f"no JSON for {type(answer).__name__}")


def frame(answers: Iterable[Any]) -> pandas.DataFrame:
    """Return a table with one row for each answer or puzzle.

    The columns are the fields of `to_dict()` that hold one value; an object in a field
    gives one column for each of its fields, as in `seconds_total`. Lists are left out.

    Raises `MissingLibraryError` if pandas is not installed.
    """
    rows = [dict(columns(one.to_dict())) for one in answers]
    table: pandas.DataFrame = _library("pandas", "a table").DataFrame(rows)
    return table


def graph(solution: Solution) -> networkx.Graph:
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


def _library(name: str, use: str) -> Any:
    from galaxies_asp.core.board.errors import MissingLibraryError

    try:
        return import_module(name)
    except ImportError:
        message = f"{use} needs {name}: pip install {name}"
        raise MissingLibraryError(message) from None


def columns(fields: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the names and values of the columns of a table, without the version."""
    for name, value in fields.items():
        if isinstance(value, Mapping):
            yield from columns(value, f"{prefix}{name}_")
        elif name != "schema" and not isinstance(value, list):
            yield prefix + name, value


# The modules are imported here, where an answer is asked for its JSON object.


def _solved(result: Any) -> Fields:
    from galaxies_asp.solving.answers import SolveAnswer

    return SolveAnswer.about(result.sheet.name, result, None).plain()


def _counted(result: Any) -> Fields:
    from galaxies_asp.all_solutions.answers import CountAnswer

    return CountAnswer.about(result.sheet.name, result).plain()


def _forced(possible: Any) -> Fields:
    from galaxies_asp.all_solutions.answers import ForcedAnswer

    return ForcedAnswer.about(possible.sheet.name, possible).plain()


def _repaired(result: Any) -> Fields:
    from galaxies_asp.repairing.answers import RepairAnswer

    return RepairAnswer.about(result.sheet.name, result).plain()


def _board(board: Any) -> Fields:
    from galaxies_asp.core.board.puzzle import position_of
    from galaxies_asp.core.notation.json_lines import JsonPuzzle

    return JsonPuzzle.about(position_of(board)).plain()


def _sheet(sheet: Any) -> Fields:
    import json

    fields: Fields = json.loads(sheet.written("json"))
    return fields


_JSON: dict[str, Callable[[Any], Fields]] = {
    "Result": _solved,
    "Count": _counted,
    "Possibilities": _forced,
    "RepairResult": _repaired,
    "Puzzle": _board,
    "Position": _board,
    "Solution": _board,
    "Sheet": _sheet,
}
"""By the name of a class, so that no module is imported before it is needed."""
