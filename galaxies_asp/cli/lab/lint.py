"""`galaxies lab lint`: probable mistakes in encodings."""

from collections.abc import Iterator

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.completion import complete_encoding
from galaxies_asp.cli.lab.options import family_option
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.families.family import Board, Family
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.ground import GroundRequest
from galaxies_asp.lab.lint import lint
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.stopped import LimitReachedError, WorkerDiedError
from galaxies_asp.processes.worker import Worker

_LIMITS = Limits(10, 1_000_000_000)


@click.command(name="lint")
@click.argument(
    "encodings",
    nargs=-1,
    required=True,
    metavar="ENCODING...",
    shell_complete=complete_encoding,
)
@family_option
def command(encodings: tuple[str, ...], family: str) -> int:
    """Find probable mistakes: undocumented, unused and underivable predicates.

    Each encoding is grounded on a small instance, and the warnings of clingo are shown.
    """
    found = family_named(family)
    lines: list[str] = []
    with Worker(NAME) as worker:
        for encoding in encodings:
            lines += map(str, lint(found, encoding))
            lines += _warnings(worker, found, encoding)
    for line in dict.fromkeys(lines):
        click.echo(line)
    return exits.NEGATIVE if lines else exits.ANSWERED


def _warnings(worker: Worker, family: Family, encoding: str) -> Iterator[str]:
    """Yield the warnings of clingo on a small instance."""
    instances = family.instances.values()
    facts = min(instances, key=len, default="width(2). height(2). center((2,2)).")
    request = GroundRequest(family.name, encoding, Board("a small instance", facts))
    try:
        yield from _LIMITS.ask(worker, request).messages
    except (LimitReachedError, WorkerDiedError) as error:
        yield f"{encoding}: grounding a small instance: {error} limit reached"
    except GalaxiesError as error:
        yield str(error)
