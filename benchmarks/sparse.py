"""Measure the first solution of boards with few dots.

    python benchmarks/sparse.py [SECONDS [FIRST LAST [THREADS OPTION ...]]]

Random boards of 30x30 cells, with regions of 40 cells on average, made with the seeds
from the first to the last one. Each is solved in a process of its own, with a limit of
CPU time, by `auto`, which searches in stages; with options of clingo, by `fast` without
stages.
"""

import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from figures import Figure, number, row, table
from random_boards import random_board

from galaxies_asp import Puzzle, solve
from galaxies_asp.fast.kernel import Kernel

LIMIT = 10


def in_stages(board: Puzzle) -> None:
    """Find a solution by the default encoding."""
    solve(board, 1)


def with_options(threads: int, options: tuple[str, ...], board: Puzzle) -> None:
    """Find a solution by one search with these options of clingo."""
    solve(board, 1, rules="fast", threads=threads, options=options)


def lines(
    limit: int = LIMIT,
    first: int = 101,
    last: int = 110,
    *,
    work: Callable[[Puzzle], None] = in_stages,
) -> Iterator[str]:
    """Yield the tables of the section `sparse`."""
    seeds = range(first, last + 1)
    boards = [random_board(30, 30, mean_size=40, seed=seed) for seed in seeds]
    staged = [seconds_of(work, limit, board) for board in boards]
    yield from table(
        Figure(
            f"boards of {len(boards)} with a first solution within {most} s",
            sum(s is not None and s <= most for s in staged),
            share * len(boards),
            at_most=False,
        )
        for most, share in ((1, 0.8), (10, 0.9))
    )
    yield ""
    yield row("seed", "dots", "open pairs", "seconds")
    yield row(*4 * ["--:"])
    for seed, board, seconds in zip(seeds, boards, staged, strict=True):
        pairs = len(Kernel.settled(board).open_lists().dots)
        yield row(seed, len(board.centers), pairs, number(seconds, "-"))


def seconds_of(
    work: Callable[[Puzzle], None], limit: int, board: Puzzle
) -> float | None:
    """Return the CPU seconds of some work; None if it is stopped at the limit."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(
        target=_measured, args=(sender, limit, work, board)
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
    sender: Any, limit: int, work: Callable[[Puzzle], None], board: Puzzle
) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    started = time.process_time()
    work(board)
    sender.send(time.process_time() - started)


if __name__ == "__main__":
    numbers = map(int, sys.argv[1:4])
    if len(sys.argv) > 4:
        chosen = partial(with_options, int(sys.argv[4]), tuple(sys.argv[5:]))
        print(*lines(*numbers, work=chosen), sep="\n")
    else:
        print(*lines(*numbers), sep="\n")
