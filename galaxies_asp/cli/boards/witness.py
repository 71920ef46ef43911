"""`galaxies boards witness`: cross-check counts with clingo."""

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.boards.options import (
    DRAWABLE,
    BoardLimits,
    kind_argument,
    limits_options,
    size_argument,
)
from galaxies_asp.cli.options import count_option, seed_option
from galaxies_asp.counting.boards import counting


@click.command(name="witness")
@kind_argument(*DRAWABLE, "arrangements")
@size_argument
@count_option(
    "Cross-check N random boards in each direction, instead of all.", default=None
)
@seed_option()
@limits_options
def command(
    kind: str,
    size: tuple[int, int],
    count: int | None,
    seed: int,
    limits: BoardLimits,
) -> int:
    """Compare the count with the models of the encoding of the same boards."""
    from galaxies_asp.counting.boards import witness

    width, height = size
    limits.check(kind, size)
    watch = limits.watch()
    if count is None:
        number = counting.count(kind, height, width, report=watch)
        found = witness.enumerate_models(kind, height, width, watch)
        agrees = found.confirms(number)
        details = (
            f"counted {number}; {found.models} models, {found.distinct} different, "
            f"{found.invalid} invalid"
        )
    else:
        accepted = witness.sample_models(kind, height, width, count, seed)
        declared = witness.declare_samples(kind, height, width, count, seed)
        agrees = accepted == declared == count
        details = (
            f"of {count} models sampled by clingo {accepted} are boards; of {count} "
            f"boards sampled by counting {declared} are models"
        )
    watch.clear()
    verdict = "agreed" if agrees else "DISAGREED"
    click.echo(f"{kind} {width}x{height}: {verdict}: {details}")
    return exits.ANSWERED if agrees else exits.NEGATIVE
