"""Options that several commands have, and how they are combined."""

import functools
import inspect
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
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

from galaxies_asp.cli import values
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.processes.sharing import Sharing

if TYPE_CHECKING:  # pickle, threads and more are loaded where work is shared
    from galaxies_asp.core.asp.rules import Rules

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

    def call(
        self, function: Callable[..., Result], *arguments: Any, **named: Any
    ) -> Result:
        """Call the function; under a limit, in a process.

        Raises `LimitReachedError` if a limit is reached.
        """
        call = partial(function, *arguments, **named)
        if not self.any:
            return call()
        from galaxies_asp.processes import serving
        from galaxies_asp.processes.sharing import limited

        (result,) = limited(serving.call, call, **self._asdict())
        return result


def option(
    *details: Any, default: Any = None, parameter: str | None = None, **more: Any
) -> Option:
    """Return an option of click; defaults are shown.

    Parameters
    ----------
    details
        The names of the option, a type of click, a metavariable, and the help text. Of
        several help texts, the last one counts. Whole numbers are called N.
    default
        A truth value makes a flag, and an empty tuple an option that is repeatable.
    parameter
        The name of the parameter, if it is not that of the option.
    """
    texts = [each for each in details if isinstance(each, str)]
    names = [text for text in texts if text.startswith("-")]
    *others, help_text = texts[len(names) :]
    kind = next((each for each in details if isinstance(each, click.ParamType)), None)
    is_flag = isinstance(default, bool) or "/" in names[0]
    usual = "N" if isinstance(kind, click.IntRange) else None
    if is_flag or default not in (None, ()):
        more["default"] = default
    return click.option(
        *(names if parameter is None else (*names, parameter)),
        type=kind,
        is_flag=is_flag or None,
        multiple=default == (),
        show_default=not is_flag and default not in (None, "", ()),
        metavar=None if is_flag else next(iter(others), usual),
        help=help_text,
        **more,
    )


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

    An annotation has the type, and details of the option:

        width: Annotated[int | None, click.IntRange(1), "Columns of an image."] = None

    Parameters
    ----------
    only, named
        The parameters that are options, by default all that are annotated, and the
        names of those options that are not called like their parameters.
    """
    chosen = {*only, *named}
    return [
        _declared(parameter, named.get(name, f"--{name.replace('_', '-')}"))
        for name, parameter in inspect.signature(function).parameters.items()
        if hasattr(parameter.annotation, "__metadata__")
        and (not chosen or name in chosen)
    ]


def _declared(parameter: inspect.Parameter, name: str) -> Option:
    """Return the option of a parameter, whose annotation may have other names."""
    base, *details = get_args(parameter.annotation)
    for kind in (base, *get_args(base)):
        if get_origin(kind) is Literal:
            details.insert(0, values.Choice(get_args(kind)))
    if not any(str(each).startswith("-") for each in details):
        details.insert(0, name)
    return option(*details, default=parameter.default, parameter=parameter.name)


def count_option(help_text: str, default: int | None = 1, minimum: int = 1) -> Option:
    """Return the option for the maximum number of results."""
    kind = click.IntRange(minimum, sys.maxsize)
    return option("-n", "--count", kind, help_text, default=default)


seed_option = partial(
    option, "--seed", click.IntRange(0, MAX_SEED), "N", "Random seed.", default=0
)
encoding_option = partial(
    option, *("-e", "--encoding", "NAME"), shell_complete=values.complete_encoding
)
with_option = partial(
    option,
    *("--with", "PART"),
    default=(),
    parameter="with_",
    shell_complete=values.complete_part,
)
without_option = partial(
    option, *("--without", "RULE"), default=(), shell_complete=values.complete_part
)


def _rules(
    encoding: str, with_: tuple[str, ...], without: tuple[str, ...], verifier: str
) -> "Rules":
    from galaxies_asp.core.asp.encodings import mixed  # many commands take no rules
    from galaxies_asp.core.asp.rules import Rules

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
        *("--verifier", "FILE:FUNCTION"),
        "Run this Python function of (puzzle, labels), which returns violations, "
        "instead of the built-in verifier; none: do not verify.",
    ),
)
"""Take an encoding, variants and a verifier; passes `rules`."""

time_limit_option = partial(
    option,
    *("--time-limit", values.FiniteRange(min=0, min_open=True), "SECONDS"),
    "Wall-clock limit for each puzzle, grounding included.",
)

memory_limit_option = partial(
    option,
    *("--memory-limit", click.IntRange(min=1), "MB"),
    "Memory limit for each puzzle, grounding included (1 MB = 10^6 bytes).",
    callback=lambda _ctx, _option, value: value and min(value * MEGABYTE, sys.maxsize),
)
"""The option for a limit of memory; the value is in bytes."""

force_option = option(
    "--force", "Start even if the estimated cost is too high.", default=False
)

jobs_option = partial(
    option,
    *("-j", "--jobs", click.IntRange(0, 256)),
    "Number of worker processes; 0: one per CPU.",
    callback=lambda _ctx, _option, value: value or os.cpu_count() or 1,
    default=0,
)


def sharing_options(default: int = 0) -> Option:
    """Return the options for worker processes; passes `sharing`."""
    scheduler = option(
        *("--scheduler", "ADDRESS"),
        "Share the work among the workers of a Dask scheduler.",
    )
    return grouped("sharing", Sharing, jobs_option(default=default), scheduler)


output_option = partial(
    option,
    *("-o", "--output", "FILE"),
    "Write the result to a file; -: standard output.",
)


def format_option(
    names: Sequence[str], help_text: str = "Format of the result", **details: Any
) -> Option:
    """Return the option for the format; the help text lists the names."""
    listed = f"{help_text}: {', '.join(names)}."
    kind = values.Choice(names)
    details["parameter"] = "format_"
    return option("-f", "--format", kind, "NAME", listed, **details)


sequence_format_option = format_option(
    ["text", "json", "bfile", "latex", "oeis"],
    "One number per line, JSON, lines of index and number, a table for LaTeX, or the "
    "lines %S, %T and %U of an entry in the OEIS",
    default="text",
)

json_option = partial(
    option,
    *("--json", "Print the complete answer as JSON, one object per line."),
    default=False,
    parameter="as_json",
)

quiet_option = option(
    *("-q", "--quiet", "No progress; in answers, no drawings."), default=False
)


def _uses_color(_context: object, _option: object, choice: str) -> bool:
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


_color_option = option(
    *("--color", values.Choice(["auto", "always", "never"])),
    "Color regions; auto: on a terminal, unless NO_COLOR is set.",
    callback=_uses_color,
    default="auto",
)

style_options = grouped(
    "style",
    TextStyle,
    option(
        "--letters/--no-letters",
        "Letters in the cells (default: on boards under 10x10).",
    ),
    option(
        "--inner-lines/--no-inner-lines",
        "Light lines between cells (default: on boards under 10x10).",
    ),
    option("--rulers/--no-rulers", "Coordinates at the sides.", default=True),
    _color_option,
)

NAMED: dict[str, Option] = {
    "rules": rules_options,
    "limits": grouped("limits", Limits, time_limit_option(), memory_limit_option()),
    "sharing": sharing_options(default=1),
    "output": output_option(),
    "json": json_option(),
    "quiet": quiet_option,
    "color": _color_option,
    "style": style_options,
    "verbose": option(
        "--verbose",
        "Print which encoding decided, and whether by propagation or search.",
        default=False,
    ),
    "of": option(
        *("--of", "PART"),
        "For other families than Galaxies: solutions that differ in a part of the "
        "output, as in --of loops for fences.",
        default="",
    ),
}
"""Options of commands, as `commands.command` takes them."""
