"""Programs for clingo: texts, grounding, searches, messages.

Only `Program` has a `clingo.Control`. Grounding and searches run in a thread of
their own, so that signals are handled meanwhile; see `interrupts`. Where no threads
exist, and if they are known to be short, they run in the calling thread.
"""

import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from galaxies_asp.core.asp import clingo, interrupts, parser
from galaxies_asp.core.asp.signals import signals_deferred
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.errors import EncodingError, OptionError

if TYPE_CHECKING:
    from galaxies_asp.core.asp.clingo import ast

Item = TypeVar("Item")
Shared = TypeVar("Shared")
Assumptions = Sequence[tuple[clingo.Symbol, bool] | int]

TASTE = "taste"
"""The part of an encoding about made puzzles; only their makers ground it."""

_IGNORED = rf"#(?:minimize|maximize|program(?!\s+(?:base|{TASTE})\s*\.))|:~|@"
_NO_OPTIMIZATION = "the optimization is ignored: every model is a solution"
_NO_FUNCTION = "is undefined, as scripts are not run: what has it has no instance"
_NO_PART = f"is ignored: only base is grounded, and {TASTE} for new puzzles"

# Since clingo 5.8 the last model can be read after a search. To read each one takes
# longer than to find it.
_KEEPS_LAST = hasattr(clingo.SolveHandle, "last")


def can_wait() -> bool:
    """Tell whether this platform has threads; Python in a browser has none."""
    return sys.platform != "emscripten"


