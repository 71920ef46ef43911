"""Ask every question about random small boards of every family.

    python -m tests.harness.matrix [--seconds 60] [--seed 1]
    python -m tests.harness.matrix --row hexagons --column repair --seed 1 --board 17
    python -m tests.harness.matrix --seconds 600 --seed 2 --sum FILE

The answers are compared with those that follow from all solutions by brute force.
`--seconds` are CPU seconds. Prints each difference with the board, both answers and the
command that shows it again, and at last the table of comparisons. `--sum` adds the
numbers of a run to those of earlier ones in a file, and prints the sums: a run goes on
where least was compared. Ctrl-C ends it.
"""

import argparse
import json
import sys
from contextlib import suppress
from pathlib import Path

from tests.harness.matrix.table import COLUMNS, ROWS, Table

_SUMS = "comparisons", "differences", "seconds", "boards"


def main() -> None:
    """Run the command of this package; exit with 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--row", choices=ROWS, action="append")
    parser.add_argument("--column", choices=COLUMNS, action="append")
    parser.add_argument("--board", type=int, help="only the board with this number")
    parser.add_argument("--sum", type=Path, help="file with the numbers of all runs")
    given = parser.parse_args()
    table = Table(given.row or ROWS, given.column or COLUMNS)
    known: dict[str, dict[str, float]] = {}
    if given.sum and given.sum.exists():
        known = json.loads(given.sum.read_text(encoding="utf-8"))
    _add(table, known)
    before = table.differences
    if given.board is None:
        with suppress(KeyboardInterrupt):
            table.fill(given.seed, given.seconds, lambda text: print(text, flush=True))
    else:
        for field in table.fields.values():
            field.boards = given.board
            print(*field.compare(given.seed), sep="\n")
    if given.sum:
        given.sum.write_text(
            json.dumps(known | _sums(table), indent=1) + "\n", encoding="utf-8"
        )
    print(table.text())
    sys.exit(table.differences > before)


def _add(table: Table, known: dict[str, dict[str, float]]) -> None:
    """Add the numbers of earlier runs to a table."""
    for field in table.fields.values():
        for name, number in known.get(field.title, {}).items():
            setattr(field, name, getattr(field, name) + number)


def _sums(table: Table) -> dict[str, dict[str, float]]:
    return {
        field.title: {name: getattr(field, name) for name in _SUMS}
        for field in table.fields.values()
    }


if __name__ == "__main__":
    main()
