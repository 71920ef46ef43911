"""Try options of the solver on boards with few dots, where a first solution is hard.

    python benchmarks/sparse.py [SECONDS]

Prints the conflicts, and the CPU seconds to a first solution where there is one within
the limit, for each set of options on five boards of 30x30 cells; then the CPU seconds
of a search in stages, as `solve` does it.
"""

import sys
import time

import clingo
from random_boards import random_board

from galaxies_asp import solve
from galaxies_asp.fast import rules
from galaxies_asp.fast.fixpoint import open_lists

OPTIONS = (
    [],
    ["--configuration=jumpy"],
    ["--configuration=trendy"],
    ["--configuration=crafty"],
    ["--configuration=handy"],
    ["--configuration=frumpy"],
    ["--heuristic=Berkmin"],
    ["--loops=no"],
    ["--sign-def=pos"],
    ["--sign-def=rnd", "--rand-freq=0.05", "--restarts=L,32"],
    ["--sat-prepro=2"],
    ["--lookahead=atom"],
)


def first_solution(aspif: str, options: list[str], limit: float) -> str:
    """Return the CPU seconds, or a dash, and the conflicts in thousands."""
    control = clingo.Control(["1", *options])
    control.add("base", [], aspif)
    control.ground()
    started = time.process_time()
    with control.solve(async_=True) as handle:
        finished = handle.wait(limit)
        handle.cancel()
    elapsed = time.process_time() - started
    conflicts = control.statistics["solving"]["solvers"]["conflicts"]
    seconds = f"{elapsed:.1f}" if finished else "-"
    return f"{seconds} ({conflicts / 1000:.0f}k)"


def main() -> None:
    """Print a table row for each set of options."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 6.0
    boards = [random_board(30, 30, mean_size=40, seed=seed) for seed in range(1, 6)]
    programs = [f"asp 1 0 0\n{rules.rules(open_lists(board))}0\n" for board in boards]
    dots = " | ".join(f"{len(board.centers)} dots" for board in boards)
    print(f"| options | {dots} |\n| --- |{' --: |' * len(boards)}")
    for options in OPTIONS:
        found = [first_solution(program, options, limit) for program in programs]
        print(f"| {' '.join(options) or 'default'} | {' | '.join(found)} |", flush=True)
    staged = [
        solve(board, 1, encoding="fast", time_limit=4 * limit) for board in boards
    ]
    cells = (f"{r.seconds.total:.1f}" if r.solutions else "-" for r in staged)
    print(f"| in stages | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
