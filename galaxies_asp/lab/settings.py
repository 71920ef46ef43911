"""Options of clingo as an axis of a comparison: combinations and short names."""

import shlex
from collections.abc import Mapping, Sequence
from itertools import product

from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.solving.engine import SolveRequest

Options = tuple[str, ...]

AXES = {
    "configuration": "frumpy, jumpy, tweety, handy, crafty, trendy, many, or a file",
    "heuristic": "Vsids, Berkmin, Vmtf, Domain, Unit, None",
    "sat-prepro": "no, 1, 2, 3: preprocessing as in SAT solvers",
    "trans-ext": "no, all, choice, card, weight, dynamic: extended rules replaced",
    "eq": "0, 1, ...: rounds of preprocessing by equivalences",
    "parallel-mode": "1, 2, 4,compete: threads, each with its configuration",
}
"""The options that can be swept by name, with some of their values."""

DEFAULT = "default"
"""The value that leaves an option to clingo."""


def combinations(
    axes: Mapping[str, Sequence[str]], others: Sequence[str] = ()
) -> list[Options]:
    """Return every combination of the values of the axes and of the other options.

    Parameters
    ----------
    axes
        The values of some of `AXES`.
    others
        Texts with options, split as a shell does.

    Raises `OptionError` if clingo refuses some of them, or the program sets them
    itself.
    """
    choices: list[list[Options]] = [
        [() if value == DEFAULT else (f"--{name}={value}",) for value in values]
        for name, values in axes.items()
        if values
    ]
    if others:
        choices.append([_split(text) for text in others])
    variants = [sum(parts, ()) for parts in product(*choices)]
    variants = list(dict.fromkeys(variants))
    for options in variants:
        check(options)
    return variants


def check(options: Options) -> None:
    """Raise OptionError if clingo rejects the options."""
    from galaxies_asp.asp.program import Program

    others = tuple(o for o in options if not o.startswith("--parallel-mode="))
    SolveRequest(Puzzle(1, 1, (Point(1, 1),)), options=others)
    try:
        Program(("1", *options))
    except OptionError as error:
        hints = [
            f"--{name} takes {values}"
            for name, values in AXES.items()
            if any(option.startswith(f"--{name}=") for option in options)
        ]
        raise OptionError(
            "; ".join([f"{shlex.join(options)}: {error}", *hints])
        ) from None


def short(options: Options) -> str:
    """Return a name for options: `frumpy eq=0` for `--configuration=frumpy --eq=0`."""
    return " ".join(
        option.removeprefix("--configuration=").lstrip("-") for option in options
    )


def label(encoding: str, options: Options) -> str:
    """Return a name for an encoding with options."""
    return f"{encoding} {short(options)}".rstrip()


def _split(text: str) -> Options:
    """Split options as a shell does."""
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise OptionError(f"--options {text!r}: {error}") from None
