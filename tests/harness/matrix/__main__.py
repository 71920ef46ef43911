"""Ask every question about random small boards of every family.

    python -m tests.harness.matrix [--seconds 60] [--seed 1]
    python -m tests.harness.matrix --row hexagons --column repair --seed 1 --board 17
    python -m tests.harness.matrix --seconds 600 --seed 2 --sum FILE

The answers are compared with those that follow from all solutions by brute force.
`--seconds` are CPU seconds. Prints each difference with the board, both answers and the
command that shows it again, and at last the table of comparisons. `--sum` adds the
numbers of a run to those of earlier ones in a file, and prints the sums.
"""

import argparse
import json
import sys
from pathlib import Path

from tests.harness.matrix.table import COLUMNS, ROWS, Table

_SUMS = "comparisons", "differences", "seconds"


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
    if given.board is None:
        table.fill(given.seed, given.seconds, lambda text: print(text, flush=True))
    else:
        for field in table.fields.values():
            field.boards = given.board
            print(*field.compare(given.seed), sep="\n")
    is_different = table.differences > 0
    if given.sum:
        _add(table, given.sum)
    print(table.text())
    sys.exit(is_different)


def _add(table: Table, path: Path) -> None:
    """Add the numbers of earlier runs to a table, and write the sums."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for (row, column), field in table.fields.items():
        before = known.get(f"{row}, {column}", {})
        for name in _SUMS:
            setattr(field, name, getattr(field, name) + before.get(name, 0))
        known[f"{row}, {column}"] = {name: getattr(field, name) for name in _SUMS}
    path.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
