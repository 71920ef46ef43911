"""Questions about a board: why, what next, what is wrong, and all steps.

Under the standard rules the answers have the techniques of people. Under other rules
they are instances of the rules of the encoding.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.grid import Point, describe, is_cell, is_edge, touched_cells
from galaxies_asp.board.puzzle import Position, Puzzle, Solution
from galaxies_asp.explaining import deductions
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.explaining.figures import figure
from galaxies_asp.explaining.findings import Hint, Mistake, Reason, Step, Walkthrough
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.reasons import find_reason
from galaxies_asp.explaining.situation import Situation
from galaxies_asp.solving.plan import engine
from galaxies_asp.solving.search import solve

if TYPE_CHECKING:
    from galaxies_asp.explaining.source_reasons import SourceRules


def explain(
    board: Puzzle | Position,
    at: Point | None = None,
    *,
    rules: Rules | str = STANDARD,
    smallest: bool = False,
) -> Reason | None:
    """Return why a cell has its dot, an edge its wall or none, or there is no solution.

    Parameters
    ----------
    board
        A puzzle; or a position, whose drawn walls and labels count as given.
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

    Raises
    ------
    OptionError
        If nothing can be asked about the place, or a smallest reason is wanted under
        other rules than the standard ones.
    """
    position = board if isinstance(board, Position) else Position(board)
    if at is not None:
        _check_place(position.puzzle, at)
    if _have_techniques(rules, position.puzzle):
        return _reason(position, at, smallest=smallest)
    if smallest:
        raise OptionError("--smallest needs the standard rules, and no -e")
    from galaxies_asp.explaining.source_reasons import reason_at  # loads numpy

    return reason_at(Rules.of(rules), position, at)


def hint(
    board: Puzzle | Position,
    *,
    rules: Rules | str = STANDARD,
    level: int = 1,
    near: Sequence[Point] = (),
) -> Hint:
    """Return the mistake in a position if there is one, else the easiest next step.

    Where only walls are drawn the step is about a wall, where only labels are drawn
    about a cell, otherwise about the one or the other.

    Parameters
    ----------
    level
        Steps below this level are taken before; under other rules than the standard
        ones, steps with smaller reasons.
    near
        Where something has changed last: of equally easy steps, a near one is next.

    Raises
    ------
    OptionError
        If there is no such level.
    """
    position = board if isinstance(board, Position) else Position(board)
    for finding in _hints(rules, position, level, near):
        if not isinstance(finding, Step) or finding.level >= level:
            return replace(finding, html=partial(_figure_html, finding))
    raise AssertionError("the steps end with a mistake or an end")


def find_mistake(
    position: Position, *, rules: Rules | str = STANDARD
) -> Mistake | None:
    """Return the mistake in a position, or None if the position has a solution."""
    if _have_techniques(rules, position.puzzle):
        return deductions.mistake(position)
    from galaxies_asp.explaining import source_steps  # loads numpy

    return source_steps.mistake(_source(rules, position.puzzle), position)


def walkthrough(puzzle: Puzzle, *, rules: Rules | str = STANDARD) -> Walkthrough:
    """Deduce the solution step by step, the easiest step first."""
    source = None
    if _have_techniques(rules, puzzle):
        findings = [*deductions.steps(puzzle)]
    else:
        from galaxies_asp.explaining import source_steps  # loads numpy

        program = _source(rules, puzzle)
        puzzle, source = program.puzzle, program.source
        findings = [*source_steps.steps(program, Position(puzzle))]
    *steps, end = (
        replace(finding, html=partial(_figure_html, finding)) for finding in findings
    )
    assert not isinstance(end, Step)
    way = Walkthrough(
        puzzle, tuple(step for step in steps if isinstance(step, Step)), end, source
    )
    return replace(way, html=partial(_page_html, way))


def _have_techniques(rules: Rules | str, puzzle: Puzzle) -> bool:
    return engine(puzzle, Rules.of(rules)).has_bits


def _source(rules: Rules | str, puzzle: Puzzle) -> "SourceRules":
    from galaxies_asp.explaining.source_reasons import SourceRules  # loads numpy

    return SourceRules(Rules.of(rules), puzzle)


def _hints(
    rules: Rules | str, position: Position, level: int, near: Sequence[Point]
) -> Iterator[Hint]:
    if not _have_techniques(rules, position.puzzle):
        from galaxies_asp.explaining import source_steps  # loads numpy

        return source_steps.steps(_source(rules, position.puzzle), position)
    if level > len(Level):
        raise OptionError(f"level {level}: 1 to {len(Level)} are possible")
    # On a bare board both walls and labels can be drawn.
    is_bare = not position.is_attempt
    position = Position(position.puzzle, ()) if is_bare else position
    return deductions.hints(position, near)


def _figure_html(finding: Hint) -> str:
    assert finding.known is not None
    return figure(finding.known.position, finding)._repr_html_()


def _page_html(way: Walkthrough) -> str:
    from galaxies_asp.explaining.pages import page  # reads files

    text = escape(page(way), quote=True)
    return f'<iframe srcdoc="{text}" width="100%" height="720"></iframe>'


def _check_place(puzzle: Puzzle, at: Point) -> None:
    """Raise OptionError if nothing can be asked about a place."""
    if is_cell(at):
        if not puzzle.has_cell(at):
            raise OptionError(f"nothing to explain at {at}: no cell of the board")
    elif not is_edge(at) or not all(map(puzzle.has_cell, touched_cells(at))):
        raise OptionError(
            f"nothing to explain at {describe(at)}: neither a cell nor an edge between "
            "two cells"
        )


def _reason(position: Position, at: Point | None, *, smallest: bool) -> Reason | None:
    """Return why a place is as it is, under the standard rules."""
    puzzle, situation = position.puzzle, Situation.of(position)
    if at is None or not (result := solve(puzzle, 1)).solutions:
        return find_reason(situation, NO_SOLUTION, smallest=smallest)
    targets = _targets(situation, at, result.solutions[0])
    if position.is_attempt:
        targets = [NO_SOLUTION, *targets]
    reasons = (find_reason(situation, fact, smallest=smallest) for fact in targets)
    return next((reason for reason in reasons if reason is not None), None)


def _targets(situation: Situation, at: Point, solution: Solution) -> list[Fact]:
    """Return what may follow at a place, that of a known solution first."""
    if not is_cell(at):
        kinds = [Kind.OPEN, Kind.WALL]
        kinds.sort(key=lambda kind: (kind is Kind.WALL) != (at in solution.walls))
        return [Fact(kind, at) for kind in kinds]
    likely, centers = solution.label(at), situation.board.puzzle.centers
    bit = situation.board.bit(at)
    dots = [dot for dot, span in enumerate(situation.board.span) if span & bit]
    dots.sort(key=lambda dot: (dot != likely, dot))
    return [Fact(Kind.CELL, at, centers[dot]) for dot in dots]
