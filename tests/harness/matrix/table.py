"""The table of comparisons: which field is next, what differs, how it is printed."""

import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from galaxies_asp.core.board.atoms import texts_of
from tests.harness.matrix import puzzles, reasons, solving, wrong_clues
from tests.harness.matrix.board import Board, Row
from tests.harness.matrix.comparing import Column, Comparison
from tests.harness.matrix.rows import rows

ENOUGH = 300
"""Comparisons that each field gets before the others get more."""

ROWS: dict[str, Row] = {row.name: row for row in rows()}
COLUMNS: dict[str, Column] = {
    column.name: column
    for module in (solving, wrong_clues, reasons, puzzles)
    for column in module.COLUMNS
}


@dataclass
class Field:
    """A question about a family: what was compared so far."""

    row: Row
    column: Column
    boards: int = 0
    comparisons: int = 0
    differences: int = 0
    seconds: float = 0.0

    @property
    def title(self) -> str:
        """The names of the family and the question."""
        return f"{self.row.name}, {self.column.name}"

    @property
    def reason(self) -> str:
        """Why it is empty; empty if it is not."""
        return self.row.without.get(self.column.name, "")

    @property
    def turn(self) -> tuple[int, float]:
        """The sort key: the first field is asked next.

        Where boards give nothing to compare, other fields have their turn.
        """
        return min(max(self.comparisons, self.boards), ENOUGH), self.seconds

    def compare(self, seed: str) -> Iterator[str]:
        """Ask about the next board; yield the differences."""
        started, number = time.process_time(), self.boards
        self.boards += 1
        about = f"{seed} {number}"
        board = board_of(
            self.row.name, f"{about} {self.column.cells}", self.column.cells
        )
        for comparison in self._asked(board, about):
            self.comparisons += 1
            if comparison.expected != comparison.found:
                self.differences += 1
                yield described(self, board, comparison, seed, number)
        self.seconds += time.process_time() - started

    def _asked(self, board: Board, about: str) -> Iterator[Comparison]:
        try:
            yield from self.column.ask(board, Random(f"{about} {self.column.name}"))
        except Exception:
            yield Comparison("an answer", "no error", traceback.format_exc())


@lru_cache(maxsize=32)
def board_of(row: str, seed: str, cells: int) -> Board:
    """Return a random board of a row."""
    return ROWS[row].board(f"{row} {seed}", cells)


def described(
    field: Field, board: Board, compared: Comparison, seed: str, number: int
) -> str:
    """Return a difference: the board, both answers, and how to see it again."""
    command = "python -m tests.harness.matrix"
    command += f" --row '{field.row.name}' --column '{field.column.name}'"
    return (
        f"{field.row.name}, {field.column.name}: {compared.what}\n"
        f"  brute force: {_shown(compared.expected)}\n"
        f"  the program: {_shown(compared.found)}\n"
        f"  {' '.join(board.sheet.facts.split())}\n"
        f"  {command} --seed {seed} --board {number}\n"
    )


def _shown(answer: object) -> str:
    """Return an answer as text; sets of atoms in a fixed order."""
    if isinstance(answer, frozenset | set):
        return " | ".join(sorted(" ".join(texts_of(one)) for one in answer)) or "none"
    return str(answer)


@dataclass
class Table:
    """The fields of some rows and columns."""

    rows: Iterable[str]
    columns: Iterable[str]
    fields: dict[tuple[str, str], Field] = field(init=False)

    def __post_init__(self) -> None:
        self.rows, self.columns = [*self.rows], [*self.columns]
        self.fields = {
            (row, column): Field(ROWS[row], COLUMNS[column])
            for row in self.rows
            for column in self.columns
        }

    def fill(self, seed: str, seconds: float, say: Callable[[str], object]) -> None:
        """Compare for some CPU seconds, first where least was compared."""
        asked = [field for field in self.fields.values() if not field.reason]
        end = time.process_time() + seconds
        while asked and time.process_time() < end:
            for difference in min(asked, key=lambda one: one.turn).compare(seed):
                say(difference)

    @property
    def comparisons(self) -> int:
        """The number of all comparisons."""
        return sum(field.comparisons for field in self.fields.values())

    @property
    def differences(self) -> int:
        """The number of all differences."""
        return sum(field.differences for field in self.fields.values())

    def text(self) -> str:
        """Return the table as Markdown: the comparisons, and the differences."""
        lines = [f"| | {' | '.join(self.columns)} |"]
        lines.append("|---" * (1 + len([*self.columns])) + "|")
        notes: list[str] = []
        for row in self.rows:
            cells = [
                self._cell(self.fields[row, column], notes) for column in self.columns
            ]
            lines.append(f"| {row} | {' | '.join(cells)} |")
        total = f"{self.comparisons:,} comparisons, {self.differences} differences"
        listed = [f"{number}. {note}" for number, note in enumerate(notes, 1)]
        return "\n".join([*lines, "", *listed, *([""] if listed else []), total])

    def _cell(self, field: Field, notes: list[str]) -> str:
        if field.reason:
            if field.reason not in notes:
                notes.append(field.reason)
            return f"({notes.index(field.reason) + 1})"
        wrong = f", {field.differences} differ" if field.differences else ""
        return f"{field.comparisons:,}{wrong}"
