"""`galaxies lab prove` and `rules`: boards on which encodings or rules differ."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import inf
from typing import Annotated

import click

from galaxies_asp.cli import exits, options, values
from galaxies_asp.cli.commands import Argument, Option, command, is_given
from galaxies_asp.cli.inputs import InputNames, NotationName
from galaxies_asp.cli.lab import options as lab
from galaxies_asp.cli.lab.report import difference_text, few, note_lines, variant_text
from galaxies_asp.cli.lab.searching import EXHAUSTIVE, cost, proof_lines
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import SIZE, Choice, complete_part
from galaxies_asp.core.asp.atoms import parsed
from galaxies_asp.core.asp.encodings import variants
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.variants import MEANING, RuleVariant
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab import proof
from galaxies_asp.lab.changes import RuleReport, Scope, is_mix, study, study_variants
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import (
    Instance,
    Output,
    board_sets,
    drawing_of,
    instances_of,
)
from galaxies_asp.lab.prove import SeveralRequest
from galaxies_asp.lab.source import read

_SECONDS = 60.0
_LARGEST = 9
"""The largest side of a board if no size is given."""


def _constant(text: str) -> tuple[str, tuple[str, ...]]:
    """Read the values of a constant."""
    match = re.fullmatch(r"([a-z_]\w*)=((?:-?\d{1,9}|[a-z]\w*)(?:,(?!$)|$))+", text)
    if match is None:
        raise ValueError("a name and values: numbers or names, as in n=1,2")
    return match[1], tuple(text.partition("=")[2].split(","))


@command("prove")
def prove_command(
    *,
    size: Annotated[
        tuple[int, int] | None,
        SIZE,
        "Search all boards up to this size (default: until --time-limit).",
    ],
    checks: Annotated[lab.CheckedBoards, lab.ProvedBoards],
    constants: Annotated[
        tuple[tuple[str, tuple[str, ...]], ...],
        Option("--const", metavar="NAME=VALUE,..."),
        values.Parsed("NAME=VALUE,...", _constant),
        "Values of a constant of the encodings; repeatable, for all combinations.",
    ],
    most: Annotated[
        int | None,
        Option("--more-than"),
        Range(0, 100),
        "The smallest board with more than N solutions of one encoding.",
    ],
    time_limit: Annotated[
        float | None,
        options.SECONDS,
        "Begin no larger size after these CPU seconds (default: 60 without --size).",
    ],
    arguments: Annotated[
        tuple[str, ...], Argument(required=True, metavar="ENCODING [ENCODING]")
    ],
    family: lab.FamilyName,
    run: lab.CampaignOptions,
    as_json: options.Json,
) -> int:
    """Search for a board on which two encodings differ.

    One program chooses a board of a size and an answer of one encoding that is none of
    the other one. If there is none in both directions, the encodings are equal on all
    boards of this size; nothing is said about larger boards. A difference is shown on a
    minimal board for each broken rule, with the answers of both. In Galaxies, the
    boards have any dots, colors if an encoding reads them, and holes and up to 2 given
    walls if each encoding does. Predicates that an encoding chooses beside its output
    may need a witness on large boards; see the documentation of encodings.
    """
    given = lab.subject(family, arguments, others=True)
    names, judged = given.encodings, given.family
    if given.boards or len(names) != (2 if most is None else 1):
        raise click.UsageError("give two encodings, or one with --more-than")
    if time_limit is None and size is None:
        time_limit = _SECONDS
    without = {
        *lab.left_out(checks.kind, judged, names),
        *proof.irrelevant(judged, names),
    }
    largest = size or (_LARGEST, _LARGEST)
    searched = proof.proof_boards(judged, *largest, checks.lattice, without)
    if constants:
        searched = _with_constants(searched, _declared(judged, names, dict(constants)))
    if size is None:
        searched.sort(key=lambda board: max(proof.sides(board.name)))
    if most is None:
        requests = proof.steps(judged, names, searched)
    else:
        requests = [
            [SeveralRequest(judged.name, names[0], "", board, most)]
            for board in searched
        ]
    with run.campaign() as work:
        judge = Judge(judged.name, work)
        judge.ask_all(names, searched[:1], run.progress())
        for line in note_lines(judge, names, searched[:1]):
            echo(line, err=True)
        limit = inf if time_limit is None else time_limit
        result = proof.sweep(work, requests, limit=limit, report=run.progress())
        found, others = result.counterexample, list[proof.Counterexample]()
        if found and most is None and judged.has_verifier:
            others = proof.broken_rules(work, requests, run.progress())
        if as_json:
            echo(result.answer(names, judged.name, most, others).json())
        elif most is not None:
            for line in _several_lines(judged, names[0], most, result):
                echo(line)
        else:
            for one in others or filter(None, [found]):
                echo(_counterexample_text(judge, judged, names, one), nl=False)
            for line in proof_lines(names, result):
                echo(line)
    if not found and (result.open or (size and result.skipped)):
        return exits.LIMIT_REACHED
    return exits.NEGATIVE if (found is None) == (most is not None) else exits.ANSWERED


def _declared(
    family: AnyFamily, encodings: Sequence[str], values: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return values of constants; refuse those that no encoding has."""
    known = {name for one in encodings for name in read(family, one).constants}
    if unknown := sorted(values.keys() - known):
        there = ", ".join(sorted(known)) or "none"
        raise click.UsageError(
            f"--const {unknown[0]}: no encoding has this constant; there are: {there}"
        )
    return values


