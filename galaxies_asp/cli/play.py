"""`galaxies play`: the page in a browser, with a local server."""

import socket
import webbrowser
from pathlib import Path

import click

from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.puzzle import Position
from galaxies_asp.cli import commands, exits
from galaxies_asp.cli.commands import Run
from galaxies_asp.cli.completion import complete_encoding, complete_input
from galaxies_asp.cli.inputs import source_text
from galaxies_asp.families.registry import BUILT_IN, family_named, recognized
from galaxies_asp.notation import parse_all

HOST = "127.0.0.1"
PORT = 8717
"""The usual port, so that the browser finds again what it has stored."""


@commands.command(
    "play",
    click.argument("puzzle", required=False, shell_complete=complete_input),
    click.option(
        "--port",
        type=click.IntRange(0, 65535),
        help=f"Port of the server (default: {PORT}, or any free port if it is in use).",
    ),
    click.option(
        "--family", metavar="NAME", help="Family of the puzzle, or its folder."
    ),
    click.option(
        "--lessons",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Course for the tab Lessons, instead of the one that is shipped.",
    ),
    click.option(
        "-e",
        "--encoding",
        metavar="NAME",
        shell_complete=complete_encoding,
        help="Open the tab Rules with this encoding: a file, or a mix.",
    ),
    click.option("--no-browser", is_flag=True, help="Print the address only."),
    click.option("-q", "--quiet", is_flag=True, help="Do not say how to stop."),
    click.option(
        "--export",
        "site",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Write a site that needs no server; requires --pyodide.",
    ),
    click.option(
        "--pyodide",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        metavar="DIR",
        help="Folder with a Pyodide distribution, which the site uses.",
    ),
)
def command(
    run: Run,
    puzzle: str | None,
    family: str | None,
    port: int | None,
    lessons: Path | None,
    encoding: str | None,
    no_browser: bool,
    site: Path | None,
    pyodide: Path | None,
) -> int:
    """Play, explore and make puzzles in the browser.

    A server on this computer answers the page, until Ctrl-C.
    """
    granted = {}
    if family is not None and Path(family).is_dir():
        family = granted["folder"] = str(Path(family).resolve())
    if encoding is not None and puzzle is None:
        raise click.UsageError("-e needs a puzzle, to which the encoding is applied")
    fragment = "" if puzzle is None else _fragment(puzzle, family)
    if encoding is not None:
        fragment += f"&{_program(encoding)}"
    if lessons is not None:
        from galaxies_asp.play.lessons import read

        read(lessons)  # refuses a faulty course
        granted["lessons"] = str(lessons.resolve())
        fragment = fragment or "#lessons"
    if site is not None or pyodide is not None:
        if site is None or pyodide is None:
            raise click.UsageError("--export and --pyodide need each other")
        from galaxies_asp.play.export import export

        for line in export(site, pyodide, lessons):
            click.echo(line)
        return exits.ANSWERED
    with _socket(port) as bound:
        address = f"http://{HOST}:{bound.getsockname()[1]}/{fragment}"
        click.echo(address)
        if not run.quiet:
            click.echo("Press Ctrl-C to stop.", err=True)
        if not no_browser:
            webbrowser.open(address)
        from galaxies_asp.play.workers import Workers

        workers = Workers()
        workers.prepare()  # they start while the server is imported
        from galaxies_asp.play.server import serve

        serve(bound, workers, granted)
    return exits.ANSWERED


def _fragment(source: str, family: str | None) -> str:
    """Return the part of the page's address that holds a puzzle.

    Drawings of a file are kept, but not the solutions of the shipped puzzles.
    """
    from galaxies_asp.families.sheet import sheets
    from galaxies_asp.play.addresses import address
    from galaxies_asp.play.board import Board
    from galaxies_asp.play.request import bounded
    from galaxies_asp.verifying.progress import progress

    _, text = source_text(source)
    name = family or recognized(text)
    if name is not None and name != BUILT_IN[0]:
        board: Board = next(sheets(family_named(name), text, source))
        return f"#{address(board)}"
    position = bounded(parse_all(text))[0]
    if progress(position).solved:
        position = Position(position.puzzle)
    return f"#{address(position)}"


def _program(encoding: str) -> str:
    """Return the part of the page's address that holds an encoding."""
    from galaxies_asp.lab.source import page
    from galaxies_asp.play.addresses import program_address

    return program_address(page(family_named(BUILT_IN[0]), encoding))


def _socket(port: int | None) -> socket.socket:
    """Return a socket that listens on the port, or on a free one.

    Raises
    ------
    OptionError
        If the port is in use.
    """
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
