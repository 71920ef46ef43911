"""Questions about a board: why, what next, what is wrong, and all steps.

Under the standard rules the answers have the techniques of people. Under other rules
they are instances of the rules of the encoding.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from galaxies_asp.core.asp.rules import PROPAGATED, STANDARD, Rules
from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point, cell_name, is_cell
from galaxies_asp.core.board.puzzle import Position, Puzzle, Solution
from galaxies_asp.core.galaxies import AnyBoard, is_galaxies, sheet_of
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.violations import Violation
from galaxies_asp.explaining import deductions
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.explaining.figures import figure
from galaxies_asp.explaining.findings import Hint, Mistake, Reason, Step, Walkthrough
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.reasons import find_reason, mistake
from galaxies_asp.explaining.situation import Situation
from galaxies_asp.solving.plan import engine
from galaxies_asp.solving.search import solve

if TYPE_CHECKING:
    from galaxies_asp.explaining.grounded import SourceRules


@checked
def explain(
    board: AnyBoard,
    at: Point | None = None,
    *,
    rules: Rules | str = STANDARD,
    smallest: bool = False,
) -> Reason | None:
    """Return why a cell has its dot, an edge its wall or none, or there is no solution.

    Raises `OptionError` if nothing can be asked about the place, or a smallest reason
    is wanted under other rules than the standard ones.

    Parameters
    ----------
    board
        A puzzle; or a position, or a puzzle of another family: what is drawn on them
        counts as given.
    at
        A cell, or an edge between two cells. Without it, and if the board has no
        solution, the target is that there is no solution.
    rules
        The rules, or the name of an encoding, which may be a file of the user.
    smallest
        Search for a reason with the fewest rules, which takes the standard rules.

    Returns
    -------
    None if nothing is forced there: solutions differ, or there is a solution.
    """
    return next(reasons(board, at, rules=rules, smallest=smallest), None)


def reasons(
    board: AnyBoard,
    at: Point | None = None,
    *,
    atom: str = "",
    rules: Rules | str = STANDARD,
    smallest: bool = False,
) -> Iterator[Reason]:
    """Yield why what is forced at a place is so; see `explain`.

    For other families than Galaxies, `atom` names an atom of the output instead.
    """
    sheet: AnySheet = sheet_of(board)
    if is_galaxies(sheet) and at is not None:
        _check_place(sheet.position.puzzle, at)
    if (source := _encoding(rules, sheet, at)) is None:
        reason = _reason(sheet.position, at, smallest=smallest)
        yield from () if reason is None else (reason,)
    elif smallest:
        raise OptionError("--smallest needs the standard rules, and no -e")
    else:
        from galaxies_asp.explaining.asking import reasons_at

        yield from reasons_at(source, sheet, at, atom)


@checked
def hint(
    board: AnyBoard,
    *,
    rules: Rules | str = STANDARD,
    level: int = 1,
    near: Sequence[Point] = (),
) -> Hint:
    """Return the mistake in a position if there is one, else the easiest next step.

    Where only walls are drawn the step is about a wall, where only labels are drawn
    about a cell, otherwise about the one or the other.

    Raises `OptionError` if there is no such level.

    Parameters
    ----------
    level
        Steps below this level are taken before; under other rules than the standard
        ones, steps with smaller reasons.
    near
        Where something has changed last: of equally easy steps, a near one is next.
    """
    sheet: AnySheet = sheet_of(board)
    source = _encoding(rules, sheet)
    if source is None and not 1 <= level <= len(Level):
        raise OptionError(f"level {level}: 1 to {len(Level)} are possible")
    outputs = sheet.family.outputs
    untold: list[Step] = []  # what cannot be drawn, but may be needed
    for finding in _findings(sheet, source, near):
        if not isinstance(finding, Step):
            return finding
        atoms = [fact.atom for fact in finding.facts]
        if not any(a is None or a.signature in outputs for a in atoms):
            untold.append(finding)
        elif finding.level >= level:
            return _told_after(finding, untold)
    raise AssertionError("the steps end with a mistake or an end")


def _told_after(step: Step, untold: Sequence[Step]) -> Step:
    """Return a step with the reasons of what it takes from earlier ones."""
    needed, lemmas = {*step.reason.premises}, list[Reason]()
    for one in reversed(untold):
        if not needed.isdisjoint(one.facts):
            needed.update(one.reason.premises)
            lemmas.insert(0, one.reason)
    return replace(step, reason=replace(step.reason, lemmas=tuple(lemmas)))


@checked
def find_mistake(board: AnyBoard, *, rules: Rules | str = STANDARD) -> Mistake | None:
    """Return the mistake in a position, or None if the position has a solution."""
    sheet: AnySheet = sheet_of(board)
    if (source := _encoding(rules, sheet)) is not None:
        return source.mistake(sheet)
    return mistake(sheet.position, solve(sheet.blank, 2, rules=PROPAGATED))


def broken_rules(board: AnyBoard, rules: Rules | str = STANDARD) -> list[Violation]:
    """Return the rules of an encoding that an attempt breaks, with their places.

    None are named if the encoding has none of its own, or derives no such attempt.
    """
    from galaxies_asp.explaining.headings import broken_in_words

    sheet: AnySheet = sheet_of(board)
    if (source := _encoding(rules, sheet)) is None:
        return []
    return [*broken_in_words(source.broken(sheet), source.known(sheet))]


@checked
def walkthrough(
    puzzle: AnyBoard,
    *,
    rules: Rules | str = STANDARD,
    report: Callable[[int, int | None], object] | None = None,
    found: Callable[[Step], object] | None = None,
) -> Walkthrough:
    """Deduce the solution step by step, the easiest step first.

    Parameters
    ----------
    report
        Called after each step with the number of cells that are decided and of all;
        under other rules with the number of facts, and None.
    found
        Called with each step.
    """
    blank: AnySheet = sheet_of(puzzle).blank
    source, total = _encoding(rules, blank), None
    if source is not None:
        blank = source.sheet
    else:
        total = len(list(blank.position.puzzle.cells()))
    taken, done = [], 0
    for finding in _findings(blank, source):
        if isinstance(finding, Step):
            taken.append(finding)
            if found is not None:
                found(finding)
            done += len(finding.facts if source else finding.cells)
            if report is not None:
                report(done, total)
    assert not isinstance(finding, Step)
    named = None if source is None else source.source
    way = Walkthrough(blank, tuple(taken), finding, named)
    return replace(way, html=partial(_page_html, way))


@checked
def deduce_steps(puzzle: AnyBoard, *, rules: Rules | str = STANDARD) -> Iterator[Hint]:
    """Yield the steps of a walkthrough as they are found, and how they end."""
    blank: AnySheet = sheet_of(puzzle).blank
    yield from _findings(blank, _encoding(rules, blank))


def _findings(
    sheet: AnySheet, source: "SourceRules | None", near: Sequence[Point] = ()
) -> Iterator[Hint]:
    """Yield the steps from a board, or the mistake on it, and how they end."""
    if source is not None:
        findings = source.hints(sheet, near)
    else:
        position = sheet.position
        # On a bare board both walls and labels can be drawn.
        bare = Position(position.puzzle, ())
        findings = deductions.hints(position if position.is_attempt else bare, near)
    for finding in findings:
        yield replace(finding, html=partial(_figure_html, finding))


def _encoding(
    rules: Rules | str, sheet: AnySheet, at: Point | None = None
) -> "SourceRules | None":
    """Return the encoding to ask; None: the standard rules, which have techniques."""
    rules = Rules.of(rules)
    if engine(sheet, rules).has_bits:
        return None
    from galaxies_asp.explaining.grounded_dots import rules_of  # loads numpy

    return rules_of(sheet, rules, at)


def _figure_html(finding: Hint) -> str:
    assert finding.known is not None
    return figure(finding.known.position, finding)._repr_html_()


def _page_html(way: Walkthrough) -> str:
    from html import escape

    from galaxies_asp.explaining.pages import page  # reads files

    text = escape(page(way), quote=True)
    return f'<iframe srcdoc="{text}" width="100%" height="720"></iframe>'


def _check_place(puzzle: Puzzle, at: Point) -> None:
    """Raise OptionError if nothing can be asked about a place."""
    if puzzle.has_cell(at) if is_cell(at) else puzzle.has_edge(at):
        return
    where, fault = cell_name(at), "no cell of the board"
    if not is_cell(at):
        where = puzzle.lattice.describe(at)
        fault = "neither a cell nor an edge between two cells"
    raise OptionError(f"nothing to explain at {where}: {fault}")


def _reason(position: Position, at: Point | None, *, smallest: bool) -> Reason | None:
    """Return why a place is as it is, under the standard rules."""
    puzzle, situation = position.puzzle, Situation.of(position)
    if at is None or not (result := solve(puzzle, 1, rules=PROPAGATED)).solutions:
        return find_reason(situation, NO_SOLUTION, smallest=smallest)
    targets = _targets(situation, at, result.solutions[0])
    if position.is_attempt:
        targets = [NO_SOLUTION, *targets]
    found = (find_reason(situation, fact, smallest=smallest) for fact in targets)
    return next((reason for reason in found if reason is not None), None)


def _targets(situation: Situation, at: Point, solution: Solution) -> list[Fact]:
    """Return what may follow at a place, that of a known solution first."""
    if not is_cell(at):
        kinds = [Kind.OPEN, Kind.WALL]
        kinds.sort(key=lambda kind: (kind is Kind.WALL) != (at in solution.walls))
        return [Fact(kind, at) for kind in kinds]
    likely, centers = solution.label(at), situation.board.puzzle.centers
    bit = situation.board.bit(at)
    dots = sorted(situation.board.near(bit), key=lambda dot: (dot != likely, dot))
    return [Fact(Kind.CELL, at, centers[dot]) for dot in dots]
