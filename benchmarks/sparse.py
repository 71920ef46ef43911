"""Measure the first solution of boards with few dots.

    python benchmarks/sparse.py [SECONDS]

Ten random boards of 30x30 cells, with regions of 40 cells on average. Each is solved in
a process of its own, with a limit of CPU time: by `auto`, which searches in stages, and
by a plain search for the whole program with some of clingo's options.
"""

import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import clingo
from figures import Figure, number, row, table
from random_boards import random_board

from galaxies_asp import Puzzle, solve
from galaxies_asp.fast import rules
from galaxies_asp.fast.fixpoint import open_lists

SEEDS = range(101, 111)
LIMIT = 10

OPTIONS = ("", "--configuration=jumpy")


def lines(limit: int = LIMIT) -> Iterator[str]:
    """Yield the tables of the section `sparse`."""
    boards = [random_board(30, 30, mean_size=40, seed=seed) for seed in SEEDS]
    staged = [seconds_of(in_stages, limit, board) for board in boards]
    plain = {
        option: [seconds_of(plainly, limit, board, option) for board in boards]
        for option in OPTIONS
    }
    yield from table(
        Figure(
            f"boards of ten with a first solution within {most} s",
            sum(s is not None and s <= most for s in staged),
            target,
            at_most=False,
        )
        for most, target in ((1, 8), (10, 9))
    )
    yield ""
    named = [option or "default" for option in OPTIONS]
    yield row("seed", "dots", "open pairs", "auto", *named)
    yield row(*("--:" for _ in range(4 + len(named))))
    for i, (seed, board) in enumerate(zip(SEEDS, boards, strict=True)):
        found = (number(times[i], "-") for times in (staged, *plain.values()))
        yield row(seed, len(board.centers), len(open_lists(board).dots), *found)


def in_stages(board: Puzzle) -> None:
    """Find a solution by the default encoding."""
    solve(board, 1)


def plainly(board: Puzzle, option: str) -> None:
    """Find a solution by one search."""
    control = clingo.Control(["1", *filter(None, [option])])
    control.add("base", [], f"asp 1 0 0\n{rules.rules(open_lists(board))}0\n")
    control.ground()
    control.solve()


def seconds_of(work: Callable[..., None], limit: int, *arguments: Any) -> float | None:
    """Return the CPU seconds of some work; None if it is stopped at the limit."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(
        target=_measured, args=(sender, limit, work, arguments)
    )
    process.start()
    sender.close()
    try:
        return float(receiver.recv())
    except EOFError:
        return None
    finally:
        process.join()


def _measured(
    sender: Any, limit: int, work: Callable[..., None], arguments: tuple[Any, ...]
) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    started = time.process_time()
    work(*arguments)
    sender.send(time.process_time() - started)


if __name__ == "__main__":
    print(*lines(*map(int, sys.argv[1:])), sep="\n")
