"""Commands on boards of a fixed number of rows."""

from galaxies_asp.cli.strip.group import command

__all__ = ["command"]
