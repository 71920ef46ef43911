"""Results of the lab in words and drawings."""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from operator import le

from galaxies_asp.core.asp.encodings import variants
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing.text import side_by_side
from galaxies_asp.core.drawing.text_style import terminal_width
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab.asking import Answers
from galaxies_asp.lab.cost import Job, Plan, Run
from galaxies_asp.lab.equivalence import Agreement, AnswerDifference, Comparison, Judge
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.galaxies import galaxies_with
from galaxies_asp.lab.instances import Instance, drawing_of
from galaxies_asp.lab.machine import circumstances, machine, versions
from galaxies_asp.lab.proof import sides
from galaxies_asp.lab.source import fingerprint
from galaxies_asp.lab.statistics import TIMES, Contrast, contrasts
from galaxies_asp.lab.table import References, piped, summary_rows, written

_SHOWN = 3
_MOST_NAMES = 6
_KIND = re.compile(r"(all .* (?:on|of)|random board) \S+")
"""Names of boards that differ in their last word."""


def agreement_lines(family: AnyFamily, agreement: Agreement) -> Iterator[str]:
    """Yield which encodings agree, where this is not known, and why."""
    compared = agreement.comparisons
    boards = list(dict.fromkeys(comparison.board for comparison in compared))
    verified = "" if not family.has_verifier else ", each verified"
    for encoding in agreement.sound:
        groups: dict[str, list[Comparison]] = {}
        for comparison in compared:
            if comparison.encoding == encoding and not comparison.verdict.why:
                groups.setdefault(comparison.reference or "", []).append(comparison)
        for reference, group in groups.items():
            where = _where(group, len(boards))
            what = counted(sum(c.verdict.solutions for c in group), "solution")
            if reference != encoding:
                complete = all(c.verdict.complete for c in group)
                partly = f"{what} in common; not all were compared"
                common = f"the same {what}" if complete else partly
                yield f"{reference} and {encoding} have {common}{verified}{where}"
            elif len(agreement.sound) == 1 and not agreement.differences:
                yield (
                    f"{encoding} has {what}{verified}{where}; missing solutions are "
                    "found by comparison with a second encoding"
                )
    failures: dict[tuple[str, str], list[Comparison]] = {}
    for comparison in compared:
        if comparison.verdict.why not in ("", "unasked", "refused"):
            key = comparison.encoding, comparison.verdict.message
            failures.setdefault(key, []).append(comparison)
    for (encoding, message), group in failures.items():
        where = _where(group, len(boards))
        yield f"{encoding} could not be compared{where}: {message}"
    for encoding, message in agreement.refused.items():
        yield f"{encoding}: refused: {message}"
    nowhere = [
        board.name
        for board in boards
        if all(c.reference is None for c in compared if c.board == board)
    ]
    if nowhere:
        yield f"no encoding has answered on {few(nowhere)}: nothing is compared"
    if len(boards) > 1:
        yield f"compared on {few([board.name for board in boards])}"


def note_lines(
    judge: Judge, encodings: Sequence[str], boards: Sequence[Instance]
) -> Iterator[str]:
    """Yield the warnings of clingo, and where there are more models than solutions."""
    for encoding in encodings:
        warnings: dict[str, None] = {}
        more = list[tuple[Instance, Answers]]()
        for board in boards:
            known = judge.asked(encoding, board)
            if known is not None:
                warnings |= dict.fromkeys(known.messages)
                if known.models > len(known.found):
                    more.append((board, known))
        for warning in list(warnings)[:_SHOWN]:
            yield f"{encoding}: {warning}"
        if more:
            board, known = max(more, key=lambda pair: pair[1].models)
            solutions = counted(len(known.found), "solution")
            yield (
                f"{encoding}: {known.models} models for {solutions} "
                f"on {board.name}, so it makes auxiliary choices"
            )


def _where(group: list[Comparison], boards: int) -> str:
    """Return the names of the boards, where these are not all."""
    if len(group) == boards:
        return ""
    return f" on {few([comparison.board.name for comparison in group])}"


def few(names: Sequence[str]) -> str:
    """Return names of boards; sizes of a kind and random boards are summarized."""
    kinds: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        match = _KIND.fullmatch(name)
        kinds.setdefault(match[1] if match else name, []).append(name)
    summarized = []
    for kind, group in kinds.items():
        if len(group) == 1:
            summarized += group
        elif kind == "random board":
            summarized.append(f"{len(group)} random boards")
        else:
            summarized += _sizes(group)
    if len(summarized) > _MOST_NAMES:
        number = len(summarized) - _MOST_NAMES + 1
        summarized = [*summarized[:-number], f"{number} other boards"]
    return ", ".join(summarized)


