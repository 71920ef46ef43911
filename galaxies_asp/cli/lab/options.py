"""What the commands of the lab share: encodings, instances, limits, a store."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import options, values
from galaxies_asp.cli.commands import Argument, Group, Option, Settings, note
from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.cli.output import ProgressBar, warn
from galaxies_asp.cli.values import Choice
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import LATTICES, SQUARE
from galaxies_asp.core.galaxies import NAME as GALAXIES
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.families.registry import all_names
from galaxies_asp.families.sources import may_be_name
from galaxies_asp.lab import cost, proof
from galaxies_asp.lab.cost import Plan
from galaxies_asp.lab.families import compared_family, under_rules_of
from galaxies_asp.lab.instances import (
    Instance,
    board_sets,
    has_facts_only,
    instances_of,
    random_boards,
)
from galaxies_asp.lab.store import Campaign, Store
from galaxies_asp.processes.pool import Pool, RequestLimits

_MOST_CELLS = 12
_BATCH = 10


def _small_size(text: str) -> tuple[int, int]:
    """Read a size of boards that can be enumerated."""
    width, height = values.SIZE.convert(text, None, None)
    if width * height > _MOST_CELLS:
        raise ValueError(f"at most {_MOST_CELLS} cells, as in 4x3")
    return width, height


FamilyName = Annotated[
    str,
    Option("--family", "--domain", metavar="NAME", default=GALAXIES),
    f"The problem: {', '.join(all_names())}; a folder of facts; or a "
    "Python file, which is executed.",
]
EncodingName = Annotated[str, Argument(shell_complete=values.complete_encoding)]
EncodingsAndInputs = Annotated[
    tuple[str, ...],
    Argument(
        required=True,
        metavar="ENCODING... INPUT...",
        shell_complete=values.complete_encoding_or_input,
    ),
]
Task = Annotated[
    cost.Task,
    "What is searched for: the first solution, the proof of uniqueness, all solutions, "
    "brave or cautious consequences.",
]


@dataclass(frozen=True)
class CheckedBoards:
    """On which boards encodings are compared, beside given ones."""

    exhaustive: Annotated[
        tuple[int, int] | None,
        values.Parsed("WxH", _small_size),
        "All up to this size, as 3x2; holes and given walls up to 3x2.",
    ] = None
    random: Annotated[int, Range(0, 100_000), "A number of random boards."] = 0
    cells: Annotated[int, Range(1, 400), "Cells of the largest random one."] = 60
    seed: Annotated[int, options.SEEDS, "Random seed."] = 0
    prove: Annotated[
        tuple[int, int] | None,
        values.Parsed(
            "WxH", lambda t: (0, 0) if t == "no" else values.SIZE.convert(t, None, None)
        ),
        "Search all boards up to this size, see `lab prove`.",
    ] = None
    lattice: Annotated[
        str, Choice(list(LATTICES)), "That of searched boards, hexagonal."
    ] = SQUARE.name
    kind: Annotated[
        str | None,
        Choice(["dots", "holes", "walls", "all"]),
        "What boards of Galaxies may have beside dots, holes, walls (given ones), dots "
        "(nothing), or all (what each encoding reads).",
    ] = None

    @property
    def any(self) -> bool:
        """Whether there are such boards."""
        return self.exhaustive is not None or self.random > 0

    def of(self, family: AnyFamily, without: Collection[str] = ()) -> list[Instance]:
        """Return the boards without some optional facts, the smallest first."""
        boards: list[Instance] = []
        if self.exhaustive is not None:
            boards += board_sets(family, *self.exhaustive, without)
            if not boards:
                raise click.UsageError(f"{family.name} does not enumerate boards")
        if self.random:
            rest = self.random, self.cells, self.seed, without
            boards += random_boards(family, *rest)
        return boards

    def batches(
        self, family: AnyFamily, without: Collection[str]
    ) -> Iterator[list[Instance]]:
        """Yield lists of random boards without end."""
        for number in count():
            seed = self.seed + number
            boards = random_boards(family, _BATCH, self.cells, seed, without)
            named = enumerate(boards, number * _BATCH + 1)
            yield [replace(one, name=f"random board {n}") for n, one in named]


ProvedBoards = Settings(
    "--boards",
    "Which boards are searched",
    CheckedBoards,
    **dict.fromkeys(("exhaustive", "random", "cells", "seed", "prove")),
)
Boards = Settings(
    "--boards",
    "On which boards this is tried",
    CheckedBoards,
    lattice=None,
    kind=None,
)
ComparedBoards = Settings(
    "--boards",
    "On which boards encodings are compared, beside given ones",
    CheckedBoards,
    prove=Option(
        help="Before, search all boards up to this size for one on which an encoding "
        "differs from the first one, or no (3x3)",
    ),
)


def _run_limits(
    cpu_limit: Annotated[
        float, options.SECONDS, "CPU time limit for each run, grounding included."
    ] = 60.0,
    memory_limit: Annotated[
        int, options.MEMORY_LIMIT, "Memory limit for each run (1 MB = 10^6 bytes)."
    ] = 4000,
) -> RequestLimits:
    return RequestLimits(cpu_limit, memory_limit)


RunLimits = Annotated[RequestLimits, Group(_run_limits)]
"""The limits of each run."""


@dataclass(frozen=True, kw_only=True)
class CampaignOptions:
    """How the work is shared, kept and limited."""

    jobs: options.Jobs
    store: Annotated[
        options.NewFile, "Keep what is computed in this file, and do not repeat it."
    ]
    limits: RunLimits

    def progress(self) -> ProgressBar:
        """Return a display of progress."""
        return ProgressBar()

    @contextmanager
    def campaign(self) -> Iterator[Campaign]:
        """Give workers and the store; when interrupted, say how to continue."""
        try:
            kept = nullcontext() if self.store is None else Store(self.store)
            with kept as store, Pool(self.jobs, cost.NAME) as workers:
                yield Campaign(workers, self.limits, store)
        except KeyboardInterrupt:
            hint = "--store FILE keeps what is done when a run is interrupted"
            if self.store is not None:
                hint = f"the same command continues from {self.store}"
            warn(hint)
            raise


@dataclass(frozen=True, kw_only=True)
class Measuring:
    """What is measured, how often, and with which options of clingo."""

    seeds: Annotated[
        int,
        Range(0, 1000),
        "Number of runs: one as the texts are, the others perturbed by a seed; 0: "
        "compare solutions only.",
    ] = 10
    perturb: Annotated[
        cost.Perturbation,
        "shuffle: facts and rules in random order; seed: clasp's seed with 2 % random "
        "decisions.",
    ] = "shuffle"
    task: Task = "unique"
    variants: Annotated[
        tuple[cost.Options, ...],
        Option(
            "--options",
            metavar="OPTIONS",
            callback=lambda _context, _option, texts: tuple(cost.variants(texts)),
        ),
        "Options of clingo, as in --options='--configuration=frumpy --eq=0'; each use "
        "is a row of its own, and --options= is one without options.",
    ]

    def plan(
        self, given: "Given", checked: Sequence[Instance], limits: RequestLimits
    ) -> Plan:
        """Return what is compared on `checked` boards, and measured on given ones."""
        return Plan(
            given.family.name,
            tuple(checked),
            given.boards,
            self.variants,
            tuple(range(self.seeds)),
            self.task,
            self.perturb,
            limits,
        )


@dataclass(frozen=True)
class Given:
    """The family, the encodings and the instances of a command line."""

    family: AnyFamily
    encodings: tuple[str, ...]
    boards: tuple[Instance, ...] = ()
    faulty: bool = False
    """Whether an input could not be read."""


def left_out(
    kind: str | None, family: AnyFamily, encodings: Sequence[str]
) -> Collection[str]:
    """Return the optional facts that no board has; print what is not read."""
    if kind not in (None, "all") and not family.optional:
        raise click.UsageError(f"--boards kind={kind} is for boards of Galaxies only")
    missing = set[str]()
    for encoding in encodings if kind is None else ():
        if unread := proof.unread(family, encoding):
            said = " and no ".join(unread)
            note(
                encoding, f"reads no {said}, so boards have none; see --boards kind=..."
            )
            missing.update(unread)
    if kind not in (None, "all"):
        missing = {said for said in family.optional if not said.endswith(kind or "")}
    return [family.optional[said] for said in sorted(missing)]


def subject(
    family_: str,
    arguments: Sequence[str],
    notation: str | None = None,
    *,
    others: bool = False,
    alone: bool = False,
) -> Given:
    """Divide arguments into encodings and instances.

    Without instances, those of the family are taken, unless there are `others`. If
    `alone`, the first argument is the only encoding.
    """
    family = compared_family(family_)
    known_names = family.known_encodings

    def is_encoding(name: str) -> bool:
        base = name if Path(name).is_file() else name.split("+")[0]
        is_program = base.endswith(".lp") and not has_facts_only(Path(base))
        return is_program or base in known_names

    names = tuple(dict.fromkeys(filter(is_encoding, arguments)))
    given = tuple(name for name in arguments if name not in names)
    if not names:
        known = ", ".join((*known_names, "a file"))
        only = next((name for name in given if has_facts_only(Path(name))), None)
        but = f"; {only} has facts only, so it is an instance" if only else ""
        first = f"{given[0]!r} is no encoding; " if given else ""
        raise click.UsageError(
            f"{first}give an encoding ({known}), and instances after it{but}"
        )
    if alone and len(names) > 1:
        raise click.UsageError(
            f"{names[1]} is no instance, as it is no file of facts; the encoding is "
            f"{names[0]}"
        )
    boards, faulty = list[Instance](), False
    if not given and not others:
        boards = instances_of(family)
    for name in given:
        if name in family.instances:
            boards.append(Instance(name, family.instances[name]))
        elif family.instances and may_be_name(name) and not Path(name).is_file():
            there = ", ".join(family.instances)
            raise click.UsageError(f"no instance {name!r}; there are: {there}")
        else:
            puzzles = Inputs((name,), notation, family_)
            boards += [Instance(sheet.name, sheet.facts) for sheet in puzzles]
            faulty |= puzzles.faulty
    return Given(under_rules_of(family, *names), names, tuple(boards), faulty)
