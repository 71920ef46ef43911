"""Leave out the rules of `idp.lp` one by one: a table of docs/tables/encodings.txt.

    python benchmarks/idp_rules.py

For each constraint the smallest board on which it matters; and where there is none,
what a puzzle costs without it, in CPU milliseconds and conflicts (the medians over
five seeds, with the least and the most).
"""

import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.core.board import facts
from galaxies_asp.lab.cost import NAME, Job, Run
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.galaxies import puzzle_of
from galaxies_asp.lab.instances import Instance, board_sets
from galaxies_asp.lab.source import Constraint, constraints, read, without
from galaxies_asp.lab.store import Campaign
from galaxies_asp.processes.pool import (
    Pool,
    RequestLimits,
)

LARGEST = 3, 3
SEEDS = range(5)
PUZZLE = "idp-15x15"
LIMITS = RequestLimits(seconds=120)
HEADER = (
    "| without | matters first on | ground ms | solve ms | conflicts |\n"
    "| --- | --- | --: | --: | --: |\n"
)


def table() -> str:
    """Return the table in Markdown."""
    (entry,) = Inputs((PUZZLE,), None)
    puzzle = Instance(PUZZLE, facts.program(entry.position.puzzle))
    source = read(compared_family("galaxies"), "idp")
    found = [c for c in constraints(source) if c.place.startswith("idp.lp:")]
    redundant: list[Constraint] = []
    with tempfile.TemporaryDirectory() as folder, Pool(1, NAME) as workers:
        judge = Judge("galaxies", Campaign(workers, LIMITS))

        family = compared_family("galaxies")
        boards = board_sets(family, *LARGEST, family.optional.values())

        def row(what: str, omitted: Sequence[Constraint]) -> str:
            path = Path(folder, f"{len(rows)}.lp")
            path.write_text(without(source, omitted), encoding="utf-8")
            verdict = judge.compare_all("idp", str(path), boards)
            if verdict.difference is not None:
                board = puzzle_of(verdict.difference.board.facts)
                return f"| {what} | {board.width}x{board.height} | | | |\n"
            if not verdict.complete:
                return f"| {what} | {verdict.message} | | | |\n"
            redundant.extend(omitted)
            cost = _cost(workers, str(path), puzzle)
            return f"| {what} | none up to 3x3 | {cost} |\n"

        rows = [f"| nothing | | {_cost(workers, 'idp', puzzle)} |\n"]
        for constraint in found:
            heading = constraint.heading.removeprefix("Test: ")
            text = constraint.text.replace("#false :-", ":-")
            rows.append(row(f"{heading}: `{text}`", [constraint]))
        rows.append(row("all of these that are redundant", redundant))
    return HEADER + "".join(rows)


def _cost(workers: Pool, encoding: str, puzzle: Instance) -> str:
    runs: list[Run] = [
        workers.ask(Job("galaxies", encoding, puzzle, seed), LIMITS).result()
        for seed in SEEDS
    ]
    counts = [run.counts["conflicts"] for run in runs if run.counts]
    return " | ".join(
        [
            _spread([1000 * (run.ground or 0) for run in runs]),
            _spread([1000 * (run.solve or 0) for run in runs]),
            _spread(counts),
        ]
    )


def _spread(values: Sequence[float]) -> str:
    """Return the median, with the least and the most."""
    return f"{statistics.median(values):.0f} ({min(values):.0f}-{max(values):.0f})"


if __name__ == "__main__":
    print(table(), end="")
