"""What searches under the standard rules need of the module `clingo`.

`galaxies play --export` writes this file as `clingo.py` into a site whose distribution
has no wheel of clingo, if it has the package `clingo-wasm` of npm: the command clingo,
which takes a text and prints another one. Each search begins with the whole ground
program, in clingo's format aspif. So there is no grounding, no syntax tree, and no
search that goes on where another one has ended.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, NoReturn

from clingo_wasm import run  # type: ignore[import-not-found]  # of the page's worker

_THREADS = "--parallel-mode"
"""An option that a clingo without threads does not know."""

_LARGEST = 900_000
"""The longest program: the command has a stack of 1 MB, which holds its text."""

_UNSATISFIABLE, _ALL = 20, 30
_ENDED = (0, 1, 10, 11, _UNSATISFIABLE, _ALL)
"""Exit codes of clingo: not known, satisfiable, without or with all models; the odd
ones are of searches that have reached a limit."""


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


class Control:
    """A ground program.

    Attributes
    ----------
    configuration
        Options of later searches: `configuration.solve.models`, for instance.
    statistics
        The number of conflicts of the last search, where clingo has it.
    """

    def __init__(self, arguments: Sequence[str] = (), **_: object) -> None:
        numbers = [each for each in arguments if each.isdigit()]
        self._options = [
            each for each in arguments if each not in numbers and _THREADS not in each
        ]
        settings = SimpleNamespace(models=(numbers or ["1"])[0])
        self.configuration = SimpleNamespace(solve=settings)
        self.statistics: dict[str, Any] = {}
        self._rules: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return _Lacking(name, (), {})

    def add(self, part: str, parameters: Sequence[str], program: str) -> None:
        """Add a ground program."""
        first, *lines = program.splitlines()
        if not first.startswith("asp "):
            _refuse()
        self._rules += lines[:-1]

    def ground(self, parts: object = ()) -> None:
        """Do nothing: the program is ground."""

    @contextmanager
    def backend(self) -> Iterator["Control"]:
        """Give what has the method `add_rule`."""
        yield self

    def add_rule(self, head: Sequence[int], body: Sequence[int]) -> None:
        """Add a rule over atoms and literals."""
        self._rules.append(_line(1, 0, len(head), *head, 0, len(body), *body))

    def solve(
        self,
        assumptions: Sequence[int] = (),
        on_model: Callable[["Model"], object] | None = None,
        *,
        on_core: object = None,
        **_: object,
    ) -> "Handle":
        """Search to the end; the models are read afterwards."""
        if on_core is not None:
            _refuse()
        names = [_line(4, len(str(a)) + 1, f"a{a}", 1, a) for a in self._atoms()]
        assumed = _line(6, len(assumptions), *assumptions)
        settings = vars(self.configuration.solve).items()
        more = [f"--{name.replace('_', '-')}={value}" for name, value in settings]
        program = "\n".join(["asp 1 0 0", *self._rules, *names, assumed, "0\n"])
        if len(program) > _LARGEST:
            _refuse()
        options = [*self._options, *more, "--outf=2", "--stats"]
        code, text, messages = run(program, " ".join(options))
        if code not in _ENDED:
            raise RuntimeError(messages)
        answer = json.loads(text)
        conflicts = answer["Stats"]["Core"]["Conflicts"]
        self.statistics = {"solving": {"solvers": {"conflicts": conflicts}}}
        models = map(Model, answer["Call"][0].get("Witnesses", []))
        if on_model is not None:
            for model in models:
                on_model(model)
        return Handle(models, code)

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

    def __init__(self, witness: dict[str, Any]) -> None:
        self._true = {int(name[1:]) for name in witness["Value"]}

    def is_true(self, literal: int) -> bool:
        """Tell whether a literal is true."""
        return (abs(literal) in self._true) == (literal > 0)


class Handle:
    """A search that has ended."""

    def __init__(self, models: Iterator[Model], code: int) -> None:
        self._models = models
        self.exhausted = code in (_UNSATISFIABLE, _ALL)
        self.unsatisfiable = code == _UNSATISFIABLE

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def resume(self) -> None:
        """Do nothing."""

    def model(self) -> Model | None:
        """Return the next model, or None."""
        return next(self._models, None)

    def get(self) -> "Handle":
        """Return how the search ended."""
        return self
