"""What the package needs of the module `clingo`, where it is a command.

`galaxies play --export` writes this folder as `clingo` into a site whose distribution
has no wheel of clingo: the command of the package `clingo-wasm` of npm takes a text and
prints another one. A program is grounded once, and once more with each further part;
each search begins with all of its ground rules, in clingo's format aspif. Cores are
found by searches with fewer assumptions. There are no propagators and no theories.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, NamedTuple

from . import ast as ast
from .command import GROUND, Logger, called, refuse
from .terms import Function, Number, Symbol, Tuple_, parse_term

__all__ = ["Function", "Number", "Symbol", "Tuple_", "ast", "parse_term"]

sys.modules[f"{__name__}.backend"] = sys.modules[__name__]

_THREADS = "--parallel-mode"
"""An option that a clingo without threads does not know."""

_SHOW = re.compile(r"#show\s*(?:(-?[\w']+/\d+)\s*)?\.")
_PART = re.compile(r"^\s*#program\s+(\w+)\s*(?:\((\w+)\))?\s*\.", re.MULTILINE)

TruthValue = SimpleNamespace(Free=0, True_=1, False_=2, Release=3)
HeuristicType = SimpleNamespace(Level=0, Sign=1, Factor=2, Init=3, True_=4, False_=5)


class _Lacking(type):
    """The class of what is not here: it can be named, but not used."""

    def __getattr__(cls, name: str) -> Any:
        return __getattr__(name)

    def __call__(cls, *_: object, **__: object) -> None:
        refuse()


def __getattr__(name: str) -> Any:
    """Return what stands for a name of the module `clingo` that is not here."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _Lacking(name, (), {})


class Observer:
    """What sees ground rules."""

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """See a rule."""

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        """See a rule whose body is a sum of weights."""


class SymbolicAtom(NamedTuple):
    """An atom of a ground program, and its literal."""

    symbol: Symbol
    literal: int
    is_fact: bool


class SymbolicAtoms(dict[Symbol, SymbolicAtom]):
    """The atoms of a ground program by their symbols."""

    __getitem__ = dict.get  # type: ignore[assignment]

    def __iter__(self) -> Iterator[SymbolicAtom]:  # type: ignore[override]
        return iter(self.values())

    @property
    def signatures(self) -> list[tuple[str, int, bool]]:
        """The signatures of the atoms."""
        found = ((s.name, len(s.arguments), s.positive) for s in self.keys())
        return [*dict.fromkeys(found)]

    def by_signature(
        self, name: str, arity: int, positive: bool = True
    ) -> Iterator[SymbolicAtom]:
        """Yield the atoms with a signature."""
        for symbol, atom in self.items():
            if symbol.match(name, arity) and symbol.positive == positive:
                yield atom


class _Rule(NamedTuple):
    """A ground rule; `bound` is that of a body of weighted literals, or None."""

    is_choice: bool
    head: tuple[int, ...]
    bound: int | None
    body: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, line: str) -> "_Rule":
        """Return the rule of a line `1 CHOICE N ATOM... WEIGHTED [BOUND] N BODY...`."""
        _, is_choice, size, *rest = map(int, line.split())
        head, (is_weighted, *tail) = tuple(rest[:size]), rest[size:]
        if not is_weighted:
            body = tuple((literal, 1) for literal in tail[1:])
            return cls(bool(is_choice), head, None, body)
        pairs = zip(tail[2::2], tail[3::2], strict=True)
        return cls(bool(is_choice), head, tail[0], tuple(pairs))

    def line(self) -> str:
        """Return the line of the rule."""
        head = int(self.is_choice), len(self.head), *self.head
        if self.bound is None:
            return _line(1, *head, 0, len(self.body), *(n for n, _ in self.body))
        flat = (number for pair in self.body for number in pair)
        return _line(1, *head, 1, self.bound, len(self.body), *flat)

    def renamed(self, number: Callable[[int], int]) -> "_Rule":
        """Return the rule with other numbers of atoms."""

        def literal(one: int) -> int:
            return number(one) if one > 0 else -number(-one)

        body = tuple((literal(one), weight) for one, weight in self.body)
        return self._replace(head=tuple(map(number, self.head)), body=body)


