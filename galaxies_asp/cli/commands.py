"""Commands: functions whose parameters are the options; see `declaring`.

@command("count")
def count_command(*, sources: Sources, rules: RulesOptions, as_json: Json) -> int:
'Count the solutions of puzzles.'
"""

import inspect
from collections.abc import Callable
from typing import Any

import click
from click.core import ParameterSource

from galaxies_asp.cli.declaring import Group
from galaxies_asp.cli.output import warn


def command(name: str) -> Callable[[Callable[..., int]], click.Command]:
    """Return a decorator that makes a command of a function.

    Its parameters are the options, in the order of the help text, and its docstring is
    that text. It returns the exit code.
    """

    def decorate(function: Callable[..., int]) -> click.Command:
        options = Group(function)

        def call(**given: Any) -> Any:
            if given.get("as_json") and is_given("format_"):
                raise click.UsageError("choose one of --json and -f")
            return options.value(given)

        text = inspect.getdoc(function) or ""
        return click.Command(
            name,
            callback=call,
            params=[*options.parameters()],
            help=text,
            short_help=text.partition("\n")[0],  # is not shortened
        )

    return decorate


def refuse_options(is_refused: Callable[[str], bool], takes: str) -> None:
    """Raise `click.UsageError` if a parameter is given that has no effect."""
    for parameter in click.get_current_context().command.params:
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
