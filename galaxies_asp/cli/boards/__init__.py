"""Commands on all boards of a size."""

from galaxies_asp.cli.boards.group import command

__all__ = ["command"]
