"""The options of clingo that `lab` sweeps over: one for each axis, all combined."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from galaxies_asp.lab.settings import AXES, DEFAULT, combinations

_Command = TypeVar("_Command", bound=Callable[..., Any])


def sweep_options(command: _Command) -> _Command:
    """Take values of each axis; passes `variants`, every combination of them."""

    @functools.wraps(command)
    def with_variants(*args: Any, others: tuple[str, ...], **kwargs: Any) -> Any:
        axes = {
            name: [value.strip() for value in (kwargs.pop(_key(name)) or "").split(",")]
            for name in AXES
        }
        named = {name: [v for v in values if v] for name, values in axes.items()}
        return command(*args, variants=combinations(named, others), **kwargs)

    wrapped: Any = with_variants
    wrapped = click.option(
        "--options",
        "others",
        multiple=True,
        metavar="OPTIONS",
        help="Other options of clingo, as in --options='--restarts=no'; repeatable.",
    )(wrapped)
    for name, values in reversed(AXES.items()):
        wrapped = click.option(
            f"--{name}",
            _key(name),
            metavar="VALUE,...",
            help=f"Sweep over values of clingo's option ({values}), or {DEFAULT}.",
        )(wrapped)
    return wrapped  # type: ignore[no-any-return]


def _key(name: str) -> str:
    return name.replace("-", "_")
