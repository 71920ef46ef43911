"""Encodings as files for plain clingo."""

import shlex

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.family import projected_to
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab.cost import Options
from galaxies_asp.lab.instances import Instance, program_of
from galaxies_asp.lab.source import comparable, uncommented


def export(
    family: AnyFamily,
    encoding: str,
    board: Instance,
    options: Options = (),
    *,
    is_plain: bool = False,
) -> str:
    """Return facts and encoding in one text, with how to run it at the top.

    A plain text has no documentation and no block comments, which not all tools read.

    Raises `EncodingError` if the encoding may not be read, or plain clingo would answer
    something else.
    """
    # Auxiliary choices must not multiply the solutions.
    command = shlex.join(
        ["python", "-m", "clingo", "board.lp", "0", "--project=project", *options]
    )
    return (
        f"% The encoding {encoding} on {board.name}, in one file; to run as\n"
        f"%     {command}\n"
        f"% Written for clingo {clingo.__version__} (pip install clingo).\n\n"
        f"{program_of(family, board).strip()}\n\n"
        f"{_program(family, encoding, is_plain=is_plain)}"
    )


def _program(family: AnyFamily, encoding: str, *, is_plain: bool = False) -> str:
    """Return the encoding without includes, projected to the output."""
    text = comparable(family, encoding).program.text
    if is_plain:
        text = "\n".join(uncommented(text))
    return f"{projected_to(family.outputs)}\n{text.strip()}\n"
