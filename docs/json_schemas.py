"""JSON Schemas, derived from the classes of the answers."""

import json
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from galaxies_asp.all_solutions import answers as all_solutions
from galaxies_asp.all_solutions import extremes
from galaxies_asp.cli.boards import numbers
from galaxies_asp.cli.boards.options import RegionRows
from galaxies_asp.cli.listing import ListedInstance, ListedPuzzle
from galaxies_asp.cli.output import SequenceAnswer
from galaxies_asp.cli.strip import commands as strip
from galaxies_asp.cli.strip import functions
from galaxies_asp.core.board.answer import Absent, Answer, Part
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.notation.json_lines import JsonPuzzle
from galaxies_asp.explaining.answers import objects as explaining
from galaxies_asp.families.facts import JsonSheet
from galaxies_asp.generating.cover import CoverAnswer
from galaxies_asp.generating.lines import GeneratedPuzzle
from galaxies_asp.lab.equivalence import DifferenceAnswer
from galaxies_asp.lab.profiling import GroundAnswer
from galaxies_asp.lab.proof import ProveAnswer
from galaxies_asp.lab.table import RunAnswer
from galaxies_asp.repairing import answers as repairing
from galaxies_asp.solving import answers as solving

ANSWERS: dict[str, tuple[Any, ...]] = {
    "boards-count": (numbers.BoardsCountAnswer,),
    "boards-sample": (RegionRows,),
    "boards-table": (numbers.CellGrowthAnswer,),
    "check": (solving.CheckAnswer,),
    "count": (all_solutions.CountAnswer, extremes.ExtremeAnswer),
    "cover": (CoverAnswer,),
    "enumerate": (all_solutions.SolutionLine, all_solutions.EnumerateAnswer),
    "explain": (explaining.UnforcedAnswer, explaining.ExplainAnswer),
    "forced": (all_solutions.ForcedAnswer,),
    "generate": ((JsonPuzzle, GeneratedPuzzle), (JsonSheet, GeneratedPuzzle)),
    "hint": (explaining.HintAnswer,),
    "lab-compare": (RunAnswer, DifferenceAnswer),
    "lab-ground": (GroundAnswer,),
    "lab-prove": (ProveAnswer,),
    "list": (ListedPuzzle, ListedInstance),
    "puzzle": (JsonPuzzle, JsonSheet),
    "repair": (repairing.RepairAnswer,),
    "solve": (solving.SolveAnswer,),
    "sequence": (SequenceAnswer,),
    "strip-gf": (functions.GeneratingFunctionAnswer,),
    "strip-growth": (strip.GrowthAnswer,),
    "strip-certificate": (functions.StripCertificate,),
    "strip-sample": (strip.StripRows,),
    "walkthrough": (explaining.WalkthroughAnswer,),
}
"""The types of the lines that each command prints, mostly classes of answers.

A tuple of classes is one object with the fields of all of them.
"""

_EXACT = "The digits of a number above 2^53, which many programs round."

KINDS = {str: "string", int: "integer", float: "number", bool: "boolean"}


def schemas() -> dict[str, dict[str, Any]]:
    """Return all schemas by the names of the commands, with hyphens."""
    return {name: schema_of(name, *kinds) for name, kinds in ANSWERS.items()}


def write_schemas(folder: Path) -> None:
    """Write each schema to a file."""
    folder.mkdir(parents=True)
    for name, schema in schemas().items():
        text = json.dumps(schema, indent=2)
        (folder / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


def schema_of(name: str, *kinds: Any) -> dict[str, Any]:
    """Return the schema of a line that is a value of one of the types."""
    definitions: dict[str, dict[str, Any]] = {}
    values = [_line(kind, definitions) for kind in kinds]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{name}.json",
        "title": f"Output of galaxies {name.replace('-', ' ')} as JSON",
        **(values[0] if len(values) == 1 else {"oneOf": values}),
        **({"$defs": definitions} if definitions else {}),
    }


