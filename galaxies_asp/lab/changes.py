"""Changes of an encoding: rules left out, variants, planted faults; their effect."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import clingo
from clingo import ast

from galaxies_asp.asp.encodings import MIXES, files, mixed, removable, variants
from galaxies_asp.board.errors import EncodingError, GalaxiesError
from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.families.family import Board, Family
from galaxies_asp.lab.asking import Answers, Question, ask
from galaxies_asp.lab.equivalence import Difference, Judge, Verdict
from galaxies_asp.lab.proof import Equality, steps, sweep
from galaxies_asp.lab.source import (
    Constraint,
    Source,
    comparable,
    constraints,
    place,
    read,
    without,
)
from galaxies_asp.lab.store import Request, Result
from galaxies_asp.processes.progress import Report, silent

_BASES = {RuleVariant.TOROIDAL: "choice+any", RuleVariant.LOOSE_WALLS: "walls"}
"""The encoding to study a variant with if the given one does not support it."""


@dataclass(frozen=True)
class RuleReport:
    """The effect of one rule, or of a variant of it.

    Attributes
    ----------
    rule
        The name of the part or the constraint that was left out, or of the variant.
    base
        The encoding that was changed.
    verdict
        A board on which it matters; or that there is none.
    is_smallest
        Whether no board with fewer cells shows it: all boards were compared by size.
    effects
        The answers before and after the change: on the largest boards, all together,
        and on given boards.
    searched
        The search on larger boards; None if there was none.
    """

    rule: str
    base: str
    verdict: Verdict
    is_smallest: bool
    effects: dict[Board, tuple[Answers, Answers]]
    searched: Equality | None = None

    @property
    def difference(self) -> Difference | None:
        """An answer that is added or lost."""
        return self.verdict.difference


def is_mix(encoding: str) -> bool:
    """Return whether an encoding consists of parts with names."""
    return encoding.split("+")[0] in MIXES and not Path(encoding).is_file()


@dataclass(frozen=True)
class Scope:
    """Where answers are compared and counted, and where progress is reported.

    Attributes
    ----------
    boards
        Where the answers are compared, the smallest first.
    shown
        Where the answers are counted.
    searched
        Sets of boards where a difference is searched if those of `boards` show none.
    """

    boards: Sequence[Board]
    shown: Sequence[Board] = ()
    searched: Sequence[Board] = ()
    report: Report = silent


@dataclass(frozen=True)
class _Change:
    """A rule or variant, the encoding before and after, and its name for people."""

    rule: str
    before: str
    after: str
    called: str = ""


def study(
    judge: Judge, encoding: str, scope: Scope, only: tuple[str, ...] = ()
) -> Iterator[RuleReport]:
    """Omit each rule of an encoding in turn (or those named), and compare.

    The rules of a mix are its parts. Those of other encodings are their constraints,
    named by file and line; those that are redundant each are omitted together at last.

    Raises
    ------
    EncodingError
        If there is no such encoding, or it has no such rule.
    """
    if is_mix(encoding):
        parts = only or removable(encoding)
        changes = [_Change(p, encoding, mixed(encoding, (), (p,))) for p in parts]
        for change in changes:
            files(change.after)  # raises where there is no such rule
        yield from _reports(judge, changes, scope)
        return
    source = read(judge.family(encoding), encoding)
    with TemporaryDirectory() as name:

        def omitting(rule: str, omitted: Sequence[Constraint], called: str) -> _Change:
            path = Path(name, f"{'-'.join(str(c.number) for c in omitted)}.lp")
            path.write_text(without(source, omitted), encoding="utf-8")
            kept = tuple(sorted(variants(source.name)))
            return _Change(rule, encoding, mixed(str(path), kept, ()), called)

        chosen = _chosen(source, only)
        changes = [omitting(str(c), [c], f"without {c.place}") for c in chosen]
        redundant: list[Constraint] = []
        reports = _reports(judge, changes, scope)
        for constraint, report in zip(chosen, reports, strict=True):
            yield report
            if report.difference is None and report.verdict.complete:
                redundant.append(constraint)
        if len(redundant) > 1:
            rule = f"all of these: {', '.join(c.place for c in redundant)}"
            together = omitting(rule, redundant, "without all of these")
            yield from _reports(judge, [together], scope)


def _chosen(source: Source, only: Sequence[str]) -> list[Constraint]:
    """Return the constraints that are named by `file:line` or the line alone."""
    known = constraints(source)
    chosen = [] if only else known
    for name in only:
        same = [c for c in known if name in (c.place, c.place.rpartition(":")[2])]
        if not same:
            places = ", ".join(constraint.place for constraint in known)
            raise EncodingError(
                f"{source.name!r} has no constraint at {name!r}; there are: {places}"
            )
        chosen += same
    return chosen


def study_variants(
    judge: Judge,
    encoding: str,
    scope: Scope,
    only: tuple[RuleVariant, ...] = tuple(RuleVariant),
) -> Iterator[RuleReport]:
    """Change the rules of a mix to each variant in turn, and compare.

    Raises `EncodingError` if the encoding is no mix.
    """
    removable(encoding)  # raises where it is no mix
    changes = []
    for variant in only:
        base = encoding
        try:
            files(mixed(base, (variant,), ()))
        except EncodingError:
            base = _BASES[variant]
        changes.append(_Change(str(variant), base, mixed(base, (variant,), ())))
    yield from _reports(judge, changes, scope)


def _reports(
    judge: Judge, changes: Sequence[_Change], scope: Scope
) -> Iterator[RuleReport]:
    """Ask about all changes in parallel, then yield the effect of each."""
    rivals = {change.after: change.before for change in changes}
    for encoding in set(rivals.values()):
        comparable(judge.family(encoding), encoding)
    names = list(dict.fromkeys((*rivals.values(), *rivals)))
    judge.prepare(list(rivals), scope.boards, scope.report, rivals)
    judge.ask_all(names, scope.shown, scope.report)
    for change in changes:
        yield _report(judge, change, scope)


def _report(judge: Judge, change: _Change, scope: Scope) -> RuleReport:
    pair, searched = (change.after, change.before), None
    verdict = judge.compare_all(*pair, scope.boards)
    if verdict.difference is None and scope.searched:
        requests = steps(judge.family(change.before), pair, scope.searched)
        searched = sweep(judge.campaign, requests, report=scope.report)
        if found := searched.counterexample:
            pair = found.request.encoding, found.request.other
            verdict = judge.compare(*pair, found.board)
    difference = verdict.difference
    spaces = {board.name for board in scope.boards if board.choices}
    is_smallest = difference is not None and difference.board.name in spaces
    if difference is not None:
        difference = difference if is_smallest else judge.shrink(difference)
        names = [n for n in _NAMES if getattr(difference, n) == change.after]
        called: Any = dict.fromkeys(names, change.called or change.after)
        verdict = replace(verdict, difference=replace(difference, **called))
    effects = {
        board: (judge.known(change.before, board), judge.known(change.after, board))
        for board in scope.shown
    }
    return RuleReport(
        change.rule, change.before, verdict, is_smallest, effects, searched
    )


_NAMES = ("holder", "other", "wrong")
"""The encodings that a difference names."""


_FLIPPED = {
    ast.ComparisonOperator.LessThan: ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.LessEqual: ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.GreaterThan: ast.ComparisonOperator.GreaterEqual,
    ast.ComparisonOperator.GreaterEqual: ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.Equal: ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.NotEqual: ast.ComparisonOperator.LessThan,
}
_SIGNS = {ast.BinaryOperator.Plus: ast.BinaryOperator.Minus}
_SIGNS |= {minus: plus for plus, minus in _SIGNS.items()}


@dataclass(frozen=True)
class Mutant:
    """An encoding with a planted fault.

    Attributes
    ----------
    place, fault
        Where the fault is, and what it is.
    text
        The program.
    """

    place: str
    fault: str
    text: str


def mutants(family: Family, encoding: str) -> list[Mutant]:
    """Return the encoding itself, without a fault, and all its mutants.

    In these one literal or rule is left out, one sign, comparison or bound is changed,
    one constant is shifted, or two arguments are exchanged. Their texts differ.

    Raises `EncodingError` if its models cannot be compared.
    """
    source = comparable(family, encoding)
    texts = [str(statement) for statement in source.statements]
    itself = Mutant(encoding, "", "\n".join(texts) + "\n")
    by_text = {itself.text: itself}
    for index, statement in enumerate(source.statements):
        if statement.ast_type != ast.ASTType.Rule:
            continue
        for fault, changed in [("rule left out", ""), *_variants(statement)]:
            text = "\n".join((*texts[:index], str(changed), *texts[index + 1 :])) + "\n"
            made = Mutant(place(statement), f"{fault}: {changed}", text)
            by_text.setdefault(text, made)
    return list(by_text.values())


def _variants(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the node with one change in it."""
    if node.ast_type == ast.ASTType.Rule:
        for index in range(len(node.body)):
            body = [*node.body[:index], *node.body[index + 1 :]]
            yield "literal left out", node.update(body=body)
    yield from _own_variants(node)
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, ast.AST):
            for fault, other in _variants(child):
                yield fault, node.update(**{key: other})
            continue
        for index, part in enumerate(child or ()):
            for fault, other in _variants(part):
                rest = [*child[:index], other, *child[index + 1 :]]
                yield fault, node.update(**{key: rest})


