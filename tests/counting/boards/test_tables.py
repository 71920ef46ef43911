"""Tables of counts, as b-files, and the growth per cell that they suggest."""

import csv
import subprocess
from collections import defaultdict
from pathlib import Path
from shutil import which

import pytest
from support.commands import text
from support.documents import ROOT

from galaxies_asp.counting.boards.counting import census, growth_estimates, triangle
from galaxies_asp.counting.boards.shape import BoardShape


def test_a_triangle_by_rows() -> None:
    assert triangle("galaxies", 3) == [[1], [2, 8], [4, 36, 391]]
    done = text("boards", "table", "galaxies", "3", "-f", "bfile")
    assert done.stdout == "1 1\n2 2\n3 8\n4 4\n5 36\n6 391\n"
    squares = text("boards", "table", "partitions", "4", "--squares", "-f", "bfile")
    assert squares.stdout == "1 1\n2 12\n3 1434\n4 1691690\n"


@pytest.mark.slow
def test_growth() -> None:
    # c a^(m+n) g^(mn) gives g exactly.
    powers = [
        [7 * 3 ** (m + n) * 5 ** (m * n) for n in range(1, m + 1)] for m in range(1, 6)
    ]
    assert growth_estimates(powers) == [5] * 4
    done = text("boards", "table", "partitions", "6", "--growth")
    assert done.stdout.splitlines()[-1].startswith("6 3.14343")


def test_no_table_of_what_is_too_large() -> None:
    done = text("boards", "table", "galaxies", "9")
    assert done.returncode == 65
    assert done.stdout == ""
    assert text("boards", "table", "galaxies", "8").returncode == 3
    assert (
        text("boards", "table", "galaxies", "3", "--growth", "-f", "bfile").returncode
        == 2
    )


def test_the_table_of_dot_sets() -> None:
    """Small boards are counted anew; the boards of large ones are counted otherwise."""
    tables = ROOT / "docs" / "tables"
    found: defaultdict[int, dict[int, int]] = defaultdict(dict)
    with (tables / "dot-sets.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found[int(row["side"])][int(row["solutions"])] = int(row["dot_sets"])
    for side in range(1, 5):
        numbers = enumerate(census(BoardShape(side, side)).with_solutions, 1)
        assert found[side] == {k: number for k, number in numbers if number}
    with (tables / "counts.csv").open(encoding="utf-8", newline="") as file:
        known = {
            (row["kind"], row["height"]): int(row["count"])
            for row in csv.DictReader(file)
            if row["height"] == row["width"]
        }
    for side, sets in found.items():
        boards = sum(k * number for k, number in sets.items())
        assert boards == known["galaxies", str(side)]
    assert sum(found[5].values()) == known["dot-sets", "5"]
    assert list(map(len, found.values())) == [1, 1, 2, 4, 13, 29]
    assert [max(sets) for sets in found.values()] == [1, 1, 2, 4, 13, 64]


@pytest.mark.slow
@pytest.mark.skipif(which("cc") is None, reason="a C compiler")
@pytest.mark.parametrize(("row", "wrong"), [(None, False), (3, True)])
def test_a_second_program_checks_the_rows(
    tmp_path: Path, row: int | None, wrong: bool
) -> None:
    program, rows = tmp_path / "program", tmp_path / "rows.txt"
    source = ROOT / "benchmarks" / "partitions_modulo.c"
    subprocess.run(["cc", "-O2", "-o", program, source], check=True)
    command = "strip", "terms", "partitions", "--rows", "6", "-n", "7", "-f", "bfile"
    lines = text(*command).stdout.splitlines()
    if row is not None:
        lines[row] += "0"
    rows.write_text("\n".join(lines), encoding="utf-8")
    done = subprocess.run([program, "6", rows], capture_output=True, text=True)
    assert done.returncode == wrong
    assert done.stdout.count("as in the file") == 6 - wrong
    assert done.stdout.count("448 states") == 4


@pytest.mark.slow
@pytest.mark.skipif(which("cc") is None, reason="a C compiler")
def test_a_second_program_counts_galaxies_boards(tmp_path: Path) -> None:
    program = tmp_path / "program"
    source = ROOT / "benchmarks" / "galaxies_modulo.c"
    subprocess.run(["cc", "-O2", "-o", program, source], check=True)
    for width, height in ((1, 1), (2, 3), (5, 2), (8, 3), (5, 5), (4, 8)):
        size = str(width), str(height)
        done = subprocess.run([program, *size], capture_output=True, text=True)
        counted = text("boards", "count", "galaxies", "x".join(size)).stdout
        assert done.stdout.splitlines()[0] == counted.strip()


def test_growth_on_the_command_line() -> None:
    done = text("boards", "table", "galaxies", "3", "--growth")
    assert done.stdout.splitlines() == [
        f"2 {8 * 1 / 2**2:.15f}",
        f"3 {391 * 8 / 36**2:.15f}",
    ]