def _sizes(names: Sequence[str]) -> Iterator[str]:
    """Yield sets of boards that differ in their size: those up to a size together."""
    known = {sides(name): name for name in names}
    whole = {
        size
        for size in known
        if all(part in known for part in product(*(range(1, n + 1) for n in size)))
    }
    largest = [
        one
        for one in whole
        if not any(one != w and all(map(le, one, w)) for w in whole)
    ]
    if largest:
        said = names[0].rpartition(" ")[0].removesuffix(" on").removesuffix(" of")
        ends = sorted(largest, key=lambda size: (-prod(size), size))
        *rest, last = ("x".join(map(str, end)) for end in ends)
        yield f"{said} up to {' and '.join(filter(None, (', '.join(rest), last)))}"
    yield from (name for size, name in known.items() if size not in whole)


def difference_text(family: AnyFamily, difference: AnswerDifference) -> str:
    """Draw what both encodings answer on the board, and say which one is wrong."""
    if difference.faults:
        verdict = f"{difference.holder} breaks a rule: {_said(difference.faults)}"
    elif difference.verified:
        verdict = f"{difference.other} misses this solution"
    else:
        verdict = (
            f"{difference.other} lacks this answer; without a verifier, either may be "
            "wrong"
        )
    drawing, facts = _drawing(family, difference), difference.board.facts.split()
    said = " ".join(facts)
    shown = "" if said in drawing else f"facts: {said}\n"
    return f"{drawing}{shown}{verdict}\n"


def _drawing(family: AnyFamily, difference: AnswerDifference) -> str:
    """Draw what both encodings answer on the board."""
    facts, instead = difference.board.facts, difference.instead
    left = drawing_of(family, facts, difference.answer.atoms)
    title = f"{difference.holder} answers"
    if difference.other == difference.holder:
        return f"{title}\n{left}"
    right = "nothing\n" if instead is None else drawing_of(family, facts, instead.atoms)
    other = f"{difference.other} answers"
    return side_by_side(left, right, terminal_width(), (title, other))


def report(
    plan: Plan, runs: Mapping[Job, Run], references: References, limit: float | None
) -> str:
    """Return what a paper says of measured runs, in Markdown.

    The ratios in sentences; wins, timeouts and times of each encoding and of the
    virtual best; the tables; the question, the options, seeds, limits and instances;
    the hash of each encoding, the versions, and the machine.
    """
    family = compared_family(plan.family)
    first = next(job.label for job in runs)
    measured = {job: run for job, run in runs.items() if run.status != "refused"}
    sets = [shlex.join(options) or "none" for options in plan.variants]
    hashes = {job.encoding: fingerprint(family, job.encoding) for job in measured}
    about = versions() | machine() | circumstances()
    lines = (
        *_sentences(contrasts(measured, limit), first),
        piped(summary_rows(measured, limit)),
        written(runs, references, limit, "markdown"),
        f"The question is {plan.task}, asked with {counted(len(plan.seeds), 'seed')} "
        f"({plan.perturbation}) and a limit of {limit or 'no'} CPU seconds.",
        f"Options of clingo: {'; '.join(sets)}.",
        f"Instances: {', '.join(board.name for board in plan.boards)}.",
        *(f"Encoding {name}: SHA-256 {found}." for name, found in hashes.items()),
        *(f"{name}: {value}." for name, value in about.items()),
    )
    return "\n\n".join(lines) + "\n"


def _sentences(found: Sequence[Contrast], first: str) -> Iterator[str]:
    """Yield what a paper says of each time: effect, interval, test, and what is cut."""
    for one in found:
        if one.quantity not in TIMES or one.ratio is None:
            continue
        times = f"{one.ratio:.2f} times the {one.quantity} of {first}"
        seen = [counted(one.pairs, "pair"), counted(one.instances, "instance")]
        basis = f"{seen[0]} of runs on {seen[1]}, {one.censored} of them censored"
        verdict = f"{one.verdict[:1].upper()}{one.verdict[1:]}"
        if one.p is not None:
            basis = f"95 % interval {one.interval}; {basis}"
            verdict += f" (p = {one.p:.3f})"
        yield f"{one.encoding} takes {times} ({basis}). {verdict}."


def variant_text(variant: RuleVariant, difference: AnswerDifference) -> str:
    """Draw what a variant of the rules allows or forbids, with the reason."""
    allowed = "allows" if variant in variants(difference.holder) else "forbids"
    family = galaxies_with(frozenset((variant,)))
    drawing = _drawing(family, difference)
    return f"{drawing}{variant} {allowed} it: {_said(difference.faults)}\n"


def _said(faults: Iterable[str]) -> str:
    """Return some faults, but no kind of fault twice."""
    by_kind = {fault.partition(":")[0]: fault for fault in reversed(list(faults))}
    return "; ".join(list(by_kind.values())[::-1][:_SHOWN])
