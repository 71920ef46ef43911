"""`galaxies play`: the page in a browser, with a local server."""

import socket
import webbrowser
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Argument, Option, command
from galaxies_asp.cli.inputs import source_text
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import ANY_FOLDER, FOLDER, complete_input
from galaxies_asp.core.board.errors import NotationError, OptionError
from galaxies_asp.core.board.fields import Range
from galaxies_asp.families import sources
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named

HOST = "127.0.0.1"
PORT = 8717
"""The usual port, so that the browser finds again what it has stored."""


@command("play")
def play_command(
    port: Annotated[
        int | None,
        Range(0, 65535),
        f"Port of the server (default: {PORT}, or any free port if it is in use).",
    ],
    family: Annotated[
        str | None, Option(metavar="NAME"), "Family of the puzzle, or its folder."
    ],
    lessons: Annotated[
        options.NewFile,
        "Course for the tab Lessons, instead of the one that is shipped.",
    ],
    no_browser: Annotated[bool, "Print the address only."],
    site: Annotated[
        Path | None,
        Option("--export", type=ANY_FOLDER, metavar="DIR"),
        "Write a site that needs no server; requires --pyodide and --clingo-wasm.",
    ],
    pyodide: Annotated[
        Path | None,
        Option(type=FOLDER, metavar="DIR"),
        "Folder with a Pyodide distribution, which the site uses.",
    ],
    clingo: Annotated[
        Path | None,
        Option("--clingo-wasm", type=FOLDER, metavar="DIR"),
        "Folder of the npm package clingo-wasm, which the site solves with.",
    ],
    puzzle: Annotated[str | None, Argument(shell_complete=complete_input)],
    encoding: Annotated[
        str | None,
        options.ENCODING,
        "Play by this encoding, a file or a mix, and open it in the tab Rules.",
    ],
    with_: Annotated[
        tuple[str, ...],
        options.WITH,
        "Play by a mix with this part, or with the further rules of a file.",
    ],
) -> int:
    """Play, explore and make puzzles in the browser.

    A server on this computer answers the page, until Ctrl-C.
    """
    granted = {}
    if family is not None and Path(family).is_dir():
        family = granted["folder"] = str(Path(family).resolve())
    is_own = encoding is not None or bool(with_)
    if is_own and puzzle is None:
        raise click.UsageError("-e and --with need a puzzle, which they are applied to")
    fragment = "" if puzzle is None else _fragment(puzzle, family)
    if is_own:
        from galaxies_asp.core.asp.encodings import GROW, mixed
        from galaxies_asp.core.galaxies import NAME
        from galaxies_asp.lab.families import compared_family
        from galaxies_asp.lab.source import page
        from galaxies_asp.play.addresses import program_address

        text = page(compared_family(NAME), mixed(encoding or GROW, with_))
        fragment += f"&{program_address(text)}"
    if lessons is not None:
        from galaxies_asp.play.lessons import read

        read(lessons)  # refuses a faulty course
        granted["lessons"] = str(lessons.resolve())
        fragment = fragment or "#lessons"
    if site is not None or pyodide is not None or clingo is not None:
        if site is None or pyodide is None or clingo is None:
            raise click.UsageError("--export, --pyodide, --clingo-wasm need each other")
        from galaxies_asp.play.export import export

        for line in export(site, pyodide, clingo, lessons):
            echo(line)
        return exits.ANSWERED
    for library in ("starlette", "uvicorn", "h11"):
        if find_spec(library) is None:  # before an address is printed
            raise ModuleNotFoundError(name=library)
    with _socket(port) as bound:
        address = f"http://{HOST}:{bound.getsockname()[1]}/{fragment}"
        echo(address)
        echo("Press Ctrl-C to stop.", err=True)
        if not no_browser:
            webbrowser.open(address)
        from galaxies_asp.play.workers import Workers

        workers = Workers()
        workers.prepare()  # they start while the server is imported
        from galaxies_asp.play.server import serve

        serve(bound, workers, granted)
    return exits.ANSWERED


def _fragment(source: str, family: str | None) -> str:
    """Return the part of the page's address that holds a puzzle, unsolved."""
    from galaxies_asp.play.addresses import address
    from galaxies_asp.play.request import bounded
    from galaxies_asp.solving.judging import unsolved

    source, chosen = sources.numbered(source)
    label, text = source_text(source)
    named = None if family is None else family_named(family)
    found = sheets(text, label, family=named)
    if chosen is not None:
        found = islice(found, max(chosen - 1, 0), chosen)
    boards = bounded(found)
    if not boards:
        raise NotationError(f"there is no puzzle {chosen} in {source}")
    return f"#{address(unsolved(boards[0]))}"


def _socket(port: int | None) -> socket.socket:
    """Return a socket that listens on the port, or on a free one, or `OptionError`."""
    for number in (PORT, 0) if port is None else (port,):
        # asyncio sends small answers at once only where the protocol is given.
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((HOST, number))
            bound.listen()  # from now on the address answers
        except OSError:
            bound.close()
            continue
        return bound
    raise OptionError(f"port {port} is in use; choose another one with --port")
