"""Options that several commands have, and how they are combined."""

import functools
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
)

import click

from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.cli import values
from galaxies_asp.drawing.text_style import TextStyle
from galaxies_asp.processes.sharing import Sharing

if TYPE_CHECKING:  # pickle, threads and more are loaded where work is shared
    from galaxies_asp.asp.rules import Rules

Command = TypeVar("Command", bound=Callable[..., Any])
Result = TypeVar("Result")
Option = Callable[[Any], Any]

UNIQUENESS = 2
"""The number of solutions that decides whether there is exactly 1."""

MAX_SEED = 2**31 - 1
MEGABYTE = 1_000_000


class Limits(NamedTuple):
    """Limits of the work on a puzzle: seconds, and bytes of memory."""

    time_limit: float | None = None
    memory_limit: int | None = None

    @property
    def any(self) -> bool:
        """Whether there is a limit."""
        return self != (None, None)

    def call(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call the function; under a limit, in a process.

        Raises `LimitReachedError` if a limit is reached.
        """
        if not self.any:
            return function(*arguments)
        from galaxies_asp.processes.worker import limited

        call = functools.partial(_once, function, arguments)
        (result,) = limited(call, **self._asdict())
        return result


def _once(
    function: Callable[..., Result], arguments: tuple[Any, ...]
) -> Iterator[Result]:
    yield function(*arguments)


def option(*names: str, **details: Any) -> Option:
    """Return an option of click; whole numbers are called N, and defaults are shown."""
    default = details.get("default")
    is_shown = not isinstance(default, bool) and default not in (None, "", ())
    if isinstance(details.get("type"), click.IntRange):
        details["metavar"] = details.get("metavar") or "N"
    return click.option(*names, **{"show_default": is_shown} | details)


def shared(*names: str, **usual: Any) -> Callable[..., Option]:
    """Return a function from a help text and other details to an option.

    Parameters
    ----------
    usual
        The details that are not given.
    """

    def detailed(help_text: str = usual.get("help", ""), **details: Any) -> Option:
        return option(*names, **usual | details | {"help": help_text})

    return detailed


def grouped(name: str, build: Callable[..., object], *options: Option) -> Option:
    """Return a decorator that adds the options and passes `build(...)` as `name`.

    The parameters of `build` are the names of the options.
    """
    names = tuple(inspect.signature(build).parameters)

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_object(*args: Any, **kwargs: Any) -> Any:
            given = {option: kwargs.pop(option) for option in names}
            return command(*args, **{name: build(**given)}, **kwargs)

        return all_of(*options)(with_object)  # type: ignore[no-any-return]

    return decorate


def all_of(*options: Option | str) -> Option:
    """Return a decorator that adds the options in the order of the help text.

    A text stands for options of `NAMED`.
    """

    def decorate(command: Command) -> Command:
        for each in reversed(options):
            if isinstance(each, str):
                command = all_of(*map(NAMED.__getitem__, each.split()))(command)
            else:
                command = each(command)
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
        if hasattr(annotation := parameter.annotation, "__metadata__")
        and (not chosen or name in chosen)
    ]


def _option(
    name: str, default: Any, called: str | None, base: object, *details: Any
) -> Option:
    *words, help_text = (each for each in details if isinstance(each, str))
    kind = next((each for each in details if isinstance(each, click.ParamType)), None)
    if get_origin(base) is Literal:
        kind = kind or values.Choice(get_args(base))
    names = [word for word in words if word.startswith("-")]
    return option(
        *(names or [called or f"--{name.replace('_', '-')}"]),
        name,
        type=kind,
        is_flag=base is bool,
        multiple=default == (),
        default=None if default == () else default,
        metavar=next((word for word in words if word not in names), None),
        help=help_text,
    )


def count_option(help_text: str, default: int | None = 1, minimum: int = 1) -> Option:
    """Return the option for the maximum number of results."""
    kind = click.IntRange(minimum, sys.maxsize)
    return option("-n", "--count", type=kind, default=default, help=help_text)


seed_option = shared(
    "--seed", type=click.IntRange(0, MAX_SEED), default=0, help="Random seed."
)
encoding_option = shared(
    *("-e", "--encoding"), metavar="NAME", shell_complete=values.complete_encoding
)
with_option = shared(
    *("--with", "with_"),
    multiple=True,
    metavar="PART",
    shell_complete=values.complete_part,
)
without_option = shared(
    "--without", multiple=True, metavar="RULE", shell_complete=values.complete_part
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
        "auto, fast, grow, assign, idp, a mix such as choice+level, or a file.",
        default="auto",
    ),
    with_option(
        "Add a part to a mix, a file with further rules, or a variant of the "
        f"rules: {', '.join(RuleVariant)}."
    ),
    without_option("Remove a rule from a mix."),
    option(
        "--verifier",
        metavar="FILE:FUNCTION",
        help="Run this Python function of (puzzle, labels), which returns violations, "
        "instead of the built-in verifier; none: do not verify.",
    ),
)
"""Take an encoding, variants and a verifier; passes `rules`."""

time_limit_option = shared(
    "--time-limit",
    type=values.FiniteRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Wall-clock limit for each puzzle, grounding included.",
)

memory_limit_option = shared(
    "--memory-limit",
    type=click.IntRange(min=1),
    callback=lambda _ctx, _option, value: value and min(value * MEGABYTE, sys.maxsize),
    metavar="MB",
    help="Memory limit for each puzzle, grounding included (1 MB = 10^6 bytes).",
)
"""The option for a limit of memory; the value is in bytes."""

force_option = option(
    "--force", is_flag=True, help="Start even if the estimated cost is too high."
)

jobs_option = shared(
    *("-j", "--jobs"),
    type=click.IntRange(0, 256),
    callback=lambda _ctx, _option, value: value or os.cpu_count() or 1,
    default=0,
    help="Number of worker processes; 0: one per CPU.",
)


def sharing_options(default: int = 0) -> Option:
    """Return the options for worker processes; passes `sharing`."""
    scheduler = option(
        "--scheduler",
        metavar="ADDRESS",
        help="Share the work among the workers of a Dask scheduler.",
    )
    return grouped("sharing", Sharing, jobs_option(default=default), scheduler)


output_option = shared(
    *("-o", "--output"),
    metavar="FILE",
    help="Write the result to a file; -: standard output.",
)


def format_option(
    names: Sequence[str], help_text: str = "Format of the result", **details: Any
) -> Option:
    """Return the option for the format; the help text lists the names."""
    return option(
        *("-f", "--format", "format_"),
        type=values.Choice(names),
        metavar="NAME",
        help=f"{help_text}: {', '.join(names)}.",
        **details,
    )


sequence_format_option = format_option(
    ["text", "json", "bfile", "latex", "oeis"],
    "One number per line, JSON, lines of index and number, a table for LaTeX, or the "
    "lines %S, %T and %U of an entry in the OEIS",
    default="text",
)

json_option = shared(
    *("--json", "as_json"),
    is_flag=True,
    help="Print the complete answer as JSON, one object per line.",
)

quiet_option = option(
    *("-q", "--quiet"), is_flag=True, help="No progress; in answers, no drawings."
)


def _uses_color(_context: object, _option: object, choice: str) -> bool:
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


_color_option = option(
    "--color",
    type=values.Choice(["auto", "always", "never"]),
    callback=_uses_color,
    default="auto",
    help="Color regions; auto: on a terminal, unless NO_COLOR is set.",
)

style_options = grouped(
    "style",
    TextStyle,
    option(
        "--letters/--no-letters",
        default=None,
        help="Letters in the cells (default: on boards under 10x10).",
    ),
    option(
        "--inner-lines/--no-inner-lines",
        default=None,
        help="Light lines between cells (default: on boards under 10x10).",
    ),
    option("--rulers/--no-rulers", default=True, help="Coordinates at the sides."),
    _color_option,
)

NAMED: dict[str, Option] = {
    "rules": rules_options,
    "limits": grouped("limits", Limits, time_limit_option(), memory_limit_option()),
    "output": output_option(),
    "json": json_option(),
    "quiet": quiet_option,
    "color": _color_option,
    "style": style_options,
    "verbose": option(
        "--verbose",
        is_flag=True,
        help="Print which encoding decided, and whether by propagation or search.",
    ),
    "of": option(
        "--of",
        default="",
        metavar="PART",
        help="For other families than Galaxies: solutions that differ in a part of the "
        "output, as in --of loops for fences.",
    ),
}
"""Options of commands, as `commands.command` takes them."""
