"""Terms without variables, as clingo has them."""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from types import SimpleNamespace

from .command import refuse

_KINDS = ("Infimum", "Number", "", "", "String", "Function", "Supremum")
"""The types of terms in their order; before strings there are names."""

_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*\"|-?\d+|#\w+|-?[\w']+|[-(),]")


class Symbol(str):
    """A term without variables, which is its text."""

    name = string = ""
    arguments: tuple["Symbol", ...] = ()
    positive, negative = True, False
    number = 0
    type = SimpleNamespace(name="Function")

    @cached_property
    def order(self) -> tuple[object, ...]:
        """What clingo sorts by: numbers, names, strings, then functions and tuples."""
        kind = self.type.name
        if kind != "Function":
            return _KINDS.index(kind), self.number, self.string
        if not self.arguments:
            return 2 + self.negative, self.name
        inner = [one.order for one in self.arguments]
        return _KINDS.index(kind), self.negative, len(inner), self.name, inner

    def __lt__(self, other: str) -> bool:
        return bool(self.order < other.order if isinstance(other, Symbol) else False)

    def match(self, name: str, arity: int) -> bool:
        """Tell whether an atom has a name and a number of arguments."""
        return self.name == name and len(self.arguments) == arity


def Function(
    name: str, arguments: Iterable[Symbol] = (), positive: bool = True
) -> Symbol:
    """Return a function; without a name, a tuple."""
    parts = tuple(arguments)
    comma = "," if not name and len(parts) == 1 else ""
    inner = f"({','.join(parts)}{comma})" if parts or not name else ""
    symbol = Symbol(f"{'' if positive else '-'}{name}{inner}")
    symbol.name, symbol.arguments = name, parts
    symbol.positive, symbol.negative = positive, not positive
    return symbol


def Tuple_(arguments: Iterable[Symbol]) -> Symbol:
    """Return a tuple."""
    return Function("", arguments)


def Number(number: int) -> Symbol:
    """Return a number."""
    symbol = Symbol(number)
    symbol.number, symbol.type = number, SimpleNamespace(name="Number")
    return symbol


@lru_cache(maxsize=100_000)
def parse_term(text: str, **_: object) -> Symbol:
    """Return the term of a text."""
    tokens = _TOKEN.findall(text)[::-1]
    try:
        symbol = _term(tokens)
    except IndexError:
        raise RuntimeError("syntax error") from None
    if tokens or symbol not in (text, text.replace(" ", "")):
        refuse()  # an operation, or a variable
    return symbol


def _term(tokens: list[str]) -> Symbol:
    token = tokens.pop()
    if token.lstrip("-").isdigit():
        return Number(int(token))
    if token[0] in '"#':
        symbol = Symbol(token)
        kind = {"#inf": "Infimum", "#sup": "Supremum"}.get(token, "String")
        symbol.type = SimpleNamespace(name=kind)
        if kind == "String":
            escaped = {"n": "\n"}
            inner = re.compile(r"\\(.)", re.DOTALL)
            symbol.string = inner.sub(lambda m: escaped.get(m[1], m[1]), token[1:-1])
        return symbol
    name, arguments = token.strip("(-"), list[Symbol]()
    if not name or tokens[-1:] == ["("]:
        del tokens[len(tokens) - bool(name) :]
        while tokens[-1] != ")":
            arguments.append(_term(tokens))
            if tokens[-1] == ",":
                tokens.pop()
        tokens.pop()
    return Function(name, arguments, token[0] != "-")
