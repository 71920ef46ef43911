"""`galaxies doctor`: versions, optional libraries, and a self-test."""

import platform
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from typing import NamedTuple

import galaxies_asp
from galaxies_asp import parse, render, solve, verify
from galaxies_asp.book.pdf_writer import check_ready
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import command
from galaxies_asp.cli.output import echo
from galaxies_asp.compiled.library import missing
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.counting.boards.counting import count
from galaxies_asp.counting.boards.sampling import sampler_of
from galaxies_asp.counting.boards.shape import BoardShape
from galaxies_asp.families.shipped import text_of

_PUZZLE = parse("7x7:cghsppedzzaccdtce")
_REQUIREMENT = re.compile(r"([\w.-]+)[^;]*(?:;.*extra == [\"'](\w+)[\"'])?")


class Library(NamedTuple):
    """A library that the program uses."""

    name: str
    extra: str
    """The extra that needs it; empty: it is always needed."""
    version: str | None

    def __str__(self) -> str:
        needed = f"extra {self.extra}" if self.extra else "required"
        if self.version is None:
            extra = f"[{self.extra}]" if self.extra else ""
            needed += f": pip install 'galaxies-asp{extra}'"
        return f"  {self.name:<14} {self.version or 'missing':<12} {needed}"


@command("doctor")
def doctor_command() -> int:
    """Show versions and optional libraries, and test the installation.

    The self-test solves a puzzle with and without clingo, counts boards, and uses
    each optional library that is installed. Exit code 1: a check has failed or a
    required library is missing.
    """
    libraries = list(_libraries())
    present = {"", *(library.extra for library in libraries if library.version)}
    folder = Path(galaxies_asp.__file__).parent
    echo(f"galaxies-asp {galaxies_asp.__version__}, in {folder}")
    echo(f"Python {platform.python_version()}, {sys.executable}")
    echo(platform.platform())
    echo("\nLibraries")
    for library in libraries:
        echo(library)
    why = missing()
    lack = f"no; slower, and boards cannot be counted: {why}"
    echo(f"\nCompiled functions: {lack if why else 'yes'}")
    echo("\nSelf-test")
    is_well = all(library.version or library.extra for library in libraries)
    for name, (extra, check) in _CHECKS.items():
        if extra in present:
            start = time.perf_counter()
            fault = _fault(check)
            is_well &= not fault
            state = (
                f"FAILED: {fault}" if fault else f"{time.perf_counter() - start:.2f} s"
            )
            echo(f"  {f'{name} (extra {extra})' if extra else name:<42} {state}")
    return exits.ANSWERED if is_well else exits.NEGATIVE


def _libraries() -> Iterator[Library]:
    try:
        requirements = metadata.requires("galaxies-asp") or []
    except metadata.PackageNotFoundError:
        return
    for requirement in requirements:
        match = _REQUIREMENT.match(requirement)
        assert match is not None
        name, extra = match[1], match[2] or ""
        if extra in _USERS_EXTRAS:
            yield Library(name, extra, _version(name))


def _version(library: str) -> str | None:
    with suppress(metadata.PackageNotFoundError):
        return metadata.version(library)
    return None


def _solves(encoding: str) -> bool:
    result = solve(_PUZZLE, rules=encoding)
    return result.status == "unique" and not verify(result.solutions[0])


def _counts() -> bool:
    """Tell whether arrays and, where they are, compiled functions count boards."""
    total = sampler_of("galaxies", BoardShape(4, 4)).total
    return total == 112459 and (bool(missing()) or count("galaxies", 4, 4) == total)


_CHECKS: dict[str, tuple[str, Callable[[], object]]] = {
    "solve without clingo (encoding fast)": ("", partial(_solves, "fast")),
    "solve with clingo (encoding grow)": ("", partial(_solves, "grow")),
    "count all boards of 4x4 cells": ("", _counts),
    "read the shipped puzzles": ("", lambda: parse(text_of("idp-5x5"))),
    "serve the page": ("play", partial(import_module, "uvicorn")),
    "compute with exact fractions": ("exact", partial(import_module, "flint")),
    "draw a PNG": ("png", partial(render, _PUZZLE, "png")),
    "typeset": ("pdf", partial(check_ready, "")),
    "read images": ("picture", partial(import_module, "PIL.Image")),
}
"""The extra that a check needs, and a function that returns False if it fails."""
_USERS_EXTRAS = tuple(extra for extra, _ in _CHECKS.values())


def _fault(check: Callable[[], object]) -> str:
    """Return what is wrong with a check; empty if it passes."""
    try:
        return "wrong result" if check() is False else ""
    except (GalaxiesError, ImportError, OSError, RuntimeError) as fault:
        return str(fault) or type(fault).__name__
