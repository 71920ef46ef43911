"""Results of the lab in words and drawings."""

from collections.abc import Iterable, Iterator, Sequence

from galaxies_asp.asp.encodings import variants
from galaxies_asp.cli.options.look import Look, terminal_width
from galaxies_asp.lab.agreement import Agreement, Comparison
from galaxies_asp.lab.answers import Fault, drawn, name_of
from galaxies_asp.lab.answers import faults as judge
from galaxies_asp.lab.equivalence import Difference
from galaxies_asp.render.text import side_by_side
from galaxies_asp.variants import RuleVariant

_SHOWN = 3
_MOST_NAMES = 6


def agreement_lines(agreement: Agreement) -> Iterator[str]:
    """Say which encodings agree with which, where this is not known, and why."""
    compared = agreement.comparisons
    boards = list(dict.fromkeys(comparison.board for comparison in compared))
    for encoding in agreement.sound:
        groups: dict[str, list[Comparison]] = {}
        for comparison in compared:
            reference = comparison.reference
            if comparison.encoding == encoding != reference and not comparison.why:
                groups.setdefault(reference or "", []).append(comparison)
        for reference, group in groups.items():
            where = _where(group, len(boards))
            yield f"{reference} and {encoding} have {_in_common(group)}{where}"
    failures: dict[tuple[str, str], list[Comparison]] = {}
    for comparison in compared:
        if comparison.why not in ("", "unasked"):
            key = comparison.encoding, comparison.verdict.message
            failures.setdefault(key, []).append(comparison)
    for (encoding, message), group in failures.items():
        where = _where(group, len(boards))
        yield f"{encoding} could not be compared{where}: {message}"
    nowhere = [
        name_of(board)
        for board in boards
        if all(c.reference is None for c in compared if c.board == board)
    ]
    if nowhere:
        yield f"no encoding has answered on {', '.join(nowhere)}: nothing is compared"


def _in_common(group: list[Comparison]) -> str:
    count = sum(comparison.verdict.solutions for comparison in group)
    plural = "solution" if count == 1 else "solutions"
    if all(comparison.verdict.complete for comparison in group):
        return f"the same {count} {plural}"
    return f"{count} {plural} in common; not all were compared"


def _where(group: list[Comparison], boards: int) -> str:
    """Name the boards, where these are not all."""
    if len(group) == boards:
        return ""
    names = [name_of(comparison.board) for comparison in group]
    if len(names) > _MOST_NAMES:
        names = [*names[: _MOST_NAMES - 1], f"{len(names) - _MOST_NAMES + 1} more"]
    return f" on {', '.join(names)}"


def difference_text(difference: Difference, look: Look) -> str:
    """Draw what both encodings answer on the board, and say who is at fault."""
    said = _said(difference.faults)
    if said:
        verdict = f"{difference.holder} breaks a rule: {said}\n"
    else:
        verdict = f"{difference.other} misses this solution\n"
    return difference_drawing(difference, difference.faults, look) + verdict


def difference_drawing(
    difference: Difference, faults: Iterable[Fault], look: Look
) -> str:
    """Draw what both encodings answer on the board, with crosses where faults are."""
    puzzle = difference.puzzle
    marks = {place for fault in faults for place in fault.places}
    left = look.draw(drawn(puzzle, difference.answer), marks)
    if difference.instead is None:
        right = "nothing\n"
    else:
        right = look.draw(drawn(puzzle, difference.instead))
    return side_by_side(
        left,
        right,
        terminal_width(),
        (f"{difference.holder} answers", f"{difference.other} answers"),
    )


def variant_text(variant: RuleVariant, difference: Difference, look: Look) -> str:
    """Draw what a variant of the rules allows, or what it forbids, and say why."""
    if variant in variants(difference.holder):
        allowed, faults = "allows", difference.faults
    else:
        allowed = "forbids"
        puzzle, rules = difference.puzzle, variants(difference.other)
        faults = judge(puzzle, difference.answer, rules)
    said = f"{variant} {allowed} it: {_said(faults)}\n"
    return difference_drawing(difference, faults, look) + said


def _said(faults: Sequence[Fault]) -> str:
    """Name some faults, but no kind of fault twice."""
    by_kind = {str(fault).partition(":")[0]: str(fault) for fault in reversed(faults)}
    return "; ".join(list(by_kind.values())[::-1][:_SHOWN])
