"""Commands: functions whose parameters are the options.

    @command("list")
    def list_command(sources: Sources, quiet: Quiet, most: Annotated[int, "..."] = 9):
        ...

The name, the type, the default and the help text of an option are those of its
parameter; a note of the class `Option` has whatever else click takes. A parameter
without default is required unless its type has an empty value: false, None, or ().
A parameter whose type is a dataclass or a named tuple is a group: its options are those
of the fields.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cached_property
from inspect import Parameter
from math import isinf
from typing import Any, get_args, get_origin

import click
from click.core import ParameterSource

from galaxies_asp.cli.helping import Helping
from galaxies_asp.cli.output import warn
from galaxies_asp.cli.values import Choice, FiniteRange
from galaxies_asp.core.board.fields import Field, Range, fields_of


class Option:
    """The names of an option, and arguments of `click.Option`, which count first."""

    def __init__(self, *names: str, **details: object) -> None:
        self.names, self.details = names, details

    def over(self, other: "Option | None") -> "Option":
        """Return this option with whatever another one says beside it."""
        if other is None:
            return self
        return Option(*(self.names or other.names), **other.details | self.details)


class Argument(Option):
    """Arguments of `click.Argument`, for a parameter that is given without a name."""


class Group:
    """What makes one value of several options: a function or a class.

    The parameters of `build` are the options. `details` adds to the annotation of a
    parameter what click needs. A parameter with None is not an option.
    """

    def __init__(self, build: Callable[..., object], **details: Option | None) -> None:
        self._build, self._details = build, details

    @cached_property
    def _parts(self) -> list[tuple[Field, "Group | Option"]]:
        """The parameters that are options, and how the value of each is made."""
        parts: list[tuple[Field, Group | Option]] = []
        for field in fields_of(self._build):
            part = field.note(Group) or field.note(Option)
            if field.name in self._details:
                detail = self._details[field.name]
                part = detail and detail.over(field.note(Option))
            elif part is None and field.notes:
                part = Option()
            elif part is None and isinstance(field.kind, type):
                is_record = is_dataclass(field.kind) or hasattr(field.kind, "_fields")
                part = Group(field.kind) if is_record else None
            if isinstance(part, Option) or (part and part._parts):
                parts.append((field, part))
        return parts

    def parameters(self) -> Iterator[click.Parameter]:
        """Yield the options, in the order of the parameters."""
        for field, part in self._parts:
            if isinstance(part, Group):
                yield from part.parameters()
            else:
                yield _parameter(field, part)

    def value(self, given: Mapping[str, object]) -> object:
        """Return what is made of the values of the options."""
        values = {
            field.name: part.value(given)
            if isinstance(part, Group)
            else given[field.name]
            for field, part in self._parts
        }
        return self._build(**values)


def _parameter(field: Field, option: Option) -> click.Parameter:
    """Return the option of a parameter as click takes it."""
    kind, default = field.kind, option.details.get("default", field.default)
    is_several = get_origin(kind) is tuple and get_args(kind)[-1] is ...
    if is_several:
        field = field._replace(kind=get_args(kind)[0])
    is_flag = kind is bool and "type" not in option.details
    details: dict[str, Any] = {"type": field.note(click.ParamType) or _type(field)}
    if default is Parameter.empty:
        details["required"] = not (field.takes_none or is_several or is_flag)
    elif default not in (None, ()):
        details["default"] = default
    if isinstance(option, Argument):
        details["nargs"] = -1 if is_several else 1
        return click.Argument([field.name], **details | option.details)
    details |= {"help": field.note(str), "multiple": is_several}
    if is_flag:
        details |= {
            "is_flag": True,
            "default": None if field.takes_none else default is True,
        }
    elif default not in (Parameter.empty, None, (), ""):
        details["show_default"] = True
    details |= option.details
    if not is_flag and isinstance(details["type"], click.IntRange):
        details.setdefault("metavar", "N")
    name = field.name.replace("_", "-")
    has_opposite = is_flag and (field.takes_none or default is True)
    usual = f"--{name}/--no-{name}" if has_opposite else f"--{name}"
    return click.Option([*(option.names or [usual]), field.name], **details)


def _type(field: Field) -> "click.ParamType[Any] | None":
    """Return the type of click for the values of a field, if click does not know it."""
    if field.choices:
        return Choice(field.choices)
    bounds = (None if isinf(bound) else bound for bound in field.note(Range) or ())
    kinds: dict[object, Callable[..., click.ParamType[Any]]]
    kinds = {int: click.IntRange, float: FiniteRange}
    return kinds[field.kind](*bounds) if field.kind in kinds else None


def command(
    name: str, *, has_csv: bool = False
) -> Callable[[Callable[..., int]], click.Command]:
    """Return a decorator that makes a command of a function.

    Its parameters are the options, in the order of the help text, and its docstring is
    that text. It returns the exit code. `has_csv`: answers become a table by --csv.
    """

    def decorate(function: Callable[..., int]) -> click.Command:
        options = Group(function)

        def call(**given: Any) -> object:
            known = {"--json": "as_json", "--csv": "as_csv", "-f": "format_"}
            chosen = [name for name, of in known.items() if is_given(of)]
            if len(chosen) > 1:
                raise click.UsageError(f"choose one of {' and '.join(chosen)}")
            if not given.get("as_csv"):
                return options.value(given)
            from galaxies_asp.cli import tables  # few answers become tables

            with tables.collected(given.get("output")):
                return options.value(given | {"as_json": True, "output": None})

        text = inspect.getdoc(function) or ""
        return Helping(
            name,
            callback=call,
            params=[*options.parameters(), *([_csv()] if has_csv else [])],
            help=text,
            short_help=text.partition("\n")[0],  # is not shortened
        )

    return decorate


def _csv() -> click.Option:
    """Return the option that makes a table of answers."""
    text = "Print a table as CSV, one row per answer; lists are left out."
    return click.Option(["--csv", "as_csv"], is_flag=True, help=text)


def refuse_options(is_refused: Callable[[str], bool], takes: str) -> None:
    """Raise `click.UsageError` if a parameter is given that has no effect."""
    context = click.get_current_context(silent=True)
    for parameter in context.command.params if context else ():
        name = parameter.name or ""
        if is_given(name) and is_refused(name):
            raise click.UsageError(f"{parameter.opts[-1]} takes {takes}")


def is_given(parameter: str) -> bool:
    """Tell whether the command line gives a parameter."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source is ParameterSource.COMMANDLINE


def note(name: str, message: object) -> None:
    """Print a message about a puzzle on standard error."""
    warn(f"{name}: {message}")