def _with_constants(
    boards: Iterable[Instance], values: Mapping[str, Sequence[str]]
) -> list[Instance]:
    """Return sets of boards, each with every combination of values of constants."""
    found = []
    for board, chosen in product(list(boards), list(product(*values.values()))):
        pairs = list(zip(values, chosen, strict=True))
        said, on, size = board.name.rsplit(" ", 2)
        named = " and ".join(f"{name} = {value}" for name, value in pairs)
        rules = "".join(f"#const {n} = {v}. [override]\n" for n, v in pairs)
        name = f"{said} with {named} {on} {size}"
        found.append(replace(board, name=name, constants=rules))
    return found


def _counterexample_text(
    judge: Judge, family: AnyFamily, pair: Sequence[str], found: proof.Counterexample
) -> str:
    """Draw the answers of both encodings on a minimal board."""
    (other,) = set(pair) - {found.holder}
    if found.rule is not None:
        answer, at = Output(frozenset(map(parsed, found.atoms))), found.board
        shown = judge.breaking(found.rule, found.holder, other, answer, at)
        return difference_text(family, shown)
    verdict = judge.compare(found.holder, other, found.board)
    if verdict.difference is not None:
        return difference_text(family, judge.shrink(verdict.difference))
    drawing = drawing_of(family, found.facts, frozenset(map(parsed, found.atoms)))
    return f"{found.holder} has an answer that {other} has not\n{drawing}"


def _several_lines(
    family: AnyFamily, encoding: str, most: int, result: proof.Equality
) -> Iterator[str]:
    """Yield the smallest board with more solutions, and where there is none."""
    more = f"more than {counted(most, 'solution')}"
    if result.equal_on:
        where = few(result.equal_on)
        yield f"{encoding} has {more} on none of {where} ({cost(result)})"
    if found := result.counterexample:
        yield f"{encoding} has {more} on {found.board.name}:"
        yield drawing_of(family, found.facts).rstrip("\n")
    for request, reason in result.open.items():
        yield f"open: {request.board.name}: {reason}"


@command("rules")
def rules_command(
    *,
    chosen: Annotated[
        tuple[str, ...],
        Option("--with", metavar="VARIANT|no-RULE", shell_complete=complete_part),
        "Only this: a variant of the rules, or the removal of a rule, which is a part, "
        "FILE:LINE or LINE, as in no-symmetry or no-12; repeatable.",
    ],
    inputs: InputNames,
    family: lab.FamilyName,
    from_: NotationName,
    encoding: Annotated[
        str,
        options.ENCODING,
        "A mix, whose parts are removed, or any other encoding, whose constraints are. "
        "Any cell may have any dot in the default, so no rule hides another. In "
        "another family, the default is its own encoding.",
    ] = "choice+any",
    checks: Annotated[lab.CheckedBoards, lab.Boards],
    run: lab.CampaignOptions,
) -> int:
    """Show the effect of removing each rule, and of each variant.

    First each rule is removed, then, from a mix of Galaxies, each variant replaces a
    rule. Shown are the smallest board on which this matters, with an answer that
    appears or disappears, and the numbers of answers before and after. Without
    --boards, all up to 3x3 are tried, or the instances of a family that does not
    enumerate boards. With --boards prove=4x4, rules without effect there are searched
    for on larger boards, as `lab prove` does.
    """
    removed = (name for name in chosen if name.startswith("no-"))
    without = tuple(name.removeprefix("no-") for name in removed)
    variant = Choice([str(variant) for variant in RuleVariant])
    others = (name for name in chosen if not name.startswith("no-"))
    only = tuple(RuleVariant(variant.convert(name, None, None)) for name in others)
    if not is_given("encoding"):
        encoding = next(iter(compared_family(family).encodings), encoding)
    given = lab.subject(
        family, (encoding, *inputs), from_, others=checks.any, alone=True
    )
    codes, judged = [exits.DATA_ERROR] * given.faulty, given.family
    tried = checks.of(judged)
    if not tried:
        few_cells = board_sets(judged, *EXHAUSTIVE)
        tried = list(few_cells or instances_of(judged))
    spaces = [board for board in tried if board.choices]
    # The last sets of boards; that without further choices such as holes is shown.
    last = [board for board in spaces if board.facts == spaces[-1].facts]
    largest = sorted(last, key=lambda board: len(board.choices))[:1]
    searched = proof.proof_boards(judged, *checks.prove) if checks.prove else []
    scope = Scope(tried, (*largest, *given.boards), searched, run.progress())
    every = not chosen
    everywhere = few([board.name for board in tried])
    with run.campaign() as work:
        judge = Judge(judged.name, work)
        if without or every:
            for report in study(judge, encoding, scope, without):
                _print_rule(judged, report, everywhere)
                codes.append(_code(report))
        if only or (every and is_mix(encoding)):
            every_one = () if variants(encoding) else tuple(RuleVariant)
            for report in study_variants(judge, encoding, scope, only or every_one):
                _print_variant(report, encoding, everywhere)
                codes.append(_code(report))
    return exits.worst(codes)


def _code(report: RuleReport) -> int:
    """Return the exit code for a rule: whether its effect is known."""
    is_open = report.searched is not None and bool(report.searched.open)
    is_known = report.difference is not None or report.verdict.complete
    return exits.ANSWERED if is_known and not is_open else exits.LIMIT_REACHED


def _print_rule(family: AnyFamily, report: RuleReport, everywhere: str) -> None:
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
        where = few(searched.equal_on) or "no board searched"
        for request, reason in searched.open.items():
            return f"{nowhere} on {where}; open on {request.board.name}: {reason}"
        return f"{nowhere} on {where}"
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
