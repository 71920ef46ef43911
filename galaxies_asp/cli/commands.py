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
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cached_property
from inspect import Parameter
from itertools import chain
from math import isinf
from typing import Any, get_args, get_origin

import click
from click.core import ParameterSource

from galaxies_asp.cli.helping import Helping
from galaxies_asp.cli.output import warn
from galaxies_asp.cli.values import Choice, FiniteRange, Parsed
from galaxies_asp.core.board.errors import did_you_mean
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


class Settings(Option):
    """One option for several parameters of a function or class, as NAME=VALUE,...

    Its value is what `makes`, by default `build`, makes of those that are given. `text`
    begins the help text, which lists all. For `details` see `Group`.
    """

    def __init__(
        self,
        name: str,
        text: str,
        build: Callable[..., object],
        makes: Callable[..., object] | None = None,
        **details: Option | None,
    ) -> None:
        kind, make = _SettingsType(Group(build, **details)), makes or build
        super().__init__(
            name,
            type=kind,
            multiple=True,
            default=(),
            help=f"{text}; repeatable. {'; '.join(kind.in_words())}.",
            callback=lambda _context, _option, given: make(**_merged(given)),
        )


class _SettingsType(click.ParamType):  # type: ignore[type-arg]
    name = "NAME=VALUE,..."

    def __init__(self, group: Group) -> None:
        options = (one for one in group.parameters() if isinstance(one, click.Option))
        self._options = {name[2:]: one for one in options for name in one.opts}

    def in_words(self) -> Iterator[str]:
        """Yield each name with its meaning and its default value."""
        for option in dict.fromkeys(self._options.values()):
            names = " or ".join(name[2:] for name in option.opts)
            text = (option.help or "").rstrip(".")
            usual = option.show_default and option.default
            shown = f" ({usual})" if usual and usual != "none" else ""
            yield f"{names}: {text[:1].lower()}{text[1:]}{shown}"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[tuple[click.Option, object]]:
        """Return the options that a text names, with their values."""
        assert ctx is not None
        found = []
        for part in re.split(r",(?=[a-z])", value):
            name, equals, text = part.partition("=")
            option = self._options.get(name.strip())
            if option is None:
                more = did_you_mean(name, self._options)
                self.fail(f"{name!r} is none of {', '.join(self._options)}{more}")
            if option.is_flag == bool(equals):
                takes = "no value" if equals else f"a value, as in {name}=..."
                self.fail(f"{name} takes {takes}")
            given = [text] if option.multiple else text
            try:
                read = True if option.is_flag else option.process_value(ctx, given)
            except click.BadParameter as error:
                self.fail(f"{name}: {error.message}")
            found.append((option, read))
        return found


def _merged(
    given: Iterable[Iterable[tuple[click.Option, object]]],
) -> dict[str, object]:
    """Return the values by the names of the parameters; the last one counts."""
    values: dict[str, Any] = {}
    for option, value in chain.from_iterable(given):
        name = option.name or ""
        values[name] = values.get(name, ()) + value if option.multiple else value
    return values


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
    kind = details["type"]
    takes_words = isinstance(kind, (Choice, Parsed)) and "," not in kind.name
    made = _Words if is_several and takes_words else click.Option
    return made([*(option.names or [usual]), field.name], **details)


class _Words(click.Option):
    """A repeatable option whose values may also stand in one word, with commas."""

    def type_cast_value(
        self, ctx: click.Context, value: Iterable[str] | None
    ) -> object:
        """Return the values as a tuple."""
        words = [word for text in value or () for word in text.split(",")]
        return super().type_cast_value(ctx, words)


def _type(field: Field) -> "click.ParamType[object] | None":
    """Return the type of click for the values of a field, if click does not know it."""
    if field.choices:
        return Choice(field.choices)
    bounds = (None if isinf(bound) else bound for bound in field.note(Range) or ())
    kinds: dict[object, Callable[..., click.ParamType[object]]]
    kinds = {int: click.IntRange, float: FiniteRange}
    return kinds[field.kind](*bounds) if field.kind in kinds else None


def command(
    name: str, *, has_csv: bool = False
) -> Callable[[Callable[..., int]], click.Command]:
    """Return a decorator that makes a command of a function.

    Its parameters are the options, in the order of the help text, and its docstring is
    that text. It returns the exit code. `has_csv`: answers become a table by -f csv.
    """

    def decorate(function: Callable[..., int]) -> click.Command:
        options = Group(function)
        parameters = [*options.parameters()]
        if has_csv and not any(one.name == "format_" for one in parameters):
            parameters.append(_format())

        def call(**given: Any) -> object:
            if is_given("as_json") and is_given("format_"):
                raise click.UsageError("choose one of --json and -f")
            if not (has_csv and given["format_"] == "csv"):
                return options.value(given)
            from galaxies_asp.cli import tables  # few answers become tables

            with tables.collected(given.get("output")):
                return options.value(given | {"as_json": True, "output": None})

        # Lines such as `name: meaning` are kept; click knows them by this sign.
        text = re.sub(r"\n\n(?=[\w-]+: )", "\n\n\b\n", inspect.getdoc(function) or "")
        return Helping(
            name,
            callback=call,
            params=parameters,
            help=text,
            short_help=text.partition("\n")[0],  # is not shortened
        )

    return decorate


def _format() -> click.Option:
    """Return the option that makes a table of answers, where there is no other one."""
    text = "Format of the answers; csv: a table with a row for each, without lists."
    names = ["-f", "--format", "format_"]
    kind = Choice(["text", "csv"])
    return click.Option(names, type=kind, metavar="NAME", help=text)


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