def _own_variants(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node.ast_type:
        case ast.ASTType.Literal if node.atom.ast_type == ast.ASTType.SymbolicAtom:
            sign = ast.Sign.NoSign if node.sign else ast.Sign.Negation
            yield "sign changed", node.update(sign=sign)
        case ast.ASTType.SymbolicTerm:
            if node.symbol.type == clingo.SymbolType.Number:
                for step in (1, -1):
                    number = clingo.Number(node.symbol.number + step)
                    yield "constant shifted", node.update(symbol=number)
        case ast.ASTType.BinaryOperation if node.operator_type in _SIGNS:
            operator = _SIGNS[ast.BinaryOperator(node.operator_type)]
            yield "sign of a sum changed", node.update(operator_type=operator)
        case ast.ASTType.Guard if node.comparison in _FLIPPED:
            comparison = _FLIPPED[ast.ComparisonOperator(node.comparison)]
            yield "bound changed", node.update(comparison=comparison)
        case ast.ASTType.Function if len(node.arguments) > 1:
            arguments = list(node.arguments)
            swapped = [arguments[1], arguments[0], *arguments[2:]]
            yield "arguments exchanged", node.update(arguments=swapped)


@dataclass(frozen=True, slots=True)
class Trial(Result):
    """The result of checking a mutant.

    If the encoding itself reaches no limit, a limit shows the fault, too.

    Attributes
    ----------
    found_on
        The name of the first board that shows the fault, or `search`; None if none.
    reason
        How it shows, or where it does not.
    """

    found_on: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TrialRequest(Request):
    """A request to compare a mutant with its encoding on board after board."""

    mutant: Mutant
    boards: tuple[Board, ...]

    kept = Trial
    title = "mutants"

    def result(self) -> Trial:
        """Return the result of the first board that shows the fault."""
        for board in self.boards:
            right = _right(Question(self.family, self.encoding, board))
            try:
                question = Question(self.family, "the mutant", board)
                answers = ask(question, self.mutant.text)
            except GalaxiesError as error:
                return Trial(board.name, f"refused: {error}")
            if answers.found != right.found:
                reason = "breaks a rule" if answers.wrong else "misses a solution"
                return Trial(board.name, reason)
        return Trial()

    def failed(self, error: Exception) -> Trial:
        """Return a trial in which a limit shows the fault."""
        trial: Trial = Request.failed(self, error)
        return replace(trial, found_on="a limit")


_right = lru_cache(maxsize=10_000)(ask)
"""The answers of the encoding itself."""
