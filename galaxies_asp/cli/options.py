"""The options that several commands have."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

import click

from galaxies_asp.cli import values
from galaxies_asp.cli.commands import Argument, Group, Option
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.processes.sharing import Sharing

if TYPE_CHECKING:  # many commands take no rules
    from galaxies_asp.core.asp.rules import Rules

Result = TypeVar("Result")

MAX_SEED = 2**31 - 1
MEGABYTE = 1_000_000

COUNT = Option("-n", "--count", type=click.IntRange(1, sys.maxsize))
COUNT_OR_ALL = Option("-n", "--count", type=click.IntRange(0, sys.maxsize))
SEEDS = click.IntRange(0, MAX_SEED)
ENCODING = Option(
    "-e", "--encoding", metavar="NAME", shell_complete=values.complete_encoding
)
WORD = Option(metavar="WORD")
WITH = Option("--with", metavar="PART", shell_complete=values.complete_part)
WITHOUT = Option("--without", metavar="RULE", shell_complete=values.complete_part)


def output_file(*suffixes: str) -> Option:
    """Return the option of an output that has these kinds of pictures."""

    def checked(
        context: click.Context, _option: object, path: str | None
    ) -> str | None:
        suffix = Path(path or "").suffix.lower()
        if suffix in _WRITERS and suffix not in suffixes:
            said = f"`{context.command_path}` writes no {suffix}"
            if suffixes:
                said += f" but {' and '.join(suffixes)}"
            raise click.UsageError(f"{path}: {said}; {_WRITERS[suffix]}")
        return path

    return Option("-o", "--output", metavar="FILE", callback=checked)


_DRAWS = "`galaxies render` draws puzzles as .svg, .png and .pdf"
_WRITERS = {
    **dict.fromkeys((".svg", ".png", ".gif", ".jpg", ".jpeg", ".webp"), _DRAWS),
    ".pdf": f"{_DRAWS}, and `galaxies book` makes books",
    ".html": "`galaxies walkthrough` writes pages",
}
"""Which command writes a kind of files that few commands write."""
PICTURES = (".svg", ".png", ".pdf")
OutputFile = Annotated[str | None, output_file()]
JSON = Option("--json")
QUIET = Option("-q", "--quiet")
Folder = Annotated[Path | None, values.ANY_FOLDER, Option(metavar="FOLDER")]
File = Annotated[Path | None, values.FILE, Option(metavar="FILE")]
PictureFile = Annotated[Path | None, Argument(), values.FILE]
NewFile = Annotated[Path | None, values.ANY_FILE, Option(metavar="FILE")]
SECONDS = Option(type=values.FiniteRange(0, min_open=True), metavar="SECONDS")
TimeLimit = Annotated[float | None, SECONDS]


def _bytes(_context: object, _option: object, megabytes: int | None) -> int | None:
    return megabytes and min(megabytes * MEGABYTE, sys.maxsize)


MEMORY_LIMIT = Option(
    "--memory-limit", type=click.IntRange(1), metavar="MB", callback=_bytes
)
"""The value is in bytes."""


def format_option(
    names: Sequence[str], text: str = "Format of the result", **details: object
) -> Option:
    """Return the option for the format; the help text lists the names."""
    listed = f"{text}: {', '.join(names)}."
    kind = values.Choice(names)
    return Option("-f", "--format", type=kind, metavar="NAME", help=listed, **details)


BoardCount = Annotated[
    int,
    Option("-n", "--count", type=click.IntRange(1, sys.maxsize), default=1),
    "Number of boards.",
]
SampleCount = Annotated[
    int,
    Option("-n", "--count", type=click.IntRange(2, sys.maxsize), default=1000),
    "Number of boards in the sample.",
]
Seed = Annotated[int, SEEDS, Option(default=0), "Random seed."]
Output = Annotated[OutputFile, "Write the result to a file; -: standard output."]
Json = Annotated[bool, JSON, "Print the complete answer as JSON, one object per line."]
Quiet = Annotated[bool, QUIET, "No progress; in answers, no drawings."]
Verbose = Annotated[
    bool, "Print which encoding decided, and whether by propagation or search."
]
Force = Annotated[bool, "Start even if the estimated cost is too high."]
OutputPart = Annotated[
    str,
    Option("--of", metavar="PART", default=""),
    "For other families than Galaxies: solutions that differ in a part of the output, "
    "as in --of line for fences.",
]
SequenceFormat = Annotated[
    str,
    format_option(
        ["text", "json", "csv", "bfile", "latex", "oeis"],
        "One number per line, JSON, CSV, lines of index and number, a table for LaTeX, "
        "or the lines of an entry in the OEIS",
        default="text",
    ),
]


def uses_color(choice: str) -> bool:
    """Tell whether texts are colored, at a choice of the option."""
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


COLOR = Option(
    "--color",
    type=values.Choice(["auto", "always", "never"]),
    default="auto",
    callback=lambda _context, _option, choice: uses_color(choice),
    help="Color regions; auto: on a terminal, unless NO_COLOR is set.",
)
Color = Annotated[bool, COLOR]
DrawingStyle = Annotated[TextStyle, Group(TextStyle, color=COLOR)]


def _rules(
    encoding: Annotated[
        str,
        ENCODING,
        "auto, fast, grow, assign, idp, a mix such as choice+level, or a file.",
    ] = "auto",
    with_: Annotated[
        tuple[str, ...],
        WITH,
        "Add a part to a mix, a file with further rules, or a variant of the rules: "
        f"{', '.join(RuleVariant)}.",
    ] = (),
    without: Annotated[tuple[str, ...], WITHOUT, "Remove a rule from a mix."] = (),
    verifier: Annotated[
        str | None,
        Option(metavar="FILE:FUNCTION"),
        "Run this Python function of (puzzle, labels), which returns violations, "
        "instead of the built-in verifier; none: do not verify.",
    ] = None,
) -> "Rules":
    from galaxies_asp.core.asp.encodings import mixed
    from galaxies_asp.core.asp.rules import Rules

    return Rules(mixed(encoding, with_, without), verifier or None)


RulesOptions = Annotated["Rules", Group(_rules)]
"""An encoding, variants and a verifier."""
MixedRules = Annotated["Rules", Group(_rules, without=None)]
"""The same; rules are removed by the name of a mix alone."""
NO_WITHOUT = {"--without": "write no-RULE in -e, as in -e choice+no-symmetry"}


class WorkLimits(NamedTuple):
    """Limits of the work on a puzzle: seconds, and bytes of memory."""

    time_limit: Annotated[
        TimeLimit, "Wall-clock limit for each puzzle, grounding included."
    ] = None
    memory_limit: Annotated[
        int | None,
        MEMORY_LIMIT,
        "Memory limit for each puzzle, grounding included (1 MB = 10^6 bytes).",
    ] = None

    @property
    def any(self) -> bool:
        """Whether there is a limit."""
        return self != (None, None)

    def call(
        self, function: Callable[..., Result], *arguments: object, **named: object
    ) -> Result:
        """Call the function; under a limit in a process, or `LimitReachedError`."""
        call = partial(function, *arguments, **named)
        if not self.any:
            return call()
        from galaxies_asp.processes import serving
        from galaxies_asp.processes.sharing import limited

        (result,) = limited(serving.call, call, **self._asdict())
        return result


Shared = Annotated[
    Sharing,
    Group(Sharing, jobs=Option("-j", "--jobs"), scheduler=Option(metavar="ADDRESS")),
]
"""How work is shared: by default, one process does all."""
