"""The text of an encoding: its files, and its statements with their places."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import clingo
from clingo import ast

from galaxies_asp.encodings import FAST, data_folder, files
from galaxies_asp.errors import EncodingError

_INCLUDE = re.compile(r'^[ \t]*#include[ \t]+"([^"]+)"[ \t]*\.[ \t]*$', re.MULTILINE)


@dataclass(frozen=True)
class Source:
    """What an encoding says.

    Attributes
    ----------
    name
        What the encoding is called.
    paths
        The files to load; what they include comes with them.
    statements
        All statements, those of included files too, where they are included.
    """

    name: str
    paths: tuple[Path, ...]
    statements: tuple[ast.AST, ...]

    def text(self) -> str:
        """Return the program as one text without includes."""
        return "\n".join(_flat(path, set()) for path in self.paths)


def read(encoding: str) -> Source:
    """Read an encoding, given as wherever one is named.

    Raises
    ------
    EncodingError
        If it does not parse, has a script, or includes a file from elsewhere than its
        own folder and the project's encodings.
    """
    if encoding == FAST:
        raise EncodingError(f"{FAST!r} is a program in Python; name {'grow'!r} instead")
    paths = files(encoding)
    allowed = {data_folder("encodings").resolve()}
    allowed |= {path.resolve().parent for path in paths}
    for path in paths:
        for included in _included(path):
            if not any(included.is_relative_to(folder) for folder in allowed):
                raise EncodingError(
                    f"{path} includes {included}, which lies neither in its folder nor "
                    "among the encodings"
                )
    statements: list[ast.AST] = []
    log: list[str] = []
    try:
        ast.parse_files(
            [str(path) for path in paths],
            statements.append,
            logger=lambda _, message: log.append(message.strip()),
        )
    except RuntimeError as error:
        details = "\n".join(log) or str(error)
        raise EncodingError(f"{encoding} does not parse:\n{details}") from None
    for statement in statements:
        if statement.ast_type == ast.ASTType.Script:
            raise EncodingError(f"{place(statement)}: scripts are not run")
    return Source(encoding, paths, tuple(statements))


def fingerprint(encoding: str) -> str:
    """Return a hash of everything that the encoding says, wherever its files lie."""
    if encoding == FAST:
        package = Path(__file__).parent.parent
        texts = [
            (package / f"{name}.py").read_text(encoding="utf-8")
            for name in ("fast", "fixpoint", "pairs")
        ]
    else:
        texts = [read(encoding).text()]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def place(statement: ast.AST) -> str:
    """Return `file:line` of a statement."""
    begin = statement.location.begin
    return f"{short(begin.filename)}:{begin.line}"


def short(filename: str) -> str:
    """Return a file's name as people call it: inside the project's folder, or as is."""
    path = Path(filename).resolve()
    folder = data_folder("encodings").resolve() / "galaxies"
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else filename


def _includes(path: Path) -> Iterator[tuple[re.Match[str], Path]]:
    """Yield the include lines of a file, and where clingo finds what they name."""
    for match in _INCLUDE.finditer(_read(path)):
        beside = path.resolve().parent / match[1]
        yield match, beside if beside.is_file() else Path(match[1]).resolve()


def _included(path: Path, seen: frozenset[Path] = frozenset()) -> Iterator[Path]:
    for _, target in _includes(path):
        target = target.resolve()
        yield target
        if target not in seen and target.is_file():
            yield from _included(target, seen | {target})


def _flat(path: Path, seen: set[Path]) -> str:
    """Return a file's text with each included file in the place of its include."""
    text, pieces, end = _read(path), [], 0
    for match, target in _includes(path):
        pieces.append(text[end : match.start()])
        if target.resolve() not in seen:
            seen.add(target.resolve())
            pieces.append(_flat(target, seen))
        end = match.end()
    return "".join([*pieces, text[end:]])


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EncodingError(f"{path} cannot be read: {error}") from None


def clingo_version() -> str:
    """Return the version of clingo."""
    return clingo.__version__
