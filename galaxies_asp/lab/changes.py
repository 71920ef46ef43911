"""The effect of changes of an encoding: rules left out, variants, planted faults."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from galaxies_asp.core.asp.encodings import (
    MIXES,
    base_of,
    files,
    mixed,
    removable,
    variants,
)
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import EncodingError, LimitError
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.lab.asking import Answers
from galaxies_asp.lab.equivalence import AnswerDifference, Judge, Verdict
from galaxies_asp.lab.instances import Instance
from galaxies_asp.lab.mutants import Mutant
from galaxies_asp.lab.proof import Equality, steps, sweep
from galaxies_asp.lab.prove import Proof
from galaxies_asp.lab.source import (
    Constraint,
    EncodingSource,
    comparable,
    constraints,
    read,
    without,
)

_COUNTED = 2000
"""The largest number of answers that are counted where none is compared."""


@dataclass(frozen=True)
class RuleReport:
    """The effect of one rule, of a variant of it, or of a planted fault."""

    rule: str
    """The name of the part or the constraint that was left out, of the variant, or of
    the fault."""
    base: str
    """The encoding that was changed."""
    verdict: Verdict
    """A board on which it matters; or that there is none."""
    is_smallest: bool
    """Whether no board with fewer cells shows it: all boards were compared by size."""
    effects: dict[Instance, tuple[Answers, Answers]]
    """The answers before and after the change: on the largest boards, all together, and
    on given boards."""
    searched: Equality | None = None
    """The search on larger boards; None if there was none."""

    @property
    def difference(self) -> AnswerDifference | None:
        """An answer that is added or lost."""
        return self.verdict.difference


def is_mix(encoding: str) -> bool:
    """Return whether an encoding consists of parts with names."""
    return encoding.split("+")[0] in MIXES and not Path(encoding).is_file()


@dataclass(frozen=True)
class Scope:
    """Where answers are compared and counted, and where progress is reported."""

    boards: Sequence[Instance]
    """Where the answers are compared, the smallest first."""
    shown: Sequence[Instance] = ()
    """Where the answers are counted."""
    searched: Sequence[Instance] = ()
    """Sets of boards where a difference is searched if those of `boards` show none."""
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

    Raises `EncodingError` if there is no such encoding, or it has no such rule.
    """
    if is_mix(encoding):
        parts = only or removable(encoding)
        changes = [_Change(p, encoding, mixed(encoding, [f"no-{p}"])) for p in parts]
        for change in changes:
            files(change.after)  # raises where there is no such rule
        yield from _reports(judge, changes, scope)
        return
    source = read(judge.family(encoding), encoding)
    with _texts(encoding) as changed:
        chosen = _chosen(source, only)
        changes = [
            changed(str(one), without(source, [one]), f"without {one.place}")
            for one in chosen
        ]
        redundant: list[Constraint] = []
        reports = _reports(judge, changes, scope)
        for constraint, report in zip(chosen, reports, strict=True):
            yield report
            if report.difference is None and report.verdict.complete:
                redundant.append(constraint)
        if len(redundant) > 1:
            rule = f"all of these: {', '.join(c.place for c in redundant)}"
            together = changed(rule, without(source, redundant), "without all of these")
            yield from _reports(judge, [together], scope)


@contextmanager
def _texts(encoding: str) -> Iterator[Callable[[str, str, str], _Change]]:
    """Give a function that returns the change of an encoding to another text."""
    kept, numbers = tuple(sorted(variants(encoding))), count()
    with TemporaryDirectory() as folder:

        def changed(rule: str, text: str, called: str) -> _Change:
            path = Path(folder, f"{next(numbers)}.lp")
            path.write_text(text, encoding="utf-8")
            return _Change(rule, encoding, mixed(str(path), kept), called)

        yield changed


def _chosen(source: EncodingSource, only: Sequence[str]) -> list[Constraint]:
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

    A variant that the mix does not support is studied with one that does.

    Raises `EncodingError` if the encoding is no mix.
    """
    removable(encoding)  # raises where it is no mix
    changes = []
    for variant in only:
        base = encoding
        try:
            files(mixed(base, [variant]))
        except EncodingError:
            base = base_of(frozenset({variant}))
        changes.append(_Change(str(variant), base, mixed(base, [variant])))
    yield from _reports(judge, changes, scope)


def study_mutants(
    judge: Judge, encoding: str, scope: Scope, planted: Sequence[Mutant]
) -> Iterator[RuleReport]:
    """Compare an encoding with mutants of it.

    Raises `LimitError` if the encoding itself reaches a limit, so that a limit shows no
    fault. Raises `EncodingError` if it is faulty.
    """
    judge.ask_all([encoding], scope.boards, scope.report)
    for board in scope.boards:
        if (known := judge.known(encoding, board)).why:
            error = EncodingError if known.why == "refused" else LimitError
            raise error(f"{encoding} on {board.name}: {known.message}")
    with _texts(encoding) as changed:
        changes = [changed(str(mutant), mutant.text, "") for mutant in planted]
        yield from _effects(judge, changes, scope)


def _effects(
    judge: Judge, changes: Sequence[_Change], scope: Scope
) -> Iterator[RuleReport]:
    """Ask about all changes in parallel, then yield the effect of each."""
    rivals = {change.after: change.before for change in changes}
    for encoding in set(rivals.values()):
        comparable(judge.family(encoding), encoding)
    names = list(dict.fromkeys((*rivals.values(), *rivals)))
    judge.prepare(list(rivals), scope.boards, scope.report, rivals)
    judge.ask_all(names, scope.shown, scope.report, models=_COUNTED)
    for change in changes:
        yield _effect(judge, change, scope)


def _effect(judge: Judge, change: _Change, scope: Scope) -> RuleReport:
    pair, searched = (change.after, change.before), None
    verdict = judge.compare_all(*pair, scope.boards)
    is_open = verdict.difference is None and verdict.why != "refused"
    if is_open and scope.searched:
        searched = _searched(judge, change, scope)
        if found := searched.counterexample:
            pair = pair if found.holder == change.after else pair[::-1]
            verdict = judge.compare(*pair, found.board)
    spaces = {board.name for board in scope.boards if board.choices}
    difference = verdict.difference
    is_smallest = difference is not None and difference.board.name in spaces
    effects = {
        board: (
            judge.known(change.before, board, _COUNTED),
            judge.known(change.after, board, _COUNTED),
        )
        for board in scope.shown
    }
    return RuleReport(
        change.rule, change.before, verdict, is_smallest, effects, searched
    )


def _searched(judge: Judge, change: _Change, scope: Scope) -> Equality:
    """Search for a difference; the search is open where a change has no test."""
    pair = change.after, change.before
    requests = steps(judge.family(change.before), pair, scope.searched)
    try:
        return sweep(judge.campaign, requests, report=scope.report)
    except EncodingError as error:
        return Equality({requests[0][0]: Proof(message=str(error))})


def _reports(
    judge: Judge, changes: Sequence[_Change], scope: Scope
) -> Iterator[RuleReport]:
    """Yield the effect of each change on a minimal board, in words for people."""
    for change, report in zip(changes, _effects(judge, changes, scope), strict=True):
        if (difference := report.difference) is not None:
            if not report.is_smallest:
                difference = judge.shrink(difference)
            shown = difference.renamed(change.after, change.called or change.after)
            verdict = replace(report.verdict, difference=shown)
            report = replace(report, verdict=verdict)
        yield report
