"""The effect of each rule: omit it or replace it by a variant, and compare."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from galaxies_asp.asp.encodings import MIXES, files, mixed, removable, variants
from galaxies_asp.errors import EncodingError, GalaxiesError
from galaxies_asp.lab.constraints import Constraint, constraints, without
from galaxies_asp.lab.domain import Board
from galaxies_asp.lab.equivalence import Difference, Judge, Verdict
from galaxies_asp.lab.source import Source, read
from galaxies_asp.variants import RuleVariant

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
    """

    rule: str
    base: str
    verdict: Verdict
    is_smallest: bool
    effects: tuple[Effect, ...]

    @property
    def difference(self) -> Difference | None:
        """An answer that is added or lost."""
        return self.verdict.difference


def is_mix(encoding: str) -> bool:
    """Return whether an encoding consists of parts with names."""
    return encoding.split("+")[0] in MIXES and not Path(encoding).is_file()


def study(
    judge: Judge,
    encoding: str,
    boards: Sequence[Board],
    shown: Sequence[Board],
    only: tuple[str, ...] = (),
) -> Iterator[RuleReport]:
    """Omit each rule of an encoding in turn (or those named), and compare.

    The rules of a mix are its parts. Those of other encodings are their constraints,
    named by file and line; those that are redundant each are omitted together at last.

    Parameters
    ----------
    boards
        Where the answers are compared, the smallest first.
    shown
        Where the answers are counted.

    Raises
    ------
    EncodingError
        If there is no such encoding, or it has no such rule.
    """
    if is_mix(encoding):
        for rule in only or removable(encoding):
            changed = mixed(encoding, (), (rule,))
            files(changed)  # raises where there is no such rule
            yield _report(judge, rule, encoding, changed, boards, shown)
        return
    source = read(judge.domain(encoding), encoding)
    redundant: list[Constraint] = []
    with TemporaryDirectory() as folder:
        for constraint in _chosen(source, only):
            changed = _written(source, [constraint], Path(folder))
            rule = str(constraint)
            report = _report(judge, rule, encoding, changed, boards, shown)
            yield _renamed(report, changed, f"without {constraint.place}")
            if report.difference is None and report.verdict.complete:
                redundant.append(constraint)
        if len(redundant) > 1:
            changed = _written(source, redundant, Path(folder))
            rule = "all of these: " + ", ".join(c.place for c in redundant)
            report = _report(judge, rule, encoding, changed, boards, shown)
            yield _renamed(report, changed, "without all of these")


def _chosen(source: Source, only: Sequence[str]) -> list[Constraint]:
    """Return the constraints that are named by `file:line` or the line alone."""
    found = constraints(source)
    if not only:
        return found
    chosen = []
    for name in only:
        same = [c for c in found if name in (c.place, c.place.rpartition(":")[2])]
        if not same:
            places = ", ".join(constraint.place for constraint in found)
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


def _renamed(report: RuleReport, old: str, new: str) -> RuleReport:
    """Return a report that calls a changed encoding by another name."""
    found = report.difference
    if found is None:
        return report
    found = replace(
        found,
        holder=new if found.holder == old else found.holder,
        other=new if found.other == old else found.other,
        wrong=new if found.wrong == old else found.wrong,
    )
    verdict = replace(report.verdict, difference=found)
    return replace(report, verdict=verdict)


def study_variants(
    judge: Judge,
    encoding: str,
    boards: Sequence[Board],
    shown: Sequence[Board],
    only: tuple[RuleVariant, ...] = tuple(RuleVariant),
) -> Iterator[RuleReport]:
    """Change the rules of a mix to each variant in turn, and compare.

    Raises `EncodingError` if the encoding is no mix.
    """
    removable(encoding)  # raises where it is no mix
    for variant in only:
        base = encoding
        try:
            files(mixed(base, (variant,), ()))
        except EncodingError:
            base = _BASES[variant]
        varied = mixed(base, (variant,), ())
        yield _report(judge, variant, base, varied, boards, shown)


def _report(
    judge: Judge,
    rule: str,
    before: str,
    after: str,
    boards: Sequence[Board],
    shown: Sequence[Board],
) -> RuleReport:
    verdict = judge.compare_all(after, before, boards)
    found = verdict.difference
    spaces = {board.name for board in boards if board.choices}
    if found is not None and found.board.name not in spaces:
        verdict = replace(verdict, difference=judge.shrink(found))
    effects = tuple(
        Effect(board, _count(judge, before, board), _count(judge, after, board))
        for board in shown
    )
    is_smallest = found is not None and found.board.name in spaces
    return RuleReport(str(rule), before, verdict, is_smallest, effects)


def _count(judge: Judge, encoding: str, board: Board) -> Count:
    try:
        answers = judge.answers(encoding, board)
    except GalaxiesError:
        return None
    return len(answers.found), answers.complete
