"""`galaxies lab show`, `lint` and `mutants`: the text of encodings."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

import click

from galaxies_asp.asp.encodings import variants
from galaxies_asp.board.errors import EncodingError, GalaxiesError
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import command
from galaxies_asp.cli.lab.options import (
    LabRun,
    checks_options,
    cpu_limits_options,
    encoding_argument,
    family_option,
    prove_option,
    store_option,
)
from galaxies_asp.cli.lab.report import few
from galaxies_asp.cli.options import output_option, quiet_option, sharing_options
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import complete_encoding_or_input
from galaxies_asp.families.family import Board
from galaxies_asp.lab.cost import NAME
from galaxies_asp.lab.ground import GroundRequest
from galaxies_asp.lab.lint import RULES, lint
from galaxies_asp.lab.mutants import Trial, TrialRequest, mutants
from galaxies_asp.lab.proof import proof_boards, steps, sweep
from galaxies_asp.lab.source import page
from galaxies_asp.lab.store import Campaign
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.progress import LimitReachedError, WorkerDiedError
from galaxies_asp.processes.worker import Worker

_LIMITS = Limits(10, 1_000_000_000)
_SMALL = "width(2). height(2). center((2,2))."


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
        "arguments",
        nargs=-1,
        metavar="ENCODING... [INPUT]",
        shell_complete=complete_encoding_or_input,
    ),
    family_option,
    kind=LabRun,
)
def lint_command(
    run: LabRun, lists_rules: Annotated[bool, "--rules", "List the rules."] = False
) -> int:
    """Find probable mistakes in encodings, and what their readers miss.

    Each is named with file, line, column and rule. The comment "% lint: off RULE"
    switches a rule off, in its file, or in its line if it stands behind a rule.

    Each encoding is grounded on a small instance, and the warnings of clingo are shown.
    On an instance that is given, the cost of products is shown, and idle rules.
    """
    if lists_rules:
        for name, meaning in RULES.items():
            echo(f"{name:<14}{meaning}")
        return exits.ANSWERED
    given = run.subject(*run.arguments, others=True)
    family = given.family
    lines: list[str] = []
    smallest = min(family.instances.values(), key=len, default=_SMALL)
    board = next(iter(given.boards), Board("a small instance", smallest))
    with Worker(NAME) as worker:
        for encoding in given.encodings:
            report = None
            try:
                report = _LIMITS.ask(
                    worker, GroundRequest(family.name, encoding, board)
                )
            except GalaxiesError as error:
                lines.append(str(error))
            except (LimitReachedError, WorkerDiedError) as error:
                said = f"{encoding}: grounding {board.name}: {error} limit reached"
                lines.append(said)
            found = lint(family, encoding, report if given.boards else None)
            lines += [*map(str, found), *(report.messages if report else ())]
    for line in dict.fromkeys(lines):
        echo(line)
    return exits.NEGATIVE if lines else exits.ANSWERED


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
    prove_option("Search all boards up to this size for mutants that no board shows."),
    sharing_options(default=1),
    store_option,
    cpu_limits_options,
    quiet_option,
    kind=LabRun,
)
def mutants_command(run: LabRun, size: tuple[int, int] | None) -> int:
    """Plant one fault at a time into an encoding, and count those that checks find.

    A mutant is the encoding with a literal or a rule left out, a sign, a comparison or
    a bound changed, a constant shifted, or two arguments exchanged. The score is by
    method: the boards that are tried, and the search of `lab prove` (--prove). Mutants
    that no method shows are listed: they are equivalent, or the checks are too weak.
    """
    family = run.chosen()
    boards = run.checks(family) or [
        Board(name, facts) for name, facts in family.instances.items()
    ]
    if not boards and size is None:
        raise click.UsageError("give boards, as with --exhaustive 3x2 --random 100")
    every = mutants(family, run.encoding)
    chosen = Random(run.seed).sample(range(len(every)), min(run.count, len(every)))
    requests = [
        TrialRequest(run.family, run.encoding, every[number], tuple(boards))
        for number in sorted(chosen)
    ]
    with run.campaign() as work:
        trials: dict[TrialRequest, Trial] = work.run(requests, run.progress())
        if size is not None:
            trials |= _searched(run, trials, proof_boards(family, *size), work)
    _print_score(trials)
    return exits.ANSWERED


def _searched(
    run: LabRun,
    trials: Mapping[TrialRequest, Trial],
    boards: Sequence[Board],
    work: Campaign,
) -> dict[TrialRequest, Trial]:
    """Search for boards that show the mutants which no board has shown."""
    left = [request for request, trial in trials.items() if trial.found_on is None]
    found, progress, family = {}, run.progress(), run.chosen()
    with TemporaryDirectory() as folder:
        for number, request in enumerate(left):
            progress("mutants searched", number, len(left))
            path = Path(folder) / f"{number}.lp"
            path.write_text(request.mutant.text, encoding="utf-8")
            mutant = "+".join((str(path), *sorted(variants(run.encoding))))
            try:
                result = sweep(work, steps(family, (run.encoding, mutant), boards))
            except EncodingError as error:
                found[request] = Trial(reason=f"not searched: {error}")
                continue
            if result.counterexample is not None:
                found[request] = Trial("search")
            elif result.open:
                reason = next(iter(result.open.values()))
                found[request] = Trial(reason=f"open: {reason}")
            else:
                where = few(result.equal_on)
                found[request] = Trial(reason=f"equal to the encoding on {where}")
    return found


def _print_score(trials: Mapping[TrialRequest, Trial]) -> None:
    """Print the score, the boards that show faults, and the mutants that none shows."""
    shown = [trial for trial in trials.values() if trial.found_on is not None]
    share = f" ({len(shown) / len(trials):.1%})" if trials else ""
    echo(f"{len(shown)} of {len(trials)} mutants shown{share}")
    kinds = Counter(
        "refused by clingo"
        if trial.reason.startswith("refused")
        else re.sub(r"^random board .*", "random boards", trial.found_on or "")
        for trial in shown
    )
    for kind, number in kinds.most_common():
        echo(f"{number:>6}  {kind}")
    for request, trial in trials.items():
        if trial.found_on is None:
            said = f" ({trial.reason})" if trial.reason else ""
            where = f"{request.mutant.place}: {request.mutant.fault}"
            echo(f"not found: {where}{said}")
