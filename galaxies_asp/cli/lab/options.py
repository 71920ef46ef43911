"""What the commands of the lab share: encodings, instances, limits, a store."""

import functools
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import click

from galaxies_asp.cli import commands, exits, options, values
from galaxies_asp.cli.commands import Run
from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.cli.output import warn
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.encodings import BUILT_IN as ENCODINGS
from galaxies_asp.core.asp.encodings import MIXES, variants
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.galaxies import NAME as GALAXIES
from galaxies_asp.families.registry import BUILT_IN
from galaxies_asp.lab import cost
from galaxies_asp.lab.galaxies import family_name
from galaxies_asp.lab.record import Plan
from galaxies_asp.lab.store import Campaign, Store
from galaxies_asp.lab.subject import Instance, Subject, boards_of, random_boards
from galaxies_asp.lab.subjects import subject_named
from galaxies_asp.processes.pool import Limits

_MOST_CELLS = 12
PLOT_FILES = {".svg": "svg", ".png": "png", ".pdf": "pdf"}
_MEMORY_LIMIT = 4000 * options.MEGABYTE


def _small_size(text: str) -> tuple[int, int]:
    """Read a size of boards that can be enumerated."""
    width, height = values.SIZE.convert(text, None, None)
    if width * height > _MOST_CELLS:
        raise ValueError(f"at most {_MOST_CELLS} cells, as in 4x3")
    return width, height


@dataclass(frozen=True)
class Given:
    """The family, the encodings and the instances of a command line."""

    family: Subject[Any]
    encodings: tuple[str, ...]
    boards: tuple[Instance, ...] = ()


@dataclass(frozen=True)
class LabRun(Run):
    """A command of the lab.

    Attributes
    ----------
    arguments
        Encodings and instances.
    encoding, inputs
        One encoding, and instances, where these are separate arguments.
    memory_limit
        Bytes of each run.
    task, variants
        What is measured, and with which options of clingo.
    codes
        The exit codes for all that was done, of which the worst counts.
    """

    arguments: tuple[str, ...] = ()
    encoding: str = ""
    inputs: tuple[str, ...] = ()
    from_: str | None = None
    family: Annotated[
        str,
        "--family",
        "--domain",
        "NAME",
        f"The problem: {', '.join(BUILT_IN)}; a folder of facts; or a Python file, "
        "which is executed.",
    ] = GALAXIES
    store: Annotated[
        Path | None,
        values.ANY_FILE,
        "FILE",
        "Keep what is computed in this file, and do not repeat it.",
    ] = None
    cpu_limit: Annotated[
        float,
        values.FiniteRange(min=0, min_open=True),
        "SECONDS",
        "CPU time limit for each run, grounding included.",
    ] = 60.0
    memory_limit: int = _MEMORY_LIMIT
    exhaustive: Annotated[
        tuple[int, int] | None,
        values.Parsed("WxH", _small_size),
        "Compare on all boards up to this size; holes and given walls up to 3x2.",
    ] = None
    random: Annotated[
        int, click.IntRange(0, 100_000), "Compare on this number of random boards."
    ] = 0
    cells: Annotated[
        int, click.IntRange(1, 400), "Cells of the largest random board."
    ] = 60
    seeds: Annotated[
        int,
        click.IntRange(1, 1000),
        "Number of runs: one as the texts are, the others perturbed by a seed.",
    ] = 10
    perturb: Annotated[
        cost.Perturbation,
        "shuffle: facts and rules in random order; seed: clasp's seed with 2 % random "
        "decisions.",
    ] = "shuffle"
    task: Annotated[
        cost.Task,
        "What is searched for: the first solution, the proof of uniqueness, all "
        "solutions, brave or cautious consequences.",
    ] = "unique"
    variants: tuple[cost.Options, ...] = ((),)
    codes: list[int] = field(default_factory=list)

    @property
    def run_limits(self) -> Limits:
        """The limits of each run."""
        return Limits(self.cpu_limit, self.memory_limit)

    def chosen(self) -> Subject[Any]:
        """Return the family."""
        return subject_named(self.family)

    def checks(self, family: Subject[Any]) -> list[Instance]:
        """Return the boards to compare beside given ones, the smallest first."""
        boards: list[Instance] = []
        if self.exhaustive is not None:
            boards += family.spaces(*self.exhaustive)
            if not boards:
                raise click.UsageError(
                    f"the family {family.name} does not enumerate boards"
                )
        if self.random:
            boards += random_boards(family, self.random, self.cells, self.seed)
        return boards

    def subject(self, *arguments: str, others: bool = False) -> Given:
        """Divide arguments, by default all, into encodings and instances.

        Without instances, those of the family are taken, unless there are `others`.
        """
        arguments, family = arguments or self.arguments, subject_named(self.family)
        encodings = [name for name in arguments if _is_encoding(family, name)]
        given = tuple(name for name in arguments if name not in encodings)
        names = tuple(dict.fromkeys(encodings))
        if not names:
            built_in = (
                (*ENCODINGS, *MIXES) if family.name == GALAXIES else family.encodings
            )
            known = ", ".join((*family.native, *built_in, "a file"))
            only = next((name for name in given if _is_facts(Path(name))), None)
            but = f"; {only} has facts only, so it is an instance" if only else ""
            first = f"{given[0]!r} is no encoding; " if given else ""
            raise click.UsageError(
                f"{first}give an encoding ({known}), and instances after it{but}"
            )
        if family.name.partition("+")[0] != GALAXIES:
            none = not given and (others or self.exhaustive or self.random)
            boards = () if none else tuple(self._instances(family, given))
            return Given(family, names, boards)
        if family.name == GALAXIES:
            # A file without variants in its name is judged by those of the others.
            named = [variants(e) for e in names if variants(e) or not Path(e).is_file()]
            shared = named[0].intersection(*named[1:]) if named else frozenset()
            family = subject_named(family_name(shared))
        if not given:
            return Given(family, names)
        return Given(family, names, tuple(self._puzzles(GALAXIES, given)))

    def _instances(
        self, family: Subject[Any], names: tuple[str, ...]
    ) -> Iterator[Instance]:
        """Yield instances of a family, those in files of facts, and other puzzles."""
        if not names:
            yield from boards_of(family, ())
        for name in names:
            path = Path(name)
            if name in family.instances or not path.is_file() or _is_facts(path):
                yield from boards_of(family, (name,))
            else:
                yield from self._puzzles(family.name, (name,))

    def _puzzles(self, family: str, names: tuple[str, ...]) -> Iterator[Instance]:
        """Yield puzzles in any notation."""
        sources = Inputs(names, self.from_, family)
        for entry in sources:
            yield Instance(entry.name, entry.facts)
        self.codes.extend([exits.DATA_ERROR] * sources.faulty)

    def plan(self, given: Given, checked: Sequence[Instance]) -> Plan:
        """Return what is compared on `checked` boards, and measured on given ones."""
        return Plan(
            *(given.family.name, tuple(checked), given.boards, self.variants),
            *(tuple(range(self.seeds)), self.task, self.perturb, self.run_limits),
        )

    @contextmanager
    def campaign(self) -> Iterator[Campaign]:
        """Give worker processes with the limits of each run, and the store.

        After an interruption, print how to continue.
        """
        try:
            kept = nullcontext() if self.store is None else Store(self.store)
            with kept as store, self.sharing.workers(cost.NAME) as workers:
                yield Campaign(workers, self.run_limits, store)
        except KeyboardInterrupt:
            hint = "--store FILE keeps what is done when a run is interrupted"
            if self.store is not None:
                hint = f"the same command continues from {self.store}"
            warn(hint)
            raise


