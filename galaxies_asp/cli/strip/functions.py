"""`galaxies strip gf`: generating functions, their certificates."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Option, command
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.strip.options import Checkpoint, LimitedRun
from galaxies_asp.core.board.answer import Answer, Height, Natural, Part
from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.fields import Range
from galaxies_asp.counting.strips.fitting import check_cost, generating_function
from galaxies_asp.counting.strips.generating_function import (
    Certificate,
    GeneratingFunction,
    summary,
)
from galaxies_asp.counting.strips.matrix import Strip, lumped
from galaxies_asp.processes.sharing import executor


@dataclass(frozen=True)
class GeneratingFunctionAnswer(Part):
    """Answer of galaxies strip gf -f json."""

    numerator: Annotated[Sequence[int], "Its coefficients, lowest power first."]
    denominator: Annotated[Sequence[int], "Coefficients of the denominator."]
    growth: Annotated[str, "Growth rate in decimal digits."]
    order: Annotated[Natural, "Order of the recurrence."]
    certified: Annotated[bool, "Whether the fraction is proved."]
    certificate: Certificate


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
    numerator: Annotated[Sequence[int], "Its coefficients, lowest power first."]
    denominator: Annotated[Sequence[int], "Coefficients of the denominator."]
    terms: Annotated[
        Natural, "Number of terms that prove the fraction: its order and the states."
    ]

    @classmethod
    def about(
        cls, puzzle: str, rows: int, strip: Strip, function: GeneratingFunction
    ) -> "StripCertificate":
        """Return the certificate of a fraction of a merged strip."""
        (step,) = strip.layers
        entries = np.stack([step.sources, step.targets, step.weights], axis=1)
        order = max(len(function.numerator), len(function.denominator) - 1)
        return cls.of(
            function,
            puzzle=puzzle,
            rows=rows,
            states=strip.states,
            entries=entries.tolist(),
            final=strip.final.tolist(),
            terms=order + strip.states,
        )


@command("gf")
def gf_command(
    *,
    digits: Annotated[
        int, Range(1, 1000), "Digits of the growth rate after the decimal point."
    ] = 20,
    certificate: Annotated[
        str | None,
        Option(metavar="FILE"),
        "Write the merged matrix and the fraction to this file, as JSON, for "
        "benchmarks/check_certificate.py.",
    ],
    format_: Annotated[str, options.format_option(["text", "json"])] = "text",
    checkpoint: Checkpoint,
    jobs: options.Jobs,
    run: LimitedRun,
    output: options.Output,
) -> int:
    """Print the generating function of the numbers of boards, with a certificate."""
    strip, function = run.call(fitted, run, checkpoint, jobs)
    if format_ == "json":
        growth = function.growth(digits).decimal(digits)
        fields = {"growth": growth, "certified": True}
        text = GeneratingFunctionAnswer.of(function, **fields).json()
    else:
        text = summary(function, digits)
    write_output(f"{text.rstrip()}\n", output)
    if certificate is not None:
        proof = StripCertificate.about(run.puzzle, run.rows or 0, strip, function)
        write_output(f"{proof.json()}\n", certificate)
    return exits.ANSWERED


def fitted(
    run: LimitedRun, checkpoint: Path | None, jobs: int, report: Report
) -> tuple[Strip, GeneratingFunction]:
    """Return the merged strip of a puzzle, and its generating function.

    Raises `LimitError` if it would take too long, unless it is forced.
    """
    strip = lumped(run.strip(report))
    if not run.force:
        check_cost(strip, jobs)
    with executor(jobs) as workers:
        return strip, generating_function(
            strip, executor=workers, checkpoint=checkpoint, report=report
        )
