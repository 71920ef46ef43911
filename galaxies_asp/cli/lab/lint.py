"""`galaxies lab lint`: probable mistakes in encodings."""

from collections.abc import Iterator

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.lab.options import domain_option
from galaxies_asp.cli.options.completion import complete_encoding
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.families.family import Board, Domain, domain_named
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
@domain_option
def command(encodings: tuple[str, ...], domain: str) -> int:
    """Find probable mistakes: undocumented, unused and underivable predicates.

    Each encoding is grounded on a small instance, and the warnings of clingo are shown.
    """
    found = domain_named(domain)
    lines: list[str] = []
    with Worker(NAME) as worker:
        for encoding in encodings:
            lines += map(str, lint(found, encoding))
            lines += _warnings(worker, found, encoding)
    for line in dict.fromkeys(lines):
        click.echo(line)
    return exits.NEGATIVE if lines else exits.ANSWERED


def _warnings(worker: Worker, domain: Domain, encoding: str) -> Iterator[str]:
    """Yield the warnings of clingo on a small instance."""
    instances = domain.instances.values()
    facts = min(instances, key=len, default="width(2). height(2). center((2,2)).")
    request = GroundRequest(domain.name, encoding, Board("a small instance", facts))
    try:
        yield from _LIMITS.ask(worker, request).messages
    except (LimitReachedError, WorkerDiedError) as error:
        yield f"{encoding}: grounding a small instance: {error} limit reached"
    except GalaxiesError as error:
        yield str(error)
