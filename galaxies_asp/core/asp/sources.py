"""Texts of programs, with included files in place of their includes.

clingo itself looks for an included file in the working directory first, and reads any
path. Here a file is looked for beside the file that includes it, and only files in the
folder of the program or among the project's encodings are read. A file elsewhere may be
included if it is a copy of one of these, as in a checkout beside the installed package;
the original is read instead. clingo receives text and opens no file.
"""

import filecmp
import os
import re
from collections.abc import Iterable, Iterator
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import NamedTuple

from galaxies_asp.core.board.errors import EncodingError, did_you_mean

COMMENT = r"%\*(?:.|\n)*?\*%|%.*"
"""A comment, unless it contains others."""

_INCLUDE = r'[ \t]*#include[ \t]+"([^"]+)"[ \t]*\.\s*(?:%.*)?'
_LOCATION = r"<(?:block|string)>:(\d+):(\d+-)(?:(\d+):)?(?=\d)"


class Text(NamedTuple):
    """A program without includes."""

    text: str
    """The text for clingo."""
    origin: tuple[tuple[Path, int], ...]
    """The file and the line number, from 1, of each line."""

    def position(self, line: int) -> tuple[str, int]:
        """Return the file of a line (from 1) of the text, and its number there."""
        path, number = self.origin[min(line, len(self.origin)) - 1]
        return str(path), number + (line > len(self.origin))  # at the very end

    def located(self, message: str) -> str:
        """Return a message of clingo with the names of files and their lines."""

        def named(match: re.Match[str]) -> str:
            line, columns, last = match.groups()
            if int(line) > len(self.origin) + 1:
                return match[0]
            path, number = self.position(int(line))
            end = f"{self.position(int(last))[1]}:" if last else ""
            return f"{path}:{number}:{columns}{end}"

        return re.sub(_LOCATION, named, message.strip())

    def heading(self, line: int) -> str:
        """Return the comment directly above a line (from 1) of the text, or "".

        Line comments as they are, the documentation of a predicate without its name,
        of other blocks the title. Directives may be in between, other statements not.
        """
        above = zip(self.text.split("\n")[: line - 1], self.origin, strict=False)
        file = self.origin[line - 1][0]
        lines = [text.strip() for text, (path, _) in above if path == file]
        while lines and (not lines[-1] or lines[-1].startswith("#")):
            del lines[-1]
        if not lines or not lines[-1].endswith("*%"):
            comment = list(takewhile(_is_line_comment, reversed(lines)))
            return " ".join(text.strip("%- ") for text in reversed(comment))
        start = max(i for i, text in enumerate(lines) if text.startswith("%*"))
        is_predicate = lines[start].startswith("%*!")
        block = [text.strip("%*! ") for text in lines[start + is_predicate :]]
        title = list(dropwhile(lambda text: not text, block))
        return " ".join(takewhile(lambda text: text[:2] not in ("", "=="), title))

    def followed_by(self, text: str) -> str:
        """Return further text with line numbers beyond those of this text."""
        return "\n" * (len(self.origin) + 1) + text


def _is_line_comment(line: str) -> bool:
    return line.startswith("%") and not line.endswith("*%")


def read(paths: Iterable[Path], library: Path, family: str = "galaxies") -> Text:
    """Return the text of files and of everything that they include.

    `library`: a folder whose files may be included from anywhere. `family`: the files
    of this folder of the library may be included by their name alone.

    Raises `EncodingError` if a file cannot be read or has a script, or includes a file
    that lies neither in the folder of the file that was named, nor in the library, and
    is no copy of one in the library.
    """
    lines: list[tuple[str, Path, int]] = []
    seen: set[Path] = set()
    for path in paths:
        folders = (path.parent.resolve(), library.resolve(), library / family)
        seen.add(path.resolve())
        lines.extend(_lines(path, folders, seen))
    text = "\n".join(line for line, _, _ in lines)
    return Text(text, tuple((path, number) for _, path, number in lines))


def _lines(
    path: Path, folders: tuple[Path, Path, Path], seen: set[Path]
) -> Iterator[tuple[str, Path, int]]:
    """Yield the lines of a file and of what it includes, each with its place."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EncodingError(f"{path} cannot be read: {error}") from None
    for number, line in enumerate(text.split("\n"), 1):
        # Comments count too, because nested comments could hide a script.
        if "#script" in line:
            raise EncodingError(f"{path}:{number}: scripts are not run")
        if "#include" not in line:
            yield line, path, number
            continue
        if re.search(r"#include[ \t]*<", line):
            raise EncodingError(
                f"{path}:{number}: libraries of clingo such as <incmode> are not read"
            )
        match = re.fullmatch(_INCLUDE, line)
        if match is None:
            raise EncodingError(
                f"{path}:{number}: an include takes a line of its own, as in "
                '#include "interface.lp".'
            )
        target, resolved = _target(match[1], f"{path}:{number}", path.parent, folders)
        if resolved in seen:
            yield "", path, number
        else:
            seen.add(resolved)
            yield from _lines(target, folders, seen)
    if "#program" in text:  # what follows this file belongs to no part of it
        yield "#program base.", path, number


def _target(
    name: str, place: str, beside: Path, folders: tuple[Path, Path, Path]
) -> tuple[Path, Path]:
    """Return the file that an include names, if it may be read, and its real path.

    The copy of a folder includes the files that lay above the original one, too.
    """
    own, library, family = folders
    above = family / re.sub(r"^(\.\./)+", "", name)
    for path in (beside / name, family / name, above):
        if not os.path.isfile(path):  # a name may be too long for a file
            continue
        resolved = path.resolve()
        if any(resolved.is_relative_to(folder) for folder in folders):
            return path, resolved
        fault = f"lies neither in the folder {own} nor among the encodings"
        # The folders in which the file lies tell which one of the library it may be.
        parts = (resolved.parts[start:] for start in range(1, len(resolved.parts)))
        for original in filter(Path.is_file, (library.joinpath(*p) for p in parts)):
            if filecmp.cmp(resolved, original, shallow=False):
                return original, original
            fault = f"differs from {original} of the installed version"
        raise EncodingError(f"{place}: {name!r} is {resolved}, which {fault}")
    is_of_folders = os.path.isfile(library / "families" / name)
    known = (path.name for folder in (beside, family) for path in folder.glob("*.lp"))
    raise EncodingError(
        f"{place}: there is no file {name!r} beside this one or among the encodings"
        + (
            "; it is one for puzzle types of folders: --family FOLDER"
            if is_of_folders
            else did_you_mean(name, known)
        )
    )
