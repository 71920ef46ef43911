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
from .models import Handle, Model
from .terms import Function, Number, Symbol, Tuple_, parse_term
from .texts import SHOWN, parts_of, without_shows

__all__ = ["Function", "Number", "Symbol", "Tuple_", "ast", "parse_term"]

sys.modules[f"{__name__}.backend"] = sys.modules[__name__]

_THREADS = "--parallel-mode"
"""An option that a clingo without threads does not know."""

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

    def rule(self, *rule: object) -> None:
        """See a rule: whether it is a choice, its head and its body."""

    def weight_rule(self, *rule: object) -> None:
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


def _signature(symbol: Symbol) -> str:
    return f"{'-' * symbol.negative}{symbol.name}/{len(symbol.arguments)}"


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
        self.statistics: dict[str, object] = {}
        self.symbolic_atoms = SymbolicAtoms()
        self._logger, self._observers = logger, list[Observer]()
        self.shown_terms = SymbolicAtoms()
        self._texts, self._mentioned = list[str](), {""}
        self._shown = dict[str, str]()
        self._rules, self._more = list[str](), list[tuple[Sequence[int], str]]()
        self._externals, self._last = dict[int, str](), 0
        self._outputs = list[int]()

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
            self._outputs += [int(one.split()[-1]) for one in lines if one[:2] == "4 "]
            return
        # All atoms are named; what is shown of them is known here.
        shows = without_shows(program)
        if not shows.is_complete:
            self._called(program, {}, GROUND)  # its messages tell the fault
        self._shown.update(shows.signatures)
        self._mentioned.update(shows.mentioned)
        named = f"({','.join(parameters)})" if parameters else ""
        begin = "" if part == "base" else f"#program {part}{named}.\n"
        self._texts.append(f"{begin}{shows.text}\n{_BASE}")

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

        if not is_later:  # externals may occur in no rule
            self._last = max(self._last, *found.externals, *found.atoms.values(), 0)
        rules = [rule.renamed(number) for rule in found.rules]
        self._put(rules)
        self._more += () if is_later else (((), one) for one in found.others)
        new = (atom for atom in found.externals if atom not in before)
        self._externals.update((number(atom), found.externals[atom]) for atom in new)
        facts = list[Rule]()
        for symbol, n in found.atoms.items():
            kept, name = known, symbol
            if symbol.match(SHOWN, 1):
                kept, (name,) = self.shown_terms, symbol.arguments
            if name not in kept:
                literal = number(n) if n else self.add_atom()
                kept[name] = SymbolicAtom(name, literal, not n)
                facts += [] if n else [Rule(False, (literal,))]
        self._put(facts)
        self._observe([*facts, *rules])
        for signature in () if is_later else self._shown.keys() - self._mentioned:
            said = "info: no atoms over signature occur in program"
            self._logger(None, f"{self._shown[signature]}: {said}:\n  {signature}\n")

    def _part(self, name: str, values: Sequence[Symbol]) -> str:
        """Return the text of a part, with values for its parameters."""
        found = [_BASE]
        for part, parameters, text in parts_of(self._texts):
            if part == name and len(parameters) == len(values):
                for parameter, value in zip(parameters, values, strict=True):
                    text = re.sub(rf"\b{parameter}\b", str(value), text)
                found.append(text)
        return "\n".join(found)

    def _before(self, text: str) -> str:
        """Return what a part needs of the program before: constants, and its atoms."""
        names = {*re.findall(r"[\w']+", text)}
        atoms = [atom for atom in self.symbolic_atoms if atom.symbol.name in names]
        lines = [f"{'' if a.is_fact else '#external '}{a.symbol}." for a in atoms]
        all_parts = (one for _, _, one in parts_of(self._texts))
        return "\n".join([*lines, *(one for one in all_parts if one[:6] == "#const")])

    def get_const(self, name: str) -> Symbol | None:
        """Return the value of a constant, or None."""
        every = [one for _, _, one in parts_of(self._texts) if one[:6] == "#const"]
        found = self._called("\n".join([*every, f"{SHOWN}({name})."]), {}, GROUND)
        (atom,) = read(found).atoms
        return atom.arguments[0] if str(atom.arguments[0]) != name else None

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
        return not self._shown or _signature(symbol) in self._shown

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
        on_model: Callable[[Model], object] | None = None,
        *,
        on_core: Callable[[Sequence[int]], object] | None = None,
        **_: object,
    ) -> Handle:
        """Search to the end; the models are read afterwards."""
        literals = [n if isinstance(n, int) else self._literal(*n) for n in assumptions]
        if on_model is not None:
            return self._visited(literals, on_model)
        handle = self._searched(literals, self._named())
        if on_core is not None and handle.unsatisfiable:
            on_core(self._core(literals))
        return handle

    def _named(self) -> list[int]:
        """Return the atoms with a name that are no facts."""
        atoms = (*self.symbolic_atoms, *self.shown_terms.values())
        return [*self._outputs, *(a.literal for a in atoms if not a.is_fact)]

    def _visited(
        self, literals: list[int], on_model: Callable[[Model], object]
    ) -> Handle:
        """Search for one model after the other: each call may add clauses."""
        kept, models = [*self._more], list[Model]()
        most = int(self.configuration.solve.models)
        # Who looks at a model may ask about atoms without a symbol, too.
        every = list(range(1, self._last + 1)) if self._last else []
        try:
            while True:
                handle = self._searched(literals, every, models="1")
                if not handle.models:
                    break
                models += handle.models
                if on_model(models[-1]) is False or len(models) == most:
                    break
                model, named = models[-1], self._projected() or every
                self.add_rule([], [n if model.is_true(n) else -n for n in named])
        finally:  # clauses hold for this search
            self._more = kept
        return handle.after(models)

    def _projected(self) -> list[int]:
        """Return the atoms that tell models apart, if not all do."""
        wanted = self._setting("project")
        if wanted == "show":
            atoms = [a for a in self.symbolic_atoms if self.shows(a.symbol)]
            atoms += self.shown_terms.values()
            return [a.literal for a in atoms if not a.symbol.name.startswith("_")]
        lines = (one for _, one in self._more if one[:2] == "3 ")
        return [int(n) for one in lines for n in one.split()[2:] if wanted == "project"]

    def _setting(self, name: str) -> str:
        """Return the value of a setting, or of an option."""
        named = vars(self.configuration.solve).get(name)
        options = [o.partition("=")[2] for o in self._options if o[2:].startswith(name)]
        return str(named or (options or [""])[-1])

    def _searched(
        self, literals: list[int], atoms: Sequence[int], **changed: str
    ) -> Handle:
        """Search for models, of which some atoms are asked for."""
        names = [line(4, len(f"a{a}"), f"a{a}", 1, a) for a in atoms]
        externals = [line(5, *pair) for pair in self._externals.items()]
        more = [text for _, text in self._more]
        lines = ["asp 1 0 0", *self._rules, *more, *externals, *names]
        settings = {
            f"--{name.replace('_', '-')}": str(value)
            for part in (self.configuration.solve, self.configuration.solver)
            for name, value in {**vars(part), **changed}.items()
            if value is not None
        }
        if self._setting("project") == "show":  # of the command: all names
            shown = self._projected()
            lines.append(line(3, len(shown), *shown))
            settings["--project"] = "project"
        program = "\n".join([*lines, line(6, len(literals), *literals), "0\n"])
        answer = json.loads(self._called(program, settings, "--outf=2", "--stats"))
        conflicts = answer["Stats"]["Core"]["Conflicts"]
        models = {"enumerated": answer["Models"]["Number"]}
        solvers = {"conflicts": conflicts}
        self.statistics = {
            "solving": {"solvers": solvers},
            "summary": {"models": models},
        }
        found = answer["Call"][0].get("Witnesses", [])
        return Handle([Model(self, each) for each in found], answer)

    def _core(self, literals: list[int]) -> list[int]:
        """Return literals that exclude all models, each of which is needed for that."""
        size = len(literals)
        while size > 1:
            size = -(-size // 2)
            for at in reversed(range(0, len(literals), size)):
                rest = literals[:at] + literals[at + size :]
                if self._searched(rest, ()).unsatisfiable:
                    literals = rest
        return literals

    def _literal(self, symbol: Symbol, is_true: bool) -> int:
        atom = self.symbolic_atoms.get(symbol)
        number = self.add_atom() if atom is None else atom.literal  # false
        return number if is_true else -number
