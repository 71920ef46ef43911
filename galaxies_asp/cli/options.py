"""Options that several commands have, and how they are combined."""

import functools
import inspect
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args, get_origin

import click

from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.cli.completion import complete_encoding, complete_part
from galaxies_asp.cli.limits import MEGABYTE, Limits
from galaxies_asp.cli.values import Choice, FiniteRange
from galaxies_asp.drawing.text_style import TextStyle
from galaxies_asp.processes.sharing import Sharing

if TYPE_CHECKING:
    from galaxies_asp.asp.rules import Rules

Command = TypeVar("Command", bound=Callable[..., Any])
Option = Callable[[Any], Any]

UNIQUENESS = 2
"""The number of solutions that decides whether there is exactly 1."""

MAX_SEED = 2**31 - 1


def grouped(name: str, build: Callable[..., object], *options: Option) -> Option:
    """Return a decorator that adds the options and passes `build(...)` as `name`.

    The parameters of `build` are the names of the options.
    """
    names = tuple(inspect.signature(build).parameters)

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_object(*args: Any, **kwargs: Any) -> Any:
            values = {option: kwargs.pop(option) for option in names}
            return command(*args, **{name: build(**values)}, **kwargs)

        return all_of(*options)(with_object)  # type: ignore[no-any-return]

    return decorate


def all_of(*options: Option) -> Option:
    """Return a decorator that adds the options in the order of the help text."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def declared(function: Callable[..., Any], *only: str, **named: str) -> list[Option]:
    """Return the options that the annotations of a function or a dataclass declare.

    An annotation has the type, and before the help text maybe names of the option, a
    type of click, and a metavariable:

        width: Annotated[int | None, click.IntRange(1), "Columns of an image."] = None

    Parameters
    ----------
    only, named
        The parameters that are options, by default all that are annotated, and the
        names of those options that are not called like their parameters.
    """
    chosen = {*only, *named}
    return [
        _option(name, parameter.default, named.get(name), *get_args(annotation))
        for name, parameter in inspect.signature(function).parameters.items()
        if get_origin(annotation := parameter.annotation) is Annotated
        and (not chosen or name in chosen)
    ]


def _option(
    name: str, default: Any, called: str | None, base: object, *details: Any
) -> Option:
    *words, help_text = (each for each in details if isinstance(each, str))
    kind = next((each for each in details if isinstance(each, click.ParamType)), None)
    if get_origin(base) is Literal:
        kind = kind or Choice(get_args(base))
    names = [word for word in words if word.startswith("-")]
    metavars = [word for word in words if not word.startswith("-")]
    if isinstance(kind, click.IntRange):
        metavars.append("N")
    return click.option(
        *(names or [called or f"--{name.replace('_', '-')}"]),
        name,
        type=kind,
        is_flag=base is bool,
        multiple=default == (),
        default=None if default == () else default,
        show_default=not isinstance(default, bool) and default not in (None, "", ()),
        metavar=next(iter(metavars), None),
        help=help_text,
    )


def count_option(help_text: str, default: int | None = 1, minimum: int = 1) -> Option:
    """Return the option for the maximum number of results."""
    return click.option(
        "-n",
        "--count",
        "count",
        type=click.IntRange(minimum, sys.maxsize),
        default=default,
        show_default=default is not None,
        metavar="N",
        help=help_text,
    )


solutions_option = count_option(
    "Maximum number of solutions; 0: all; 2 decides whether there is exactly 1.",
    default=UNIQUENESS,
    minimum=0,
)


def seed_option(help_text: str = "Random seed.", default: int | None = 0) -> Option:
    """Return the option for the random seed."""
    return click.option(
        "--seed",
        type=click.IntRange(0, MAX_SEED),
        default=default,
        show_default=default is not None,
        metavar="N",
        help=help_text,
    )


def encoding_option(default: str, help_text: str) -> Option:
    """Return the option for the encoding."""
    return click.option(
        "-e",
        "--encoding",
        default=default,
        show_default=True,
        metavar="NAME",
        help=help_text,
        shell_complete=complete_encoding,
    )


def with_option(help_text: str) -> Option:
    """Return the option for parts that are added to a mix; passes `with_`."""
    return click.option(
        "--with",
        "with_",
        multiple=True,
        metavar="PART",
        help=help_text,
        shell_complete=complete_part,
    )


def without_option(help_text: str) -> Option:
    """Return the option for rules that are removed from a mix."""
    return click.option(
        "--without",
        multiple=True,
        metavar="RULE",
        help=help_text,
        shell_complete=complete_part,
    )


def _rules(
    encoding: str, with_: tuple[str, ...], without: tuple[str, ...], verifier: str
) -> "Rules":
    from galaxies_asp.asp.encodings import mixed  # many commands take no rules
    from galaxies_asp.asp.rules import Rules

    return Rules(mixed(encoding, with_, without), verifier or None)


rules_options = grouped(
    "rules",
    _rules,
    encoding_option(
        "auto", "auto, fast, grow, assign, idp, a mix such as choice+level, or a file."
    ),
    with_option(
        "Add a part to a mix, a file with further rules, or a variant of the "
        f"rules: {', '.join(RuleVariant)}.",
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


def time_limit_option(
    help_text: str = "Wall-clock limit for each puzzle, grounding included.",
) -> Option:
    """Return the option for a limit of wall-clock time."""
    return click.option(
        "--time-limit",
        type=FiniteRange(min=0, min_open=True),
        metavar="SECONDS",
        help=help_text,
    )


def memory_limit_option(
    default: int | None = None,
    help_text: str = "Memory limit for each puzzle, grounding included (1 MB = 10^6 "
    "bytes).",
) -> Option:
    """Return the option for a limit of memory; the value is in bytes."""
    return click.option(
        "--memory-limit",
        type=click.IntRange(min=1),
        callback=lambda _ctx, _option, value: (
            value and min(value * MEGABYTE, sys.maxsize)
        ),
        default=default,
        show_default=default is not None,
        metavar="MB",
        help=help_text,
    )


def limits_of(time_limit: float | None, memory_limit: int | None) -> Limits:
    """Return the limits that options give; see `grouped`."""
    return Limits(time_limit, memory_limit)


limits_options = grouped(
    "limits", limits_of, time_limit_option(), memory_limit_option()
)


force_option = click.option(
    "--force", is_flag=True, help="Start even if the estimated cost is too high."
)


def jobs_option(default: int = 0) -> Option:
    """Return the option for the number of worker processes; 0 becomes one per CPU."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(0, 256),
        callback=_number_of_jobs,
        default=default,
        show_default=True,
        metavar="N",
        help="Number of worker processes; 0: one per CPU.",
    )