def _line(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a line of a type, or of several classes together."""
    if isinstance(kind, type):
        return _object(kind, definitions)
    if not isinstance(kind, tuple):
        return _schema(kind, definitions)
    first, *others = (_object(part, definitions) for part in kind)
    for other in others:
        first["properties"] |= other["properties"]
        first["required"] += other["required"]
    return first


def _object(part: type[Part], definitions: dict[str, Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(part, include_extras=True)
    properties: dict[str, Any] = {}
    if issubclass(part, Answer):
        version = {"description": "Version of the format.", "const": part.schema}
        properties["schema"] = version
    required = list(properties)
    for field in fields(part):
        hint = hints[field.name]
        if "is_merged" in field.metadata:
            kind, *others = typing.get_args(hint) or (hint,)
            merged = _object(kind, definitions)
            required += [] if others else merged["required"]
            properties |= merged["properties"]
        if field.metadata:
            continue
        if part.is_required(field):
            required.append(field.name)
        properties[field.name] = _schema(hint, definitions, field.default is None)
    for name in part.shown():
        getter = getattr(part, name).fget
        required.append(name)
        properties[name] = {
            **_schema(typing.get_type_hints(getter)["return"], definitions),
            "description": getter.__doc__,
        }
    return {
        "type": "object",
        "description": (part.__doc__ or "").partition("\n")[0],
        "properties": properties,
        "required": required,
        "patternProperties": {"_exact$": {"description": _EXACT}},
        "additionalProperties": False,
    }


def _schema(
    hint: Any, definitions: dict[str, Any], never_null: bool = False
) -> dict[str, Any]:
    """Return the schema of values of a type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        schema = _schema(arguments[0], definitions, never_null)
        for note in arguments[1:]:
            if isinstance(note, Range):
                schema["minimum"] = note.least
            else:
                schema["description"] = note
        return schema
    if origin in (typing.Union, types.UnionType):
        left_out = (Absent, types.NoneType) if never_null else (Absent,)
        options = [one for one in arguments if one not in left_out]
        return _any_of([_schema(one, definitions) for one in options])
    if origin is typing.Literal:
        return (
            {"const": arguments[0]} if len(arguments) == 1 else {"enum": [*arguments]}
        )
    if origin is not None and issubclass(origin, Mapping):
        values = _schema(arguments[1], definitions)
        return {"type": "object", "additionalProperties": values}
    if origin is tuple and arguments[-1] is not Ellipsis:
        return _array([_schema(one, definitions) for one in arguments])
    if origin is not None and issubclass(origin, Sequence):
        return {"type": "array", "items": _schema(arguments[0], definitions)}
    if hint is object:
        return {}
    if hint is types.NoneType:
        return {"type": "null"}
    if issubclass(hint, Part):
        if hint.__name__ not in definitions:
            definitions[hint.__name__] = {}  # it may contain itself
            definitions[hint.__name__] = _object(hint, definitions)
        return {"$ref": f"#/$defs/{hint.__name__}"}
    if issubclass(hint, tuple):
        types_of_items = typing.get_type_hints(hint, include_extras=True).values()
        return _array([_schema(one, definitions) for one in types_of_items])
    return {"type": next(KINDS[base] for base in hint.__mro__ if base in KINDS)}


def _array(items: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of an array with these items."""
    size = {"minItems": len(items), "maxItems": len(items)}
    if all(item == items[0] for item in items):
        return {"type": "array", "items": items[0], **size}
    return {"type": "array", "prefixItems": list(items), **size}


def _any_of(options: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of values that one of the schemas allows."""
    if len(options) == 1:
        return options[0]
    first, last = options[0], options[-1]
    if len(options) == 2 and last == {"type": "null"} and "type" in first:
        return {**first, "type": [first["type"], "null"]}
    return {"anyOf": list(options)}