def _is_encoding(family: Subject[Any], name: str) -> bool:
    """Return whether an argument is an encoding rather than an instance."""
    known: Collection[str] = family.encodings
    if family.name.partition("+")[0] == GALAXIES:
        name = name if Path(name).is_file() else name.split("+")[0]
        known = (*family.native, *ENCODINGS, *MIXES)
    return name in known or (name.endswith(".lp") and not _is_facts(Path(name)))


def _is_facts(path: Path) -> bool:
    """Return whether a file contains facts only."""
    try:
        return path.is_file() and bool(facts_of(path.read_text(encoding="utf-8")))
    except (EncodingError, OSError, UnicodeDecodeError):
        return False


encodings_and_inputs = click.argument(
    "arguments",
    nargs=-1,
    required=True,
    metavar="ENCODING... INPUT...",
    shell_complete=values.complete_encoding_or_input,
)

encoding_argument = click.argument("encoding", shell_complete=values.complete_encoding)

command = functools.partial(commands.command, kind=LabRun)
"""Returns a decorator that makes a command of a function of a `LabRun`."""

(family_option,) = options.declared(LabRun, "family")
(task_option,) = options.declared(LabRun, "task")

measuring_options = options.all_of(
    *options.declared(LabRun, "seeds", "perturb"), task_option
)

checks_options = options.all_of(
    *options.declared(LabRun, "exhaustive", "random", "cells"),
    options.seed_option("Seed of the random boards."),
)

cpu_limits_options = options.all_of(
    *options.declared(LabRun, "cpu_limit"),
    options.memory_limit_option(
        "Memory limit for each run (1 MB = 10^6 bytes).",
        default=_MEMORY_LIMIT // options.MEGABYTE,
    ),
)

campaign_options = options.all_of(
    options.sharing_options(default=1),
    *options.declared(LabRun, "store"),
    cpu_limits_options,
    options.quiet_option,
)
"""The options of `LabRun.campaign`."""


def _listed(text: str) -> list[str]:
    return list(filter(None, map(str.strip, text.split(","))))


def sweep_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Take values of each axis of clingo's options; passes `variants`, all combined."""
    keys = {name: name.replace("-", "_") for name in cost.AXES}

    @functools.wraps(function)
    def with_variants(*args: Any, others: tuple[str, ...], **kwargs: Any) -> Any:
        axes = {name: kwargs.pop(key) or [] for name, key in keys.items()}
        variants = tuple(cost.combinations(axes, others))
        return function(*args, variants=variants, **kwargs)

    swept = (
        options.option(
            *(f"--{name}", values.Parsed("VALUE,...", _listed)),
            f"Sweep over values of clingo's option ({some}), or {cost.DEFAULT}.",
            parameter=keys[name],
        )
        for name, some in cost.AXES.items()
    )
    others = options.option(
        *("--options", "OPTIONS"),
        "Other options of clingo, as in --options='--restarts=no'; repeatable.",
        default=(),
        parameter="others",
    )
    decorated: Callable[..., Any] = options.all_of(*swept, others)(with_variants)
    return decorated
