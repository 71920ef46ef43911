"""Encodings that another program has rewritten, as files."""

from pathlib import Path
from typing import TYPE_CHECKING

from galaxies_asp.asp import connectivity
from galaxies_asp.asp.encodings import variants
from galaxies_asp.asp.program import statements
from galaxies_asp.board.errors import EncodingError, MissingLibraryError, OutputError
from galaxies_asp.families.family import Family
from galaxies_asp.lab.source import read
from galaxies_asp.processes.files import replace_file

if TYPE_CHECKING:
    import ngo

NGO = "ngo"
REWRITERS = (NGO,)


def rewritten(family: Family, encoding: str, folder: Path) -> str:
    """Write what ngo makes of an encoding to a file; return the name of the encoding.

    Raises
    ------
    MissingLibraryError
        If ngo is not installed.
    EncodingError
        If the encoding is no text, or ngo fails.
    OutputError
        If the folder holds another file with this name.
    """
    text = _optimized(family, encoding)
    stem = Path(encoding).name.removesuffix(".lp").replace("+", "-")
    path = folder / f"{stem}.{NGO}.lp"
    header = f"% {encoding}, rewritten by {NGO}\n"
    if path.exists() and not path.read_text("utf-8").startswith(header):
        raise OutputError(f"{path} exists, and is not what {NGO} made of {encoding}")
    replace_file(path, (header + text).encode())
    return "+".join((str(path), *sorted(variants(encoding))))


def _optimized(family: Family, encoding: str) -> str:
    try:
        import ngo
    except ImportError:
        raise MissingLibraryError(
            f"--rewrite {NGO} needs the library {NGO}: pip install "
            "'galaxies-asp[rewrite]'"
        ) from None
    source = read(family, encoding)
    inputs, outputs = list(family.inputs), list(family.outputs)
    if connectivity.asks(source.text()):
        outputs += connectivity.PREDICATES
    parsed = statements(source.program, f"the encoding {encoding}")
    try:
        optimized = ngo.optimize(parsed, _predicates(inputs), _predicates(outputs))
    except Exception as error:  # of any kind
        raise EncodingError(
            f"{NGO} fails on {encoding}: {type(error).__name__}: {error}"
        ) from None
    return "".join(f"{statement}\n" for statement in optimized)


def _predicates(signatures: list[str]) -> "list[ngo.Predicate]":
    import ngo

    split = (signature.split("/") for signature in signatures)
    return [ngo.Predicate(name, int(arity)) for name, arity in split]
