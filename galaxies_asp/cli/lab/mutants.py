"""`galaxies lab mutants`: how many planted faults the checks find."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.completion import complete_encoding
from galaxies_asp.cli.lab.options import (
    Checks,
    checks_options,
    cpu_limits_options,
    family_option,
    resumable,
    store_option,
)
from galaxies_asp.cli.options import sharing_options
from galaxies_asp.cli.output import Progress
from galaxies_asp.families.family import Board
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.campaign import try_all
from galaxies_asp.lab.mutants import Trial, TrialRequest, mutants, sample
from galaxies_asp.lab.store import Store
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.sharing import Sharing


@click.command(name="mutants")
@click.argument("encoding", shell_complete=complete_encoding)
@family_option
@checks_options
@click.option(
    "--sample",
    "count",
    type=click.IntRange(1),
    default=1_000_000,
    metavar="N",
    help="Check a random sample of N mutants (default: all).",
)
@sharing_options(default=1)
@store_option
@cpu_limits_options
def command(
    encoding: str,
    family: str,
    checks: Checks,
    count: int,
    sharing: Sharing,
    store: Path | None,
    limits: Limits,
) -> int:
    """Plant one fault at a time into an encoding, and count those that checks find.

    A mutant is the encoding with a literal or a rule left out, a sign, a comparison or
    a bound changed, a constant shifted, or two arguments exchanged. Mutants that no
    board shows are listed: they are equivalent, or the checks are too weak.
    """
    found = family_named(family)
    boards = checks.boards(found) or [
        Board(name, facts) for name, facts in found.instances.items()
    ]
    if not boards:
        raise click.UsageError("give boards, as with --exhaustive 3x2 --random 100")
    chosen = sample(mutants(found, encoding), count, checks.seed)
    requests = [TrialRequest(family, encoding, one, tuple(boards)) for one in chosen]
    with Store(store) as memory, resumable(store):
        trials = try_all(requests, memory, limits, sharing, Progress())
    _print_score(trials)
    return exits.ANSWERED


def _print_score(trials: Sequence[Trial]) -> None:
    """Print the score, the boards that show faults, and the mutants that none shows."""
    found = [trial for trial in trials if trial.found_on is not None]
    share = f" ({len(found) / len(trials):.1%})" if trials else ""
    click.echo(f"{len(found)} of {len(trials)} mutants found{share}")
    kinds = Counter(_kind(trial.found_on or "") for trial in found)
    for kind, number in kinds.most_common():
        click.echo(f"{number:>6}  {kind}")
    for trial in trials:
        if trial.found_on is None:
            click.echo(f"not found: {trial.mutant.place}: {trial.mutant.fault}")


def _kind(name: str) -> str:
    return "random boards" if name.startswith("random board ") else name
