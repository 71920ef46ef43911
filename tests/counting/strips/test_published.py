"""Terms of the OEIS, as its entries print them, and recurrences that they state."""

from functools import cache

import pytest
from galaxies_two_rows import count_boards
from stars_on_squares import count_squares

from galaxies_asp.counting.strips.matrix import terms
from galaxies_asp.counting.strips.rules import (
    Partitions,
    Rings,
    Trees,
)
from galaxies_asp.counting.strips.sweep import Sweep, explore

A078469 = """1 2 12 74 456 2810 17316 106706 657552 4052018 24969660 153869978
948189528 5843007146 36006232404 221880401570 1367288641824 8425612252514
51920962156908 319951385193962 1971629273320680"""
A108808 = """1 4 74 1434 27780 538150 10424872 201947094 3912050356 75782907270
1468040672696 28438383992230 550898690444420 10671821831261942
206730898391393192 4004720564629102582 77578083032366404308
1502816206487087179878 29112043791259796460440"""
A221157 = """1 8 456 27780 1691690 103015508 6273056950 381992581548 23261112447444
1416465537909008 86254456382365422 5252391281433321840
319839870650458477666 19476375116903366115612 1185997189541765630381252
72220283556802506132778356 4397792341346509099717980618
267799799794395524429805470412 16307439552264147863293668460374"""
A003780 = """0 0 0 0 0 0 296 0 0 0 70420 0 0 0 16391166 0 0 0 3816021084 0 0 0
888375830566 0 0 0 206814474641944 0 0 0 48146529005876746 0 0 0
11208539472498838244 0 0 0 2609354391828066201746 0 0 0
607459192887167645884388 0 0 0 141416847085185500394182672 0 0 0
32921922778799648796216249818 0 0 0 7664242427921761934124201980862 0 0 0
1784240015038927382237215443432910"""
A360608 = """1 0 2 1 8 12 45 98 292 725 2004 5210 14051 37126 99336 263991 704622
1876566 5005327 13341292 35579622 94866875 252998042 674677856 1799331865
4798687520 12798199466 34133165825 91035612400 242799614636 647572193925
1727149489058"""
A152124 = """1 2 8 36 162 746 3420 15738 72352 332850 1530928 7042422 32394478
149015678 685471704 3153185542 14504703924 66721946584 306922286796
1411848979422 6494534685710 29874996141112 137425609255358 632160693109496
2907952479953454"""
A389766 = "2 664 146510 31197434 6798881226 1567979086356 390673279156006"


def numbers(sequence: str) -> list[int]:
    return [int(term) for term in sequence.split()]


@pytest.mark.parametrize(
    ("sweep", "sequence"),
    [
        (Partitions(2), A078469),
        (Partitions(3), A108808),
        (Partitions(4), A221157),
        (Trees(5), A003780),
        (Rings(4), A360608),
    ],
    ids=repr,
)
def test_terms_of_strips(sweep: Sweep, sequence: str) -> None:
    known = numbers(sequence)
    assert terms(explore(sweep), len(known)) == known


@pytest.mark.slow
def test_squares() -> None:
    """The entry begins with boards of 8 x 8 cells."""
    known = numbers(A389766)[:6]
    assert [count_squares(8 + more, 2) for more in range(len(known))] == known


def segments(cells: int) -> int:
    """Return the number of divisions of cells in a row."""
    return 2 ** (cells - 1) if cells else 1


@cache
def around(columns: int) -> int:
    """Return the divisions in which one region has both ends, after A152124."""
    if columns < 3:
        return int(columns > 0)
    return around(columns - 2) + sum(
        2 * segments(i) ** 2 * around(columns - 2 * i - 2)
        for i in range(1, (columns - 3) // 2 + 1)
    )


@cache
def beside_spike(spike: int, columns: int) -> int:
    """Return the divisions of two rows and of a spike in front, after A152124."""
    if spike == columns == 0:
        return 1
    total = sum(beside_spike(i, columns - i) for i in range(1, columns + 1))
    if spike:
        total += sum(beside_spike(spike - i, columns) for i in range(1, spike + 1))
    else:
        total += sum(
            around(i) * beside_spike(0, columns - i) for i in range(1, columns + 1)
        )
    return total + sum(
        segments(i - spike)
        * sum(
            around(j) * beside_spike(i, columns + spike - 2 * i - j)
            for j in range(1, columns + spike - 2 * i + 1)
        )
        for i in range(max(spike, 1), (columns + spike - 1) // 2 + 1)
    )


def test_galaxies_with_two_rows() -> None:
    """The entry, and its recurrences by H. van der Sanden."""
    known = numbers(A152124)
    assert count_boards(len(known)) == known
    assert count_boards(50) == [beside_spike(0, columns) for columns in range(50)]
