"""Commands that compare encodings."""

from galaxies_asp.cli.lab.group import command

__all__ = ["command"]
