"""What searches need of the module `clingo`, where it is a command.

`galaxies play --export` writes this file as `clingo.py` into a site whose distribution
has no wheel of clingo, if it has the package `clingo-wasm` of npm: the command clingo,
which takes a text and prints another one. A program is grounded once; each search
begins with all of its ground rules, in clingo's format aspif. So there is no syntax
tree, no observer and no core, and no part of a program is grounded later.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple, NoReturn

from clingo_wasm import run  # type: ignore[import-not-found]  # of the page's worker

_THREADS = "--parallel-mode"
"""An option that a clingo without threads does not know."""

_LARGEST = 900_000
"""The longest program: the command has a stack of 1 MB, which holds its text."""

_ENDED = (0, 1, 10, 11, 20, 30)
"""Exit codes of clingo: not known, satisfiable, without or with all models; the odd
ones are of searches that have reached a limit."""

_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*\"|-?\d+|#\w+|-?[\w']+|[-(),]")
_FACT = re.compile(r"%[^\n]*|((?:\"(?:[^\"\\]|\\.)*\"|[^\".%])+)\.(?=\s|$)")
_SHOW = re.compile(r"#show\s*(?:(-?[\w']+/\d+)\s*)?\.")


def _refuse() -> NoReturn:
    raise ModuleNotFoundError(name="the whole of clingo")


class _Lacking(type):
    """The class of what is not here: it can be named, but not used."""

    def __getattr__(cls, name: str) -> Any:
        return __getattr__(name)

    def __call__(cls, *_: object, **__: object) -> NoReturn:
        _refuse()


def __getattr__(name: str) -> Any:
    """Return what stands for a name of the module `clingo` that is not here."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _Lacking(name, (), {})


class Symbol(str):
    """A term without variables, which is its text."""

    name = ""
    arguments: tuple["Symbol", ...] = ()
    positive, negative = True, False
    number = 0
    type = SimpleNamespace(name="Function")

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
        _refuse()  # an operation, or a variable
    return symbol


def _term(tokens: list[str]) -> Symbol:
    token = tokens.pop()
    if token.lstrip("-").isdigit():
        return Number(int(token))
    if token[0] in '"#':
        symbol = Symbol(token)
        symbol.type = SimpleNamespace(name="String")
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


_NAMES = ("Rule", "Literal", "SymbolicAtom")
_KINDS = {name: SimpleNamespace(name=name) for name in _NAMES}


def _facts(text: str, add: Callable[[object], object], **_: object) -> None:
    """Parse facts as statements of clingo's syntax tree."""
    if _FACT.sub("", text).strip():
        _refuse()
    atom = SimpleNamespace(ast_type=_KINDS["SymbolicAtom"])
    for found in filter(None, _FACT.findall(text)):
        head: Any = parse_term(found.strip())
        head.ast_type, head.sign, head.atom = _KINDS["Literal"], 0, atom
        add(SimpleNamespace(ast_type=_KINDS["Rule"], body=(), head=head))


_SIGN, _TYPES = _Lacking("Sign", (), {"NoSign": 0}), _Lacking("ASTType", (), _KINDS)
_PARTS = {"ASTType": _TYPES, "Sign": _SIGN, "parse_string": staticmethod(_facts)}
ast = _Lacking("ast", (), _PARTS)
sys.modules[f"{__name__}.backend"] = __getattr__("backend")


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

    def by_signature(
        self, name: str, arity: int, positive: bool = True
    ) -> Iterator[SymbolicAtom]:
        """Yield the atoms with a signature."""
        for symbol, atom in self.items():
            if symbol.match(name, arity) and symbol.positive == positive:
                yield atom


