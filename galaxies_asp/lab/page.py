"""An encoding as one page: its files, one after the other, without includes."""

import re
from pathlib import Path

from galaxies_asp.families.family import Family
from galaxies_asp.lab.source import read, short

_WIDTH = 88
_BLANK_LINES = re.compile(r"\n{3,}")


def page(family: Family, encoding: str) -> str:
    """Return an encoding as one text without includes, itself an encoding.

    Each file follows a line with its name, and the files that it includes.

    Raises
    ------
    EncodingError
        If it does not parse, or may not be read; see `source.read`.
    """
    program = read(family, encoding).program
    texts: dict[Path, list[str]] = {}
    for line, (path, _) in zip(program.text.split("\n"), program.origin, strict=True):
        # A file ends after those that it includes.
        texts[path] = [*texts.pop(path, []), line]
    sections = [
        f"{f'% {short(str(path))} '.ljust(_WIDTH, '=')}\n\n{text}"
        for path, lines in texts.items()
        if (text := "\n".join(lines).strip())
    ]
    found = "\n\n".join([f"% The encoding {encoding} on one page", *sections])
    return _BLANK_LINES.sub("\n\n", found) + "\n"
