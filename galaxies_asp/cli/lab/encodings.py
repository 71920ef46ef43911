"""`galaxies lab show`, `lint` and `mutants`: the text of encodings."""

from collections import Counter
from collections.abc import Iterator, Mapping

import click

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import command
from galaxies_asp.cli.completion import complete_encoding
from galaxies_asp.cli.lab.options import (
    LabRun,
    checks_options,
    cpu_limits_options,
    encoding_argument,
    family_option,
    store_option,
)
from galaxies_asp.cli.options import output_option, sharing_options
from galaxies_asp.families.family import Board, Family
from galaxies_asp.lab.campaign import campaign
from galaxies_asp.lab.ground import GroundRequest
from galaxies_asp.lab.lint import lint
from galaxies_asp.lab.mutants import Trial, TrialRequest, mutants, sample
from galaxies_asp.lab.source import page
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.progress import LimitReachedError, WorkerDiedError
from galaxies_asp.processes.worker import Worker

_LIMITS = Limits(10, 1_000_000_000)


@command(
    "show",
    encoding_argument,
    family_option,
    output_option("Write the page to FILE, which is itself an encoding."),
    kind=LabRun,
)
def show_command(run: LabRun) -> int:
    """Print an encoding, such as a mix, as one readable page.

    Included files stand in place of their includes, each after its name.
    """
    run.write(page(run.chosen(), run.encoding))
    return exits.ANSWERED


@command(
    "lint",
    click.argument(
        "encodings",
        nargs=-1,
        required=True,
        metavar="ENCODING...",
        shell_complete=complete_encoding,
    ),
    family_option,
    kind=LabRun,
)
def lint_command(run: LabRun, encodings: tuple[str, ...]) -> int:
    """Find probable mistakes: undocumented, unused and underivable predicates.

    Each encoding is grounded on a small instance, and the warnings of clingo are shown.
    """
    family = run.chosen()
    lines: list[str] = []
    with Worker(NAME) as worker:
        for encoding in encodings:
            lines += map(str, lint(family, encoding))
            lines += _warnings(worker, family, encoding)
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


@command(
    "mutants",
    encoding_argument,
    family_option,
    checks_options,
    click.option(
        "--sample",
        "count",
        type=click.IntRange(1),
        default=1_000_000,
        metavar="N",
        help="Check a random sample of N mutants (default: all).",
    ),
    sharing_options(default=1),
    store_option,
    cpu_limits_options,
    kind=LabRun,
)
def mutants_command(run: LabRun) -> int:
    """Plant one fault at a time into an encoding, and count those that checks find.

    A mutant is the encoding with a literal or a rule left out, a sign, a comparison or
    a bound changed, a constant shifted, or two arguments exchanged. Mutants that no
    board shows are listed: they are equivalent, or the checks are too weak.
    """
    family = run.chosen()
    boards = run.checks(family) or [
        Board(name, facts) for name, facts in family.instances.items()
    ]
    if not boards:
        raise click.UsageError("give boards, as with --exhaustive 3x2 --random 100")
    requests = [
        TrialRequest(run.family, run.encoding, mutant, tuple(boards))
        for mutant in sample(mutants(family, run.encoding), run.count, run.seed)
    ]
    with run.stored() as store:
        trials = campaign(
            requests,
            store,
            limits=run.run_limits,
            sharing=run.sharing,
            report=run.progress(),
        )
    _print_score(trials)
    return exits.ANSWERED


def _print_score(trials: Mapping[TrialRequest, Trial]) -> None:
    """Print the score, the boards that show faults, and the mutants that none shows."""
    shown = [trial for trial in trials.values() if trial.found_on is not None]
    share = f" ({len(shown) / len(trials):.1%})" if trials else ""
    click.echo(f"{len(shown)} of {len(trials)} mutants shown{share}")
    kinds = Counter(_kind(trial.found_on or "") for trial in shown)
    for kind, number in kinds.most_common():
        click.echo(f"{number:>6}  {kind}")
    for request, trial in trials.items():
        if trial.found_on is None:
            click.echo(f"not found: {request.mutant.place}: {request.mutant.fault}")


def _kind(name: str) -> str:
    return "random boards" if name.startswith("random board ") else name
