"""`galaxies lab rules`: the effect of each rule and variant."""

import textwrap
from typing import Annotated

import click
from click.core import ParameterSource

from galaxies_asp.board.variants import MEANING, RuleVariant
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import command
from galaxies_asp.cli.inputs import from_option, inputs_argument
from galaxies_asp.cli.lab.options import (
    LabRun,
    checks_options,
    cpu_limits_options,
    family_option,
    prove_option,
    store_option,
)
from galaxies_asp.cli.lab.report import difference_text, few, variant_text
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import Choice
from galaxies_asp.families.family import Board, Family
from galaxies_asp.families.galaxies.family import NAME as GALAXIES
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.proof import proof_boards
from galaxies_asp.lab.rules import RuleReport, Scope, is_mix, study, study_variants

_EXHAUSTIVE = 3, 3


@command(
    "rules",
    inputs_argument,
    family_option,
    from_option,
    options.encoding_option(
        "A mix, whose parts are removed, or any other encoding, whose constraints are. "
        "Any cell may have any dot in the default, so no rule hides another. In "
        "another family, the default is its own encoding.",
        default="choice+any",
    ),
    options.without_option(
        "Remove only this rule: a part, or FILE:LINE or LINE; repeatable."
    ),
    checks_options,
    prove_option("Search all boards up to this size where those show no effect."),
    options.sharing_options(default=1),
    store_option,
    cpu_limits_options,
    options.quiet_option,
    kind=LabRun,
)
def rules_command(
    run: LabRun,
    without: tuple[str, ...],
    size: tuple[int, int] | None,
    only: Annotated[
        tuple[str, ...],
        "--variant",
        Choice([str(variant) for variant in RuleVariant]),
        "A variant of the rules; repeatable.",
    ] = (),
) -> int:
    """Show the effect of removing each rule, and of each variant.

    First each rule is removed, then, from a mix of Galaxies, each variant replaces a
    rule. Shown are the smallest board on which this matters, with an answer that
    appears or disappears, and the numbers of answers before and after. Without
    --exhaustive and --random, all boards up to 3x3 are searched, or the instances of a
    family that does not enumerate boards. With --prove, rules without effect there are
    searched for on larger boards, as `lab prove` does.
    """
    encoding = run.encoding
    source = click.get_current_context().get_parameter_source("encoding")
    if run.family != GALAXIES and source == ParameterSource.DEFAULT:
        encoding = run.chosen().chosen()
    given = run.subject(encoding, *run.inputs)
    family = given.family
    if run.exhaustive or run.random:
        boards = run.checks(family)
    elif family.spaces is not None:
        boards = list(family.spaces(*_EXHAUSTIVE))
    else:
        boards = [Board(name, facts) for name, facts in family.instances.items()]
    spaces = [board for board in boards if board.choices]
    # The last sets of boards; that without further choices such as holes is shown.
    last = [board for board in spaces if board.facts == spaces[-1].facts]
    largest = sorted(last, key=lambda board: len(board.choices))[:1]
    searched = [] if size is None else proof_boards(family, *size)
    scope = Scope(boards, (*largest, *given.boards), searched, run.progress())
    every = not (without or only)
    everywhere = few([board.name for board in boards])
    with run.campaign() as work:
        judge = Judge(family.name, work)
        if without or every:
            for report in study(judge, encoding, scope, without):
                _print_rule(family, report, everywhere)
        if only or (every and family.name == GALAXIES and is_mix(encoding)):
            variants = tuple(map(RuleVariant, only)) or tuple(RuleVariant)
            for report in study_variants(judge, encoding, scope, variants):
                _print_variant(report, encoding, everywhere)
    return exits.worst([*given.codes])


def _print_rule(family: Family, report: RuleReport, everywhere: str) -> None:
    echo(f"{report.rule}: {_where(report, 'redundant', everywhere)}")
    if report.difference is not None:
        echo(difference_text(family, report.difference), nl=False)
    _print_effects(report, "with it", "without it")


def _print_variant(report: RuleReport, encoding: str, everywhere: str) -> None:
    variant = RuleVariant(report.rule)
    base = "" if report.base == encoding else f" (of {report.base})"
    where = _where(report, "the same as the rules of the puzzle", everywhere)
    echo(f"{variant}{base}: {where}")
    if report.difference is not None:
        echo(variant_text(variant, report.difference), nl=False)
    echo(textwrap.indent(textwrap.fill(MEANING[variant], 86), "  "))
    _print_effects(report, "by the rules of the puzzle", f"with {variant}")


def _where(report: RuleReport, nowhere: str, everywhere: str) -> str:
    if report.difference is not None:
        if report.is_smallest:
            return "matters on this board and on none with fewer cells"
        return "matters on this board"
    searched = report.searched
    if searched is not None and not searched.counterexample:
        on = few(searched.equal_on) if searched.equal_on else "no board searched"
        open_ = [
            f"; open on {request.board.name}: {reason}"
            for request, reason in searched.open.items()
        ]
        return f"{nowhere} on {on}{''.join(open_[:1])}"
    if report.verdict.complete:
        return f"{nowhere} on {everywhere}"
    why = report.verdict.message or "there are too many answers to compare all"
    return f"not known on {everywhere}: {why}"


def _print_effects(report: RuleReport, before: str, after: str) -> None:
    for board, answers in report.effects.items():
        counts = [
            "not known"
            if known.why
            else f"{'' if known.complete else '>= '}{len(known.found):,}"
            for known in answers
        ]
        echo(f"  {board.name}: {counts[0]} {before}, {counts[1]} {after}")
    echo()
