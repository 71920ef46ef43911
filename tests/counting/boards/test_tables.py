"""Tables of counts, as b-files, and the growth per cell that they suggest."""

from support.commands import text

from galaxies_asp.counting.boards.counting import growth_estimates, triangle


def test_a_triangle_by_rows() -> None:
    assert triangle("galaxies", 3) == [[1], [2, 8], [4, 36, 391]]
    done = text("boards", "table", "galaxies", "3", "-f", "bfile")
    assert done.stdout == "1 1\n2 2\n3 8\n4 4\n5 36\n6 391\n"
    squares = text("boards", "table", "partitions", "4", "--squares", "-f", "bfile")
    assert squares.stdout == "1 1\n2 12\n3 1434\n4 1691690\n"


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
