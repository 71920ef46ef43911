"""Find, list and check encodings: the built-in ones and files of the user.

An encoding is an entry file. The built-in ones lie in `encodings/galaxies/` of a
checkout or inside the installed package; which of their files are entries is listed
here, as the others are parts that the entries include.
"""

from pathlib import Path

from galaxies_asp.errors import EncodingError

BUILT_IN = ("grow", "assign", "idp")
"""The names of the declarative encodings; the first is the default."""

FAST = "fast"
"""The name of the default encoding grounded in numpy; see `fast`."""


def data_folder(name: str) -> Path:
    """Return a folder of the project's data: `encodings` or `puzzles`.

    Raises
    ------
    EncodingError
        If it is neither in the package nor beside it.
    """
    package = Path(__file__).parent
    candidates = (package / "_data" / name, package.parent / name)
    for folder in candidates:
        if folder.is_dir():
            return folder
    raise EncodingError(
        f"the folder {name!r} is missing: looked for "
        + " and ".join(map(str, candidates))
    )


def find(encoding: str) -> Path:
    """Return the entry file of an encoding, given its name or a path.

    Raises
    ------
    EncodingError
        If there is none.
    """
    if encoding in BUILT_IN:
        return data_folder("encodings") / "galaxies" / f"{encoding}.lp"
    path = Path(encoding)
    if path.is_file():
        return path
    known = ", ".join((FAST, *BUILT_IN))
    raise EncodingError(
        f"no encoding {encoding!r}: neither a file nor one of the built-in ones "
        f"({known})"
    )
