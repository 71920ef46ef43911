"""One measured run of an encoding on an instance."""

import ctypes
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from galaxies_asp.asp.search import GroundProgram, Outcome, solutions
from galaxies_asp.board.errors import EncodingError, GalaxiesError, counted
from galaxies_asp.families.family import Answer, Board, Family
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.asking import ground
from galaxies_asp.lab.settings import label
from galaxies_asp.lab.source import shuffled
from galaxies_asp.lab.store import Request
from galaxies_asp.processes.progress import LimitReachedError

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

PERTURBATIONS: tuple[Perturbation, ...] = ("shuffle", "seed")
"""Facts and rules in random order; or clasp's seed and 2 % random decisions."""

_RANDOM_FREQUENCY = "--rand-freq=0.02"


@dataclass(frozen=True, slots=True)
class Run:
    """The result of a run. What is not known is None.

    Attributes
    ----------
    status
        The answer: `unique`, `multiple`, `none`, `satisfiable`, a number of solutions
        or atoms; `time` or `memory` where a limit stopped the run; `refused` where the
        encoding is faulty; `died` where the process was killed.
    ground, solve
        CPU seconds of grounding, and of the search.
    cpu
        All CPU seconds, also of a run that was stopped.
    peak
        The most memory that the process held, in bytes.
    counts
        See `COUNTS`.
    message
        The reason if there is no answer.
    """

    status: str
    ground: float | None = None
    solve: float | None = None
    cpu: float | None = None
    peak: int | None = None
    counts: dict[str, int] | None = None
    message: str | None = None

    @property
    def finished(self) -> bool:
        """Whether the search ended."""
        return self.status not in ("time", "memory", "refused", "died")

    @property
    def stopped(self) -> bool:
        """Whether a limit stopped the run."""
        return self.status in ("time", "memory")

    @property
    def stopped_by(self) -> str:
        """The limit that stopped the run, or `died`."""
        return self.status if self.stopped or self.status == "died" else ""

    @property
    def seconds(self) -> float:
        """CPU seconds of grounding and search."""
        return (self.ground or 0.0) + (self.solve or 0.0)


@dataclass(frozen=True, slots=True)
class Job(Request):
    """An encoding on an instance.

    Attributes
    ----------
    seed
        The seed of the perturbation; 0 is the unperturbed run.
    """

    family: str
    encoding: str
    board: Board
    seed: int = 0
    options: tuple[str, ...] = ()
    task: Task = "unique"
    perturbation: Perturbation = "shuffle"

    results = (Run,)

    @property
    def title(self) -> str:
        """What the progress counts."""
        return f"{label(self.encoding, self.options)} on {self.board.name}"

    @property
    def kind(self) -> object:
        """Runs that differ in the seed are of one kind."""
        return replace(self, seed=0)

    def answer(self) -> Iterator[Run]:
        """Yield the run after grounding, and at last; see `measure`."""
        yield from measure(self)
        give_back()

    def failed(self, error: Exception) -> Run:
        """Return the run that a limit stopped."""
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


def measure(job: Job) -> Iterator[Run]:
    """Measure a run; yield it after grounding, where a limit may stop it, and at last.

    The time in which answers are read and verified does not count.
    """
    _forget_peak()
    family = family_named(job.family)
    consequences = job.task in ("brave", "cautious")
    atoms = 0

    def counted() -> GroundProgram[Answer]:
        grounded = _grounded(family, job)
        if not consequences:
            return grounded
        if job.encoding in family.native:
            raise EncodingError(f"{job.encoding} has no consequences: give 'grow'")

        def read(model: Any) -> Answer:
            nonlocal atoms
            names = {signature.partition("/")[0] for signature in family.outputs}
            atoms = sum(atom.name in names for atom in model.symbols(shown=True))
            return Answer(frozenset())

        return grounded._replace(read=read)

    try:
        started = time.process_time()
        grounded = counted()
        run = Run("ground", time.process_time() - started, peak=_peak())
        yield run
        *answers, outcome = solutions(
            lambda: grounded,
            lambda answer: () if consequences else family.faults(job.board, answer),
            statistics=True,
        )
        assert isinstance(outcome, Outcome)
        yield replace(
            run,
            status=_status(job.task, len(answers), atoms),
            solve=outcome.seconds.solve,
            cpu=time.process_time() - started,
            peak=_peak(),
            counts=_counts(outcome.statistics or {}),
        )
    except GalaxiesError as error:
        yield Run("refused", message=str(error))


def _grounded(family: Family, job: Job) -> GroundProgram[Answer]:
    options = job.clingo_options()
    board = job.board
    if job.perturbation != "shuffle" or not job.seed:
        return ground(family, job.encoding, board, options)
    if job.encoding in family.native:
        board = replace(board, facts=shuffled(board.facts, job.seed))
        return ground(family, job.encoding, board, options)
    parts = family.text(job.encoding).text, family.projection(board)
    text = "\n".join((*parts, family.program(board)))
    return ground(family, job.encoding, board, options, shuffled(text, job.seed))


def _status(task: Task, number: int, atoms: int) -> str:
    if not number:
        return "none"
    if task == "first":
        return "satisfiable"
    if task == "unique":
        return "unique" if number == 1 else "multiple"
    if task == "all":
        return counted(number, "solution")
    return f"{atoms} atoms"


def _counts(statistics: dict[str, Any]) -> dict[str, int]:
    counts = {}
    for name, path in COUNTS.items():
        value: Any = statistics
        for key in path:
            value = value.get(key, {}) if isinstance(value, dict) else {}
        if isinstance(value, (int, float)):
            counts[name] = int(value)
    return counts


def give_back() -> None:
    """Return free memory to the system, where the C library can."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _forget_peak() -> None:
    """Have the kernel measure the peak of memory anew, where it can."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return


def _peak() -> int | None:
    """Return the peak of resident memory in bytes; None where this system has none."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None
