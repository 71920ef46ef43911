"""The C program of Simon Tatham's collection, compiled from its sources.

apt-get source sgt-puzzles        # of July 2025 or later: of Debian sid, for example
TATHAM_SOURCE=sgt-puzzles-20250730.a7c7826 python benchmarks/performance.py solving

The version of January 2023 counts its recursions only in its stand-alone solver, so
that in a library their bound never holds; later versions pass the count on.
"""

import atexit
import ctypes
import os
import resource
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.notation import write

COMMON = ("dsf", "malloc", "misc", "nullfe", "random", "sort", "tree234")
LIMIT = 10
"""CPU seconds for a puzzle."""

NORMAL, UNREASONABLE, NO_PROOF = range(3)
"""What the program says about a puzzle; from `NO_PROOF` on it has no proof."""


@cache
def library_file() -> Path:
    """Return the file of the compiled program; it is kept until the process ends."""
    source = Path(os.environ["TATHAM_SOURCE"])
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    target = Path(folder) / "tatham.so"
    files = [Path(__file__).with_suffix(".c"), *(source / f"{c}.c" for c in COMMON)]
    subprocess.run(
        ["cc", "-O2", "-w", "-shared", "-fPIC", f"-I{source}", "-o", target, *files],
        check=True,
    )
    return target


def _loaded(file: str) -> ctypes.CDLL:
    program = ctypes.CDLL(file)
    program.solve_seconds.restype = ctypes.c_double
    program.generate_seconds.restype = ctypes.c_double
    return program


def solving_seconds(puzzle: Puzzle, runs: int = 5) -> float | None:
    """Return the least CPU seconds of a proof; None if the program gives up."""
    if not os.environ.get("TATHAM_SOURCE"):
        return None
    try:
        verdict, seconds = _solved(write(puzzle, "tatham").strip(), runs)
    except NotationError:
        return None
    return seconds if verdict < NO_PROOF else None


def verdict(game_id: str) -> int:
    """Return `NORMAL`, `UNREASONABLE`, or `NO_PROOF` where the program gives up."""
    return _solved(game_id, 1)[0]


def _solved(game_id: str, runs: int) -> tuple[int, float]:
    """Return the verdict and the least CPU seconds.

    A process of its own finds them, because the program does not end on some boards.
    """
    program, (answer, said) = _loaded(str(library_file())), os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))
        os.write(said, _told(program, game_id, runs).encode())
        os._exit(0)
    os.close(said)
    with os.fdopen(answer, encoding="ascii") as file:
        words = file.read().split()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code == -signal.SIGXCPU:
        return NO_PROOF, LIMIT
    if code:
        raise RuntimeError(f"{game_id}: the program ended with {code}")
    return min(int(words[0]), NO_PROOF), float(words[1])


def _told(program: ctypes.CDLL, game_id: str, runs: int) -> str:
    params, _, dots = game_id.encode().partition(b":")
    verdict = ctypes.c_int()
    seconds = [
        program.solve_seconds(params, dots, ctypes.byref(verdict)) for _ in range(runs)
    ]
    return f"{verdict.value} {min(seconds)}"


def puzzles_per_second(params: str, number: int, seed: int = 1) -> float | None:
    """Return how many puzzles the generator makes in a CPU second.

    Parameters
    ----------
    params
        Its parameters, such as `10x10dn` (normal) and `10x10du` (unreasonable).
    """
    if not os.environ.get("TATHAM_SOURCE"):
        return None
    program = _loaded(str(library_file()))
    seconds: float = program.generate_seconds(params.encode(), seed, number)
    return number / seconds


def game_ids(params: str, number: int, seed: int = 1) -> list[str]:
    """Return game IDs that the generator makes; see `puzzles_per_second`."""
    program = _loaded(str(library_file()))
    program.seeded.restype = ctypes.c_void_p
    state = ctypes.c_void_p(program.seeded(seed))
    buffer = ctypes.create_string_buffer(10_000)
    size = params.partition("d")[0]
    found = []
    for _ in range(number):
        program.next_desc(params.encode(), state, buffer, len(buffer))
        found.append(f"{size}:{buffer.value.decode()}")
    return found
