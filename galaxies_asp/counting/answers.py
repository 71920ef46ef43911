"""The answers about counted boards, as JSON."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Self

import numpy as np

from galaxies_asp.board.answer import (
    Answer,
    AtLeast,
    Height,
    Natural,
    Part,
    Seconds,
    Width,
)
from galaxies_asp.board.values import dataclass
from galaxies_asp.counting.boards.statistics import Summary
from galaxies_asp.counting.intervals import Interval
from galaxies_asp.counting.strips.generating_function import GeneratingFunction
from galaxies_asp.counting.strips.lines import LoopSummary
from galaxies_asp.counting.strips.matrix import Strip

Estimate = tuple[float, float, float]
"""A value, and the ends of its 95 % confidence interval."""


RegionRows = Annotated[
    Sequence[Sequence[Natural]],
    "The region of each cell, row by row, counted from 0.",
]
"""A line of galaxies boards sample --json and random --json."""

StripRows = Annotated[Sequence[str], "A board: its rows."]
"""A line of galaxies strip sample --json."""


@dataclass(frozen=True)
class SequenceAnswer(Answer):
    """Answer of galaxies strip terms and boards table, with -f json."""

    first: Annotated[Natural, "Index of the first number."]
    numbers: Sequence[Natural]
    sizes: Annotated[Sequence[str], "The size of the boards of each number."] = ()


@dataclass(frozen=True)
class BoardsAnswer(Answer):
    """An answer about all boards of a size."""

    kind: Annotated[str, "Kind of boards."]
    width: Width
    height: Height


@dataclass(frozen=True)
class BoardsCountAnswer(BoardsAnswer):
    """Answer of galaxies boards count --json."""

    count: Annotated[Natural, "Exact number of boards."]
    cpu_seconds: Seconds
    serial_seconds: Annotated[
        float | None, AtLeast(0), "CPU seconds outside the workers that share states."
    ] = None
    exchanged_bytes: Annotated[Natural, "Bytes that workers gave to each other."] = 0


@dataclass(frozen=True)
class HexagonalCountAnswer(Answer):
    """Answer of galaxies boards hexagonal --json."""

    side: Annotated[Natural, "Number of cells at each of the six sides."]
    toroidal: Annotated[bool, "Whether centers may lie outside their regions."]
    count: Annotated[Natural, "Exact number of boards."]


@dataclass(frozen=True)
class DotSetsAnswer(Answer):
    """Answer of galaxies boards dots --json."""

    width: Width
    height: Height
    boards: Annotated[Natural, "Exact number of galaxies boards."]
    dot_sets: Annotated[Natural, "Exact number of different sets of dots."]
    with_solutions: Annotated[
        Sequence[Natural], "Number of sets with exactly 1, 2, ... solutions."
    ]
    most: Annotated[
        Sequence[tuple[int, int]],
        "A set of dots with the most solutions, on the doubled grid.",
    ]


@dataclass(frozen=True)
class PartitionGrowthAnswer(Answer):
    """Answer of galaxies boards growth --json."""

    width: Width
    states: Annotated[Natural, "Number of states between rows."]
    growth: Annotated[float, "Growth factor per row, in floating point."]


@dataclass(frozen=True)
class WitnessAnswer(BoardsAnswer):
    """Answer of galaxies boards witness --json."""

    agrees: Annotated[bool, "Whether models and counted boards agree."]
    counted: Annotated[Natural, "Boards that were counted, or sampled by counting."]
    models: Annotated[Natural, "Models of the encoding that were judged."]
    distinct: Annotated[Natural | None, "How many different boards they are."] = None
    invalid: Annotated[Natural, "How many of them are no boards."] = 0
    declared: Annotated[Natural | None, "Sampled boards that are models."] = None


@dataclass(frozen=True)
class BoardsStatisticsAnswer(BoardsAnswer):
    """Answer of galaxies boards statistics."""

    seed: Annotated[Natural, "Random seed."]
    total: Annotated[Natural, "Exact number of boards."]
    boards: Annotated[Natural, "Number of sampled boards."]
    regions: Annotated[
        Estimate | None, "Number of regions: mean, and the ends of its 95% interval."
    ]
    sizes: Annotated[Mapping[str, Natural], "Number of regions of each size."]
    on_cells: Annotated[
        Estimate | None, "Share of dots on cells: mean, and the ends of its interval."
    ]
    on_edges: Annotated[
        Estimate | None, "Share on edges: mean, and the ends of its 95% interval."
    ]
    on_vertices: Annotated[
        Estimate | None, "Share on vertices: mean, and the ends of its 95% interval."
    ]
    proper: Annotated[
        Estimate | None,
        "Share of boards whose dots have one solution: mean, and the ends of its 95% "
        "interval.",
    ]

    @classmethod
    def about(cls, summary: Summary, **more: Any) -> Self:
        """Return the answer for a sample; `more` are the fields before `boards`."""
        names = ("regions", "on_cells", "on_edges", "on_vertices", "proper")
        estimates = {name: _rounded(getattr(summary, name)) for name in names}
        return cls.of(summary, **estimates, **more)


@dataclass(frozen=True)
class CertificatePart(Part):
    """Why a fraction generates all terms."""

    states: Annotated[Natural, "Merged states of the automaton."]
    primes: Annotated[Natural, "Number of primes modulo which the fraction is correct."]
    bits: Annotated[Natural, "The product of these primes is at least 2^bits."]
    needed: Annotated[Natural, "Bits that prove the fraction."]


@dataclass(frozen=True)
class GeneratingFunctionAnswer(Part):
    """Answer of galaxies strip gf -f json."""

    numerator: Annotated[
        Sequence[int], "Coefficients of the numerator, lowest power first."
    ]
    denominator: Annotated[Sequence[int], "Coefficients of the denominator."]
    growth: Annotated[str, "Growth rate in decimal digits."]
    order: Annotated[Natural, "Order of the recurrence."]
    certified: Annotated[bool, "Whether the fraction is proved."]
    certificate: CertificatePart

    @classmethod
    def about(cls, function: GeneratingFunction, digits: int) -> Self:
        """Return the answer, with the growth to a number of decimal digits."""
        return cls.of(
            function,
            growth=function.growth(digits).decimal(digits),
            certified=True,
            certificate=CertificatePart.of(function.certificate),
        )


@dataclass(frozen=True)
class GrowthAnswer(Answer):
    """Answer of galaxies strip growth --json."""

    states: Annotated[Natural, "Number of states between columns."]
    growth: Annotated[str, "Growth per column: the decimal digits that are certain."]
    low: Annotated[str, "Lower bound."]
    high: Annotated[str, "Upper bound."]


@dataclass(frozen=True)
class StripCertificate(Answer):
    """File of galaxies strip gf --certificate: a fraction, and what proves it."""

    puzzle: Annotated[str, "Name of the puzzle, or path of its encoding."]
    rows: Height
    states: Annotated[Natural, "Number of states; boards begin at state 0."]
    entries: Annotated[
        Sequence[tuple[int, int, int]],
        "Entries of the matrix of a column: state before, state after, weight.",
    ]
    final: Annotated[Sequence[Natural], "Weight of the boards that end at each state."]
    numerator: Annotated[
        Sequence[int], "Coefficients of the numerator, lowest power first."
    ]
    denominator: Annotated[Sequence[int], "Coefficients of the denominator."]
    terms: Annotated[
        Natural, "Number of terms that prove the fraction: its order and the states."
    ]

    @classmethod
    def about(
        cls, puzzle: str, rows: int, strip: Strip, function: GeneratingFunction
    ) -> Self:
        """Return the certificate of a fraction of a merged strip."""
        (step,) = strip.layers
        entries = np.stack([step.sources, step.targets, step.weights], axis=1)
        return cls.of(
            function,
            puzzle=puzzle,
            rows=rows,
            states=strip.states,
            entries=entries.tolist(),
            final=strip.final.tolist(),
            terms=max(len(function.numerator), len(function.denominator) - 1)
            + strip.states,
        )


@dataclass(frozen=True)
class LoopsPart(Part):
    """Closed lines on a sample."""

    boards: Annotated[Natural, "Number of sampled boards."]
    number: Annotated[
        Estimate, "Mean number on a board, with its 95 % confidence interval."
    ]
    length: Annotated[
        Estimate | None, "Mean length in steps, with its 95 % confidence interval."
    ]
    lengths: Annotated[
        Mapping[str, Natural], "Number of closed lines of the sample by length."
    ]

    @classmethod
    def about(cls, loops: LoopSummary) -> Self:
        """Return the estimates of a sample."""
        return cls.of(
            loops, number=_rounded(loops.loops), length=_rounded(loops.length)
        )


@dataclass(frozen=True)
class StripStatisticsAnswer(Answer):
    """Answer of galaxies strip statistics --json."""

    means: Annotated[
        Mapping[str, str],
        "Exact mean number of each character on all boards, as fractions.",
    ]
    loops: Annotated[LoopsPart | None, "Absent where lines have ends or branches."] = (
        None
    )
    seed: Annotated[Natural | None, "Random seed of the sample."] = None


def _rounded(interval: Interval | None) -> Estimate | None:
    return None if interval is None else interval.rounded()
