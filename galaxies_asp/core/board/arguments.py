"""Arguments of public functions: the error at a wrong kind says what to pass.

    @checked
    def explain(board: Board, at: Point | None = None): ...

The annotations say which kinds a function takes. A pair of numbers becomes a `Point`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, wraps
from inspect import Parameter, signature
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from galaxies_asp.core.board.errors import did_you_mean
from galaxies_asp.core.board.grid import Point, points

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

_TAKEN: dict[object, type] = {
    int: Integral,
    float: Real,
    tuple: Iterable,
    list: Iterable,
    frozenset: Iterable,
    Callable: Callable,  # type: ignore[dict-item]
}
"""What is taken as an annotated kind."""
_IN_WORDS = {
    Integral: "a whole number",
    Real: "a number",
    str: "a text",
    bool: "True or False",
    Point: "a pair (x, y)",
}
_USUAL = type("Usual", (), {"__repr__": lambda _: "..."})()
"""The default of a keyword in help texts, where a record says what it is."""
_MEANT = {"encoding": "rules", "n": "models", "verbose": "report"}
"""Names that people try, and those of the parameters."""


@cache
def _kinds(annotation: object) -> tuple[type, ...]:
    """Return the kinds of values that an annotation allows; empty if it allows all."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _kinds(parts[0])
    if origin is Literal:
        return (str,)
    if origin in (Union, UnionType):
        kinds = [_kinds(part) for part in parts]
        return tuple({one: 0 for some in kinds for one in some}) if all(kinds) else ()
    kind = origin or annotation
    kind = _TAKEN.get(kind, kind)
    return (kind,) if isinstance(kind, type) and kind is not Any else ()


def _in_words(kinds: Iterable[type]) -> str:
    *others, last = (
        _IN_WORDS.get(one) or _a(one) for one in kinds if one is not NoneType
    )
    return ", ".join(others) + " or " * bool(others) + last


def _a(kind: type) -> str:
    name = kind.__name__
    if name.endswith("s"):
        return name
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"


def of_kind(name: str, annotation: object, value: Any) -> Any:
    """Return a value, a pair of numbers as a point; refuse one of another kind."""
    kinds = _kinds(annotation)
    if not kinds:
        return value
    is_sequence = isinstance(value, Collection) and not isinstance(value, str | bytes)
    if is_sequence and Point in kinds:
        (value,) = points(name, [value])
    elif is_sequence and get_args(annotation)[:1] == (Point,):
        return tuple(points(name, value))
    is_text = isinstance(value, str | bytes) and not {str, bytes}.intersection(kinds)
    if isinstance(value, kinds) and not is_text:
        return value
    fault = f"{name} is {type(value).__name__} {value!r:.60}; pass {_in_words(kinds)}"
    if is_text and any(kind.__name__ == "Puzzle" for kind in kinds):
        fault += ", such as parse() makes of a text and load() of a file"
    elif hasattr(value, "solutions"):
        fault += ", such as one of its `solutions`"
    raise TypeError(fault)


@cache
def _annotations(function: Callable[..., object]) -> tuple[dict[str, object], bool]:
    """Return the annotations by parameter, and whether others may be given."""
    try:
        hints = get_type_hints(function)
    except NameError:  # a name is imported for the annotations alone
        hints = function.__annotations__
    known, is_open = {}, False
    for name, parameter in signature(function).parameters.items():
        kind = hints.get(name, Any)
        if parameter.kind is not Parameter.VAR_KEYWORD:
            known[name] = kind
        elif fields := _options(kind):
            known |= fields
        else:
            is_open = True
    return known, is_open


def checked(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return a function that refuses arguments of a wrong kind, and unknown ones.

    Raises `TypeError`, which says what to pass.
    """

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        known, is_open = _annotations(function)
        values = [of_kind(*each) for each in zip(known, known.values(), given)]  # noqa: B905
        for name, value in named.items():
            if name in known:
                named[name] = of_kind(name, known[name], value)
            elif not is_open:
                names = [one for one in known if one != "self"]
                meant = _MEANT.get(name, "")
                hint = f"; did you mean {meant!r}?" if meant in names else ""
                raise TypeError(
                    f"{function.__qualname__}() has no parameter {name!r}; there are "
                    f"{', '.join(names)}{hint or did_you_mean(name, names)}"
                )
        return function(*values, *given[len(values) :], **named)

    if any(map(_options, function.__annotations__.values())):
        shown = signature(function)
        spread = [each for one in shown.parameters.values() for each in _spread(one)]
        call.__signature__ = shown.replace(parameters=spread)  # type: ignore[attr-defined]
    return call


def _options(annotation: object) -> Mapping[str, object]:
    """Return the keywords of `Unpack[TypedDict]` with their kinds; otherwise none."""
    (options, *_) = get_args(annotation) or [None]
    return options.__annotations__ if is_typeddict(options) else {}


def _spread(parameter: Parameter) -> Iterator[Parameter]:
    """Yield a parameter, or for `Unpack[TypedDict]` each keyword."""
    options = _options(parameter.annotation)
    if not options:
        yield parameter
    for name, kind in options.items():
        yield Parameter(name, Parameter.KEYWORD_ONLY, default=_USUAL, annotation=kind)
