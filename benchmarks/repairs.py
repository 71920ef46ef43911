"""Measure repairs of damaged puzzles and of random ones.

    python benchmarks/repairs.py [--by KINDS] [--count N] [--limit SECONDS] [FILE ...]
    python benchmarks/repairs.py [...] --damaged DOTS [FILE ...]
    python benchmarks/repairs.py --slips N [--limit SECONDS] [FILE ...]
    python benchmarks/repairs.py [...] --boards SIZE [SIZE ...] [--mean-size CELLS]

Damaged are the puzzles of files: dots, by default one, are removed, or moved by a point
in one direction or both. Random are the dots of random boards, square ones of each
size, which have several solutions, as a rule.

With `--slips`, a dot is moved by a point, drawn twice, or forgotten, or two are, in N
puzzles each; the table says how often the first repair restores the puzzle, how often
one of the first five does, and the times of the search for the first one.

A puzzle that has exactly one solution is left out. Times are CPU seconds
of the searches that ended within the limit, all of it: the proof that nothing cheaper
repairs the puzzle, and that no repair of this cost disturbs it less. For the others,
the last columns have the costs of the best repairs, and how many are proven least. The
puzzles are the same in every run.
"""

import argparse
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from random_boards import random_board

from galaxies_asp import Puzzle, PuzzleError, is_unique
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.grid import Point
from galaxies_asp.notation import parse_all
from galaxies_asp.repairing import WEIGHTS, Allowed, RepairResult, repair
from galaxies_asp.repairing.changes import DOT_KINDS, WALL_KINDS

FILES = (
    *("tatham-normal-7x7", "tatham-unreasonable-7x7"),
    *("tatham-normal-10x10", "tatham-unreasonable-10x10"),
    *("tatham-normal-15x15", "tatham-unreasonable-15x15"),
)
KINDS = {"dots": DOT_KINDS, "walls": WALL_KINDS, "any": (*DOT_KINDS, *WALL_KINDS)}
TRIES = 1000
MEAN_SIZE = 2.5
"""Of the regions of random boards; those of larger regions have fewer solutions."""


def removed(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    dots = list(puzzle.centers)
    dots.pop(rng.randrange(len(dots)))
    return replace(puzzle, centers=tuple(dots))


def duplicated(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    other = moved(puzzle, rng)
    dots = {*puzzle.centers, *other.centers}
    return replace(puzzle, centers=tuple(sorted(dots)))


def moved(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    for _ in range(TRIES):
        dots = list(puzzle.centers)
        number = rng.randrange(len(dots))
        x, y = dots[number]
        dots[number] = Point(x + rng.randint(-1, 1), y + rng.randint(-1, 1))
        try:
            return replace(puzzle, centers=tuple(dots))
        except PuzzleError:  # off the board, or on another dot
            continue
    raise AssertionError("no dot can be moved")


SLIPS: dict[str, Callable[[Puzzle, random.Random], Puzzle]] = {
    "moved": moved,
    "duplicated": duplicated,
    "one forgotten": removed,
    "two forgotten": lambda puzzle, rng: removed(removed(puzzle, rng), rng),
}
DAMAGES: dict[str, Callable[[Puzzle, random.Random], Puzzle]] = {
    "removed": removed,
    "moved": moved,
}


def costs_of(answers: list[RepairResult]) -> str:
    costs = Counter(answer.best.cost for answer in answers if answer.best)
    return ", ".join(f"{n} of {cost}" for cost, n in sorted(costs.items()))


def line(answers: list[RepairResult]) -> str:
    proven = [answer for answer in answers if answer.complete]
    rest = [answer for answer in answers if not answer.complete]
    repaired = [answer for answer in proven if answer.best]
    times = [answer.seconds for answer in proven] or [0.0]
    several = sum(a.before is not None and len(a.before.solutions) > 1 for a in answers)
    return " | ".join(
        (
            f"{len(answers)} | {several}",
            f"{len(repaired)} | {len(proven) - len(repaired)}",
            costs_of(repaired),
            f"{statistics.median(times):.2f} | {max(times):.2f}",
            str(max((answer.proposals for answer in answers), default=0)),
            str(max((answer.rivals for answer in answers), default=0)),
            f"{len(rest)} | {costs_of(rest)} | {sum(a.minimal for a in rest)}",
        )
    )


def slips(paths: list[Path], count: int, limit: float) -> None:
    """Print how often the first proposals restore the puzzle."""
    rng = random.Random(1)
    print("| slip | puzzles | first | in five | median CPU s | slowest |")
    print("| --- | --: | --: | --: | --: | --: |")
    texts = [path.read_text(encoding="utf-8") for path in paths]
    puzzles = [position.puzzle for text in texts for position in parse_all(text)]
    for slip, apply in SLIPS.items():
        first, five, seconds = 0, 0, list[float]()
        while len(seconds) < count:
            puzzle = rng.choice(puzzles)
            damaged = apply(puzzle, rng)
            if is_unique(damaged):
                continue
            answer = repair(damaged, time_limit=limit)
            seconds.append(answer.seconds)
            first += is_undone(answer, puzzle)
            five += is_undone(repair(damaged, models=5, time_limit=limit), puzzle)
        times = f"{statistics.median(seconds):.2f} | {max(seconds):.2f}"
        print(f"| {slip} | {count} | {first} | {five} | {times} |", flush=True)


def is_undone(answer: RepairResult, puzzle: Puzzle) -> bool:
    """Tell whether one of the repairs restores the puzzle."""
    found = (one.puzzle for one in answer.repairs)
    return any(
        (set(p.centers), p.walls) == (set(puzzle.centers), puzzle.walls) for p in found
    )


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--by", choices=KINDS, default="any")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--limit", type=float, default=30.0)
    parser.add_argument("--boards", type=int, nargs="+", default=[])
    parser.add_argument("--mean-size", type=float, default=MEAN_SIZE)
    parser.add_argument("--damaged", type=int, default=1, metavar="DOTS")
    parser.add_argument("--slips", type=int, default=0, metavar="N")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    paths = [data_folder("puzzles") / f"{name}.txt" for name in FILES]
    if arguments.slips:
        slips(arguments.files or paths[:4], arguments.slips, arguments.limit)
        return
    allowed = Allowed({kind: WEIGHTS[kind] for kind in KINDS[arguments.by]})
    print(
        "| puzzles | damage | number | several solutions | repaired | impossible "
        "| costs | median | slowest | most proposals | most rivals | over the limit "
        "| costs | least |"
    )
    print("| --- | --- |" + " --: |" * 12)

    def measure(name: str, damage: str, puzzles: Iterable[Puzzle]) -> None:
        answers = [
            repair(puzzle, allowed, time_limit=arguments.limit)
            for puzzle in puzzles
            if not is_unique(puzzle)
        ]
        print(f"| {name} | {damage} | {line(answers)} |", flush=True)

    for side in arguments.boards:
        rng = random.Random(1)
        puzzles = [
            random_board(side, side, arguments.mean_size, rng.getrandbits(32))
            for _ in range(arguments.count)
        ]
        measure(f"boards {side}x{side}", "", puzzles)
    for path in arguments.files or ([] if arguments.boards else paths):
        puzzles = [p.puzzle for p in parse_all(path.read_text(encoding="utf-8"))]
        for damage, apply in DAMAGES.items():
            rng = random.Random(1)
            chosen = puzzles[: arguments.count]
            for _ in range(arguments.damaged):
                chosen = [apply(puzzle, rng) for puzzle in chosen]
            measure(path.stem, damage, chosen)


if __name__ == "__main__":
    main()
