"""`galaxies doctor`: versions, optional libraries, and a self-test."""

import json
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

import click

import galaxies_asp
from galaxies_asp import parse, solve, verify
from galaxies_asp.asp.data import data_folder
from galaxies_asp.board.puzzle import Position
from galaxies_asp.cli import exits
from galaxies_asp.cli.options import json_option
from galaxies_asp.errors import GalaxiesError

_PUZZLE = "7x7:cghsppedzzaccdtce"
_REQUIREMENT = re.compile(r"([\w.-]+)[^;]*(?:;.*extra == [\"'](\w+)[\"'])?")
_USERS_EXTRAS = ("", "png", "pdf", "picture", "plot", "sat", "rewrite", "cluster")


@dataclass(frozen=True)
class Library:
    """A library, the extra that needs it (empty: always needed), and its version."""

    name: str
    extra: str
    version: str | None


@dataclass(frozen=True)
class Check:
    """A check of the self-test, and the error if it failed."""

    name: str
    seconds: float
    error: str | None


@click.command(name="doctor")
@json_option()
def command(as_json: bool) -> int:
    """Show versions and optional libraries, and test the installation.

    The self-test solves a puzzle with and without clingo, counts boards, and uses
    each optional library that is installed. Exit code 1: a check has failed or a
    required library is missing.
    """
    libraries = list(_libraries())
    checks = [_checked(name, check) for name, check in _checks(libraries)]
    is_well = all(one.error is None for one in checks) and all(
        one.version or one.extra for one in libraries
    )
    if as_json:
        click.echo(json.dumps(_answer(libraries, checks, is_well)))
    else:
        _print(libraries, checks)
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
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


def _checks(libraries: list[Library]) -> Iterator[tuple[str, Callable[[], bool]]]:
    """Yield the checks: functions that return whether the result is right."""
    yield "solve without clingo (encoding fast)", lambda: _solves("fast")
    yield "solve with clingo (encoding grow)", lambda: _solves("grow")
    yield "count all boards of 4x4 cells", _counts
    yield "read the shipped puzzles", _reads_puzzles
    present = {one.extra for one in libraries if one.version}
    for extra, (name, check) in _OF_EXTRAS.items():
        if extra in present:
            yield f"{name} (extra {extra})", check


def _solves(encoding: str) -> bool:
    result = solve(parse(_PUZZLE), encoding=encoding)
    return result.status == "unique" and not verify(result.solutions[0])


def _counts() -> bool:
    from galaxies_asp.counting.boards.counting import count

    return count("galaxies", 4, 4) == 112459


def _reads_puzzles() -> bool:
    text = (data_folder("puzzles") / "idp-5x5.txt").read_text(encoding="utf-8")
    return parse(text).name == "idp-5x5"


def _draws_png() -> bool:
    from galaxies_asp.drawing.raster import png

    return png(Position(parse(_PUZZLE))).startswith(b"\x89PNG")


def _sets_pdf() -> bool:
    from galaxies_asp.book.pdf_writer import check_ready

    check_ready("")
    return True


def _imports(module: str) -> Callable[[], bool]:
    return lambda: bool(__import__(module))


_OF_EXTRAS: dict[str, tuple[str, Callable[[], bool]]] = {
    "png": ("draw a PNG", _draws_png),
    "pdf": ("typeset", _sets_pdf),
    "picture": ("read images", _imports("PIL.Image")),
    "plot": ("plot", _imports("matplotlib.figure")),
    "sat": ("solve by SAT", _imports("pysat.solvers")),
    "rewrite": ("rewrite encodings", _imports("ngo")),
    "cluster": ("connect to clusters", _imports("distributed")),
}


def _checked(name: str, check: Callable[[], bool]) -> Check:
    start = time.perf_counter()
    try:
        error = None if check() else "wrong result"
    except (GalaxiesError, ImportError, OSError, RuntimeError) as fault:
        error = str(fault) or type(fault).__name__
    return Check(name, round(time.perf_counter() - start, 3), error)


def _answer(
    libraries: list[Library], checks: list[Check], is_well: bool
) -> dict[str, object]:
    return {
        "schema": 1,
        "version": galaxies_asp.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "folder": str(Path(galaxies_asp.__file__).parent),
        "libraries": [asdict(one) for one in libraries],
        "checks": [asdict(one) for one in checks],
        "well": is_well,
    }


def _print(libraries: list[Library], checks: list[Check]) -> None:
    click.echo(f"galaxies-asp {galaxies_asp.__version__}, in {_folder()}")
    click.echo(f"Python {platform.python_version()}, {sys.executable}")
    click.echo(platform.platform())
    click.echo("\nLibraries")
    for one in libraries:
        state = one.version or "missing"
        needed = f"extra {one.extra}" if one.extra else "required"
        if one.version is None:
            extra = f"[{one.extra}]" if one.extra else ""
            needed += f": pip install 'galaxies-asp{extra}'"
        click.echo(f"  {one.name:<14} {state:<12} {needed}")
    click.echo("\nSelf-test")
    for check in checks:
        state = f"{check.seconds:.2f} s" if check.error is None else "FAILED"
        detail = "" if check.error is None else f": {check.error}"
        click.echo(f"  {check.name:<42} {state}{detail}")


def _folder() -> Path:
    return Path(galaxies_asp.__file__).parent
