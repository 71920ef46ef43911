"""The numbers of runs and faults of each command with each type."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.harness.use.calls import Field
from tests.harness.use.running import Run


@dataclass
class Table:
    """`numbers`: runs and faults, for each type and command."""

    numbers: dict[str, dict[str, list[int]]]

    def add(self, field: Field, runs: Iterable[Run], says_idle: bool = False) -> None:
        """Count the runs of a command with a type; print their faults."""
        row = self.numbers.setdefault(field.row, {})
        counted = row.setdefault(field.name, [0, 0])
        for run in runs:
            counted[0] += 1
            counted[1] += bool(run.fault)
            shown = " ".join(run.done.words)
            if run.fault:
                print(f"galaxies {shown}\n  {run.fault}", flush=True)
            elif says_idle and run.is_idle:
                print(f"no effect: galaxies {shown}", flush=True)

    @property
    def faults(self) -> int:
        """The number of all faults."""
        return sum(n[1] for row in self.numbers.values() for n in row.values())

    def text(self) -> str:
        """Return the table as Markdown."""
        columns = list(dict.fromkeys(c for row in self.numbers.values() for c in row))
        lines = [f"| | {' | '.join(columns)} |", "|---" * (1 + len(columns)) + "|"]
        for name, row in self.numbers.items():
            cells = (self._cell(*row.get(column, (0, 0))) for column in columns)
            lines.append(f"| {name} | {' | '.join(cells)} |")
        runs = sum(n[0] for row in self.numbers.values() for n in row.values())
        return "\n".join([*lines, "", f"{runs:,} runs, {self.faults} faults"])

    @staticmethod
    def _cell(runs: int, faults: int) -> str:
        return f"{runs}, {faults} faults" if faults else str(runs or "")