class Control:
    """A program, of texts or of ground rules, and the options of later searches."""

    theory_atoms = ()

    def __init__(
        self,
        arguments: Sequence[str] = (),
        logger: Callable[[object, str], object] = lambda *_: None,
        **_: object,
    ) -> None:
        numbers = [each for each in arguments if each.isdigit()]
        self._options = [
            each for each in arguments if each not in numbers and _THREADS not in each
        ]
        settings = SimpleNamespace(models=(numbers or ["1"])[0], enum_mode=None)
        self.configuration = SimpleNamespace(solve=settings)
        self.statistics: dict[str, Any] = {}
        self.symbolic_atoms = SymbolicAtoms()
        self._logger, self._texts, self._rules = logger, list[str](), list[str]()
        self._shown: set[str] | None = None

    def __getattr__(self, name: str) -> Any:
        return _Lacking(name, (), {})

    def add(self, part: str, parameters: Sequence[str], program: str) -> None:
        """Add a text, or a ground program."""
        first, *lines = program.splitlines() or [""]
        if first.startswith("asp "):
            self._rules += lines[:-1]
            return
        # All atoms are named; what is shown of them is known here.
        if signatures := _SHOW.findall(program):
            self._shown = {*(self._shown or ()), *filter(None, signatures)}
        self._texts.append(text := _SHOW.sub("", program))
        if part != "base" or re.search(r"^\s*#show", text, re.MULTILINE):
            _refuse()

    def ground(self, parts: Iterable[tuple[str, object]] = ()) -> None:
        """Ground the texts."""
        if any(name != "base" for name, _ in parts) or (self._texts and self._rules):
            _refuse()
        if not self._texts:
            return
        lines = self._run("\n".join([*self._texts, ""]), "--mode=gringo").splitlines()
        named = [line for line in lines if line.startswith("4 ")]
        self._rules = [line for line in lines[1:-1] if not line.startswith("4 ")]
        numbers = (line.split() for line in self._rules if line[0] in "15")
        true = 1 + max((abs(int(n)) for words in numbers for n in words), default=0)
        self._rules.append(_line(1, 0, 1, true, 0, 0))
        for line in named:
            _, length, rest = line.split(" ", 2)
            symbol = parse_term(rest[: int(length)])
            condition = rest[int(length) :].split()[1:]
            literal = int(condition[0]) if condition else true
            atom = SymbolicAtom(symbol, literal, not condition)
            self.symbolic_atoms[symbol] = atom

    def _run(self, program: str, *options: str) -> str:
        """Return what the command prints."""
        if len(program) > _LARGEST:
            _refuse()
        code, text, messages = run(program, " ".join([*self._options, *options]))
        said = re.sub("^-:", "<string>:", messages, flags=re.MULTILINE)
        for message in filter(None, said.split("\n\n")):
            self._logger(None, message)
        if code not in _ENDED:
            raise RuntimeError(messages)
        return text  # type: ignore[no-any-return]

    def shows(self, symbol: Symbol) -> bool:
        """Tell whether an atom is shown."""
        signature = f"{'-' * symbol.negative}{symbol.name}/{len(symbol.arguments)}"
        return self._shown is None or signature in self._shown

    @contextmanager
    def backend(self) -> Iterator["Control"]:
        """Give what has the method `add_rule`."""
        yield self

    def add_rule(self, head: Sequence[int], body: Sequence[int]) -> None:
        """Add a rule over atoms and literals."""
        self._rules.append(_line(1, 0, len(head), *head, 0, len(body), *body))

    def solve(
        self,
        assumptions: Sequence[int | tuple[Symbol, bool]] = (),
        on_model: Callable[["Model"], object] | None = None,
        *,
        on_core: object = None,
        **_: object,
    ) -> "Handle":
        """Search to the end; the models are read afterwards."""
        if on_core is not None:
            _refuse()
        names = [_line(4, len(str(a)) + 1, f"a{a}", 1, a) for a in self._atoms()]
        literals = [n if isinstance(n, int) else self._literal(*n) for n in assumptions]
        assumed = _line(6, len(literals), *literals)
        settings = vars(self.configuration.solve).items()
        more = [
            f"--{name.replace('_', '-')}={value}" for name, value in settings if value
        ]
        program = "\n".join(["asp 1 0 0", *self._rules, *names, assumed, "0\n"])
        answer = json.loads(self._run(program, *more, "--outf=2", "--stats"))
        conflicts = answer["Stats"]["Core"]["Conflicts"]
        self.statistics = {"solving": {"solvers": {"conflicts": conflicts}}}
        found = answer["Call"][0].get("Witnesses", [])
        models = [Model(self, each) for each in found]
        if on_model is not None:
            for model in models:
                on_model(model)
        return Handle(models, answer)

    def _literal(self, symbol: Symbol, is_true: bool) -> int:
        atom: Any = self.symbolic_atoms[symbol]
        return (1 if is_true else -1) * int(atom.literal)

    def _atoms(self) -> list[int]:
        """Return the atoms in heads, where a rule is `1 KIND NUMBER ATOM...`."""
        found: set[int] = set()
        for line in self._rules:
            kind, _, number, *rest = line.split()
            if kind == "1":
                found.update(map(int, rest[: int(number)]))
        return sorted(found)


def _line(*words: object) -> str:
    return " ".join(map(str, words))


class Model:
    """A model, as clingo writes it in JSON."""

    def __init__(self, control: Control, witness: dict[str, Any]) -> None:
        self._control = control
        self._true = {int(name[1:]) for name in witness["Value"]}

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
        self._models, self._rest = models, iter(models)
        self.exhausted = answer["Models"]["More"] == "no"
        self.unsatisfiable = answer["Result"] == "UNSATISFIABLE"

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
        return self._models[-1] if self._models else None

    def get(self) -> "Handle":
        """Return how the search ended."""
        return self
