"""What the package needs of the module `clingo`, where it is a command.

`galaxies play --export` writes this folder as `clingo` into a site whose distribution
has no wheel of clingo: the command of the package `clingo-wasm` of npm takes a text and
prints one. Each search begins with all ground rules, in clingo's format aspif,
and a part that is grounded later begins with the atoms. Cores are found by searches
with fewer assumptions. There are no propagators and no theories.
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
from .ground import Rule, line, read
from .terms import Function, Number, Symbol, Tuple_, parse_term

__all__ = ["Function", "Number", "Symbol", "Tuple_", "ast", "parse_term"]

sys.modules[f"{__name__}.backend"] = sys.modules[__name__]

_THREADS = "--parallel-mode"
"""An option that a clingo without threads does not know."""

_PROJECT = "--project=show"
"""An option that projects models to the atoms that are shown."""

_SHOW = re.compile(r"#show\s*(?:(-?[\w']+/\d+)\s*)?\.")
_PART = re.compile(r"^\s*#program\s+(\w+)\s*(?:\((\w+)\))?\s*\.", re.MULTILINE)

_BASE = "#program base."

Configuration = SimpleNamespace
TruthValue = SimpleNamespace(Free="0", True_="1", False_="2", Release="3")
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

    def rule(self, *rule: Any) -> None:
        """See a rule: whether it is a choice, its head and its body."""

    def weight_rule(self, *rule: Any) -> None:
        """See a rule whose body is a sum of weights, with the bound before."""


class SymbolicAtom(NamedTuple):
    """An atom of a ground program, and its literal."""

    symbol: Symbol
    literal: int
    is_fact: bool


class SymbolicAtoms(dict[Symbol, SymbolicAtom]):
    """The atoms of a ground program by their symbols."""

    def __missing__(self, symbol: Symbol) -> None:
        return None

    def __iter__(self) -> Iterator[SymbolicAtom]:  # type: ignore[override]
        return iter(self.values())

    @property
    def signatures(self) -> list[tuple[str, int, bool]]:
        """The signatures of the atoms."""
        found = ((s.name, len(s.arguments), s.positive) for s in self.keys())
        return [*dict.fromkeys(found)]

    def by_signature(self, *signature: str | int | bool) -> Iterator[SymbolicAtom]:
        """Yield the atoms with a name, an arity, and maybe a sign."""
        wanted = (*signature, True)[:3]
        for symbol, atom in self.items():
            if (symbol.name, len(symbol.arguments), symbol.positive) == wanted:
                yield atom


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
        settings = Configuration(models=(numbers or ["1"])[0], enum_mode=None)
        self.configuration = Configuration(solve=settings, solver=Configuration())
        self.statistics: dict[str, Any] = {}
        self.symbolic_atoms = SymbolicAtoms()
        self._logger, self._observers = logger, list[Observer]()
        self._texts, self._shown = list[str](), list[str]()
        self._rules, self._more = list[str](), list[tuple[Sequence[int], str]]()
        self._externals, self._last = dict[int, str](), 0

    def __getattr__(self, name: str) -> Any:
        return _Lacking(name, (), {})

    def register_observer(self, observer: Observer) -> None:
        """Let an observer see the rules that are grounded first."""
        self._observers.append(observer)

    def add(self, part: str, parameters: Sequence[str], program: str) -> None:
        """Add a text, or a ground program."""
        first, *lines = program.splitlines() or [""]
        if first.startswith("asp "):
            self._put([Rule.read(each) for each in lines if each[:2] == "1 "])
            return
        # All atoms are named; what is shown of them is known here.
        self._shown += _SHOW.findall(program)
        text = _SHOW.sub("", program)
        if re.search(r"^\s*#show", text, re.MULTILINE):
            refuse()
        is_base = part == "base"
        self._texts.append(text if is_base else f"#program {part}.\n{text}\n{_BASE}")

    def _put(self, rules: Iterable[Rule]) -> None:
        for rule in rules:
            self._rules.append(rule.line())
            self._last = max(self._last, *rule.head, *(abs(n) for n, _ in rule.body), 0)

    def ground(self, parts: Iterable[tuple[str, Sequence[Symbol]]] = ()) -> None:
        """Ground the texts, or later further parts of them."""
        known = self.symbolic_atoms
        more = "\n".join(self._part(*part) for part in parts if part[0] != "base")
        text = "\n".join([*([self._before(more)] if known else self._texts), more, ""])
        if not text.strip():
            return
        if self._rules and not known:
            refuse()
        found = read(self._called(text, {}, GROUND))
        before = {n: known[s].literal for s, n in found.atoms.items() if s in known}
        numbers, is_later = {**before}, bool(known)

        def number(atom: int) -> int:
            if atom not in numbers:
                numbers[atom] = self.add_atom() if is_later else atom
            return numbers[atom]

        rules = [rule.renamed(number) for rule in found.rules]
        self._put(rules)
        self._more += () if is_later else (((), one) for one in found.others)
        new = (atom for atom in found.externals if atom not in before)
        self._externals.update((number(atom), found.externals[atom]) for atom in new)
        facts = list[Rule]()
        for symbol, n in found.atoms.items():
            if symbol not in known:
                literal = number(n) if n else self.add_atom()
                known[symbol] = SymbolicAtom(symbol, literal, not n)
                facts += [] if n else [Rule(False, (literal,))]
        self._put(facts)
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
        return "\n".join([_BASE, *found])

    def _before(self, text: str) -> str:
        """Return what a part needs of the program before: constants, and its atoms."""
        names = {*re.findall(r"[\w']+", text)}
        atoms = [atom for atom in self.symbolic_atoms if atom.symbol.name in names]
        lines = [f"{'' if a.is_fact else '#external '}{a.symbol}." for a in atoms]
        return "\n".join([*lines, *re.findall(r"#const[^.]*\.", "".join(self._texts))])

    def _observe(self, rules: Iterable[Rule]) -> None:
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

    def add_atom(self, symbol: Symbol | None = None) -> int:
        """Return a new atom; later parts know it by its symbol."""
        self._last += 1
        if symbol is not None:
            atom = SymbolicAtom(symbol, self._last, False)
            self.symbolic_atoms[symbol] = atom
        return self._last

    def add_rule(self, head: Sequence[int], body: Sequence[int] = ()) -> None:
        """Add a rule over atoms and literals."""
        rule = line(1, 0, len(head), *head, 0, len(body), *body)
        self._more.append((body, rule))

    def add_clause(self, literals: Sequence[int]) -> None:
        """Add a clause, as the context of a model does."""
        self.add_rule([], [-literal for literal in literals])

    def add_weight_rule(
        self, head: Sequence[int], lower: int, body: Sequence[tuple[int, int]]
    ) -> None:
        """Add a rule whose body is a sum of weights."""
        self._more.append(((), Rule(False, tuple(head), lower, tuple(body)).line()))

    def add_external(self, atom: int | Symbol, value: str | bool) -> None:
        """Set the value of an external atom."""
        number = atom if isinstance(atom, int) else self._literal(atom, True)
        self._externals[number] = value if isinstance(value, str) else "21"[value]
        if value == TruthValue.Release:  # it is false: what needs it says nothing
            self._more = [one for one in self._more if number not in one[0]]
            del self._externals[number]

    assign_external = add_external

    def add_heuristic(
        self, atom: int, kind: int, bias: int, priority: int, body: Sequence[int]
    ) -> None:
        """Add a heuristic for an atom."""
        heuristic = line(7, kind, atom, bias, priority, len(body), *body)
        self._more.append((body, heuristic))

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
        # Who looks at a model may ask about atoms without a symbol, too.
        is_short = self.symbolic_atoms and on_model is None
        atoms = named if is_short else range(1, self._last + 1)
        names = [line(4, len(f"a{a}"), f"a{a}", 1, a) for a in atoms]
        literals = [n if isinstance(n, int) else self._literal(*n) for n in assumptions]
        externals = [line(5, *pair) for pair in self._externals.items()]
        more = [text for _, text in self._more]
        lines = ["asp 1 0 0", *self._rules, *more, *externals, *names]
        settings = {
            f"--{name.replace('_', '-')}": str(value)
            for part in (self.configuration.solve, self.configuration.solver)
            for name, value in vars(part).items()
            if value is not None
        }
        if _PROJECT in self._options:  # the command would project to all names
            shown = [a.literal for a in self.symbolic_atoms if self.shows(a.symbol)]
            lines.append(line(3, len(shown), *shown))
            settings["--project"] = "project"
        if on_model is not None:  # it may add a clause, after which others count
            settings["--models"] = "1"
        program = "\n".join([*lines, line(6, len(literals), *literals), "0\n"])
        answer = json.loads(self._called(program, settings, "--outf=2", "--stats"))
        conflicts = answer["Stats"]["Core"]["Conflicts"]
        self.statistics = {"solving": {"solvers": {"conflicts": conflicts}}}
        found = answer["Call"][0].get("Witnesses", [])
        handle = Handle([Model(self, each) for each in found], answer)
        if on_model is not None and handle.models:
            before = len(self._more)
            on_model(handle.models[0])
            if len(self._more) > before:
                return self.solve(assumptions, on_model)
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


class Model:
    """A model, as clingo writes it in JSON."""

    def __init__(self, control: Control, witness: dict[str, Any]) -> None:
        self.context = control
        self._true = {int(name[1:]) for name in witness["Value"]}
        self._true.update(a.literal for a in control.symbolic_atoms if a.is_fact)

    def is_true(self, literal: int) -> bool:
        """Tell whether a literal is true."""
        return (abs(literal) in self._true) == (literal > 0)

    def contains(self, symbol: Symbol) -> bool:
        """Tell whether an atom is true."""
        atom = self.context.symbolic_atoms[symbol]
        return atom is not None and self.is_true(atom.literal)

    def symbols(
        self, *, shown: bool = False, atoms: bool = False, **_: object
    ) -> list[Symbol]:
        """Return the true atoms, all of them or those that are shown."""
        true = [
            a.symbol for a in self.context.symbolic_atoms if self.is_true(a.literal)
        ]
        return true if atoms else [*filter(self.context.shows, true)] if shown else []


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
