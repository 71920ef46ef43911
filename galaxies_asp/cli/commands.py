"""Combine options: a decorator adds several, and passes one object built from them."""

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

Command = TypeVar("Command", bound=Callable[..., Any])
Option = Callable[[Any], Any]


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
