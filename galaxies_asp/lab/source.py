"""The text of an encoding: its files, and its statements with their places."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import clingo
from clingo import ast

from galaxies_asp.asp import connectivity, sources
from galaxies_asp.asp.data import data_folder
from galaxies_asp.asp.encodings import FAST, files, text, variants
from galaxies_asp.asp.program import statements
from galaxies_asp.errors import EncodingError


@dataclass(frozen=True)
class Source:
    """The text of an encoding.

    Attributes
    ----------
    name
        The name of the encoding.
    paths
        The files to load, without the files that they include.
    program
        The program, with everything that it includes.
    statements
        All its statements, each with its place in the files.
    """

    name: str
    paths: tuple[Path, ...]
    program: sources.Text
    statements: tuple[ast.AST, ...]

    def text(self) -> str:
        """Return the program as one text without includes."""
        return self.program.text


def read(encoding: str) -> Source:
    """Read an encoding, given by its name, its mix or its file.

    Raises
    ------
    EncodingError
        If it does not parse, or may not be read; see `sources.read`.
    """
    if encoding == FAST:
        raise EncodingError(f"{FAST!r} is a program in Python; name {'grow'!r} instead")
    program = text(encoding)
    parsed = statements(program, f"the encoding {encoding}")
    return Source(encoding, files(encoding), program, tuple(_placed(parsed, program)))


def fingerprint(encoding: str) -> str:
    """Return a hash of the text of an encoding and of the rules for judging it."""
    if encoding == FAST:
        package = Path(__file__).parent.parent
        texts = [
            (package / "fast" / f"{name}.py").read_text(encoding="utf-8")
            for name in ("candidates", "fixpoint", "rules")
        ]
    else:
        texts = [text(encoding).text, *sorted(variants(encoding))]
        if connectivity.asks(texts[0]):
            texts.append(Path(connectivity.__file__).read_text(encoding="utf-8"))
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the child nodes of a node of the syntax tree."""
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, ast.AST):
            yield child
        elif child is not None:
            yield from child


def place(statement: ast.AST) -> str:
    """Return `file:line` of a statement."""
    begin = statement.location.begin
    return f"{short(begin.filename)}:{begin.line}"


def short(filename: str) -> str:
    """Return a file name relative to the project's folder, or unchanged."""
    path = Path(filename).resolve()
    folder = data_folder("encodings").resolve() / "galaxies"
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else filename


def _placed(parsed: Iterable[ast.AST], program: sources.Text) -> Iterator[ast.AST]:
    """Yield statements with their places in the files, not in the text."""
    for statement in parsed:
        location = statement.location
        begin, end = map(program.position, (location.begin.line, location.end.line))
        yield statement.update(
            location=ast.Location(
                ast.Position(*begin, location.begin.column),
                ast.Position(*end, location.end.column),
            )
        )


def clingo_version() -> str:
    """Return the version of clingo."""
    return clingo.__version__
