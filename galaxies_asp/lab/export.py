"""One file that plain clingo runs to the same answer."""

from galaxies_asp import lazy
from galaxies_asp.errors import EncodingError
from galaxies_asp.lab.source import clingo_version, read
from galaxies_asp.notation import facts
from galaxies_asp.puzzle import Puzzle


def export(encoding: str, puzzle: Puzzle, options: tuple[str, ...] = ()) -> str:
    """Return facts and encoding in one text, with how to run it at the top.

    Raises
    ------
    EncodingError
        See `source.read`; or if plain clingo would answer something else.
    """
    source = read(encoding)
    if lazy.asks(source.text()):
        raise EncodingError(
            f"{encoding} leaves connectivity to this program, which watches clingo "
            "search; no file can say that: export it with 'reach' instead of 'lazy'"
        )
    # Other choices than that of the regions must not multiply the solutions.
    command = " ".join(["clingo", "board.lp", "0", "--project=project", *options])
    return (
        f"% The encoding {encoding} on a puzzle, in one file; to run as\n"
        f"%     {command}\n"
        f"% Written for clingo {clingo_version()}.\n\n"
        f"{facts.program(puzzle).rstrip()}\n\n"
        f"#project {facts.GALAXY}/2.\n\n"
        f"{source.text().strip()}\n"
    )
