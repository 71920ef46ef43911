"""The interactive prompt."""

from galaxies_asp.cli.repl.prompt import command

__all__ = ["command"]
