"""What others build on is recorded, so that a change of it is a decision.

`tests/golden/surface.txt` has the names of Python with their parameters and attributes,
the commands with their options, the fields of JSON, the families with their predicates,
and the predicates that the shipped encodings document.
`pytest --update-golden tests/test_surface.py` writes it anew. What is lost or changed
goes into the changelog.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import isroutine, signature
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import click
from json_schemas import schemas
from site_extensions.predicates import read

import galaxies_asp
from galaxies_asp import book, counting, explaining, generating, lab, repairing
from galaxies_asp.cli import galaxies
from galaxies_asp.families.registry import all_names, family_named

ENCODINGS = Path(__file__).parents[1] / "encodings"
PACKAGES = (galaxies_asp, book, counting, explaining, generating, lab, repairing)


def python() -> Iterator[str]:
    """Yield what each package lists, with parameters or attributes."""
    for package in PACKAGES:
        for name in sorted(package.__all__):
            offered, parts = getattr(package, name), list[str]()
            if isinstance(offered, type):
                if is_dataclass(offered):
                    parts += [one.name for one in fields(offered)]
                parts += vars(offered)
            elif isroutine(offered):
                parts += signature(offered).parameters
            shown = (part for part in dict.fromkeys(parts) if not part.startswith("_"))
            yield f"{package.__name__}.{name}: {', '.join(shown)}"


def commands(group: click.Group, words: str = "galaxies") -> Iterator[str]:
    """Yield the commands of a group with their arguments and options."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{words} {name}")
        elif command is not None:
            names = (max(one.opts, key=len) for one in command.params)
            yield f"{words} {name}: {', '.join(sorted(names))}"


def properties(schema: Mapping[str, Any], at: str) -> Iterator[str]:
    """Yield the fields of the objects in a schema; an optional one has a `?`."""
    if "properties" in schema:
        required = set(schema.get("required", ()))
        names = (
            f"{name}{'?' * (name not in required)}" for name in schema["properties"]
        )
        yield f"{at}: {', '.join(sorted(names))}"
    for one in schema.get("oneOf", ()):
        yield from properties(one, at)
    for name, part in schema.get("$defs", {}).items():
        yield from properties(part, f"{at} {name}")


def json_fields() -> Iterator[str]:
    """Yield the fields of each kind of line of JSON."""
    for name, schema in sorted(schemas().items()):
        yield from properties(schema, f"JSON of {name}")


def predicates() -> Iterator[str]:
    """Yield the inputs and outputs of families, and the predicates of encodings."""
    for name in all_names():
        family = family_named(name)
        yield f"family {name}: {', '.join((*family.inputs, *family.outputs))}"
    for path in sorted(ENCODINGS.rglob("*.lp")):
        if path.parent.name == "instances":
            continue
        documented = ", ".join(atom for atom, _ in read(path).predicates)
        yield f"{path.relative_to(ENCODINGS)}: {documented}"


def test_the_surface_is_what_was_recorded(golden: Callable[[str, str], None]) -> None:
    lines = [*python(), *commands(galaxies), *json_fields(), *predicates()]
    golden("surface.txt", "\n".join(map(str.rstrip, lines)) + "\n")


def test_each_package_of_the_reference_lists_what_is_public() -> None:
    pages = (Path(__file__).parents[1] / "docs" / "reference" / "api").glob("*.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    packages = re.findall(r"^```\{package\} (\S+)$", text, re.MULTILINE)
    assert "galaxies_asp.solving" in packages
    lacking = []
    for name in packages:
        package = import_module(name)
        public = getattr(package, "__all__", ())
        names = {*vars(package), *(one.name for one in iter_modules(package.__path__))}
        if not public or not {*public} <= {*names, *dir(package)}:
            lacking.append(name)
    assert lacking == []