def sharing_options(default: int = 0) -> Option:
    """Return the options for worker processes; passes `sharing`."""
    return grouped(
        "sharing",
        Sharing,
        jobs_option(default),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Share the work among the workers of a Dask scheduler.",
        ),
    )


def _number_of_jobs(_ctx: click.Context, _option: click.Parameter, value: int) -> int:
    import os

    return value or os.cpu_count() or 1


def output_option(
    help_text: str = "Write the result to a file; -: standard output.",
) -> Option:
    """Return the option for the output file."""
    return click.option("-o", "--output", metavar="FILE", help=help_text)


def format_option(
    names: Sequence[str],
    help_text: str = "Format of the result",
    default: str | None = None,
    required: bool = False,
) -> Option:
    """Return the option for the format; the help text lists the names."""
    return click.option(
        "-f",
        "--format",
        "format_",
        type=Choice(names),
        # click takes even the default None for a value that is given
        **({"required": True} if required else {"default": default}),
        show_default=default is not None,
        metavar="NAME",
        help=f"{help_text}: {', '.join(names)}.",
    )


sequence_format_option = format_option(
    ["text", "json", "bfile", "latex", "oeis"],
    "One number per line, JSON, lines of index and number, a table for LaTeX, or the "
    "lines %S, %T and %U of an entry in the OEIS",
    default="text",
)


def json_option(
    help_text: str = "Print the complete answer as JSON, one object per line.",
) -> Option:
    """Return the flag for answers as JSON lines."""
    return click.option("--json", "as_json", is_flag=True, help=help_text)


solution_option = click.option(
    "--solution", is_flag=True, help="Solve the puzzle and include its solution."
)
quiet_option = click.option(
    "-q", "--quiet", is_flag=True, help="No progress; in answers, no drawings."
)


color_option = click.option(
    "--color",
    type=Choice(["auto", "always", "never"]),
    callback=lambda _ctx, _option, value: _uses_color(value),
    default="auto",
    show_default=True,
    help="Color regions; auto: on a terminal, unless NO_COLOR is set.",
)


def _uses_color(choice: str) -> bool:
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


style_options = grouped(
    "style",
    TextStyle,
    click.option(
        "--letters/--no-letters",
        default=None,
        help="Letters in the cells (default: on boards under 10x10).",
    ),
    click.option(
        "--inner-lines/--no-inner-lines",
        default=None,
        help="Light lines between cells (default: on boards under 10x10).",
    ),
    click.option(
        "--rulers/--no-rulers", default=True, help="Coordinates at the sides."
    ),
    color_option,
)
