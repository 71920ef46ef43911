"""Find the data of the project: encodings and puzzles."""

from pathlib import Path

from galaxies_asp.core.board.errors import EncodingError


def data_folder(name: str) -> Path:
    """Return a folder of the project's data: `encodings` or `puzzles`.

    Raises `EncodingError` if it is neither in the package nor beside it.
    """
    package = Path(__file__).parents[2]
    candidates = (package / "_data" / name, package.parent / name)
    for folder in candidates:
        if folder.is_dir():
            return folder
    raise EncodingError(
        f"the folder {name!r} is missing: looked for "
        + " and ".join(map(str, candidates))
    )
