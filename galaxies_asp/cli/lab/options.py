"""What the commands of the lab share: encodings, instances, limits, a store."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import click

from galaxies_asp.cli.commands import Run
from galaxies_asp.cli.completion import complete_encoding, complete_encoding_or_input
from galaxies_asp.cli.lab.subject import Subject, subject
from galaxies_asp.cli.limits import MEGABYTE
from galaxies_asp.cli.options import (
    Option,
    all_of,
    declared,
    memory_limit_option,
    seed_option,
)
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import ANY_FILE, Choice, FiniteRange, SizeType
from galaxies_asp.families.family import Board, Family, random_boards
from galaxies_asp.families.galaxies.family import NAME as GALAXIES
from galaxies_asp.families.registry import BUILT_IN, family_named
from galaxies_asp.lab.cost import PERTURBATIONS, TASKS, Perturbation, Task
from galaxies_asp.lab.record import Plan
from galaxies_asp.lab.settings import AXES, DEFAULT, Options, combinations
from galaxies_asp.lab.store import Store
from galaxies_asp.processes.pool import Limits

_MOST_CELLS = 12
_MEMORY_LIMIT = 4000 * MEGABYTE


class SmallSizeType(click.ParamType):  # type: ignore[type-arg]
    """A size of boards that can be enumerated."""

    name = "WxH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Read a size."""
        width, height = SizeType().convert(value, param, ctx)
        if width * height > _MOST_CELLS:
            self.fail(f"at most {_MOST_CELLS} cells, as in 4x3", param, ctx)
        return width, height


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
        ANY_FILE,
        "FILE",
        "Keep what is computed in this file, and do not repeat it.",
    ] = None
    cpu_limit: Annotated[
        float,
        FiniteRange(min=0, min_open=True),
        "SECONDS",
        "CPU time limit for each run, grounding included.",
    ] = 60.0
    memory_limit: int = _MEMORY_LIMIT
    exhaustive: Annotated[
        tuple[int, int] | None,
        SmallSizeType(),
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
        Perturbation,
        Choice(PERTURBATIONS),
        "shuffle: facts and rules in random order; seed: clasp's seed with 2 % random "
        "decisions.",
    ] = PERTURBATIONS[0]
    task: Task = "unique"
    variants: tuple[Options, ...] = ((),)

    @property
    def run_limits(self) -> Limits:
        """The limits of each run."""
        return Limits(self.cpu_limit, self.memory_limit)

    @property
    def has_checks(self) -> bool:
        """Whether there are boards to compare beside given instances."""
        return self.exhaustive is not None or self.random > 0

    def checks(self, family: Family) -> list[Board]:
        """Return the boards to compare beside given ones, the smallest first."""
        boards: list[Board] = []
        if self.exhaustive is not None:
            if family.spaces is None:
                raise click.UsageError(
                    f"the family {family.name} does not enumerate boards"
                )
            boards += family.spaces(*self.exhaustive)
        if self.random:
            boards += random_boards(family, self.random, self.cells, self.seed)
        return boards

    def chosen(self) -> Family:
        """Return the family."""
        return family_named(self.family)

    def subject(self, *arguments: str, others: bool = False) -> Subject:
        """Divide arguments, by default all, into encodings and instances."""
        given, others = arguments or self.arguments, others or self.has_checks
        return subject(given, self.family, self.from_, others=others)

    def plan(self, given: Subject, checked: tuple[Board, ...]) -> Plan:
        """Return what is compared on `checked` boards, and measured on given ones."""
        return Plan(
            family=given.family.name,
            checked=checked,
            boards=given.boards,
            variants=self.variants,
            seeds=tuple(range(self.seeds)),
            task=self.task,
            perturbation=self.perturb,
            limits=self.run_limits,
        )

    @contextmanager
    def stored(self) -> Iterator[Store]:
        """Give the store; print after an interruption how to continue."""
        try:
            with Store(self.store) as store:
                yield store
        except KeyboardInterrupt:
            if self.store is None:
                hint = "--store FILE keeps what is done when a run is interrupted"
            else:
                hint = f"the same command continues from {self.store}"
            echo(f"galaxies: {hint}", err=True)
            raise


encodings_and_inputs = click.argument(
    "arguments",
    nargs=-1,
    required=True,
    metavar="ENCODING... INPUT...",
    shell_complete=complete_encoding_or_input,
)

encoding_argument = click.argument("encoding", shell_complete=complete_encoding)

(family_option,) = declared(LabRun, "family")
(store_option,) = declared(LabRun, "store")


def prove_option(help_text: str) -> Option:
    """Return the option for the size of boards that are searched."""
    return click.option("--prove", "size", type=SizeType(), help=help_text)


def task_option(help_text: str) -> Option:
    """Return the option for the question that a run answers."""
    return click.option(
        "--task",
        type=Choice(list(TASKS)),
        default="unique",
        show_default=True,
        help=help_text,
    )


measuring_options = all_of(
    *declared(LabRun, "seeds", "perturb"),
    task_option(
        "What is measured: the first solution, the proof of uniqueness, all solutions, "
        "brave or cautious consequences."
    ),
)

checks_options = all_of(
    *declared(LabRun, "exhaustive", "random", "cells"),
    seed_option("Seed of the random boards."),
)

cpu_limits_options = all_of(
    *declared(LabRun, "cpu_limit"),
    memory_limit_option(
        _MEMORY_LIMIT // MEGABYTE, "Memory limit for each run (1 MB = 10^6 bytes)."
    ),
)


def sweep_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Take values of each axis of clingo's options; passes `variants`, all combined."""

    @functools.wraps(command)
    def with_variants(*args: Any, others: tuple[str, ...], **kwargs: Any) -> Any:
        given = {name: kwargs.pop(_key(name)) or "" for name in AXES}
        axes = {
            name: [value.strip() for value in values.split(",") if value.strip()]
            for name, values in given.items()
        }
        variants = tuple(combinations(axes, others))
        return command(*args, variants=variants, **kwargs)

    swept = (
        click.option(
            f"--{name}",
            _key(name),
            metavar="VALUE,...",
            help=f"Sweep over values of clingo's option ({values}), or {DEFAULT}.",
        )
        for name, values in AXES.items()
    )
    others = click.option(
        "--options",
        "others",
        multiple=True,
        metavar="OPTIONS",
        help="Other options of clingo, as in --options='--restarts=no'; repeatable.",
    )
    decorated: Callable[..., Any] = all_of(*swept, others)(with_variants)
    return decorated


def _key(name: str) -> str:
    return name.replace("-", "_")