class Program:
    """A program: add texts, ground them, then search.

    `control`: clingo's interface to atoms, externals, statistics and the configuration.
    `exhausted`: whether the last search of `models` was exhausted. Raises `OptionError`
    if clingo refuses an option. Raises `EncodingError` if clingo refuses the source.

    Parameters
    ----------
    options
        Options of clingo's command line.
    source
        The text of an encoding; clingo's messages about it name its files.
    name
        What error messages call the program, such as "the encoding grow".
    short_searches
        Search in the calling thread. Signals are handled between two models.
    most
        Refuse a program with more ground rules. This makes grounding slower.
    observer
        What sees the ground rules.
    optimizes
        Search for the best models. Otherwise optimization statements are ignored,
        wherever they come from, because they would remove solutions.
    """

    def __init__(
        self,
        options: Sequence[str] = (),
        source: Text | None = None,
        *,
        name: str = "the program",
        short_searches: bool = False,
        most: int | None = None,
        observer: clingo.Observer | None = None,
        optimizes: bool = False,
    ) -> None:
        self.name, self._optimizes = name, optimizes
        options = *options, *(() if optimizes else ("--opt-mode=ignore",))
        self.exhausted = False
        self._log = log = list[str]()
        self._source = source
        self._waits = can_wait() and not short_searches
        try:
            # A logger that refers to this object would keep it until the next search
            # for cycles, and the memory of the program with it.
            self.control = parser.control(options, log.append)
        except RuntimeError as error:
            raise OptionError(f"clingo refuses its options: {error}") from None
        self._bound = None if most is None else interrupts.Bound(most)
        for one in (self._bound, observer):
            if one is not None:
                self.control.register_observer(one)
        if source is not None:
            with self.refusals():
                self._add_source(source)

    def _add_source(self, source: Text) -> None:
        """Add an encoding without `#project`: solutions differ in the output alone."""
        if "#project" not in source.text:
            parser.add(self.control, "base", source.text, self._log.append)
            return
        parsed = [
            s for part in ("base", TASTE) for s in statements(source, self.name, part)
        ]
        self.build(s for s in parsed if not s.ast_type.name.startswith("Project"))

    def build(self, parsed: "Iterable[ast.AST]") -> None:
        """Add statements."""
        from galaxies_asp.core.asp.clingo import ast

        with signals_deferred(), ast.ProgramBuilder(self.control) as builder:
            for statement in parsed:
                builder.add(statement)

    @property
    def messages(self) -> tuple[str, ...]:
        """What is ignored in the encoding, and the warnings of clingo."""
        found = self._source and ignored(self._source, self.name, self._optimizes)
        return *(found or ()), *self.warnings

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings of clingo."""
        located = str.strip if self._source is None else self._source.located
        return tuple(map(located, self._log))

    def note(self, message: str) -> None:
        """Add a warning to those of clingo, once."""
        if message not in self._log:
            self._log.append(message)

    @property
    def statistics(self) -> dict[str, Any]:
        """The statistics of clingo about the last search."""
        return cast(dict[str, Any], self.control.statistics)

    @property
    def settings(self) -> clingo.Configuration:
        """The settings of clingo for searches, such as `models`."""
        return cast(clingo.Configuration, self.control.configuration.solve)

    @property
    def solver(self) -> clingo.Configuration:
        """The settings of the solver, such as `seed`."""
        return cast(clingo.Configuration, self.control.configuration.solver)

    def refusals(self) -> AbstractContextManager[None]:
        """Turn an error of clingo into an EncodingError with clingo's messages."""
        return _refusals(self.name, lambda: self.warnings)

    def add(self, text: str, part: str = "base") -> None:
        """Add rules or facts to a part; `EncodingError` if clingo refuses them."""
        if self._source is not None:
            text = self._source.followed_by(text)
        with self.refusals():
            parser.add(self.control, part, text, self._log.append)

    def occurring(self, *signatures: str) -> Iterator[clingo.SymbolicAtom]:
        """Yield the atoms with some signatures that occur in the ground program."""
        for signature in signatures:
            name, _, arity = signature.partition("/")
            atoms = self.control.symbolic_atoms.by_signature(name, int(arity))
            yield from (atom for atom in atoms if atom.literal)  # is_true(0) holds

    def atoms(self, signatures: Iterable[str], *, certain: bool = False) -> Atoms:
        """Return these atoms, maybe only those that are certain: facts."""
        atoms = self.occurring(*signatures)
        return frozenset(atom_of(a.symbol) for a in atoms if a.is_fact or not certain)

    def add_ground_rules(self, rules: str) -> None:
        """Add rules in the lines of clingo's format for ground programs (aspif)."""
        with signals_deferred():
            parser.add_ground_rules(self.control, rules)
            self.control.ground()

    def ground(
        self, *parts: tuple[str, Sequence[clingo.Symbol]], is_short: bool = False
    ) -> None:
        """Ground parts of the program, each with its arguments; by default `base`.

        `is_short`: ground in the calling thread. Ctrl-C is handled afterwards. Raises
        `EncodingError` if clingo refuses the program, or it has theory atoms.
        """
        with self.refusals():
            if is_short or not can_wait():
                with signals_deferred():
                    self.control.ground(parts or [("base", [])])
            else:
                work = partial(self.control.ground, parts or [("base", [])])
                interrupts.ground(work, self._bound)
        for atom in self.control.theory_atoms:
            what = f"the theory atom {atom}, but no such theory is loaded"
            raise EncodingError(f"{self.name} has {what}")

    def models(
        self, assumptions: Assumptions = (), deadline: float | None = None
    ) -> Iterator[clingo.Model]:
        """Yield the models; each is valid until the next one is asked for.

        `assumptions`: literals, or atoms with truth values, that hold in these models.
        `deadline`: the value of `time.monotonic()` at which to stop, where the search
        can wait.

        Raises `TimeoutError` at the deadline.
        """
        self.exhausted = False
        with self._solving(assumptions, yield_=True) as handle:
            yield from self._each(handle, deadline)

    def _solving(
        self, assumptions: Assumptions = (), **options: Any
    ) -> AbstractContextManager[clingo.SolveHandle]:
        options |= {"assumptions": assumptions, "in_thread": self._waits}
        return interrupts.solving(self.control, **options)

    def _each(
        self, handle: clingo.SolveHandle, deadline: float | None
    ) -> Iterator[clingo.Model]:
        while True:
            with nullcontext() if self._waits else signals_deferred():
                handle.resume()
                if self._waits and not interrupts.ends(handle, deadline):
                    raise TimeoutError
                model = handle.model()
            if model is None:
                break
            yield model
        self.exhausted = bool(handle.get().exhausted)

    def shared(
        self,
        mode: Literal["brave", "cautious"],
        read: Callable[[clingo.Model], Shared],
        assumptions: Assumptions = (),
        deadline: float | None = None,
    ) -> Shared | None:
        """Return what is read of all models together: in some of them, or in each.

        None if there is no model; `exhausted` tells whether all were found. See
        `models`.
        """
        settings = self.settings
        before = settings.enum_mode, settings.models
        settings.enum_mode, settings.models = mode, 0
        self.exhausted, shared = False, None
        try:
            with self._solving(assumptions, yield_=True) as handle:
                for model in self._each(handle, deadline):
                    if not _KEEPS_LAST:
                        shared = read(model)
                if _KEEPS_LAST and (last := handle.last()) is not None:
                    shared = read(last)
        finally:
            settings.enum_mode, settings.models = before
        return shared

    def search(
        self,
        on_model: Callable[[clingo.Model], bool | None] | None = None,
        *,
        assumptions: Assumptions = (),
        deadline: float | None = None,
        on_core: Callable[[Sequence[int]], None] | None = None,
    ) -> clingo.SolveResult:
        """Search to the end, or to the deadline; return clingo's result.

        Without a model, `on_core` gets the assumptions that exclude one.
        """
        if not self._waits:
            with signals_deferred():
                return self.control.solve(assumptions, on_model, on_core=on_core)
        with self._solving(assumptions, on_model=on_model) as handle:
            if not interrupts.ends(handle, deadline):
                handle.cancel()
            result: clingo.SolveResult = handle.get()
            if on_core is not None and result.unsatisfiable:
                on_core(handle.core())
            return result

    def collect(self, take: Callable[[], Item | None]) -> Iterator[Item]:
        """Search, call `take` at each model, and yield what it returns, unless None.

        The thread of the search makes these calls: many models cost one switch of
        threads. The search pauses while the caller uses an item.
        """
        if not self._waits:
            for _ in self.models():
                if (item := take()) is not None:
                    yield item
            return
        import queue

        ready: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        wanted = threading.Semaphore(0)
        stopped = False

        def on_model(_: clingo.Model) -> bool:
            if (item := take()) is not None:
                ready.put(item)
                wanted.acquire()
            return not stopped

        def stop() -> None:
            nonlocal stopped
            stopped = True
            wanted.release()

        with self._solving(
            on_model=on_model, on_finish=lambda _: ready.put(None), release=stop
        ) as handle:
            while True:
                try:
                    item = ready.get(timeout=interrupts.CHECK_SECONDS)
                except queue.Empty:
                    continue  # Python handles signals between two waits
                if item is None:
                    break
                yield item
                wanted.release()
            handle.get()  # it raises what a call of `take` has raised


