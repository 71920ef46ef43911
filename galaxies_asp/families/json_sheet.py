r"""Puzzles of other families as JSON: an object for each, usually one a line.

    {"schema": 1, "id": "corner", "family": "ring-ring", "facts": "width(4).\n..."}

Hexagonal and square fences have a form of their own, too; see `fences.notation`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from galaxies_asp.asp.atoms import facts_of, joined
from galaxies_asp.board.answer import Answer, Part
from galaxies_asp.board.errors import NotationError
from galaxies_asp.notation.json_lines import text_of


@dataclass(frozen=True)
class DrawnAtoms(Part):
    """What is drawn on a puzzle."""

    atoms: Annotated[Sequence[str], "Atoms of the output of the encoding."]


@dataclass(frozen=True, kw_only=True)
class JsonSheet(Answer):
    """A puzzle of another family than Galaxies."""

    id: Annotated[str, "Name."] = ""
    family: Annotated[str, "Name of the family, or its folder."]
    facts: Annotated[str, "The facts of the puzzle."]
    attempt: Annotated[DrawnAtoms | None, "What is drawn on the puzzle."] = None


def facts_in(fields: Mapping[str, Any]) -> str:
    """Return the facts in an object, with those that are drawn.

    Raises
    ------
    NotationError
        If a field is missing or has a wrong type.
    EncodingError
        If an atom is malformed.
    """
    if "facts" not in fields:
        raise NotationError('the field "facts" is missing')
    attempt = fields.get("attempt") or {}
    atoms = attempt.get("atoms", []) if isinstance(attempt, dict) else None
    if not isinstance(atoms, list) or not all(isinstance(a, str) for a in atoms):
        raise NotationError('"attempt" is not an object with a list "atoms" of texts')
    drawn = [atom for text in atoms for atom in facts_of(f"{text}.")]
    return text_of(dict(fields), "facts") + joined(drawn)
