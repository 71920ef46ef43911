"""`galaxies lab rules`: the effect of each rule and variant."""

import textwrap

import click

from galaxies_asp import facts
from galaxies_asp.cli import exits
from galaxies_asp.cli.lab.options import SmallSizeType, cpu_limits_options
from galaxies_asp.cli.lab.report import difference_text, variant_text
from galaxies_asp.cli.options.choice import Choice
from galaxies_asp.cli.options.inputs import Inputs, from_option, inputs_argument
from galaxies_asp.cli.options.selection import encoding_option, without_option
from galaxies_asp.lab.domain import Board, domain_named
from galaxies_asp.lab.domains.galaxies import NAME as GALAXIES
from galaxies_asp.lab.domains.galaxies import all_dots
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.rules import Count, RuleReport, study, study_variants
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.worker import Worker
from galaxies_asp.variants import MEANING, RuleVariant

variant_option = click.option(
    "--variant",
    "variants",
    multiple=True,
    type=Choice([str(variant) for variant in RuleVariant]),
    help="A variant of the rules; repeatable.",
)


@click.command(name="rules")
@inputs_argument
@from_option
@encoding_option(
    "choice+any",
    "A mix. Any cell may have any dot in the default, so no rule hides another.",
)
@without_option("Remove only this rule; repeatable.")
@variant_option
@click.option(
    "--exhaustive",
    type=SmallSizeType(),
    default="3x3",
    show_default=True,
    help="Search for the smallest board up to this size.",
)
@cpu_limits_options
def command(
    inputs: tuple[str, ...],
    from_: str | None,
    encoding: str,
    without: tuple[str, ...],
    variants: tuple[str, ...],
    exhaustive: tuple[int, int],
    limits: Limits,
) -> int:
    """Show the effect of removing each rule, and of each variant.

    First each rule is removed, then each variant replaces a rule. Shown are the
    smallest board on which this matters, with an answer that appears or disappears, and
    the numbers of answers before and after.
    """
    sources = Inputs(inputs, from_) if inputs else None
    puzzles = [
        Board(entry.name, facts.program(entry.position.puzzle))
        for entry in sources or ()
    ]
    sizes = all_dots(*exhaustive)
    with Worker(NAME) as worker:
        judge = Judge(GALAXIES, worker, limits)
        if without or not variants:
            for report in study(judge, encoding, sizes, puzzles, without):
                _print_rule(report, exhaustive)
        if variants or not without:
            chosen = tuple(map(RuleVariant, variants)) or tuple(RuleVariant)
            for report in study_variants(judge, encoding, sizes, puzzles, chosen):
                _print_variant(report, encoding, exhaustive)
    return sources.worst([]) if sources else exits.ANSWERED


def _print_rule(report: RuleReport, largest: tuple[int, int]) -> None:
    click.echo(f"{report.rule}: {_where(report, largest, 'redundant')}")
    if report.difference is not None:
        click.echo(
            difference_text(domain_named(GALAXIES), report.difference),
            nl=False,
            color=True,
        )
    _print_effects(report, "with it", "without it")


def _print_variant(report: RuleReport, encoding: str, largest: tuple[int, int]) -> None:
    variant = RuleVariant(report.rule)
    base = "" if report.base == encoding else f" (of {report.base})"
    where = _where(report, largest, "the same as the rules of the puzzle")
    click.echo(f"{variant}{base}: {where}")
    if report.difference is not None:
        drawing = variant_text(variant, report.difference)
        click.echo(drawing, nl=False, color=True)
    click.echo(textwrap.indent(textwrap.fill(MEANING[variant], 86), "  "))
    _print_effects(report, "by the rules of the puzzle", f"with {variant}")


def _where(report: RuleReport, largest: tuple[int, int], nowhere: str) -> str:
    if report.difference is not None:
        return "matters on this board and on none with fewer cells"
    if report.verdict.complete:
        return f"{nowhere} on all boards up to {largest[0]}x{largest[1]}"
    why = report.verdict.message or "there are too many answers to compare all"
    return f"not known up to {largest[0]}x{largest[1]}: {why}"


def _print_effects(report: RuleReport, before: str, after: str) -> None:
    for effect in report.effects:
        counts = f"{_number(effect.before)} {before}, {_number(effect.after)} {after}"
        click.echo(f"  {effect.board.name}: {counts}")
    click.echo()


def _number(count: Count) -> str:
    if count is None:
        return "not known"
    number, complete = count
    return f"{number:,}" if complete else f">= {number:,}"
