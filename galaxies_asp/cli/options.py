"""The options that several commands have."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import click

from galaxies_asp.cli import values
from galaxies_asp.cli.commands import Argument, Group, Option
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing.text_style import TextStyle

if TYPE_CHECKING:  # many commands take no rules
    from galaxies_asp.core.asp.rules import Rules

Result = TypeVar("Result")

MAX_SEED = 2**31 - 1
MEGABYTE = 1_000_000
_FUNCTION = re.compile(r":[A-Za-z_]\w*$")

COUNT = Option("-n", "--count", type=click.IntRange(1, sys.maxsize))
COUNT_OR_ALL = Option("-n", "--count", type=click.IntRange(0, sys.maxsize))
SEEDS = click.IntRange(0, MAX_SEED)
ENCODING = Option(
    "-e", "--encoding", metavar="NAME", shell_complete=values.complete_encoding
)
WORD = Option(metavar="WORD")


def _parts(_context: object, _option: object, given: Sequence[str]) -> tuple[str, ...]:
    """Return parts, of which several may stand in one word."""
    words = (part.split(",") if not Path(part).exists() else [part] for part in given)
    return tuple(chain.from_iterable(words))


WITH = Option(
    "--with", metavar="PART", shell_complete=values.complete_part, callback=_parts
)


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
Svg = Annotated[str | None, output_file(".svg"), "Draw it as SVG."]
Picture = Annotated[
    str | None, output_file(*PICTURES), "Write to a file, by its suffix."
]
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
Seed = Annotated[int, SEEDS, Option(default=0), "Random seed."]
_WRITES = "Write the result to a file; -: standard output."
Output = Annotated[OutputFile, _WRITES]
OutputOrSvg = Annotated[str | None, output_file(".svg"), _WRITES]
Json = Annotated[bool, JSON, "Print the complete answer as JSON, one object per line."]
Quiet = Annotated[bool, QUIET, "No progress; in answers, no drawings."]
Force = Annotated[bool, "Start even if the estimated cost is too high."]
OutputPart = Annotated[
    str,
    Option("--of", metavar="PART", default=""),
    "For other families than Galaxies: solutions that differ in a part of the output, "
    "by its name, as in --of line.",
]
SequenceFormat = Annotated[
    str,
    format_option(
        ["text", "json", "csv", "bfile"],
        "One number per line, JSON, CSV, or lines of index and number",
        default="text",
    ),
]


def uses_color() -> bool:
    """Tell whether texts are colored: on a terminal, or as the environment says."""
    if os.environ.get("NO_COLOR"):
        return False
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


def _style(_context: object, _option: object, words: str) -> TextStyle:
    """Read words such as letters,no-rulers."""
    names = ("letters", "inner_lines", "rulers")
    known = {
        f"{no}{name.replace('_', '-')}": (name, not no)
        for name in names
        for no in ("", "no-")
    }
    unknown = sorted({*filter(None, words.split(","))} - {*known})
    if unknown:
        raise click.BadParameter(f"{unknown[0]!r} is none of {', '.join(known)}")
    chosen: dict[str, Any] = dict(known[word] for word in words.split(",") if word)
    return TextStyle(color=uses_color(), **chosen)


DrawingStyle = Annotated[
    TextStyle,
    Option("--style", type=str, metavar="WORDS", default="", callback=_style),
    "How boards are drawn as text: letters, inner-lines, rulers, each also with no- "
    "before it, as in letters,no-rulers. By default boards under 10x10 have all.",
]


def _rules(
    encoding: Annotated[
        str,
        ENCODING,
        "auto, fast, grow, assign, idp, a mix such as choice+level, or a file.",
    ] = "auto",
    with_: Annotated[
        tuple[str, ...],
        WITH,
        "Add a file with further rules, a variant of the rules "
        f"({', '.join(RuleVariant)}), or a part to a mix; no-RULE removes one. "
        "FILE.py:FUNCTION runs this function of (puzzle, labels), which returns "
        "violations, instead of the built-in verifier; no-verifier: do not verify.",
    ] = (),
) -> "Rules":
    from galaxies_asp.core.asp.encodings import mixed
    from galaxies_asp.core.asp.rules import NO_VERIFIER, Rules

    verifiers = [
        part for part in with_ if part == NO_VERIFIER or _FUNCTION.search(part)
    ]
    if len(verifiers) > 1:
        raise click.UsageError(f"--with names {len(verifiers)} verifiers")
    parts = (part for part in with_ if part not in verifiers)
    return Rules(mixed(encoding, tuple(parts)), *verifiers)


RulesOptions = Annotated["Rules", Group(_rules)]
"""An encoding, variants and a verifier."""


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


Jobs = Annotated[
    int,
    Option(
        *("-j", "--jobs"),
        type=click.IntRange(0, 256),
        metavar="N",
        default=1,
        callback=lambda _context, _option, number: number or os.cpu_count() or 1,
    ),
    "Worker processes; 0: one per CPU.",
]
"""How work is shared: by default, one process does all."""
