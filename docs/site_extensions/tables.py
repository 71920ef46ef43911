"""Tables that are generated from the package and its schemas.

`{notations}` lists the notations, what each can hold, and an example of each;
`{schemas}` has the fields of the answers in JSON.
"""

import json
from typing import Any

from docutils import nodes
from json_schemas import schemas
from notation_examples import FORMS, example_of, sorted_notations
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from galaxies_asp.core.notation import Content


class Notations(SphinxDirective):
    """The notations, and what each can hold."""

    def run(self) -> list[nodes.Node]:
        """Return a table."""
        rows = [
            (
                nodes.literal(one.name, one.name),
                nodes.Text(one.summary),
                nodes.Text("read and write" if one.writable else "read"),
                nodes.Text(_parts(one.holds) if one.writable else ""),
            )
            for one in sorted_notations()
        ]
        found: list[nodes.Node] = [
            table(("name", "", "", "holds, beside the dots"), rows),
            nodes.paragraph("", "The same puzzle in each of them:"),
        ]
        for one in sorted_notations():
            text = example_of(one)
            found.append(nodes.paragraph("", "", nodes.literal(one.name, one.name)))
            found.append(nodes.literal_block(text, text, language="text"))
        found.append(nodes.paragraph("", "Other forms, of another puzzle:"))
        for name, text in FORMS.items():
            found.append(nodes.paragraph("", name))
            found.append(nodes.literal_block(text, text, language="text"))
        return found


def _parts(holds: frozenset[Content]) -> str:
    if holds == frozenset(Content):
        return "everything"
    return ", ".join(str(part) for part in Content if part in holds) or "nothing else"


class Schemas(SphinxDirective):
    """The fields of all answers, and their schemas."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each schema."""
        return [section_of(name, schema) for name, schema in schemas().items()]


def section_of(name: str, schema: dict[str, Any]) -> nodes.Node:
    """Return the section of a schema: its fields, and those of its parts."""
    section = nodes.section(ids=[nodes.make_id(name)], names=[name])
    section += nodes.title("", name)
    section += nodes.paragraph("", "", _link(name, schema))
    for part, one in schema.get("$defs", {}).items():
        section += nodes.paragraph("", "", nodes.strong("", part))
        section += _described(one)
    section += _described(schema)
    return section


def _link(name: str, schema: dict[str, Any]) -> nodes.Node:
    """Return the title, with a link to the schema as a file."""
    address = f"../schemas/{name}.json"
    return nodes.reference("", schema["title"], refuri=address, internal=True)


def _described(schema: dict[str, Any]) -> list[nodes.Node]:
    """Return a table of the fields; for a value without fields, its description."""
    found: list[nodes.Node] = []
    for one in schema.get("oneOf", [schema]):
        rows = list(_rows(one))
        text = one.get("description", "")
        if text or not rows:
            found.append(nodes.paragraph("", text or f"A value: {_type(one)}."))
        if rows:
            found.append(table(("field", "type", "meaning"), rows))
    return found


def _rows(schema: dict[str, Any], prefix: str = "") -> list[tuple[nodes.Node, ...]]:
    rows: list[tuple[nodes.Node, ...]] = []
    for name, one in schema.get("properties", {}).items():
        optional = "" if name in schema.get("required", []) else ", optional"
        rows.append(
            (
                nodes.literal("", prefix + name),
                nodes.Text(_type(one) + optional),
                nodes.Text(one.get("description", "")),
            )
        )
        inner = one
        while "items" in inner:
            inner = inner["items"]
        rows += _rows(inner, f"{prefix}{name}.")
    return rows


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " or ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    kinds = schema.get("type", "any")
    text = kinds if isinstance(kinds, str) else " or ".join(kinds)
    if "items" in schema and "array" in text:
        return text.replace("array", f"array of {_type(schema['items'])}")
    return text


def table(header: tuple[str, ...], rows: list[tuple[nodes.Node, ...]]) -> nodes.table:
    """Return a table."""
    group = nodes.tgroup(cols=len(header))
    group += [nodes.colspec(colwidth=1) for _ in header]
    head, body = nodes.thead(), nodes.tbody()
    head += _line(tuple(map(nodes.Text, header)))
    body += [_line(row) for row in rows]
    group += [head, body]
    found = nodes.table()
    found += group
    return found


def _line(cells: tuple[nodes.Node, ...]) -> nodes.row:
    row = nodes.row()
    row += [nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells]
    return row


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    app.add_directive("notations", Notations)
    app.add_directive("schemas", Schemas)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
