"""The reference of the encodings, generated from the comments in their files.

`{encodings} FOLDER` describes the files of a folder: purpose, predicates, and the graph
of dependencies of complete encodings. `{mixes}` lists the legal mixes.
"""

import html
import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from galaxies_asp.core.asp import encodings
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.variants import MEANING, RuleVariant
from site_extensions.predicates import EncodingFile, dependencies, layers, read

_ROW, _GAP, _CHARACTER, _HEIGHT = 64, 18, 7.4, 24


class Encodings(SphinxDirective):
    """The files of a folder of encodings."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a section for each file."""
        folder = data_folder("encodings") / self.arguments[0]
        return [self._section(path) for path in sorted(folder.glob("*.lp"))]

    def _section(self, path: Path) -> nodes.Node:
        self.env.note_dependency(str(path))
        file = read(path)
        name = str(path.relative_to(data_folder("encodings")))
        section = nodes.section(ids=[nodes.make_id(name)], names=[name])
        section += nodes.title("", "", nodes.literal(name, name))
        section += nodes.paragraph("", "", nodes.strong("", f"{file.title}."))
        section += _prose(file.text)
        if file.predicates:
            section += _table(("predicate", "meaning"), file.predicates)
        if file.includes:
            section += _listed("Includes", file.includes)
        if _is_entry(file):
            section += nodes.raw("", _graph(path), format="html")
        return section


class Mixes(SphinxDirective):
    """The legal mixes: parts by folder, and variants."""

    def run(self) -> list[nodes.Node]:
        """Return two tables."""
        rule = {
            **dict.fromkeys(encodings.CHOSEN, "exactly one"),
            **dict.fromkeys(encodings.OPTIONAL, "at most one"),
            **dict.fromkeys(encodings.SETS, "any"),
        }
        parts: dict[str, list[str]] = {}
        for name, path in encodings.part_names().items():
            parts.setdefault(path.split("/")[0], []).append(name)
        folders = [
            (folder, number, ", ".join(parts[folder]))
            for folder, number in rule.items()
            if folder in parts
        ]
        variants = [
            (str(one), encodings.base_of(frozenset({one})), MEANING[one])
            for one in RuleVariant
        ]
        return [
            _table(("folder", "parts in a mix", "parts"), folders),
            _table(("variant", "mix that states it", "meaning"), variants),
        ]


def _is_entry(file: EncodingFile) -> bool:
    """Tell whether a file is complete: it includes others, or has the only rules."""
    return bool(file.includes)


def _prose(text: str) -> list[nodes.Node]:
    """Return plain text as paragraphs; indented ones are code."""
    found: list[nodes.Node] = []
    for block in re.split(r"\n\s*\n", text):
        if block.startswith("    "):
            found.append(nodes.literal_block(block, block, language="text"))
        elif block.strip():
            found.append(nodes.paragraph("", "", *_inline(" ".join(block.split()))))
    return found


def _inline(text: str) -> list[nodes.Node]:
    """Return text in which words between backticks are code."""
    return [
        nodes.literal(part, part) if number % 2 else nodes.Text(part)
        for number, part in enumerate(text.split("`"))
        if part
    ]


def _listed(title: str, names: tuple[str, ...]) -> nodes.Node:
    paragraph = nodes.paragraph("", f"{title}: ")
    for number, name in enumerate(names):
        paragraph += [nodes.Text(", " if number else ""), nodes.literal(name, name)]
    return paragraph


def _table(header: tuple[str, ...], rows: object) -> nodes.table:
    assert isinstance(rows, (list, tuple))
    group = nodes.tgroup(cols=len(header))
    group += [nodes.colspec(colwidth=1) for _ in header]
    head, body = nodes.thead(), nodes.tbody()
    head += _line([[nodes.Text(one)] for one in header])
    for first, *others in rows:
        body += _line([[nodes.literal(first, first)], *map(_inline, others)])
    group += [head, body]
    table = nodes.table()
    table += group
    return table


def _line(cells: list[list[nodes.Node]]) -> nodes.row:
    row = nodes.row()
    row += [nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells]
    return row


def _graph(path: Path) -> str:
    """Return the graph of dependencies as SVG: from the input down to the output."""
    edges = dependencies(path)
    rows = layers(edges)
    places: dict[str, tuple[float, int]] = {}
    width = max(
        (sum(_CHARACTER * len(name) + 2 * _GAP for name in row) for row in rows),
        default=0,
    )
    for y, row in enumerate(rows):
        length = sum(_CHARACTER * len(name) + 2 * _GAP for name in row)
        x = (width - length) / 2
        for name in row:
            size = _CHARACTER * len(name) + 2 * _GAP
            places[name] = (x + size / 2, y * _ROW + _HEIGHT)
            x += size
    lines = [_arrow(places[a], places[b]) for a, b in sorted(edges) if a != b]
    loops = {a for a, b in edges if a == b}
    labels = [
        f'<text x="{x:.0f}" y="{y}">{html.escape(name)}{"*" * (name in loops)}</text>'
        for name, (x, y) in places.items()
    ]
    height = len(rows) * _ROW
    return (
        f'<svg class="dependencies" viewBox="0 0 {width:.0f} {height}" role="img" '
        f'aria-label="Dependencies of the predicates">{"".join(lines + labels)}</svg>'
        "<p>A line leads from a predicate down to one that is derived from it. An "
        "upward line is dotted; * marks a predicate that is derived from itself.</p>"
    )


def _arrow(start: tuple[float, int], end: tuple[float, int]) -> str:
    (x, y), (to_x, to_y) = start, end
    up = ' class="up"' if to_y <= y else ""
    return f'<line{up} x1="{x:.0f}" y1="{y + 6}" x2="{to_x:.0f}" y2="{to_y - 16}"/>'


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    app.add_directive("encodings", Encodings)
    app.add_directive("mixes", Mixes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
