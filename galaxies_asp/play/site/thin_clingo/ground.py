"""Ground programs in the format of clingo (aspif)."""

from collections.abc import Callable
from typing import NamedTuple

from .terms import Symbol, parse_term


def line(*words: object) -> str:
    """Return a line of words."""
    return " ".join(map(str, words))


class Rule(NamedTuple):
    """A ground rule; `bound` is that of a body of weighted literals, or None."""

    is_choice: bool
    head: tuple[int, ...]
    bound: int | None = None
    body: tuple[tuple[int, int], ...] = ()

    @property
    def is_fact(self) -> bool:
        """Whether it states an atom."""
        return not (self.is_choice or self.body or self.bound) and len(self.head) == 1

    @classmethod
    def read(cls, text: str) -> "Rule":
        """Return the rule of a line `1 CHOICE N ATOM... WEIGHTED [BOUND] N BODY...`."""
        _, is_choice, size, *rest = map(int, text.split())
        head, (is_weighted, *tail) = tuple(rest[:size]), rest[size:]
        if not is_weighted:
            return cls(bool(is_choice), head, None, tuple((n, 1) for n in tail[1:]))
        pairs = zip(tail[2::2], tail[3::2], strict=True)
        return cls(bool(is_choice), head, tail[0], tuple(pairs))

    def line(self) -> str:
        """Return the line of the rule."""
        head = 1, int(self.is_choice), len(self.head), *self.head
        if self.bound is None:
            return line(*head, 0, len(self.body), *(n for n, _ in self.body))
        flat = (number for pair in self.body for number in pair)
        return line(*head, 1, self.bound, len(self.body), *flat)

    def renamed(self, number: Callable[[int], int]) -> "Rule":
        """Return the rule with other numbers of atoms."""
        body = tuple((number(n) if n > 0 else -number(-n), w) for n, w in self.body)
        return self._replace(head=tuple(map(number, self.head)), body=body)


class Program(NamedTuple):
    """What the lines of a ground program say."""

    rules: list[Rule]
    """Without facts that no rule uses: those with a name say nothing of their rule."""
    atoms: dict[Symbol, int]
    """The number of each atom with a name; 0 for a fact."""
    externals: dict[int, str]
    others: list[str]


def read(text: str) -> Program:
    """Read a ground program."""
    found = Program([], {}, {}, [])
    for each in text.splitlines()[1:-1]:
        kind, rest = each.split(" ", 1)
        if kind == "1":
            found.rules.append(Rule.read(each))
        elif kind == "4":
            length, _, rest = rest.partition(" ")
            condition = rest[int(length) :].split()[1:]
            symbol = parse_term(rest[: int(length)])
            found.atoms[symbol] = int(condition[0]) if condition else 0
        elif kind == "5":
            atom, value = rest.split()
            found.externals[int(atom)] = value
        else:
            found.others.append(each)
    used = {abs(literal) for rule in found.rules for literal, _ in rule.body}
    used.update(atom for rule in found.rules if not rule.is_fact for atom in rule.head)
    kept = [one for one in found.rules if not one.is_fact or one.head[0] in used]
    return found._replace(rules=kept)
