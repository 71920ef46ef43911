"""`galaxies lab`: experiments with encodings."""

from dataclasses import replace

import click

from galaxies_asp.cli import exits, lab_compare, lab_export, lab_ground, lab_repeat
from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.cli.lab_options import (
    MEGABYTE,
    Boards,
    memory_limit_option,
    time_limit_option,
)
from galaxies_asp.cli.lab_report import difference_text
from galaxies_asp.cli.options import Look, from_option, look_options
from galaxies_asp.lab.answers import Size
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.lint import lint
from galaxies_asp.lab.pool import Limits
from galaxies_asp.lab.rules import RuleReport, study
from galaxies_asp.lab.worker import NAME
from galaxies_asp.supervise import Worker


@click.group(name="lab")
def command() -> None:
    """Experiment with encodings.

    An encoding is fast, grow, assign, idp, a file of yours, or a mix: choice, growth or
    walls with parts added, as in choice+level+pair, and with rules left out, as in
    choice+no-symmetry. The parts are the files in the folders of encodings/galaxies.
    """


for verb in (lab_compare, lab_ground, lab_export, lab_repeat):
    command.add_command(verb.command)


@command.command(name="rules")
@click.argument("inputs", nargs=-1, metavar="[INPUT]...")
@click.option(
    "-e",
    "--encoding",
    default="choice+any",
    show_default=True,
    help="A mix; any cell may have any dot here, so that no rule hides another.",
)
@click.option("--without", multiple=True, metavar="RULE", help="Only these rules.")
@click.option(
    "--exhaustive",
    type=Boards(),
    default="3x3",
    show_default=True,
    help="Look for the smallest board up to this size.",
)
@time_limit_option
@memory_limit_option
@from_option
@look_options
def rules(
    inputs: tuple[str, ...],
    encoding: str,
    without: tuple[str, ...],
    exhaustive: Size,
    time_limit: float,
    memory_limit: int,
    from_: str | None,
    look: Look,
) -> int:
    """Show what each rule is for: leave it out, and see what appears.

    For each rule the smallest board on which it matters, with an answer that breaks it;
    and for each puzzle how many answers there are without it.
    """
    sources = Inputs(inputs, from_) if inputs else None
    puzzles = [
        replace(entry.position.puzzle, name=entry.name) for entry in sources or ()
    ]
    limits = Limits(time_limit, memory_limit * MEGABYTE)
    with Worker(NAME) as worker:
        judge = Judge(worker, limits)
        for report in study(judge, encoding, exhaustive, puzzles, without):
            _print_rule(report, exhaustive, look)
    return exits.DATA_ERROR if sources and sources.faulty else exits.ANSWERED


def _print_rule(report: RuleReport, largest: Size, look: Look) -> None:
    if report.difference is not None:
        click.echo(f"{report.rule}: matters on this board and on none with fewer cells")
        click.echo(difference_text(report.difference, look), nl=False, color=True)
    elif report.verdict.complete:
        click.echo(f"{report.rule}: redundant on all boards up to {largest}")
    else:
        why = report.verdict.message or "there are too many answers to compare all"
        click.echo(f"{report.rule}: not known up to {largest}: {why}")
    for effect in report.effects:
        before, after = map(_number, (effect.with_rule, effect.without_rule))
        click.echo(f"  {effect.puzzle.name}: {before} with it, {after} without it")
    click.echo()


def _number(count: tuple[int, bool] | None) -> str:
    if count is None:
        return "not known"
    number, complete = count
    return str(number) if complete else f">= {number}"


@command.command(name="lint")
@click.argument("encodings", nargs=-1, required=True, metavar="ENCODING...")
def lint_command(encodings: tuple[str, ...]) -> int:
    """Find what is probably a mistake: undocumented, unused, underivable predicates."""
    found = list(dict.fromkeys(str(f) for name in encodings for f in lint(name)))
    for finding in found:
        click.echo(finding)
    return exits.NEGATIVE if found else exits.ANSWERED
