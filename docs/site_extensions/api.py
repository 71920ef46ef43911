"""The reference of the Python packages, from their docstrings.

`{package} NAME` documents the names that a package offers; a package that offers none
itself is documented module by module.
"""

import pkgutil
from importlib import import_module
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Package(SphinxDirective):
    """The public objects of a package."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return their descriptions."""
        name = self.arguments[0]
        package = import_module(name)
        if hasattr(package, "__all__"):
            twice = ", ".join(_offered_by_parts(package))
            text = _module(name, ":imported-members:", f":exclude-members: {twice}")
        else:
            modules = sorted(one.name for one in pkgutil.iter_modules(package.__path__))
            text = "\n".join(_section(f"{name}.{one}") for one in modules)
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def _offered_by_parts(package: Any) -> list[str]:
    """Return the classes that a package within the package offers, too.

    They are documented there: a class has one description.
    """
    parts = [
        import_module(f"{package.__name__}.{part.name}")
        for part in pkgutil.iter_modules(package.__path__)
        if part.ispkg
    ]
    names = {name for part in parts for name in getattr(part, "__all__", ())}
    offered = names.intersection(package.__all__)
    return sorted(name for name in offered if isinstance(getattr(package, name), type))


def _section(name: str) -> str:
    title = name.removeprefix("galaxies_asp.")
    return f"## `{title}`\n\n" + _module(name, ":ignore-module-all:")


def _module(name: str, *options: str) -> str:
    lines = (f".. automodule:: {name}", "   :members:", *(f"   {o}" for o in options))
    return "```{eval-rst}\n" + "\n".join(lines) + "\n```\n"


def mark_code(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Mark the indented blocks in the header of a module as code.

    The headers are plain text, in which an indented block shows a format.
    """
    if what != "module":
        return
    marked: list[str] = []
    is_code = False
    for line in lines:
        is_indented = line.startswith("    ")
        if is_indented and not is_code and marked and not marked[-1]:
            marked += ["::", ""]
            is_code = True
        elif line and not is_indented:
            is_code = False
        marked.append(line if is_code else line.replace("|", r"\|"))
    lines[:] = marked


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("package", Package)
    app.connect("autodoc-process-docstring", mark_code, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