class Control:
    """A program, of texts or of ground rules, and the options of later searches."""

    theory_atoms = ()

    def __init__(
        self,
        arguments: Sequence[str] = (),
        logger: Logger = lambda *_: None,
        **_: object,
    ) -> None:
        numbers = [each for each in arguments if each.isdigit()]
        self._options = [
            each for each in arguments if each not in numbers and _THREADS not in each
        ]
        settings = SimpleNamespace(models=(numbers or ["1"])[0], enum_mode=None)
        self.configuration = SimpleNamespace(solve=settings, solver=SimpleNamespace())
        self.statistics: dict[str, Any] = {}
        self.symbolic_atoms = SymbolicAtoms()
        self._logger, self._observers = logger, list[Observer]()
        self._texts, self._shown = list[str](), list[str]()
        self._rules, self._more = list[str](), list[str]()
        self._externals, self._last = dict[int, int](), 0

    def __getattr__(self, name: str) -> Any:
        return _Lacking(name, (), {})

    def register_observer(self, observer: Observer) -> None:
        """Let an observer see the rules that are grounded first."""
        self._observers.append(observer)

    def add(self, part: str, parameters: Sequence[str], program: str) -> None:
        """Add a text, or a ground program."""
        first, *lines = program.splitlines() or [""]
        if first.startswith("asp "):
            self._put([_Rule.read(line) for line in lines if line[:2] == "1 "])
            return
        # All atoms are named; what is shown of them is known here.
        self._shown += _SHOW.findall(program)
        self._texts.append(text := _SHOW.sub("", program))
        if part != "base" or re.search(r"^\s*#show", text, re.MULTILINE):
            refuse()

    def _put(self, rules: Iterable["_Rule"]) -> None:
        for rule in rules:
            self._rules.append(rule.line())
            self._last = max(self._last, *rule.head, *(abs(n) for n, _ in rule.body), 0)

    def ground(self, parts: Iterable[tuple[str, Sequence[Symbol]]] = ()) -> None:
        """Ground the texts, with further parts of them; atoms keep their numbers."""
        self._texts += [self._part(*part) for part in parts if part[0] != "base"]
        known = self.symbolic_atoms
        if not self._texts:
            return
        if self._rules and not known:
            refuse()
        text = "\n".join([*self._texts, ""])
        lines = self._called(text, {}, GROUND).splitlines()[1:-1]
        rules = [_Rule.read(line) for line in lines if line[:2] == "1 "]
        named = dict[Symbol, int]()
        for line in lines:
            if line[:2] == "4 ":
                _, length, rest = line.split(" ", 2)
                literals = [*rest[int(length) :].split()[1:], "0"]
                named[parse_term(rest[: int(length)])] = int(literals[0])
        numbers: dict[int, int] = {}
        if not (is_first := not known):
            old = ((n, known[symbol]) for symbol, n in named.items() if n)
            numbers = {n: atom.literal for n, atom in old if atom is not None}
        else:
            self._more += (line for line in lines if line[:2] not in ("1 ", "4 "))

        def number(atom: int) -> int:
            if atom not in numbers:
                numbers[atom] = atom if is_first else self.add_atom()
            return numbers[atom]

        self._rules = []
        self._put(rule.renamed(number) for rule in rules)
        for symbol, n in named.items():
            if symbol not in known:
                literal = number(n) if n else self.add_atom()
                known[symbol] = SymbolicAtom(symbol, literal, not n)
        facts = [_Rule(False, (a.literal,), None, ()) for a in known if a.is_fact]
        self._put(facts)
        if is_first:
            self._observe([*facts, *rules])

    def _part(self, name: str, values: Sequence[Symbol]) -> str:
        """Return the text of a part, with a value for its parameter."""
        found = []
        for text in self._texts:
            _, *pieces = _PART.split(text)
            for at in range(0, len(pieces), 3):
                part, parameter, body = pieces[at : at + 3]
                if part == name:
                    value = str((*values, "")[0])
                    found.append(re.sub(rf"\b{parameter or '$'}\b", value, body))
        return "\n".join(["#program base.", *found])

    def _observe(self, rules: Iterable["_Rule"]) -> None:
        for observer in self._observers:
            for is_choice, head, bound, body in rules:
                if bound is None:
                    observer.rule(is_choice, head, [n for n, _ in body])
                else:
                    observer.weight_rule(is_choice, head, bound, body)

    def _called(self, program: str, settings: dict[str, str], *options: str) -> str:
        kept = [o for o in self._options if o.partition("=")[0] not in settings]
        kept += map("=".join, settings.items())
        return called(program, " ".join([*kept, *options]), self._logger)

    def shows(self, symbol: Symbol) -> bool:
        """Tell whether an atom is shown."""
        signature = f"{'-' * symbol.negative}{symbol.name}/{len(symbol.arguments)}"
        return not self._shown or signature in self._shown

    # The methods of a backend

    @contextmanager
    def backend(self) -> Iterator["Control"]:
        """Give what adds ground rules."""
        yield self

    def add_atom(self) -> int:
        """Return a new atom."""
        self._last += 1
        return self._last

    def add_rule(self, head: Sequence[int], body: Sequence[int] = ()) -> None:
        """Add a rule over atoms and literals."""
        self._more.append(_line(1, 0, len(head), *head, 0, len(body), *body))

    def add_weight_rule(
        self, head: Sequence[int], lower: int, body: Sequence[tuple[int, int]]
    ) -> None:
        """Add a rule whose body is a sum of weights."""
        self._more.append(_Rule(False, tuple(head), lower, tuple(body)).line())

    def add_external(self, atom: int, value: int) -> None:
        """Set the value of an external atom."""
        self._externals[atom] = value

    assign_external = add_external

    def add_heuristic(
        self, atom: int, kind: int, bias: int, priority: int, body: Sequence[int]
    ) -> None:
        """Add a heuristic for an atom."""
        self._more.append(_line(7, kind, atom, bias, priority, len(body), *body))

    def solve(
        self,
        assumptions: Sequence[int | tuple[Symbol, bool]] = (),
        on_model: Callable[["Model"], object] | None = None,
        *,
        on_core: Callable[[Sequence[int]], object] | None = None,
        **_: object,
    ) -> "Handle":
        """Search to the end; the models are read afterwards."""
        named = [a.literal for a in self.symbolic_atoms if not a.is_fact]
        atoms = named if self.symbolic_atoms else range(1, self._last + 1)
        names = [_line(4, len(f"a{a}"), f"a{a}", 1, a) for a in atoms]
        literals = [n if isinstance(n, int) else self._literal(*n) for n in assumptions]
        externals = [_line(5, *pair) for pair in self._externals.items()]
        lines = ["asp 1 0 0", *self._rules, *self._more, *externals, *names]
        settings = {
            f"--{name.replace('_', '-')}": str(value)
            for part in (self.configuration.solve, self.configuration.solver)
            for name, value in vars(part).items()
            if value is not None
        }
        program = "\n".join([*lines, _line(6, len(literals), *literals), "0\n"])
        answer = json.loads(self._called(program, settings, "--outf=2", "--stats"))
        conflicts = answer["Stats"]["Core"]["Conflicts"]
        self.statistics = {"solving": {"solvers": {"conflicts": conflicts}}}
        found = answer["Call"][0].get("Witnesses", [])
        handle = Handle([Model(self, each) for each in found], answer)
        if on_model is not None:
            for model in handle.models:
                on_model(model)
        if on_core is not None and handle.unsatisfiable:
            on_core(self._core(literals))
        return handle

    def _core(self, literals: list[int]) -> list[int]:
        """Return literals that exclude all models, each of which is needed for that."""
        size = len(literals)
        while size > 1:
            size = -(-size // 2)
            for at in reversed(range(0, len(literals), size)):
                rest = literals[:at] + literals[at + size :]
                if self.solve(rest).unsatisfiable:
                    literals = rest
        return literals

    def _literal(self, symbol: Symbol, is_true: bool) -> int:
        atom: Any = self.symbolic_atoms[symbol]
        return (1 if is_true else -1) * int(atom.literal)


def _line(*words: object) -> str:
    return " ".join(map(str, words))


class Model:
    """A model, as clingo writes it in JSON."""

    def __init__(self, control: Control, witness: dict[str, Any]) -> None:
        self._control = control
        self._true = {int(name[1:]) for name in witness["Value"]}
        self._true.update(a.literal for a in control.symbolic_atoms if a.is_fact)

    def is_true(self, literal: int) -> bool:
        """Tell whether a literal is true."""
        return (abs(literal) in self._true) == (literal > 0)

    def contains(self, symbol: Symbol) -> bool:
        """Tell whether an atom is true."""
        atom = self._control.symbolic_atoms[symbol]
        return atom is not None and self.is_true(atom.literal)

    def symbols(
        self, *, shown: bool = False, atoms: bool = False, **_: object
    ) -> list[Symbol]:
        """Return the true atoms, all of them or those that are shown."""
        true = [
            a.symbol for a in self._control.symbolic_atoms if self.is_true(a.literal)
        ]
        return true if atoms else [*filter(self._control.shows, true)] if shown else []


class Handle:
    """A search that has ended."""

    def __init__(self, models: list[Model], answer: dict[str, Any]) -> None:
        self.models, self._rest = models, iter(models)
        self.exhausted = answer["Models"]["More"] == "no"
        self.unsatisfiable = answer["Result"] == "UNSATISFIABLE"
        self.satisfiable = bool(models) or (False if self.unsatisfiable else None)

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def resume(self) -> None:
        """Do nothing."""

    def model(self) -> Model | None:
        """Return the next model, or None."""
        return next(self._rest, None)

    def last(self) -> Model | None:
        """Return the last model, or None."""
        return self.models[-1] if self.models else None

    def get(self) -> "Handle":
        """Return how the search ended."""
        return self
