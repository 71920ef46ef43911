"""Measured runs of encodings on instances, with options of clingo.

The functions `work` and `warm_up` are those of the lab's worker processes.
"""

import ctypes
import re
import shlex
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product, starmap
from operator import getitem
from pathlib import Path
from typing import Any, Literal

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.search import Outcome, solutions
from galaxies_asp.core.asp.symbols import atom_of, signature_of
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import (
    EncodingError,
    GalaxiesError,
    OptionError,
    counted,
)
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.engine import SolveRequest
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.lab.asking import ground
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import Instance, Output, faults_of
from galaxies_asp.lab.store import EncodingRequest, R
from galaxies_asp.processes.pool import RequestLimits

NAME = f"{__name__}:work"
"""The function that the worker processes of the lab serve."""

Options = tuple[str, ...]

COUNTS = {
    "rules": ("problem", "lp", "rules"),
    "atoms": ("problem", "lp", "atoms"),
    "bodies": ("problem", "lp", "bodies"),
    "sccs": ("problem", "lp", "sccs"),
    "variables": ("problem", "generator", "vars"),
    "constraints": ("problem", "generator", "constraints"),
    "choices": ("solving", "solvers", "choices"),
    "conflicts": ("solving", "solvers", "conflicts"),
}
"""The counts and their paths in clingo's statistics; a program without SCCs is
tight."""

Task = Literal["first", "unique", "all", "brave", "cautious"]

TASKS: dict[Task, tuple[str, ...]] = {
    "first": ("1", "--project=project"),
    "unique": ("2", "--project=project"),
    "all": ("0", "--project=project"),
    "brave": ("0", "--project=no", "--enum-mode=brave"),
    "cautious": ("0", "--project=no", "--enum-mode=cautious"),
}
"""The options of each task: a solution, a proof of uniqueness, all solutions, and the
atoms that are true in some solution or in all."""

Perturbation = Literal["shuffle", "seed"]
"""Facts and rules in random order; or clasp's seed and 2 % random decisions."""

_RANDOM_FREQUENCY = "--rand-freq=0.02"


@dataclass(frozen=True, slots=True)
class Run:
    """The result of a run. What is not known is None."""

    status: str
    """The answer: `unique`, `multiple`, `none`, `satisfiable`, a number of solutions or
    atoms; `time` or `memory` where a limit stopped the run; `refused` where the
    encoding is faulty; `died` where the process was killed."""
    ground: float | None = None
    solve: float | None = None
    """CPU seconds of grounding, and of the search."""
    cpu: float | None = None
    """All CPU seconds, also of a run that was stopped."""
    peak: int | None = None
    """The most memory that the process held, in bytes."""
    counts: dict[str, int] | None = None
    """See `COUNTS`."""
    message: str | None = None
    """The reason if there is no answer."""

    @property
    def finished(self) -> bool:
        """Whether the search ended."""
        return self.status not in ("time", "memory", "refused", "died")

    @property
    def stopped(self) -> bool:
        """Whether a limit stopped the run."""
        return self.status in ("time", "memory")

    @property
    def why(self) -> str:
        """Why there is no answer; see `store.StoredResult`."""
        return "" if self.finished else self.status

    @property
    def seconds(self) -> float:
        """CPU seconds of grounding and search."""
        return (self.ground or 0.0) + (self.solve or 0.0)


@dataclass(frozen=True, slots=True)
class Job(EncodingRequest[Run]):
    """An encoding on an instance."""

    board: Instance
    seed: int = 0
    """The seed of the perturbation; 0 is the unperturbed run."""
    options: tuple[str, ...] = ()
    task: Task = "unique"
    perturbation: Perturbation = "shuffle"

    kept = Run

    @property
    def label(self) -> str:
        """The encoding with its options."""
        return f"{self.encoding} {short(self.options)}".rstrip()

    @property
    def title(self) -> str:
        """What the progress counts."""
        return f"{self.label} on {self.board.name}"

    @property
    def kind(self) -> object:
        """Runs that differ in the seed are of one kind."""
        return replace(self, seed=0)

    def answer(self) -> Iterator[Run]:
        """Yield the run after grounding, and at last; see `measure`."""
        yield from measure(self)
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:  # free memory returns to the system
            trim(0)

    def failed(self, error: Exception) -> Run:
        """Return the run, as far as it came before a limit."""
        if isinstance(error, LimitReachedError):
            before: Run = error.last or Run("")
            return replace(before, status=error.limit, cpu=error.cpu_seconds)
        return Run("died", message=str(error))

    def clingo_options(self) -> list[str]:
        """Return the command line for clingo."""
        options = [*TASKS[self.task], *self.options]
        if self.perturbation == "seed" and self.seed:
            options.append(f"--seed={self.seed}")
            if not any(option.startswith("--rand-freq") for option in options):
                options.append(_RANDOM_FREQUENCY)
        return options


