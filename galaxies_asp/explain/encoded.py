"""Reasons from any encoding: instances of its rules, in the words of its comments."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clingo

from galaxies_asp import facts
from galaxies_asp.asp.encodings import text
from galaxies_asp.explain.clauses import cell_marks
from galaxies_asp.explain.clauses import edge as edge_name
from galaxies_asp.explain.figures import Figure, colors_of, target_in_words
from galaxies_asp.explain.instances import (
    NO_SOLUTION,
    Asked,
    Rule,
    Target,
    cells_of,
    drawn_on,
)
from galaxies_asp.explain.questions import check_place
from galaxies_asp.explain.switched import (
    GroundInstance,
    SourceRule,
    Switched,
    minimal_reason,
)
from galaxies_asp.grid import Point, cell_name, dot_name, is_cell, is_edge
from galaxies_asp.puzzle import Position
from galaxies_asp.render.marks import Mark, Role

_SHOWN = 8
"""More instances of one rule are counted, not listed."""

_SAME = "_same"
_DRAWN = "% Test: what is drawn on the board holds\n"


@dataclass(frozen=True)
class EncodedReason:
    """A minimal set of ground instances of an encoding that forces the target."""

    encoding: str
    target: Target
    instances: tuple[GroundInstance, ...]

    def by_rule(self) -> dict[SourceRule, list[GroundInstance]]:
        """Return the instances of each rule, in the order of the rules."""
        found: dict[SourceRule, list[GroundInstance]] = {}
        for one in sorted(self.instances, key=lambda i: (i.rule.file, i.rule.line)):
            found.setdefault(one.rule, []).append(one)
        return found


def explain_by(
    encoding: str, position: Position, at: Point | None = None
) -> EncodedReason | None:
    """Return why a cell has its dot, an edge its wall or none, or there is no solution.

    Every integrity constraint and every bounded choice of the encoding has a switch for
    each ground instance; all other rules always hold.

    Parameters
    ----------
    encoding
        The name of an encoding, a mix, or a file.
    position
        The board; what is drawn on it counts as given.
    at
        A cell or an edge; by default, the question is why there is no solution.

    Returns
    -------
    None if nothing is forced there: solutions differ, or there is a solution.
    """
    puzzle = position.puzzle
    if at is not None:
        check_place(puzzle, at)
    source = text(encoding)
    program = Switched(puzzle, source, f"the encoding {encoding}", _more(position, at))
    model = program.model()

    def found(target: Target, contrary: Sequence[int]) -> EncodedReason | None:
        def distance(instance: GroundInstance) -> int:
            return _distance(instance, at)

        instances = minimal_reason(program, contrary, distance)
        return None if instances is None else EncodedReason(encoding, target, instances)

    if model is None:
        return found(NO_SOLUTION, ())
    if at is None:
        return None
    if is_cell(at):
        for dot, center in enumerate(puzzle.centers):
            atom = clingo.Function(facts.GALAXY, [_symbol(at), _symbol(center)])
            if atom in model:
                literal = program.literal(atom)
                assert literal is not None
                return found(Target(Asked.CELL, at, dot), [-literal])
        return None
    same = program.literal(clingo.Function(_SAME))
    asked = Asked.OPEN if clingo.Function(_SAME) in model else Asked.WALL
    if same is None:
        return EncodedReason(encoding, Target(Asked.WALL, at), ())
    return found(Target(asked, at), [-same if asked is Asked.OPEN else same])


def encoded_figure(position: Position, reason: EncodedReason) -> Figure:
    """Return the sentences and marks of a reason: its rules and their values."""
    sentences, marks = [], list[Mark]()
    if reason.target.asked is not Asked.NO_SOLUTION:
        role = Role.OPEN if reason.target.asked is Asked.OPEN else Role.TARGET
        marks += cell_marks([reason.target.at], role)
    for rule, instances in reason.by_rule().items():
        values = [_values(position, one) for one in instances[:_SHOWN]]
        if len(instances) > _SHOWN:
            values.append(f"and {len(instances) - _SHOWN} more")
        where = f"{Path(rule.file).name}:{rule.line}"
        heading = rule.heading.partition(":")[2].strip() or rule.heading or rule.text
        sentences.append(f"{heading} ({where}): {'; '.join(values)}")
        for one in instances:
            marks += _marks(position, one)
    if not reason.instances:
        sentences.append("it follows from the rules without tests and bounds")
    return Figure(
        position,
        target_in_words(reason.target),
        tuple(sentences),
        marks=tuple(marks),
        technique=f"rules of {reason.encoding}",
        colors=colors_of(position.puzzle),
    )


def encoded_answer(position: Position, reason: EncodedReason) -> dict[str, Any]:
    """Return the reason as a JSON object."""
    shown = encoded_figure(position, reason)
    return {
        "text": "\n".join(shown.lines()),
        **shown.answer(),
        "encoding": reason.encoding,
        "rules": [
            {
                "heading": rule.heading,
                "rule": rule.text,
                "file": rule.file,
                "line": rule.line,
                "instances": [
                    dict(zip(rule.terms, map(str, one.values), strict=True))
                    for one in instances
                ],
            }
            for rule, instances in reason.by_rule().items()
        ],
    }


def _more(position: Position, at: Point | None) -> str:
    """Return constraints for what is drawn, and the atom that an edge is asked by."""
    rules = [_DRAWN]
    centers = position.puzzle.centers
    for instance in drawn_on(position):
        if instance.rule is Rule.LABEL:
            pair = f"{instance.at},{centers[instance.dot]}"
            rules.append(f":- not {facts.GALAXY}({pair}).")
        else:
            rules.append(f":- {_both(instance.at)}.")
    if at is not None and is_edge(at):
        rules.append(f"{_SAME} :- {_both(at)}.")
    return "\n".join(rules)


def _both(edge: Point) -> str:
    one, other = cells_of(edge)
    return f"{facts.GALAXY}({one},C), {facts.GALAXY}({other},C)"


def _symbol(point: Point) -> clingo.Symbol:
    return clingo.Tuple_([clingo.Number(point.x), clingo.Number(point.y)])


def _point(value: clingo.Symbol) -> Point | None:
    """Return the point that a value is; None if it is none."""
    if value.type is clingo.SymbolType.Function and not value.name:
        numbers = [n.number for n in value.arguments if _is_number(n)]
        if len(numbers) == len(value.arguments) == 2:
            return Point(*numbers)
    return None


def _is_number(value: clingo.Symbol) -> bool:
    return value.type is clingo.SymbolType.Number


def _points(instance: GroundInstance) -> Iterator[Point]:
    for value in instance.values:
        point = _point(value)
        if point is not None:
            yield point


def _distance(instance: GroundInstance, at: Point | None) -> int:
    """Return the distance of an instance from a place: that of its farthest point."""
    if at is None:
        return 0
    return max(
        (max(abs(x - at.x), abs(y - at.y)) for x, y in _points(instance)), default=0
    )


def _values(position: Position, instance: GroundInstance) -> str:
    """Return the terms of an instance with their values, named as on the board."""
    return (
        ", ".join(
            f"{term} = {_name(position, value)}"
            for term, value in zip(instance.rule.terms, instance.values, strict=True)
        )
        or "everywhere"
    )


def _name(position: Position, value: clingo.Symbol) -> str:
    point, puzzle = _point(value), position.puzzle
    if point is None:
        return str(value)
    dot = ""
    if point in puzzle.centers:
        dot = f"dot {dot_name(puzzle.centers.index(point))}"
    if puzzle.has_cell(point):
        return f"{cell_name(point)} ({dot})" if dot else cell_name(point)
    if dot:
        return dot
    if is_edge(point) and all(map(puzzle.has_cell, cells_of(point))):
        return f"the edge between {edge_name(point)}"
    return str(point)


def _marks(position: Position, instance: GroundInstance) -> Iterator[Mark]:
    puzzle = position.puzzle
    for point in _points(instance):
        if point in puzzle.centers and not puzzle.has_cell(point):
            yield Mark(point, Role.DOT)
        elif puzzle.has_cell(point):
            yield Mark(point, Role.USED)
