"""`galaxies strip`: count the boards of a puzzle on strips of a fixed height."""

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.files import write_output
from galaxies_asp.cli.progress import Progress
from galaxies_asp.transfer.errors import StripError, TooLargeError
from galaxies_asp.transfer.generating_function import GeneratingFunction
from galaxies_asp.transfer.puzzles import PUZZLES, Strips, strips
from galaxies_asp.transfer.two_not_touch_square import count_squares

_SQUARE = "two-not-touch-square"

_Command = TypeVar("_Command", bound=Callable[..., Any])


@click.group(name="strip")
def command() -> None:
    """Count the boards of a puzzle on strips of a fixed height.

    PUZZLE is ring-ring, two-not-touch, circuit-board, partitions, or a file with an
    encoding of one column (see docs/strips.md); `terms` also takes
    two-not-touch-square.
    """


def _limits_reported(command: _Command) -> _Command:
    """End with the exit code for limits where a strip is too large."""

    @functools.wraps(command)
    def reporting(*args: Any, **kwargs: Any) -> int:
        try:
            code: int = command(*args, **kwargs)
        except TooLargeError as error:
            click.echo(f"galaxies: {error}", err=True)
            return exits.LIMIT_REACHED
        return code

    return reporting  # type: ignore[return-value]
