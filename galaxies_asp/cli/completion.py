"""Completion of values by the shell; options and commands are completed by click."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:  # it is loaded where the shell completes
    from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def complete_input(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Complete an input: the name of a shipped puzzle, or a file."""
    from galaxies_asp.cli import shipped

    return _named(shipped.all_names(), incomplete)


def complete_encoding(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Complete an encoding: a name, a part after `+` of a mix, or a file."""
    from galaxies_asp.asp import encodings

    base, plus, _ = incomplete.rpartition("+")
    if not plus:
        known = encodings.KNOWN
        return _named(known, incomplete)
    parts = encodings.part_names()
    omitted = [f"no-{name}" for name in (*encodings.OPTIONAL, *parts)]
    return _named((f"{base}+{part}" for part in (*parts, *omitted)), incomplete)


def complete_encoding_or_input(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Complete an encoding, then inputs."""
    if context.params.get(parameter.name or "") and "+" not in incomplete:
        return complete_input(context, parameter, incomplete)
    return complete_encoding(context, parameter, incomplete)


def complete_part(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Complete the name of a part of a mix."""
    from galaxies_asp.asp import encodings

    return _items(n for n in encodings.part_names() if n.startswith(incomplete))


def one_of(names: Iterable[str]) -> Complete:
    """Return a function that completes one of the names, or a file."""
    known = tuple(names)
    return lambda context, parameter, incomplete: _named(known, incomplete)


def _named(names: Iterable[str], incomplete: str) -> "list[CompletionItem]":
    """Return the names and files that start like this; the shell finds other files.

    A shell completes either words or files: files are listed here among words.
    """
    import glob

    matching = sorted({name for name in names if name.startswith(incomplete)})
    if not matching:
        return _items([incomplete], type="file")
    files = sorted(glob.glob(glob.escape(incomplete) + "*"))
    return _items([*matching, *map(_marked, files)])


def _items(values: Iterable[str], type: str = "plain") -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    return [CompletionItem(value, type) for value in values]


def _marked(path: str) -> str:
    """Mark a folder as shells do."""
    return f"{path}/" if Path(path).is_dir() else path
