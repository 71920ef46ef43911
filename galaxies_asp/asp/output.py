"""What models show: all of the output of an encoding, and nothing else."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import clingo

from galaxies_asp.asp.program import Program
from galaxies_asp.errors import EncodingError


def require_shown(
    program: Program, model: clingo.Model, signatures: Sequence[str]
) -> None:
    """Check that a model shows all its atoms with these signatures.

    Raises
    ------
    EncodingError
        If one is hidden.
    """
    shown = set(model.symbols(shown=True))
    for signature in signatures:
        name, _, arity = signature.partition("/")
        atoms = program.control.symbolic_atoms.by_signature(name, int(arity))
        hidden = (
            str(atom.symbol)
            for atom in atoms
            if atom.symbol not in shown and model.is_true(atom.literal)
        )
        first = min(hidden, default=None)
        if first is not None:
            raise EncodingError(
                f"{program.name} has {first} in a model, but does not show it; "
                f"#show {signature} is missing"
            )


def note_others(
    program: Program,
    encoding: str,
    symbols: Iterable[clingo.Symbol],
    signatures: Sequence[str],
) -> None:
    """Warn if a file of the user shows symbols with other signatures."""
    if not Path(encoding.partition("+")[0]).is_file():
        return
    first: dict[str, clingo.Symbol] = {}
    for symbol in symbols:
        first.setdefault(f"{symbol.name}/{len(symbol.arguments)}", symbol)
    for signature in sorted(first.keys() - set(signatures)):
        program.note(
            f"{first[signature]} is shown, which is no output; the output is "
            + ", ".join(signatures)
        )
