"""Exact counts of partitions: divisions of a grid into connected regions.

A transfer along the frontier (see `frontier`), one cell a step. The steps of all rows
below the first are the same, and are made once.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.counting.boards import frontier
from galaxies_asp.counting.boards.frontier import States
from galaxies_asp.counting.exact import ExactVector, Index, Limbs
from galaxies_asp.processes.checkpoint import Arrays
from galaxies_asp.processes.exchange import Exchange, Results, owners, to

Transitions = tuple[frontier.Codes, frontier.Codes]
"""The fields of a step, or of the merging of equal states."""


def count(
    rows: int,
    columns: int,
    *,
    exchange: Exchange | None = None,
    report: Report = silent,
) -> int:
    """Return the number of divisions of a grid into connected regions.

    The frontier lies across the columns, of which there may be `frontier.MAX_WIDTH`;
    the less there are, the faster. That both ways agree on a board that is not square
    is a test of the whole method.

    Parameters
    ----------
    exchange
        Workers that share the states, each with the transitions of its own states in
        each row; by default one part, whose transitions are made once for all rows.
    """
    exchange = exchange or Exchange()
    if exchange.parts > 1 and columns > 1:
        return _shared(rows, columns, exchange, report)
    checkpoint = exchange.checkpoint("row")
    placed, ways = 1, after_first_row(columns)
    if arrays := checkpoint.read():
        placed, ways = int(arrays["rows"][0]), ExactVector(arrays["ways"])
    steps = []
    for step in frontier.steps(columns) if placed < rows else ():
        steps.append(step)
        report("steps made", len(steps), columns)
    for row in range(placed, rows):
        if row > placed:
            checkpoint.write({"rows": np.array([row]), "ways": ways.limbs})
        for column, step in enumerate(steps, 1):
            ways = step.applied(ways)
            report("cells", row * columns + column, rows * columns)
    return ways.total()


def _shared(rows: int, width: int, exchange: Exchange, report: Report) -> int:
    """Count with states that are spread over workers.

    A stage places the cells of one half of a row. States belong to parts by a hash of
    the other half, which these cells hardly change: so most equal states are met by the
    same worker, and the others are brought together after the stage. The transitions
    are made once; for each further row only the numbers of ways are exchanged.
    """
    halves = range(width // 2), range(width // 2, width)
    parts = range(exchange.parts)
    begins = [(width, halves[1], part, len(parts)) for part in parts]
    own = exchange.run("frontiers", own_states, begins)
    before = [[arrays["states"]] for arrays in own]
    made = []
    for half, columns in enumerate(halves):
        tasks = [(columns, len(parts), *states) for states in before]
        made.append(exchange.run(f"transitions-{half}", made_steps, tasks))
        before = [_sent(made[half], part, "states") for part in parts]
        report("halves of a row made", half + 1, 2)
    joins = [exchange.run("join", joined, before), made[1]]
    names = [f"row-{row:02}-{half}" for row in range(1, rows) for half in (0, 1)]
    begun = max((n for n, name in enumerate(names) if exchange.has(name)), default=0)
    ways: list[Results] = []
    for number in range(begun, len(names)):
        half, inputs = number % 2, []
        for part in parts:
            join, step = joins[half][part], made[half][part]
            steps = [(step[f"codes{c}"], step[f"starts{c}"]) for c in halves[half]]
            ways_before = _sent(ways, part, "ways") or [own[part]["first"]]
            merging = (join["codes"], join["starts"]) if ways else None
            leaving = step["leaves"], step["bounds"]
            inputs.append((ways_before, merging, steps, leaving))
        ways = exchange.run(names[number], applied, inputs)
        if number > begun:
            exchange.forget(names[number - 1])
        report("halves of rows", number + 1, len(names))
    pieces = [array for sent in ways for array in exchange.read(sent).values()]
    return sum(ExactVector(limbs).total() for limbs in pieces)


def _sent(results: Sequence[Results], part: int, name: str) -> list[Limbs]:
    """Return the arrays of all parts for one of them."""
    return [arrays[to(part, name)] for arrays in results]


def own_states(width: int, columns: range, part: int, parts: int) -> Arrays:
    """Return the states after a row that belong to a part, and which the first row has.

    A state belongs to a part by a hash of some columns.
    """
    every = (states for states, _ in frontier.structures(width))
    own = [some[..., _owners(some, columns, parts) == part] for some in every]
    states, _, _ = frontier.merged(own)
    ordered, first = (
        frontier.keys(some)[0] for some in (states, frontier.first_states(width))
    )
    return {"states": states, "first": np.isin(ordered, first)[None].astype(np.int64)}


def made_steps(columns: range, parts: int, *before: States) -> Arrays:
    """Return how the states before some cells lead to those after, cell by cell.

    The states before come from each part.
    """
    states, order, starts = frontier.merged(before, columns[0] - 1)
    result: dict[str, NDArray[np.integer]] = {"codes": order, "starts": starts}
    for column in columns:
        step, states = frontier.step_from(states, column)
        result[f"codes{column}"], result[f"starts{column}"] = step.codes, step.starts
    owner = _owners(states, columns, parts)
    result["leaves"] = np.argsort(owner, kind="stable").astype(np.uint32)
    result["bounds"] = np.searchsorted(np.sort(owner), np.arange(parts + 1))
    for part in range(parts):
        result[to(part)] = states[..., owner == part]
    return result


def joined(*states: States) -> Arrays:
    """Return which states after a row, from each part, are equal."""
    _, order, starts = frontier.merged(states)
    return {"codes": order, "starts": starts}


def applied(
    ways: Sequence[Limbs],
    join: Transitions | None,
    steps: Sequence[Transitions],
    sent: tuple[frontier.Codes, Index],
) -> Arrays:
    """Return the numbers of ways to the states after some cells, by part.

    Those to the states before come from each part; the others are what `joined` and
    `made_steps` returned.
    """
    most = max(map(len, ways))
    padded = [np.pad(limbs, ((0, most - len(limbs)), (0, 0))) for limbs in ways]
    vector = ExactVector(np.concatenate(padded, axis=1))
    if join:
        vector = vector.sum_groups(*join)
    for codes, starts in steps:
        vector = frontier.FrontierStep(codes, starts).applied(vector)
    leaves, bounds = sent
    return {
        to(part, "ways"): vector.limbs[:, leaves[bounds[part] : bounds[part + 1]]]
        for part in range(len(bounds) - 1)
    }


def _owners(states: States, columns: range, parts: int) -> Index:
    """Return the part of each state, by a hash of some columns."""
    return owners(frontier.hashes(states, columns), parts)


def after_first_row(width: int) -> ExactVector:
    """Return the numbers of ways to all states after the first row: 1 or 0."""
    ways = np.zeros((1, frontier.number_of_states(width)), dtype=np.int64)
    ways[0, frontier.first_row(width)] = 1
    return ExactVector(ways)


def growth(width: int) -> float:
    """Return by what factor the number of divisions grows with each further row.

    This is the largest eigenvalue of the transfer along boards of this width, by power
    iteration in floating point.
    """
    row = [(step.sources(), step.starts) for step in frontier.steps(width)]
    ways = np.ones(frontier.number_of_states(width))
    factor, previous = 0.0, -1.0
    while abs(factor - previous) > 1e-13 * factor:
        before = ways.sum()
        for sources, starts in row:
            ways = np.add.reduceat(ways[sources], starts)
        previous, factor = factor, float(ways.sum() / before)
        ways /= ways.sum()
    return factor
