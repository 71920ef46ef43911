"""The effect of each rule: omit it or replace it by a variant, and compare."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from galaxies_asp.asp.encodings import MIXES, files, mixed, removable, variants
from galaxies_asp.board.errors import EncodingError, GalaxiesError
from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.families.family import Board
from galaxies_asp.lab import prove
from galaxies_asp.lab.equivalence import Difference, Judge, Verdict
from galaxies_asp.lab.proof import Equality, sweep
from galaxies_asp.lab.source import Constraint, Source, constraints, read, without
from galaxies_asp.processes.progress import Report, silent

_BASES = {RuleVariant.TOROIDAL: "choice+any", RuleVariant.LOOSE_WALLS: "walls"}
"""The encoding to study a variant with if the given one does not support it."""

Count = tuple[int, bool] | None
"""A number of answers, and whether it is complete; None if unknown."""


@dataclass(frozen=True)
class Effect:
    """How many answers a board has, or all boards of a size, with and without a change.

    The change is that one rule is missing, or that it is another one.
    """

    board: Board
    before: Count
    after: Count


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
        What happens on the largest boards, all together, and on given boards.
    searched
        The search on larger boards; None if there was none.
    """

    rule: str
    base: str
    verdict: Verdict
    is_smallest: bool
    effects: tuple[Effect, ...]
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
    chosen = _chosen(source, only)
    with TemporaryDirectory() as name:
        folder = Path(name)
        changes = [
            _Change(
                *(str(constraint), encoding, _written(source, [constraint], folder)),
                f"without {constraint.place}",
            )
            for constraint in chosen
        ]
        redundant: list[Constraint] = []
        for constraint, report in zip(
            chosen, _reports(judge, changes, scope), strict=True
        ):
            yield report
            if report.difference is None and report.verdict.complete:
                redundant.append(constraint)
        if len(redundant) > 1:
            rule = "all of these: " + ", ".join(
                constraint.place for constraint in redundant
            )
            changed = _written(source, redundant, folder)
            together = _Change(rule, encoding, changed, "without all of these")
            yield from _reports(judge, [together], scope)


def _chosen(source: Source, only: Sequence[str]) -> list[Constraint]:
    """Return the constraints that are named by `file:line` or the line alone."""
    known = constraints(source)
    if not only:
        return known
    chosen = []
    for name in only:
        same = [c for c in known if name in (c.place, c.place.rpartition(":")[2])]
        if not same:
            places = ", ".join(constraint.place for constraint in known)
            raise EncodingError(
                f"{source.name!r} has no constraint at {name!r}; there are: {places}"
            )
        chosen += same
    return chosen


def _written(source: Source, omitted: Sequence[Constraint], folder: Path) -> str:
    """Write an encoding without some constraints, and return its name."""
    path = folder / f"{'-'.join(str(constraint.number) for constraint in omitted)}.lp"
    path.write_text(without(source, omitted), encoding="utf-8")
    return mixed(str(path), tuple(sorted(variants(source.name))), ())


def _renamed(difference: Difference, change: _Change) -> Difference:
    """Return a difference that calls the changed encoding by its name for people."""
    if not change.called:
        return difference
    holder, other, wrong = (
        change.called if name == change.after else name
        for name in (difference.holder, difference.other, difference.wrong)
    )
    return replace(difference, holder=holder, other=other, wrong=wrong)


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
    names = list(dict.fromkeys((*rivals.values(), *rivals)))
    judge.prepare(list(rivals), scope.boards, scope.report, rivals)
    judge.ask_all(names, scope.shown, scope.report)
    for change in changes:
        yield _report(judge, change, scope)


def _report(judge: Judge, change: _Change, scope: Scope) -> RuleReport:
    verdict = judge.compare_all(change.after, change.before, scope.boards)
    searched = None
    if verdict.difference is None and scope.searched:
        searched, verdict = _searched(judge, change, scope, verdict)
    difference = verdict.difference
    spaces = {board.name for board in scope.boards if board.choices}
    is_smallest = difference is not None and difference.board.name in spaces
    if difference is not None:
        difference = difference if is_smallest else judge.shrink(difference)
        verdict = replace(verdict, difference=_renamed(difference, change))
    effects = tuple(
        Effect(
            board,
            _count(judge, change.before, board),
            _count(judge, change.after, board),
        )
        for board in scope.shown
    )
    return RuleReport(
        change.rule, change.before, verdict, is_smallest, effects, searched
    )


def _searched(
    judge: Judge, change: _Change, scope: Scope, verdict: Verdict
) -> tuple[Equality, Verdict]:
    """Search for a board on which a change matters, and compare on it."""
    pair = change.after, change.before
    steps = prove.steps(judge.family(change.before), pair, scope.searched)
    result = sweep(judge.campaign, steps, report=scope.report)
    if result.counterexample is not None:
        request, proof = result.counterexample
        board = Board(f"a board of {request.board.name}", proof.facts or "")
        verdict = judge.compare(request.encoding, request.other, board)
    return result, verdict


def _count(judge: Judge, encoding: str, board: Board) -> Count:
    try:
        answers = judge.answers(encoding, board)
    except GalaxiesError:
        return None
    return len(answers.found), answers.complete
