"""Options for rules: the encoding, its parts and variants, a verifier."""

import click

from galaxies_asp.asp.encodings import BUILT_IN, FAST, mixed
from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.cli.options.completion import complete_part
from galaxies_asp.cli.options.grouping import grouped
from galaxies_asp.cli.options.selection import encoding_option, without_option


def _rules(
    encoding: str, with_: tuple[str, ...], without: tuple[str, ...], verifier: str
) -> Rules:
    return Rules(mixed(encoding, with_, without), verifier or None)


rules_options = grouped(
    "rules",
    _rules,
    encoding_option(
        "auto", "auto, fast, grow, assign, idp, a mix such as choice+level, or a file."
    ),
    click.option(
        "--with",
        "with_",
        multiple=True,
        metavar="PART",
        shell_complete=complete_part,
        help=f"Add a part to a mix, or a variant of the rules: {', '.join(RuleVariant)}"
        ".",
    ),
    without_option("Remove a rule from a mix."),
    click.option(
        "--verifier",
        metavar="FILE:FUNCTION",
        help="Run this Python function of (puzzle, labels), which returns violations, "
        "instead of the built-in verifier; none: do not verify.",
    ),
)
"""Take an encoding, variants and a verifier; passes `rules`."""

verbose_option = click.option(
    "--verbose",
    is_flag=True,
    help="Print which encoding decided, and whether by propagation or search.",
)


def print_decision(name: str, encoding: str, decided_by: str, verbose: bool) -> None:
    """Print which encoding decided, and how, on standard error."""
    if verbose:
        click.echo(
            f"galaxies: {name}: decided by {decided_by}, encoding {encoding}", err=True
        )


def under(encoding: str) -> str:
    """Return the words that name an encoding of other rules or of the user."""
    if encoding in ("", FAST, *BUILT_IN):
        return ""
    return f" under the encoding {encoding}"