@dataclass(frozen=True)
class Plan:
    """What is compared and measured: encodings on instances, with options and seeds."""

    family: str
    checked: tuple[Instance, ...]
    """The boards on which solutions are compared."""
    boards: tuple[Instance, ...]
    """The instances on which runs are measured."""
    variants: tuple[Options, ...]
    seeds: tuple[int, ...]
    task: Task
    perturbation: Perturbation
    limits: RequestLimits

    def jobs(self, encodings: Iterable[str]) -> list[Job]:
        """Return every encoding on every instance, with all options and seeds.

        Seeds vary slowest, so that a machine that slows down affects all encodings
        alike.
        """
        every = product(self.seeds, self.boards, encodings, self.variants)
        return list(starmap(self.job, every))

    def job(self, seed: int, board: Instance, encoding: str, options: Options) -> Job:
        """Return one run."""
        how = seed, options, self.task, self.perturbation
        return Job(self.family, encoding, board, *how)


def measure(job: Job) -> Iterator[Run]:
    """Measure a run; yield it after grounding, where a limit may stop it, and at last.

    The time in which answers are read and verified does not count.
    """
    with suppress(OSError):  # have the kernel measure the peak of memory anew
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    family, consequences = (
        compared_family(job.family),
        job.task in ("brave", "cautious"),
    )

    def shared(model: clingo.Model) -> Output:
        symbols = model.symbols(shown=True)
        outputs = (atom for atom in symbols if signature_of(atom) in family.outputs)
        return Output(frozenset(map(atom_of, outputs)))

    def faults(answer: Output) -> Sequence[object]:
        return () if consequences else faults_of(family, job.board, answer)

    try:
        if consequences and job.encoding in family.native:
            raise EncodingError(f"{job.encoding} has no consequences: give 'grow'")
        started = time.process_time()
        seed = job.seed if job.perturbation == "shuffle" else 0
        options = job.clingo_options()
        grounded = ground(family, job.encoding, job.board, options, seed)
        run = Run("ground", time.process_time() - started, peak=_peak())
        yield run
        if consequences:
            grounded = grounded._replace(read=shared)
        *answers, outcome = solutions(grounded, faults, statistics=True)
        assert isinstance(outcome, Outcome)
        yield replace(
            run,
            status=_status(job.task, [a for a in answers if isinstance(a, Output)]),
            solve=outcome.seconds.solve,
            cpu=time.process_time() - started,
            peak=_peak(),
            counts=_counts(outcome.statistics),
        )
    except GalaxiesError as error:
        yield Run("refused", message=str(error))


def _status(task: Task, answers: Sequence[Output]) -> str:
    match task, len(answers):
        case _, 0:
            return "none"
        case "first", _:
            return "satisfiable"
        case "unique", number:
            return "unique" if number == 1 else "multiple"
        case "all", number:
            return counted(number, "solution")
    return f"{len(answers[-1].atoms)} atoms"


def _counts(statistics: Any) -> dict[str, int]:
    counts = {}
    for name, path in COUNTS.items():
        with suppress(KeyError):  # a program in Python has other statistics
            counts[name] = int(reduce(getitem, path, statistics))
    return counts


def _peak() -> int | None:
    """Return the peak of resident memory in bytes; None where this system has none."""
    with suppress(OSError):
        status = Path("/proc/self/status").read_text(encoding="ascii")
        if kilobytes := re.search(r"VmHWM:\s*(\d+)", status):
            return int(kilobytes[1]) * 1024
    return None


def variants(texts: Sequence[str]) -> list[Options]:
    """Return the options of each text, split as a shell does; none without texts.

    Raises `OptionError` if clingo refuses some of them, or the program sets them
    itself.
    """
    try:
        found = [tuple(shlex.split(text)) for text in texts or ("",)]
    except ValueError as error:
        raise OptionError(f"--options {' '.join(texts)!r}: {error}") from None
    for options in found:
        others = tuple(o for o in options if not o.startswith("--parallel-mode="))
        SolveRequest(sheet_of(Puzzle(1, 1, (Point(1, 1),))), options=others)
        try:
            Program(("1", *options))
        except OptionError as error:
            raise OptionError(f"{shlex.join(options)}: {error}") from None
    return list(dict.fromkeys(found))


def short(options: Options) -> str:
    """Return a name for options: `frumpy eq=0` for `--configuration=frumpy --eq=0`."""
    return " ".join(
        option.removeprefix("--configuration=").lstrip("-") for option in options
    )


def work(request: EncodingRequest[R]) -> Iterator[R]:
    """Answer one request; the last item is the answer."""
    return request.answer()


def warm_up() -> None:
    """Solve a puzzle, so that no measured run has to load libraries."""
    board = Instance("", "width(2). height(2). center((2,2)).")
    for encoding in ("fast", "grow"):
        for seed in (0, 1):
            list(Job("galaxies", encoding, board, seed).answer())