def ignored(source: Text, name: str, optimizes: bool = False) -> tuple[str, ...]:
    """Return the statements of an encoding that no search heeds, with their places.

    Raises `EncodingError` if the text does not parse.
    """
    if not re.search(_IGNORED, source.text):
        return ()
    from galaxies_asp.core.asp.syntax import is_other_part, nodes_of

    found: dict[str, None] = {}
    for statement in _parsed(source, name):
        file, line = source.position(statement.location.begin.line)
        if statement.ast_type.name == "Minimize" and not optimizes:
            found[f"{file}:{line}: {_NO_OPTIMIZATION}"] = None
        elif is_other_part(statement) and statement.name != TASTE:
            found[f"{file}:{line}: the part {statement.name} {_NO_PART}"] = None
        for node in nodes_of(statement):
            if getattr(node, "external", 0) and node.ast_type.name == "Function":
                found[f"{file}:{line}: @{node.name} {_NO_FUNCTION}"] = None
    return tuple(found)


def statements(source: Text, name: str, part: str = "base") -> "list[ast.AST]":
    """Parse a text; the locations are those in the text.

    `part`: return the statements of `base` and unknown parts, or else those of `taste`.
    Raises `EncodingError` if the text does not parse.
    """
    kept: list[ast.AST] = []
    is_taste = False
    for statement in _parsed(source, name):
        if statement.ast_type.name == "Program":
            is_taste = statement.name == TASTE
        if is_taste == (part == TASTE):
            kept.append(statement)
    return kept


def _parsed(source: Text, name: str) -> "list[ast.AST]":
    log: list[str] = []
    with _refusals(name, lambda: tuple(map(source.located, log))):
        return parser.statements(source.text, log.append)
    raise AssertionError("an error is raised")


@contextmanager
def _refusals(name: str, messages: Callable[[], Sequence[str]]) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        said = [*messages()]
        if not any("error:" in one for one in said):  # a limit, not a fault
            said.append(str(error))
        raise EncodingError("\n".join([f"clingo refuses {name}:", *said])) from None
