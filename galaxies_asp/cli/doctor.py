"""`galaxies doctor`: versions, optional libraries, and a self-test."""

import platform
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from typing import Annotated

import galaxies_asp
from galaxies_asp import parse, solve, verify
from galaxies_asp.book.pdf_writer import check_ready
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import command
from galaxies_asp.cli.options import Json
from galaxies_asp.cli.output import print_answer
from galaxies_asp.compiled.library import missing
from galaxies_asp.core.board.answer import Answer, Part
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.drawing.raster import png
from galaxies_asp.counting.boards.counting import count
from galaxies_asp.families.shipped import text_of

_PUZZLE = parse("7x7:cghsppedzzaccdtce")
_REQUIREMENT = re.compile(r"([\w.-]+)[^;]*(?:;.*extra == [\"'](\w+)[\"'])?")


@dataclass(frozen=True)
class Library(Part):
    """A library that the program uses."""

    name: Annotated[str, "Name of the library."]
    extra: Annotated[str, "Extra that needs the library; empty: always needed."]
    version: Annotated[str | None, "null: not installed."]


@dataclass(frozen=True)
class Check(Part):
    """A check of the self-test."""

    name: Annotated[str, "What is checked."]
    seconds: Annotated[float, Range(0), "Time of the check."]
    error: Annotated[str | None, "null: passed."]


@dataclass(frozen=True)
class DoctorAnswer(Answer):
    """Answer of galaxies doctor --json."""

    version: Annotated[str, "Version of galaxies-asp."]
    python: Annotated[str, "Version of Python."]
    platform: Annotated[str, "System and processor."]
    folder: Annotated[str, "Folder of the package."]
    libraries: Annotated[Sequence[Library], "The libraries that are used."]
    pure: Annotated[str, "Why no compiled functions are used; empty: they are."]
    checks: Annotated[Sequence[Check], "The self-test."]
    well: Annotated[bool, "Whether all checks passed, and no library is missing."]


@command("doctor")
def doctor_command(as_json: Json) -> int:
    """Show versions and optional libraries, and test the installation.

    The self-test solves a puzzle with and without clingo, counts boards, and uses
    each optional library that is installed. Exit code 1: a check has failed or a
    required library is missing.
    """
    libraries = list(_libraries())
    present = {"", *(library.extra for library in libraries if library.version)}
    checks = [
        _checked(f"{name} (extra {extra})" if extra else name, check)
        for name, (extra, check) in _CHECKS.items()
        if extra in present
    ]
    answer = DoctorAnswer(
        version=galaxies_asp.__version__,
        python=platform.python_version(),
        platform=platform.platform(),
        folder=str(Path(galaxies_asp.__file__).parent),
        libraries=libraries,
        pure=missing(),
        checks=checks,
        well=all(check.error is None for check in checks)
        and all(library.version or library.extra for library in libraries),
    )
    print_answer(answer, "".join(f"{line}\n" for line in _lines(answer)), as_json)
    return exits.ANSWERED if answer.well else exits.NEGATIVE


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


_CHECKS: dict[str, tuple[str, Callable[[], object]]] = {
    "solve without clingo (encoding fast)": ("", partial(_solves, "fast")),
    "solve with clingo (encoding grow)": ("", partial(_solves, "grow")),
    "count all boards of 4x4 cells": ("", lambda: count("galaxies", 4, 4) == 112459),
    "read the shipped puzzles": ("", lambda: parse(text_of("idp-5x5"))),
    "serve the page": ("play", partial(import_module, "uvicorn")),
    "compute with exact fractions": ("exact", partial(import_module, "flint")),
    "draw a PNG": ("png", lambda: png(Position(_PUZZLE)).startswith(b"\x89PNG")),
    "typeset": ("pdf", partial(check_ready, "")),
    "read images": ("picture", partial(import_module, "PIL.Image")),
    "connect to clusters": ("cluster", partial(import_module, "distributed")),
}
"""The extra that a check needs, and a function that returns False if it fails."""
_USERS_EXTRAS = tuple(extra for extra, _ in _CHECKS.values())


def _checked(name: str, check: Callable[[], object]) -> Check:
    start = time.perf_counter()
    try:
        error = "wrong result" if check() is False else None
    except (GalaxiesError, ImportError, OSError, RuntimeError) as fault:
        error = str(fault) or type(fault).__name__
    return Check(name, round(time.perf_counter() - start, 3), error)


def _lines(answer: DoctorAnswer) -> Iterator[str]:
    yield f"galaxies-asp {answer.version}, in {answer.folder}"
    yield f"Python {answer.python}, {sys.executable}"
    yield answer.platform
    yield "\nLibraries"
    for library in answer.libraries:
        state = library.version or "missing"
        needed = f"extra {library.extra}" if library.extra else "required"
        if library.version is None:
            extra = f"[{library.extra}]" if library.extra else ""
            needed += f": pip install 'galaxies-asp{extra}'"
        yield f"  {library.name:<14} {state:<12} {needed}"
    why = f"no, and slower: {answer.pure}" if answer.pure else "yes"
    yield f"\nCompiled functions: {why}"
    yield "\nSelf-test"
    for check in answer.checks:
        failure = "" if check.error is None else f"FAILED: {check.error}"
        yield f"  {check.name:<42} {failure or f'{check.seconds:.2f} s'}"
