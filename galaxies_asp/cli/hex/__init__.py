"""Commands on fences and loops."""

from galaxies_asp.cli.hex.group import command

__all__ = ["command"]
