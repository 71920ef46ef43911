"""Options that the commands of the lab share."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from galaxies_asp.asp.atoms import facts_of
from galaxies_asp.asp.encodings import BUILT_IN as ENCODINGS
from galaxies_asp.asp.encodings import MIXES, variants
from galaxies_asp.board import facts
from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.cli.options import grouped, memory_limit_option
from galaxies_asp.cli.values import Choice, FiniteRange, SizeType
from galaxies_asp.errors import EncodingError
from galaxies_asp.families.family import Board, Family, boards_of, random_boards
from galaxies_asp.families.galaxies.family import NAME, family_name
from galaxies_asp.families.registry import BUILT_IN, family_named
from galaxies_asp.lab.cost import PERTURBATIONS, TASKS, Perturbation, Task
from galaxies_asp.processes.pool import Limits

_MOST_CELLS = 12


class SmallSizeType(click.ParamType[tuple[int, int]]):
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


family_option = click.option(
    "--family",
    "--domain",
    "family",
    default=NAME,
    show_default=True,
    metavar="NAME",
    help=f"The problem: {', '.join(BUILT_IN)}; a folder of facts; or a Python file, "
    "which is executed.",
)

store_option = click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep what is computed in this file, and do not repeat it.",
)


@contextmanager
def resumable(store: Path | None) -> Iterator[None]:
    """Print after an interruption how to continue."""
    try:
        yield
    except KeyboardInterrupt:
        if store is None:
            hint = "--store FILE keeps what is done when a run is interrupted"
        else:
            hint = f"the same command continues from {store}"
        click.echo(f"galaxies: {hint}", err=True)
        raise


@dataclass(frozen=True)
class Subject:
    """The family, the encodings and the instances of a command line.

    Attributes
    ----------
    faulty
        Whether an input could not be read.
    """

    family: Family
    encodings: tuple[str, ...]
    boards: tuple[Board, ...]
    faulty: bool


def subject(
    arguments: tuple[str, ...],
    family: str,
    from_: str | None,
    *,
    others: bool = False,
) -> Subject:
    """Divide arguments into encodings and instances.

    Without instances, those of the family are taken, unless there are `others`.
    """
    found = family_named(family)
    encodings = [name for name in arguments if _is_encoding(found, name)]
    given = tuple(name for name in arguments if name not in encodings)
    names = tuple(dict.fromkeys(encodings))
    if not names:
        built_in = (*ENCODINGS, *MIXES) if family == NAME else found.encodings
        known = ", ".join((*found.native, *built_in, "a file"))
        only = next((name for name in given if _is_facts(Path(name))), None)
        but = "" if only is None else f"; {only} has facts only, so it is an instance"
        raise click.UsageError(
            f"give an encoding ({known}), and instances after it{but}"
        )
    if found.name.partition("+")[0] != NAME:
        chosen = boards_of(found, given) if given or not others else ()
        return Subject(found, names, tuple(chosen), False)
    if found.name == NAME:
        found = family_named(_shared_variants(names))
    if not given:
        return Subject(found, names, (), False)
    sources = Inputs(given, from_, family=NAME)
    boards = tuple(
        Board(entry.name, facts.program(entry.position.puzzle)) for entry in sources
    )
    return Subject(found, names, boards, sources.faulty)


def _is_encoding(family: Family, name: str) -> bool:
    """Return whether an argument is an encoding rather than an instance."""
    if family.name.partition("+")[0] == NAME:
        base = name if Path(name).is_file() else name.split("+")[0]
        if base in (*family.native, *ENCODINGS, *MIXES):
            return True
        return Path(base).suffix == ".lp" and not _is_facts(Path(base))
    if name in family.encodings:
        return True
    return Path(name).suffix == ".lp" and not _is_facts(Path(name))


def _is_facts(path: Path) -> bool:
    """Return whether a file contains facts only."""
    try:
        return bool(facts_of(path.read_text(encoding="utf-8")))
    except (EncodingError, OSError, UnicodeDecodeError):
        return False


def _shared_variants(encodings: tuple[str, ...]) -> str:
    """Return the family of the variants that all named encodings have.

    A file without variants in its name is judged by those of the others.
    """
    named = [variants(e) for e in encodings if variants(e) or not Path(e).is_file()]
    return family_name(named[0].intersection(*named[1:]) if named else frozenset())


@dataclass(frozen=True)
class Measuring:
    """How runs are measured."""

    seeds: int
    perturb: Perturbation
    task: Task


measuring_options = grouped(
    "measuring",
    Measuring,
    click.option(
        "--seeds",
        type=click.IntRange(1, 1000),
        default=3,
        show_default=True,
        metavar="N",
        help="Number of runs: one as the texts are, the others perturbed by a seed.",
    ),
    click.option(
        "--perturb",
        type=Choice(PERTURBATIONS),
        default=PERTURBATIONS[0],
        show_default=True,
        help="shuffle: facts and rules in random order; seed: clasp's seed with 2 % "
        "random decisions.",
    ),
    click.option(
        "--task",
        type=Choice(list(TASKS)),
        default="unique",
        show_default=True,
        help="What is measured: the first solution, the proof of uniqueness, all "
        "solutions, brave or cautious consequences.",
    ),
)


@dataclass(frozen=True)
class Checks:
    """Boards on which solutions are compared, beside the given instances."""

    exhaustive: tuple[int, int] | None
    random: int
    cells: int
    seed: int

    @property
    def any(self) -> bool:
        """Whether there are boards to compare beside given instances."""
        return self.exhaustive is not None or self.random > 0

    def boards(self, family: Family) -> list[Board]:
        """Return the boards, the smallest first."""
        found: list[Board] = []
        if self.exhaustive is not None:
            if family.spaces is None:
                raise click.UsageError(
                    f"the family {family.name} does not enumerate boards"
                )
            found += family.spaces(*self.exhaustive)
        if self.random:
            found += random_boards(family, self.random, self.cells, self.seed)
        return found


checks_options = grouped(
    "checks",
    Checks,
    click.option(
        "--exhaustive",
        type=SmallSizeType(),
        help="Compare on all boards up to this size; holes and given walls up to 3x2.",
    ),
    click.option(
        "--random",
        type=click.IntRange(0, 100_000),
        default=0,
        metavar="N",
        help="Compare on this number of random boards.",
    ),
    click.option(
        "--cells",
        type=click.IntRange(1, 400),
        default=30,
        show_default=True,
        metavar="N",
        help="Cells of the largest random board.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, 2**31 - 1),
        default=0,
        show_default=True,
        metavar="N",
        help="Seed of the random boards.",
    ),
)


def _limits(cpu_limit: float, memory_limit: int) -> Limits:
    return Limits(cpu_limit, memory_limit)


cpu_limits_options = grouped(
    "limits",
    _limits,
    click.option(
        "--cpu-limit",
        type=FiniteRange(min=0, min_open=True),
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help="CPU time limit for each run, grounding included.",
    ),
    memory_limit_option(4000, "Memory limit for each run (1 MB = 10^6 bytes)."),
)
